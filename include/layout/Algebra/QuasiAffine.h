//===- QuasiAffine.h - Quasi-affine expressions on boxes --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index maps consist of quasi-affine expressions: AffineExpr without symbols,
// whose factors and divisors are constants and whose divisors are at least 1.
// This file evaluates such expressions at a point and over a box, bounds their
// values and takes them apart.
//
// A box is the set of integer points x with 0 <= x[d] < shape[d] for every dim
// d. An extent of ShapedType::kDynamic is unknown.
//
// Unlike AffineMap::compose, evaluation creates no expressions in the context.
// Unlike getBoundForAffineExpr, bounds are checked for overflow.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_QUASIAFFINE_H
#define LAYOUT_ALGEBRA_QUASIAFFINE_H

#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

namespace mlir::layout {

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// The number of points of a box, or nullopt if an extent is dynamic or the
/// number does not fit in 63 bits.
std::optional<int64_t> getNumPoints(ArrayRef<int64_t> shape);

/// Questions about boxes of at most this many points may be decided by
/// enumerating the points.
inline constexpr int64_t kEnumerationLimit = 1 << 16;

/// Calls `visit` for every point of the static box in row-major order until it
/// returns false. Returns whether all calls returned true.
bool forEachIndex(ArrayRef<int64_t> shape,
                  llvm::function_ref<bool(ArrayRef<int64_t>)> visit);

//===----------------------------------------------------------------------===//
// Evaluation and simplification
//===----------------------------------------------------------------------===//

/// Returns the value of `expr` at the point `dims`, modulo 2^64.
int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> dims);

/// Applies one binary operation, modulo 2^64. `rhs` must not be 0 if the
/// operation divides.
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

/// Evaluates several expressions at all points of a static box. If all of them
/// are linear, as the row-major offset of a transposed index is, a step to the
/// next point is one addition for each. Otherwise common subexpressions are
/// evaluated once per point, and only if a dim they depend on has changed. In
/// row-major order this is rare for all dims but the last.
class BoxEvaluator {
public:
  BoxEvaluator(ArrayRef<AffineExpr> exprs, ArrayRef<int64_t> shape);

  /// Calls `visit` with the values of the expressions at every point of the
  /// box, in row-major order, until it returns false. Returns whether all calls
  /// returned true. Values are taken modulo 2^64.
  bool forEach(llvm::function_ref<bool(ArrayRef<int64_t>)> visit) const;

  /// The same with one call for several points in a row: `visit` gets the
  /// values at the first one, what each of them grows by from point to point,
  /// and the number of points. Rows are as long as the last dim if all
  /// expressions are linear.
  bool forEachRow(
      llvm::function_ref<bool(ArrayRef<int64_t>, ArrayRef<int64_t>, int64_t)>
          visit) const;

private:
  /// values[result] = values[lhs] `kind` values[rhs].
  struct Step {
    AffineExprKind kind;
    unsigned result, lhs, rhs;
    unsigned lastDim; ///< the largest dim that the result depends on
  };

  void addIncrements(ArrayRef<AffineExpr> exprs);

  SmallVector<int64_t> shape;
  SmallVector<int64_t> initial;  ///< values of dims, constants and steps
  SmallVector<Step> steps;       ///< sorted by lastDim; operands come first
  SmallVector<size_t> firstStep; ///< per dim, the first step to repeat
  SmallVector<unsigned> results; ///< slots of the values of `exprs`
  /// Per dim, what each value grows by when this dim is counted up and those
  /// behind it return to 0; empty if some expression is not linear.
  SmallVector<SmallVector<int64_t>> increments;
};

/// Returns the row-major offset of `index` in an array of the static `shape`.
AffineExpr getRowMajorOffset(ArrayRef<AffineExpr> index,
                             ArrayRef<int64_t> shape, MLIRContext *context);

/// Returns the shorter of the expression and its flattened form. Flattening
/// cancels terms but rewrites every remainder with a division.
AffineExpr simplify(AffineExpr expr, unsigned numDims);
AffineMap simplify(AffineMap map);

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// The integers from `low` to `high`, both included.
struct Interval {
  int64_t low, high;
};

/// Returns bounds of `expr` on a box by interval arithmetic; they need not be
/// attained. An empty dim counts as if its extent were 1, and the index of a
/// dynamic dim may be any that is not negative. `e mod m`
/// yields [0, m - 1] even if `e` has fewer values, because a tile of m elements
/// is allocated whole. Returns nullopt if a bound does not fit in 64 bits.
std::optional<Interval> getRange(AffineExpr expr, ArrayRef<int64_t> shape);

/// Returns whether `expr` contains some `e mod m` whose values all lie in one
/// period and do not reach its end: a tile that is only partially filled.
bool hasPartialTile(AffineExpr expr, ArrayRef<int64_t> shape);

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

/// One summand `atom * factor`. The atom is neither a sum nor a product.
struct SumTerm {
  AffineExpr atom;
  int64_t factor;
};

/// Appends the summands of `factor * expr` to `terms`. Subexpressions for which
/// `take(subexpression, factor)` returns true are left to the caller. Returns
/// false if a factor is not constant or does not fit in 64 bits.
bool addTerms(AffineExpr expr, int64_t factor,
              llvm::function_ref<bool(AffineExpr, int64_t)> take,
              SmallVectorImpl<SumTerm> &terms);

/// Expressions over a box from which the unused dims have been removed.
struct Restriction {
  SmallVector<AffineExpr> exprs;
  SmallVector<int64_t> shape;
};
Restriction restrictToUsedDims(ArrayRef<AffineExpr> exprs,
                               ArrayRef<int64_t> shape);

/// Partitions the expressions into the smallest groups that have no dim in
/// common. Every unused dim forms a group without expressions.
SmallVector<Restriction> getIndependentComponents(ArrayRef<AffineExpr> exprs,
                                                  ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_QUASIAFFINE_H
