//===- StridedCopy.h - Copying boxes of elements ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy between two buffers that walks both with constant strides: what every
// transpose, blocking, pad and crop is on raw memory. Runs that both sides keep
// together are moved whole. Otherwise the nest is cut into tiles that take
// whole cache lines of both sides, are transposed in registers into a small
// buffer, and are written from there in long rows; where the target does not
// fit into the caches, around them.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SUPPORT_STRIDEDCOPY_H
#define LAYOUT_SUPPORT_STRIDEDCOPY_H

#include "llvm/ADT/ArrayRef.h"

namespace mlir::layout {

/// One loop of the nest; strides count elements.
struct StridedLoop {
  int64_t extent;
  int64_t sourceStride;
  int64_t targetStride;
};

/// For every index i of the box that the loops span:
///     target[sum of i * targetStride] = source[sum of i * sourceStride].
/// The order of the loops does not matter. Elements are `elementSize` bytes
/// that mean nothing here; the buffers need no alignment and do not overlap.
void copyStrided(llvm::ArrayRef<StridedLoop> loops, size_t elementSize,
                 const char *source, char *target);

} // namespace mlir::layout

#endif // LAYOUT_SUPPORT_STRIDEDCOPY_H
