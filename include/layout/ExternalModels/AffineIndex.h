//===- AffineIndex.h - Indices in the body of a linalg op -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXTERNALMODELS_AFFINEINDEX_H
#define LAYOUT_EXTERNALMODELS_AFFINEINDEX_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"

namespace mlir::layout {

/// Returns `index` as an expression in the loops of the enclosing linalg op, or
/// null if it is not affine in them.
AffineExpr getAffineIndex(Value index);

} // namespace mlir::layout

#endif // LAYOUT_EXTERNALMODELS_AFFINEINDEX_H
