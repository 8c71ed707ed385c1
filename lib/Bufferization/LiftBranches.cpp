//===- LiftBranches.cpp - Structured control flow for bufferization -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's analysis of buffers misses reads of a buffer after a branch back
// to the op that writes it, recurses without end where a loop of blocks carries
// views alone, and does not find the buffer types of blocks that only pass
// arguments on to each other.
//
//===----------------------------------------------------------------------===//

#include "Bufferize.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::layout;

/// Replaces poison, which has no buffer, by tensors of any contents, and of no
/// elements where a size is not known:
///
///   %0 = ub.poison : tensor<?x4xf32>
///
/// becomes
///
///   %0 = tensor.empty(%c0) : tensor<?x4xf32>
static void replacePoison(RewriterBase &rewriter, ModuleOp module) {
  module.walk([&](ub::PoisonOp poison) {
    auto type = dyn_cast<RankedTensorType>(poison.getType());
    if (!type)
      return;
    rewriter.setInsertionPoint(poison);
    SmallVector<Value> sizes;
    if (!type.hasStaticShape())
      sizes.assign(type.getNumDynamicDims(), arith::ConstantIndexOp::create(
                                                 rewriter, poison.getLoc(), 0));
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(poison, type, sizes);
  });
}

/// Checks that branches to several blocks are those that upstream lifts. It
/// fails at others when it has moved blocks already, and destroys those that
/// the rest of the function still branches to.
static LogicalResult verifyBranches(func::FuncOp function) {
  bool isKnown = true;
  function.walk([&](Operation *op) {
    if (op->getNumSuccessors() < 2 || isa<cf::CondBranchOp, cf::SwitchOp>(op))
      return;
    op->emitOpError(
        "requires 'cf.cond_br' or 'cf.switch' to branch to several blocks of a "
        "program on tensors, found another op");
    isKnown = false;
  });
  return success(isKnown);
}

LogicalResult layout::liftBranches(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  ControlFlowToSCFTransformation transformation;
  auto lift = [&](func::FuncOp function) {
    (void)eraseUnreachableBlocks(rewriter, function->getRegions());
    if (failed(verifyBranches(function)))
      return WalkResult::interrupt();
    DominanceInfo dominance(function);
    return function.walk([&](Operation *op) {
      for (Region &region : op->getRegions())
        if (!region.empty() &&
            failed(transformCFGToSCF(region, transformation, dominance)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
  };
  if (module.walk(lift).wasInterrupted())
    return failure();
  replacePoison(rewriter, module);
  return success();
}
