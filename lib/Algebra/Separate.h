//===- Separate.h - Expressions that tell points apart ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ALGEBRA_SEPARATE_H
#define LAYOUT_LIB_ALGEBRA_SEPARATE_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

/// Simpler expressions whose values differ between the same points of a static
/// box without empty dims:
///   * k * a + b is a and b if b takes fewer than k consecutive values;
///   * a floordiv k and a mod k are a;
///   * signs, constants and common factors of a whole sum do not matter.
/// So a chain of reshapes and transposes comes apart into the dims it began
/// with, however large its extents are.
SmallVector<AffineExpr> separate(ArrayRef<AffineExpr> exprs,
                                 ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ALGEBRA_SEPARATE_H
