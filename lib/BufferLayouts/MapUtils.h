//===- MapUtils.h - Affine maps applied, matched, searched ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers on affine maps that the buffer rewrites, the views and the tile loops
// share.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERLAYOUTS_MAPUTILS_H
#define LAYOUT_LIB_BUFFERLAYOUTS_MAPUTILS_H

#include "Recombine.h"
#include "Support/MapOperands.h"
#include "layout/Algebra/IndexMap.h"
#include "layout/Algebra/MixedRadix.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

namespace mlir::layout {

/// Creates the only result of `map` for the given operands. Sums and products
/// of a semi-affine expression, such as those of a flat index with a dynamic
/// stride, become ops of the arith dialect, so that no semi-affine map is left
/// for upstream to simplify:
///
///   affine_map<(d0, d1)[s0] -> ((d0 floordiv 2) * s0 + d1)>(%i, %j)[%n]
///
/// becomes
///
///   %0 = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
///   %1 = arith.muli %0, %n : index
///   %2 = arith.addi %1, %j : index
inline OpFoldResult createMapResult(OpBuilder &builder, Location loc,
                                    AffineMap map,
                                    ArrayRef<OpFoldResult> operands) {
  AffineExpr expr = map.getResult(0);
  if (Value whole = recombine(expr, operands, map.getNumDims()))
    return whole;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  bool isSum = expr.getKind() == AffineExprKind::Add;
  if (!binary || expr.isPureAffine() ||
      (!isSum && expr.getKind() != AffineExprKind::Mul))
    return affine::makeComposedFoldedAffineApply(builder, loc, map, operands);
  auto create = [&](AffineExpr part) {
    return getValueOrCreateConstantIndexOp(
        builder, loc,
        createMapResult(
            builder, loc,
            AffineMap::get(map.getNumDims(), map.getNumSymbols(), part),
            operands));
  };
  Value lhs = create(binary.getLHS()), rhs = create(binary.getRHS());
  if (isSum)
    return arith::AddIOp::create(builder, loc, lhs, rhs).getResult();
  return arith::MulIOp::create(builder, loc, lhs, rhs).getResult();
}

/// Creates the results of `map` for the given operands. Results that fold
/// become constants.
inline SmallVector<Value> createMapResults(OpBuilder &builder, Location loc,
                                           AffineMap map,
                                           ArrayRef<OpFoldResult> operands) {
  SmallVector<Value> results;
  for (unsigned result : llvm::seq(map.getNumResults()))
    results.push_back(getValueOrCreateConstantIndexOp(
        builder, loc,
        createMapResult(builder, loc, map.getSubMap({result}), operands)));
  return results;
}
inline SmallVector<Value> createMapResults(OpBuilder &builder, Location loc,
                                           AffineMap map, ValueRange operands) {
  return createMapResults(builder, loc, map, getMapOperands(operands));
}

/// Matches `d`, `d floordiv a`, `d mod b` and `(d floordiv a) mod b` and
/// returns the digit; its extent is kDynamic without a mod. Returns nothing for
/// any other expression. Unlike getDigits it does not know the size of `d`, so
/// the digit may be only partly covered by `d`.
inline std::optional<Digit> matchDigit(AffineExpr expr) {
  auto takeConstant = [&](AffineExprKind kind) -> std::optional<int64_t> {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || binary.getKind() != kind)
      return std::nullopt;
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!constant || constant.getValue() < 1)
      return std::nullopt;
    expr = binary.getLHS();
    return constant.getValue();
  };
  int64_t extent =
      takeConstant(AffineExprKind::Mod).value_or(ShapedType::kDynamic);
  int64_t stride = takeConstant(AffineExprKind::FloorDiv).value_or(1);
  auto dim = dyn_cast<AffineDimExpr>(expr);
  if (!dim)
    return std::nullopt;
  return Digit{dim.getPosition(), stride, extent};
}

/// The physical dim that equals the logical dim `dim`; nothing if the layout
/// splits or fuses it.
inline std::optional<unsigned> findUnsplitDim(const IndexMap &map,
                                              int64_t dim) {
  AffineMap affine = map.getAffineMap();
  return affine.getResultPosition(getAffineDimExpr(dim, affine.getContext()));
}

/// A physical dim that has `stride` elements for each index of a logical dim.
struct StatedExtent {
  unsigned physicalDim;
  int64_t stride;
};

/// Finds a physical dim whose extent tells that of the logical dim `dim`: it
/// equals `dim`, or `dim` is the outermost of the dims that it linearizes. With
/// (i, j) -> (i * 8 + j) on memref<?x8xf32>, i has an eighth of the elements.
inline std::optional<StatedExtent>
findStatedExtent(const IndexMap &map, ArrayRef<int64_t> shape, int64_t dim) {
  if (std::optional<unsigned> physicalDim = findUnsplitDim(map, dim))
    return StatedExtent{*physicalDim, 1};
  std::optional<MixedRadixMap> lists = map.getDigits(shape);
  if (!lists)
    return std::nullopt;
  const Digit whole = {unsigned(dim), 1, ShapedType::kDynamic};
  for (auto [physicalDim, list] : llvm::enumerate(*lists)) {
    if (list.empty() || list.front() != whole)
      continue;
    int64_t stride = getExtent(ArrayRef(list).drop_front());
    if (!ShapedType::isDynamic(stride) && stride > 0)
      return StatedExtent{unsigned(physicalDim), stride};
  }
  return std::nullopt;
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERLAYOUTS_MAPUTILS_H
