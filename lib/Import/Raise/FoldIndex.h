//===- FoldIndex.h - Indices that are computed for each element -*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_RAISE_FOLDINDEX_H
#define LAYOUT_LIB_IMPORT_RAISE_FOLDINDEX_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"

namespace mlir::layout::raise {

/// Returns `index`, which the body of a linalg op computes of one loop of the
/// given extents, as d, d floordiv k, d mod n or (d floordiv k) mod n of that
/// loop d; null if it is none of these. The index may be computed in any way
/// that folds, since this looks at its value in each iteration:
///
///   %i = linalg.index 0 : index
///   %n = arith.index_cast %i : index to i64
///   %f = arith.sitofp %n : i64 to f32
///   %h = arith.mulf %f, %half : f32
///   %k = arith.fptosi %h : f32 to i64
///   %index = arith.index_cast %k : i64 to index
///
/// is d0 floordiv 2.
AffineExpr foldIndex(Value index, ArrayRef<int64_t> extents);

} // namespace mlir::layout::raise

#endif // LAYOUT_LIB_IMPORT_RAISE_FOLDINDEX_H
