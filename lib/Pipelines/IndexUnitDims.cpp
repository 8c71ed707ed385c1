//===- IndexUnitDims.cpp - Dims of size 1 indexed by loops ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexUnitDims.h"
#include "Interfaces/LoopRanges.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the first free loop behind `previous`, so that the loops of a map
/// keep their order, or the first free one of all.
static std::optional<unsigned> chooseLoop(const llvm::SmallBitVector &free,
                                          int previous) {
  int loop = free.find_next(previous);
  if (loop < 0)
    loop = free.find_first();
  return loop < 0 ? std::nullopt : std::optional<unsigned>(loop);
}

/// Replaces the constant 0 as index of dims of size 1 by loops in `unitLoops`
/// that `map` does not use yet. `shape` is the shape of the operand.
static AffineMap indexUnitDims(AffineMap map, ArrayRef<int64_t> shape,
                               llvm::SmallBitVector unitLoops) {
  for (unsigned loop : llvm::seq<unsigned>(0, map.getNumDims()))
    if (map.isFunctionOfDim(loop))
      unitLoops.reset(loop);
  SmallVector<AffineExpr> results(map.getResults());
  int previous = -1;
  for (auto [size, index] : llvm::zip_equal(shape, results)) {
    if (auto loop = dyn_cast<AffineDimExpr>(index)) {
      previous = static_cast<int>(loop.getPosition());
      continue;
    }
    if (size != 1 || index != 0)
      continue;
    std::optional<unsigned> loop = chooseLoop(unitLoops, previous);
    if (!loop)
      break;
    index = getAffineDimExpr(*loop, map.getContext());
    unitLoops.reset(*loop);
    previous = static_cast<int>(*loop);
  }
  return AffineMap::get(map.getNumDims(), 0, results, map.getContext());
}

/// Indexes the dims of size 1 of the inputs of `op`.
static void indexUnitDims(linalg::GenericOp op, RewriterBase &rewriter) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (llvm::all_of(maps,
                   [](AffineMap map) { return map.isProjectedPermutation(); }))
    return;
  llvm::SmallBitVector unitLoops(op.getNumLoops());
  for (auto [loop, extent, iterator] :
       llvm::enumerate(getLoopRanges(op), op.getIteratorTypesArray()))
    unitLoops[loop] = extent == 1 && iterator == utils::IteratorType::parallel;
  if (unitLoops.none())
    return;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap &map = maps[input->getOperandNumber()];
    map = indexUnitDims(map, op.getShape(input), unitLoops);
  }
  if (maps == op.getIndexingMapsArray())
    return;
  rewriter.modifyOpInPlace(op, [&] {
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

void layout::indexUnitDims(func::FuncOp function, RewriterBase &rewriter) {
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isFrozen(op))
      return WalkResult::skip();
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      ::indexUnitDims(generic, rewriter);
    return WalkResult::advance();
  });
}
