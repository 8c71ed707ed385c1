//===- IndexArithmetic.h - Which index arithmetic is defined ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's verifiers look at the attributes of an op. A tile of 0 may come
// from a constant instead, and products of sizes and strides may exceed 64
// bits:
//
//   %zero = arith.constant 0 : index
//   %0 = linalg.pack %a inner_dims_pos = [1] inner_tiles = [%zero] into %b
//       : tensor<7x16xf32> -> tensor<7x?x?xf32>
//
// Whoever reads such an op divides by 0, or takes a number for another one.
// Passes check the whole program first, so that each of them may compute with
// what it finds.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_INDEXARITHMETIC_H
#define LAYOUT_INTERFACES_INDEXARITHMETIC_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// An analysis: whether the index arithmetic of the ops in `root`, and of
/// `root` itself, is defined. They
///
///   * have affine maps and sets, in attributes or as the maps of a rewrite
///     (`DataMovementOpInterface::getRewriteMaps`), that divide by constants of
///     at least 1 only, as tiles do, and reassociate dims that count up from 0;
///   * take slices, and views of buffers, whose elements lie less than 2^63
///     elements apart, as far as offsets, sizes and strides are constants;
///   * pad, crop and slice tensors, also behind elementwise ops and transposes,
///     to indices and sizes below 2^63.
///
/// The constructor emits an error at each op for which this does not hold.
struct IndexArithmetic {
  explicit IndexArithmetic(Operation *root);

  bool isDefined = true;
  /// Whether some of these numbers are values that are not constants, and may
  /// be found to be constants by a later pass.
  bool readsValues = false;
};

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_INDEXARITHMETIC_H
