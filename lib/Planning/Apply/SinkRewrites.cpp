//===- SinkRewrites.cpp - Rewrites behind loops of branches ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SinkRewrites.h"
#include "layout/Dialect/Layout.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace mlir::layout;

/// The block of the region of `op` in which a user is, directly or in a region.
static Block *getUserBlock(Operation *op, Operation *user) {
  return op->getParentRegion()->findAncestorBlockInRegion(*user->getBlock());
}

/// Moves `op` to the block that dominates all its users if that is in fewer
/// loops.
static void sink(Operation *op, const CallSites &calls, DominanceInfo &info) {
  Block *common = nullptr;
  for (Operation *user : op->getUsers()) {
    Block *block = getUserBlock(op, user);
    common = common ? info.findNearestCommonDominator(common, block) : block;
  }
  if (!common || calls.getBranchLoopDepth(common) >=
                     calls.getBranchLoopDepth(op->getBlock()))
    return;
  Operation *first = common->getTerminator();
  for (Operation *user : op->getUsers())
    if (Operation *inBlock = common->findAncestorOpInBlock(*user);
        inBlock && inBlock->isBeforeInBlock(first))
      first = inBlock;
  op->moveBefore(first);
}

void layout::sinkRewrites(func::FuncOp function, const CallSites &calls) {
  if (function.getBody().hasOneBlock())
    return;
  DominanceInfo info(function);
  for (Block &block : function.getBody()) {
    if (calls.getBranchLoopDepth(&block) == 0)
      continue;
    // The last one of a chain goes first.
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(block.getOperations())))
      if (isa<LayoutTransformOp, PadOp, CropOp>(op))
        sink(&op, calls, info);
  }
}
