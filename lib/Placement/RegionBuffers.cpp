//===- RegionBuffers.cpp - Buffers that regions pass on -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionBuffers.h"
#include "BufferAccesses.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::layout;

/// The allocation of the buffer that a branch yields, if nothing outside of the
/// branch uses it and it may be allocated in front of the branch.
static memref::AllocOp getOwnAllocation(Value yielded, Region &branch) {
  auto allocation = skipCasts(yielded).getDefiningOp<memref::AllocOp>();
  auto isInside = [&](Operation *user) {
    return branch.isAncestor(user->getParentRegion());
  };
  if (!allocation || allocation->getNumOperands() != 0 ||
      isFrozen(allocation) || !llvm::all_of(allocation->getUsers(), isInside))
    return nullptr;
  // The branch passes it on once, by its yield.
  BufferAccesses accesses = BufferAccesses::get(allocation);
  bool isPassedOn =
      accesses.captures.size() == 1 &&
      accesses.captures.front()->getOwner() == branch.front().getTerminator();
  // One that is allocated elsewhere could hold what an earlier run wrote.
  Block *block = allocation->getBlock();
  return isPassedOn && (block == &branch.front() ||
                        block == branch.getParentOp()->getBlock())
             ? allocation
             : nullptr;
}

/// Allocates the buffers that both branches allocate in front of them.
static void hoistResults(RewriterBase &rewriter, scf::IfOp op) {
  if (isFrozen(op) || op.getElseRegion().empty())
    return;
  for (OpResult result : op.getResults()) {
    if (!isa<MemRefType>(result.getType()))
      continue;
    unsigned number = result.getResultNumber();
    Value first = op.thenYield().getOperand(number);
    Value second = op.elseYield().getOperand(number);
    memref::AllocOp a = getOwnAllocation(first, op.getThenRegion());
    memref::AllocOp b = getOwnAllocation(second, op.getElseRegion());
    if (!a || !b || a.getType() != b.getType())
      continue;
    rewriter.setInsertionPoint(op);
    Value buffer = memref::AllocOp::create(rewriter, a.getLoc(), a.getType(),
                                           a.getAlignmentAttr());
    rewriter.replaceOp(a, buffer);
    rewriter.replaceOp(b, buffer);
    if (buffer.getType() != result.getType())
      buffer = memref::CastOp::create(rewriter, op.getLoc(), result.getType(),
                                      buffer);
    rewriter.replaceAllUsesWith(result, buffer);
  }
}

void layout::simplifyRegionBuffers(RewriterBase &rewriter,
                                   Operation *function) {
  SmallVector<scf::IfOp> branches;
  function->walk([&](scf::IfOp op) { branches.push_back(op); });
  for (scf::IfOp op : branches)
    hoistResults(rewriter, op);
  SmallVector<Operation *> ops;
  auto isPassedOn = [](Value value) {
    return isa<BaseMemRefType>(value.getType());
  };
  function->walk([&](Operation *op) {
    if (isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op) && !isFrozen(op) &&
        llvm::any_of(op->getResults(), isPassedOn))
      ops.push_back(op);
  });
  MLIRContext *context = function->getContext();
  RewritePatternSet patterns(context);
  scf::ForOp::getCanonicalizationPatterns(patterns, context);
  scf::IfOp::getCanonicalizationPatterns(patterns, context);
  scf::WhileOp::getCanonicalizationPatterns(patterns, context);
  (void)applyOpPatternsGreedily(ops, std::move(patterns));
}
