//===- AdjacentElements.cpp - Loops over adjacent elements ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/AdjacentElements.h"
#include "layout/Analysis/Rewrites.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether adjacent iterations of `loop` access adjacent elements, or always
/// the same one, of an operand with this indexing map: loops k and j of
/// `(i, j, k) -> (i, j + k)`.
static bool accessesAdjacentOrSame(AffineMap map, unsigned loop) {
  if (!map.isFunctionOfDim(loop))
    return true;
  for (AffineExpr result : map.getResults().drop_back())
    if (result.isFunctionOfDim(loop))
      return false;
  AffineExpr last = map.getResults().back();
  AffineExpr dim = getAffineDimExpr(loop, map.getContext());
  AffineExpr difference = simplifyAffineExpr(last.replace(dim, dim + 1) - last,
                                             map.getNumDims(), 0);
  return difference == getAffineConstantExpr(1, map.getContext());
}

/// Whether the elements of the last dim are adjacent in memory, if `type` is
/// that of a buffer.
static bool hasAdjacentElements(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  return !buffer || buffer.getRank() == 0 ||
         (buffer.isStrided() && buffer.getStridesAndOffset().first.back() == 1);
}

/// Whether iterations of `loop` access adjacent elements of an operand in
/// memory, or always the same one.
static bool canBeVector(linalg::GenericOp op, OpOperand &operand,
                        unsigned loop) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  return accessesAdjacentOrSame(map, loop) &&
         (!map.isFunctionOfDim(loop) ||
          hasAdjacentElements(operand.get().getType()));
}

/// Whether `loop` has several iterations that can be lanes of a vector.
static bool canBeVector(linalg::GenericOp op, unsigned loop) {
  return op.getStaticLoopRanges()[loop] != 1 &&
         llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
           return canBeVector(op, operand, loop);
         });
}

std::optional<unsigned> layout::getVectorLoop(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1)
    return std::nullopt;
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (out.getNumResults() == 0)
    return std::nullopt;
  auto dim = dyn_cast<AffineDimExpr>(out.getResults().back());
  if (!dim || !canBeVector(op, dim.getPosition()))
    return std::nullopt;
  return dim.getPosition();
}

std::optional<unsigned> layout::getVectorReduction(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1)
    return std::nullopt;
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  for (unsigned loop : loops)
    if (canBeVector(op, loop) &&
        llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
          return op.getMatchingIndexingMap(input).isFunctionOfDim(loop);
        }))
      return loop;
  return std::nullopt;
}

/// The loop over the last dim of an operand whose elements are adjacent, if
/// each dim has a loop of its own.
static std::optional<unsigned> getLastLoop(linalg::GenericOp op,
                                           OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (map.getNumResults() == 0 || !map.isProjectedPermutation() ||
      !hasAdjacentElements(operand.get().getType()))
    return std::nullopt;
  return cast<AffineDimExpr>(map.getResults().back()).getPosition();
}

std::optional<TransposedLoops>
layout::getTransposedLoops(linalg::GenericOp op) {
  if (!onlyMovesElements(op) || op.getNumDpsInputs() != 1)
    return std::nullopt;
  std::optional<unsigned> read = getLastLoop(op, *op.getDpsInputOperand(0));
  std::optional<unsigned> written = getLastLoop(op, *op.getDpsInitOperand(0));
  if (!read || !written || read == written ||
      op.getStaticLoopRanges()[*read] == 1 ||
      op.getStaticLoopRanges()[*written] == 1)
    return std::nullopt;
  return TransposedLoops{*read, *written};
}
