//===- Decomposition.h - Simpler maps with the same kernel ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ALGEBRA_DECOMPOSITION_H
#define LAYOUT_LIB_ALGEBRA_DECOMPOSITION_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

/// Returns simpler expressions that distinguish the same pairs of points of a
/// static box without empty dims:
///   * k * a + b is replaced by a and b, if b has fewer than k consecutive
///     values;
///   * a floordiv k and a mod k together are replaced by a;
///   * signs, constants and common factors of a whole sum are dropped.
/// Hence a chain of reshapes and transposes is reduced to the original dims,
/// regardless of the size of the box. Used to prove injectivity.
SmallVector<AffineExpr> decompose(ArrayRef<AffineExpr> exprs,
                                  ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ALGEBRA_DECOMPOSITION_H
