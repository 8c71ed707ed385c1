//===- AffineIndex.h - Indices in the body of a linalg op -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OPMODELS_AFFINEINDEX_H
#define LAYOUT_LIB_OPMODELS_AFFINEINDEX_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::layout {

/// Returns `index` as an expression in the loops of the enclosing linalg op, or
/// null if it is not affine in them.
AffineExpr getAffineIndex(Value index);

/// Returns `index` as an expression of values for which `getLeaf` returns one;
/// null if it is not affine in them. `getLeaf` is asked first about every value
/// that is not constant, and returns null for values that are to be looked
/// into. Its dims stand for indices that are not negative.
AffineExpr readAffineIndex(Value index,
                           llvm::function_ref<AffineExpr(Value)> getLeaf);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OPMODELS_AFFINEINDEX_H
