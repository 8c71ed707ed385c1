//===- CopyLoop.h - Loops that copy elements --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_RAISE_COPYLOOP_H
#define LAYOUT_LIB_IMPORT_RAISE_COPYLOOP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout::raise {

/// The loop nest of a structured op that moves elements.
struct CopyLoop {
  TypedValue<RankedTensorType> source;
  RankedTensorType resultType;
  AffineMap read;
  AffineMap write;
  /// The extents of the loops; kDynamic where no operand gives it.
  SmallVector<int64_t> extents;
};

/// Returns the loop nest of `op`, or nothing if it does more than move
/// elements.
std::optional<CopyLoop> matchCopyLoop(linalg::LinalgOp op);

} // namespace mlir::layout::raise

#endif // LAYOUT_LIB_IMPORT_RAISE_COPYLOOP_H
