//===- BoxValues.h - Expressions at every index of a box --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ALGEBRA_BOXVALUES_H
#define LAYOUT_LIB_ALGEBRA_BOXVALUES_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

/// Evaluates expressions at all indices of a static box. A part that several
/// expressions share is evaluated once, and again only when a dim it depends on
/// has moved: in row-major order that is rare for all but the last.
class BoxValues {
public:
  BoxValues(ArrayRef<AffineExpr> exprs, ArrayRef<int64_t> shape);

  /// CallSites `visit` with the values at every index, last dim fastest, until
  /// it returns false; returns whether all calls returned true. Values wrap
  /// around where 64 bits do not hold them.
  bool forEach(llvm::function_ref<bool(ArrayRef<int64_t>)> visit) const;

private:
  /// Writes values[result] from two others.
  struct Step {
    AffineExprKind kind;
    unsigned result, lhs, rhs;
    unsigned lastDim; ///< the last dim it depends on
  };

  SmallVector<int64_t> shape;
  SmallVector<int64_t> initial;  ///< of dims, constants and steps
  SmallVector<Step> steps;       ///< by lastDim, each behind its operands
  SmallVector<size_t> firstStep; ///< that depends on a dim or a later one
  SmallVector<unsigned> results; ///< where the values of `exprs` are
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ALGEBRA_BOXVALUES_H
