//===- AffineRange.h - Values of affine expressions -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of the expressions of index maps (no symbols, no division by less
// than 1) at a point and over a box. Unlike AffineMap::compose nothing is
// uniqued in the context, and unlike getBoundForAffineExpr no bound overflows.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_AFFINERANGE_H
#define LAYOUT_ALGEBRA_AFFINERANGE_H

#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

namespace mlir::layout {

/// The value of `expr` at `dims`; wraps around where 64 bits do not hold it.
int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> dims);

/// The value of an operation of two values; the right one is not 0 where it
/// divides.
inline int64_t evaluate(AffineExprKind kind, int64_t lhs, int64_t rhs) {
  switch (kind) {
  case AffineExprKind::Add:
    return static_cast<int64_t>(static_cast<uint64_t>(lhs) +
                                static_cast<uint64_t>(rhs));
  case AffineExprKind::Mul:
    return static_cast<int64_t>(static_cast<uint64_t>(lhs) *
                                static_cast<uint64_t>(rhs));
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(lhs, rhs);
  case AffineExprKind::Mod:
    return llvm::mod(lhs, rhs);
  default:
    llvm_unreachable("index maps hold no other operations");
  }
}

/// The row-major position of `index` in `shape`.
AffineExpr getRowMajorOffset(ArrayRef<AffineExpr> index,
                             ArrayRef<int64_t> shape, MLIRContext *context);

/// The shorter of an expression and its flattened form: flattening cancels
/// terms, but spells every remainder with divisions.
AffineExpr simplify(AffineExpr expr, unsigned numDims);
AffineMap simplify(AffineMap map);

/// Values between two ends, both included.
struct Interval {
  int64_t low, high;
};

/// Bounds of `expr` on the static box `shape`, an empty dim taken as if it had
/// one index. `e mod m` counts as 0 … m - 1 even where `e` stays below: the
/// text claims a tile of m elements. Nothing when 64 bits do not hold a bound.
std::optional<Interval> getRange(AffineExpr expr, ArrayRef<int64_t> shape);

/// Whether `expr` takes some remainder modulo m of an operand that stays below
/// the last multiple it could reach: a tile of which a part is never used.
bool hasUnfilledTile(AffineExpr expr, ArrayRef<int64_t> shape);

/// Expressions over a box without the dims that occur in none of them.
struct Restriction {
  SmallVector<AffineExpr> exprs;
  SmallVector<int64_t> shape;
};
Restriction restrictToUsedDims(ArrayRef<AffineExpr> exprs,
                               ArrayRef<int64_t> shape);

/// Groups of expressions that have no dim in common, and one group without any
/// expression for every unused dim.
SmallVector<Restriction> getIndependentParts(ArrayRef<AffineExpr> exprs,
                                             ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_AFFINERANGE_H
