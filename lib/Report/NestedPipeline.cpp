//===- NestedPipeline.cpp - Passes that a pass runs in turn ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestedPipeline.h"
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

void NestedPipeline::initialize(StringRef option, StringRef text) {
  if (passes || text.empty())
    return;
  std::string reason;
  llvm::raw_string_ostream errors(reason);
  FailureOr<OpPassManager> found = parsePassPipeline(text, errors);
  StringRef anchor = succeeded(found) ? found->getOpAnchorName() : StringRef();
  if (failed(found))
    error = ("requires '" + option + "' to be a pipeline: " + reason).str();
  else if (anchor != ModuleOp::getOperationName() &&
           anchor != OpPassManager::getAnyOpAnchorName())
    error = ("requires '" + option + "' to be a pipeline on '" +
             ModuleOp::getOperationName() + "', found one on '" + anchor + "'")
                .str();
  else
    passes = std::move(*found);
}

LogicalResult NestedPipeline::verify(ModuleOp module) const {
  return error.empty() ? success() : emitError(module.getLoc()) << error;
}

OpPassManager NestedPipeline::get() const {
  return passes ? *passes : OpPassManager(ModuleOp::getOperationName());
}
