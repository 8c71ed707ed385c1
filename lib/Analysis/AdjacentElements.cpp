//===- AdjacentElements.cpp - Loops over adjacent elements ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjacentElements.h"

using namespace mlir;
using namespace mlir::layout;

/// The dim of a tensor or buffer along which elements are adjacent: the last
/// one but for dims of extent 1, dim 1 of 1x64x1x1. Nothing if there is no dim.
static std::optional<unsigned> getLastDim(ArrayRef<int64_t> shape) {
  for (size_t dim = shape.size(); dim-- > 0;)
    if (shape[dim] != 1)
      return dim;
  return shape.empty() ? std::nullopt
                       : std::optional<unsigned>(shape.size() - 1);
}

/// Whether adjacent iterations of `loop` access adjacent elements, or always
/// the same one, of an operand of this shape: loops k and j of
/// `(i, j, k) -> (i, j + k)`.
static bool accessesAdjacentOrSame(AffineMap map, ArrayRef<int64_t> shape,
                                   unsigned loop) {
  if (!map.isFunctionOfDim(loop))
    return true;
  std::optional<unsigned> last = getLastDim(shape);
  for (auto [dim, index] : llvm::enumerate(map.getResults()))
    if (dim != last && shape[dim] != 1 && index.isFunctionOfDim(loop))
      return false;
  AffineExpr index = map.getResult(*last);
  AffineExpr dim = getAffineDimExpr(loop, map.getContext());
  AffineExpr difference = simplifyAffineExpr(
      index.replace(dim, dim + 1) - index, map.getNumDims(), 0);
  return difference == getAffineConstantExpr(1, map.getContext());
}

/// Whether the elements of the last dim are adjacent in memory, if `type` is
/// that of a buffer.
static bool hasAdjacentElements(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer || buffer.getRank() == 0)
    return true;
  return buffer.isStrided() &&
         buffer.getStridesAndOffset().first[*getLastDim(buffer.getShape())] ==
             1;
}

bool layout::accessesAdjacentElements(linalg::LinalgOp op, OpOperand &operand,
                                      unsigned loop) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  return accessesAdjacentOrSame(map, op.getShape(&operand), loop) &&
         (!map.isFunctionOfDim(loop) ||
          hasAdjacentElements(operand.get().getType()));
}

/// Whether `loop` has several iterations that can be lanes of a vector.
static bool canBeVector(linalg::LinalgOp op, unsigned loop) {
  return op.getStaticLoopRanges()[loop] != 1 &&
         llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
           return accessesAdjacentElements(op, operand, loop);
         });
}

std::optional<unsigned> layout::getVectorLoop(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return std::nullopt;
  OpOperand *init = op.getDpsInitOperand(0);
  std::optional<unsigned> last = getLastDim(op.getShape(init));
  if (!last)
    return std::nullopt;
  auto dim =
      dyn_cast<AffineDimExpr>(op.getMatchingIndexingMap(init).getResult(*last));
  if (!dim || !canBeVector(op, dim.getPosition()))
    return std::nullopt;
  return dim.getPosition();
}

std::optional<unsigned> layout::getVectorReduction(linalg::LinalgOp op) {
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
