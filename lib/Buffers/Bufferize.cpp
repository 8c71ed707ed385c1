//===- Bufferize.cpp - The pass layout-bufferize --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Buffers/Bufferize.h"
#include "layout/Buffers/Passes.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTBUFFERIZE
#include "layout/Buffers/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Whether a user takes a buffer without strides. What is frozen wants its
/// operands to lie as they stand.
static bool takesAnyLayout(OpOperand &use) {
  if (isFrozen(use.getOwner()))
    return false;
  if (auto structured = dyn_cast<linalg::LinalgOp>(use.getOwner()))
    return structured.isDpsInput(&use);
  return isa<tensor::ExtractOp, tensor::DimOp>(use.getOwner());
}

/// Whether the result may be seen in the buffer of the source.
static bool mayBeView(LayoutTransformOp op) {
  return !op.isFree() && op.getSource().getType().hasStaticShape() &&
         !op.getSource().getDefiningOp<LayoutTransformOp>() &&
         !op.getSource().getDefiningOp<CropOp>() &&
         op.getIndexMap().inverse(op.getSource().getType().getShape()) &&
         llvm::all_of(op->getUses(), takesAnyLayout);
}

void layout::markViews(ModuleOp module) {
  module.walk([](LayoutTransformOp op) {
    if (mayBeView(op))
      op->setDiscardableAttr(LayoutDialect::kView,
                             UnitAttr::get(op.getContext()));
  });
}

/// Upstream's analysis does not see that a branch leads back to a buffer that
/// is still read.
static bool hasBranches(ModuleOp module) {
  return module.walk([](BranchOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// What was required of tensors has been met. What is left alone stays so, and
/// so do functions that are frozen.
static void eraseRequirements(ModuleOp module) {
  module->walk<WalkOrder::PreOrder>([](Operation *op) {
    if (isSkipped(op) || (isa<func::FuncOp>(op) && isFrozen(op)))
      return WalkResult::skip();
    for (StringRef name : {LayoutDialect::kFrozen, LayoutDialect::kOpLayout,
                           LayoutDialect::kPrefer})
      op->removeDiscardableAttr(name);
    return WalkResult::advance();
  });
}

namespace {
struct LayoutBufferize : layout::impl::LayoutBufferizeBase<LayoutBufferize> {
  using LayoutBufferizeBase::LayoutBufferizeBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (to == BufferForm::Logical)
      markViews(module);
    IRRewriter rewriter(&getContext());
    bufferization::OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.allowReturnAllocsFromLoops = true;
    options.copyBeforeWrite = hasBranches(module);
    options.setFunctionBoundaryTypeConversion(
        bufferization::LayoutMapOption::IdentityLayoutMap);
    bufferization::BufferizationState state;
    if (failed(bufferization::eliminateEmptyTensors(rewriter, module)) ||
        failed(
            bufferization::runOneShotModuleBufferize(module, options, state)))
      return signalPassFailure();
    eraseRequirements(module);
  }
};
} // namespace
