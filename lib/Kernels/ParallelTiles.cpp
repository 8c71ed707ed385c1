//===- ParallelTiles.cpp - Tiles that threads share -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParallelTiles.h"
#include "RegisterTiles.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// The mark of a loop over tiles, which no other pass knows.
static constexpr StringLiteral kTileLoop = "tile_loop";

bool layout::isWorthThreads(linalg::GenericOp op, const Machine &machine,
                            int64_t threads) {
  uint64_t iterations =
      op.getNumReductionLoops() != 0 ? 1 : machine.memoryIterations;
  for (int64_t range : estimateLoopRanges(op))
    iterations = llvm::SaturatingMultiply(iterations, uint64_t(range));
  return threads > 1 &&
         iterations / machine.threadIterations >= llvm::Log2_64_Ceil(threads);
}

void layout::markTileLoop(LoopLikeOpInterface loop) {
  loop->setAttr(kTileLoop, UnitAttr::get(loop.getContext()));
}

/// Whether iterations of `loop` are independent and hand on no value.
static bool isTileLoop(scf::ForOp loop) {
  return loop->hasAttr(kTileLoop) && loop->getNumResults() == 0;
}

/// The loops that nest perfectly in `outer`, which is the first one.
static SmallVector<scf::ForOp> getPerfectNest(scf::ForOp outer) {
  SmallVector<scf::ForOp> nest{outer};
  while (true) {
    Block *body = nest.back().getBody();
    auto inner = dyn_cast<scf::ForOp>(body->front());
    if (!inner || !isTileLoop(inner) ||
        inner->getNextNode() != body->getTerminator())
      return nest;
    bool isRectangle = llvm::all_of(inner->getOperands(), [&](Value bound) {
      return outer.isDefinedOutsideOfLoop(bound);
    });
    if (!isRectangle)
      return nest;
    nest.push_back(inner);
  }
}

static void parallelize(RewriterBase &rewriter, scf::ForOp outer) {
  SmallVector<scf::ForOp> nest = getPerfectNest(outer);
  SmallVector<Value> lower, upper, steps, indices;
  for (scf::ForOp loop : nest) {
    lower.push_back(loop.getLowerBound());
    upper.push_back(loop.getUpperBound());
    steps.push_back(loop.getStep());
    indices.push_back(loop.getInductionVar());
  }
  rewriter.setInsertionPoint(outer);
  auto parallel =
      scf::ParallelOp::create(rewriter, outer.getLoc(), lower, upper, steps);
  for (auto [index, replacement] :
       llvm::zip_equal(indices, parallel.getInductionVars()))
    rewriter.replaceAllUsesWith(index, replacement);
  Block *from = nest.back().getBody(), *to = parallel.getBody();
  rewriter.eraseOp(from->getTerminator());
  to->getOperations().splice(to->begin(), from->getOperations());
  rewriter.eraseOp(outer);
}

void layout::parallelizeTileLoops(RewriterBase &rewriter, func::FuncOp kernel) {
  SmallVector<scf::ForOp> outermost;
  kernel.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (!isTileLoop(loop))
      return WalkResult::advance();
    outermost.push_back(loop);
    return WalkResult::skip();
  });
  for (scf::ForOp loop : outermost)
    parallelize(rewriter, loop);
  forgetTileLoops(kernel);
}

void layout::forgetTileLoops(func::FuncOp kernel) {
  kernel.walk([](scf::ForOp loop) { loop->removeAttr(kTileLoop); });
}
