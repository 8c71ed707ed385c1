//===- BufferizeWithCopies.cpp - Bufferization that copies every write ----===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's one-shot-bufferize{copy-before-write} does the same, but hands
// calls an AnalysisState that they cast to a OneShotAnalysisState: they read
// memory behind it, and hang or crash
// (https://github.com/llvm/llvm-project/issues/163052). Here the state is one.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::layout::execution {
namespace {

/// Answers as if nothing was analyzed: operands that are read share a buffer,
/// those that are written get one of their own.
class UnanalyzedState : public bufferization::OneShotAnalysisState {
public:
  using OneShotAnalysisState::OneShotAnalysisState;

  bool isInPlace(OpOperand &operand) const override {
    return AnalysisState::isInPlace(operand);
  }
  bool areEquivalentBufferizedValues(Value a, Value b) const override {
    return AnalysisState::areEquivalentBufferizedValues(a, b);
  }
  bool areAliasingBufferizedValues(Value a, Value b) const override {
    return AnalysisState::areAliasingBufferizedValues(a, b);
  }
  bool hasUndefinedContents(OpOperand *operand) const override {
    return AnalysisState::hasUndefinedContents(operand);
  }
};

} // namespace

LogicalResult bufferizeWithCopies(ModuleOp module) {
  module.getContext()
      ->loadDialect<bufferization::BufferizationDialect,
                    memref::MemRefDialect>();
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  options.allowReturnAllocsFromLoops = true;
  UnanalyzedState analysis(module, options);
  bufferization::BufferizationState state;
  return success(
      succeeded(bufferization::insertTensorCopies(module, analysis, state)) &&
      succeeded(bufferization::bufferizeModuleOp(module, options, state)));
}

} // namespace mlir::layout::execution
