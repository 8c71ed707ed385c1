//===- LayoutFold.cpp - Cancel, merge, deduplicate, fold into constants ---===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Planning/Passes.h"
#include "layout/Report/PlanReport.h"
#include "layout/Support/Debug.h"
#include "layout/Support/Saturating.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/DepthFirstIterator.h"

#define DEBUG_TYPE "layout-fold"

using namespace mlir;
using namespace mlir::layout;

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFOLD
#include "layout/Planning/Passes.h.inc"
} // namespace mlir::layout

/// Returns the blocks of a region, each after its immediate dominator.
static SmallVector<Block *> getBlocks(Region &region,
                                      DominanceInfo &dominance) {
  if (region.empty() || region.hasOneBlock())
    return llvm::map_to_vector(region, [](Block &block) { return &block; });
  SmallVector<Block *> blocks;
  for (DominanceInfoNode *node :
       llvm::depth_first(dominance.getRootNode(&region)))
    blocks.push_back(node->getBlock());
  return blocks;
}

static void collectRewrites(Region &region, DominanceInfo &dominance,
                            SmallVectorImpl<Operation *> &rewrites) {
  for (Block *block : getBlocks(region, dominance))
    for (Operation &op : *block) {
      if (isMarked(&op))
        continue;
      if (isRewrite(&op))
        rewrites.push_back(&op);
      for (Region &nested : op.getRegions())
        ::collectRewrites(nested, dominance, rewrites);
    }
}

SmallVector<Operation *> layout::collectRewrites(func::FuncOp function,
                                                 DominanceInfo &dominance) {
  SmallVector<Operation *> rewrites;
  ::collectRewrites(function.getBody(), dominance, rewrites);
  return rewrites;
}

void layout::eraseIfUnused(Operation *op,
                           llvm::SmallPtrSetImpl<Operation *> &erased) {
  while (op && op->use_empty() && isOpTriviallyDead(op) && !isFrozen(op)) {
    Operation *source = op->getOperand(0).getDefiningOp();
    erased.insert(op);
    op->erase();
    op = isRewrite(source) ? source : nullptr;
  }
}

int64_t layout::getRewriteBytes(Type source, Type result) {
  ByteCount read = getByteCount(cast<ShapedType>(source));
  ByteCount written = getByteCount(cast<ShapedType>(result));
  return read.dynamic || written.dynamic
             ? 0
             : addSaturating(read.bytes, written.bytes);
}

remark::RemarkOpts layout::getFoldRemark(StringRef name, Operation *op) {
  return getRemark(name, "layout-fold", op);
}

namespace {
struct LayoutFold : layout::impl::LayoutFoldBase<LayoutFold> {
  using LayoutFoldBase::LayoutFoldBase;

  void runOnProgram() override {
    SmallVector<func::FuncOp> functions =
        getAnalysis<PlanningScope>().getFunctions();
    for (func::FuncOp function : functions) {
      LAYOUT_DEBUG(llvm::dbgs()
                   << "rewrites of @" << function.getName() << "\n");
      foldRewrites(function);
    }
    Tally copies = foldIntoConstants(getOperation(), functions, constantLimit,
                                     recordLayouts);
    Tally &reported = getAnalysis<PlanReport>().copies;
    reported.n = addSaturating(reported.n, copies.n);
    reported.bytes = addSaturating(reported.bytes, copies.bytes);
  }
};
} // namespace
