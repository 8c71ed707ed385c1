//===- NestedPipeline.cpp - Passes that a pass runs in turn ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestedPipeline.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::layout;

void NestedPipeline::getDependentDialects(DialectRegistry &registry,
                                          StringRef text) const {
  if (passes)
    return passes->getDependentDialects(registry);
  if (text.empty())
    return;
  if (FailureOr<OpPassManager> found = parsePassPipeline(text, llvm::nulls());
      succeeded(found))
    found->getDependentDialects(registry);
}

LogicalResult NestedPipeline::initialize(MLIRContext *context, StringRef option,
                                         StringRef text) {
  if (passes || text.empty())
    return success();
  std::string error;
  llvm::raw_string_ostream errors(error);
  FailureOr<OpPassManager> found = parsePassPipeline(text, errors);
  if (failed(found))
    return emitError(UnknownLoc::get(context))
           << "requires '" << option << "' to be a pipeline: " << error;
  passes = std::move(*found);
  return success();
}

OpPassManager NestedPipeline::get() const {
  return passes ? *passes : OpPassManager(ModuleOp::getOperationName());
}
