//===- BlockedForm.h - Outer parts of dims, then blocks ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What "NCHW16c", "aBcd16b" and XLA's tiles can say alike: memory holds the
// outer parts of all dims in some order, and behind them blocks of dims. A
// dim that its blocks do not divide is padded up until they do.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_BLOCKEDFORM_H
#define LAYOUT_LIB_NOTATION_BLOCKEDFORM_H

#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout {

struct BlockedForm {
  /// The dims of the tensor, the one whose outer part is major first.
  SmallVector<unsigned> order;
  /// Major to minor, none of size 1. On this shape a block may be a whole dim,
  /// whose outer part is then 1.
  MixedRadix blocks;
  /// Extents of the dims, the least multiples of their blocks. Behind the dims
  /// of the tensor stand fillers: dims of one index, and of one block, that
  /// only take up places.
  SmallVector<int64_t> paddedShape;

  unsigned getRank() const { return order.size(); }
  bool hasFillers() const { return paddedShape.size() > order.size(); }
  /// The product of the blocks of a dim.
  int64_t getBlock(unsigned dim) const;
  /// Checks that the blocks of each dim stand from outer to inner.
  llvm::Error verifyNesting() const;

  /// The form of a tensor of the static `shape` that `map` sends into the
  /// row-major `box`, whatever its groups: the same offsets in as many places.
  /// The error goes on after the name of a notation.
  static llvm::Expected<BlockedForm>
  get(const IndexMap &map, ArrayRef<int64_t> shape, ArrayRef<int64_t> box);
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_BLOCKEDFORM_H
