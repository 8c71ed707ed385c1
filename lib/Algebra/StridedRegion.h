//===- StridedRegion.h - The elements of a view -----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The positions in memory that a view with static strides can access. Whether
// two views of one buffer overlap is decided on these positions, so that it
// does not matter through which reshapes and slices the views were made.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ALGEBRA_STRIDEDREGION_H
#define LAYOUT_LIB_ALGEBRA_STRIDEDREGION_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::layout {

/// The positions `offset + Σ i · stride` for 0 <= i < size of each dim, counted
/// in elements from the begin of the buffer.
struct StridedRegion {
  struct Dim {
    int64_t size, stride;
  };
  int64_t offset = 0;
  SmallVector<Dim> dims;

  /// The region of a buffer or view of type `type`; nothing unless shape,
  /// strides and offset are static and the strides are positive.
  static std::optional<StridedRegion> get(MemRefType type);

  bool isEmpty() const;
  /// The number of elements.
  int64_t getNumElements() const;
  /// Whether all elements are known to have different positions: each stride
  /// is longer than what the dims of shorter strides span.
  bool isInjective() const;
};

/// Whether the regions are known to have no position in common. Decides every
/// pair of boxes whose strides divide each other, among them all slices of one
/// row-major buffer and of its reshapes to nested tiles.
bool areDisjoint(const StridedRegion &a, const StridedRegion &b);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ALGEBRA_STRIDEDREGION_H
