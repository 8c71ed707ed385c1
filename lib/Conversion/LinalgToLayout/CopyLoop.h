//===- CopyLoop.h - Loop nests that only move elements ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linalg op whose body yields one element of one tensor moves elements:
//
//     result[write(i)] = source[read(i)]      for every i of the loops
//
// A transpose, a gather (affine `read`, plain `write`) and a scatter (plain
// `read`, affine `write`) are all of this form. When both maps are bijections
// between the loops and a whole tensor, the op is the rewrite write ∘ read⁻¹.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_LINALGTOLAYOUT_COPYLOOP_H
#define LAYOUT_LIB_CONVERSION_LINALGTOLAYOUT_COPYLOOP_H

#include "layout/Algebra/IndexMap.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <variant>

namespace mlir::layout {

struct CopyLoop {
  TypedValue<RankedTensorType> source;
  RankedTensorType resultType;
  AffineMap read;
  AffineMap write;
  /// Extents of the loops; kDynamic where no operand says more.
  SmallVector<int64_t> extents;
};

/// The loop nest of `op`; nothing if it does more than move elements.
std::optional<CopyLoop> matchCopyLoop(linalg::LinalgOp op);

/// A rewrite and the shape on which it stands: the type of the source with
/// what the loops say about `?` dims.
struct CopyRewrite {
  SmallVector<int64_t> sourceShape;
  IndexMap map;
};

/// The bijection from source to result, or why there is none.
std::variant<CopyRewrite, StringRef> getRewrite(const CopyLoop &loop);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_LINALGTOLAYOUT_COPYLOOP_H
