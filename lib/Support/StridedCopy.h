//===- StridedCopy.h - Copies between strided arrays ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transposes, tilings, pads and crops are loop nests that copy elements between
// two buffers with constant strides. Elements that are contiguous on both sides
// are copied at once. Other nests are tiled so that a tile contains whole cache
// lines of both sides. A tile is transposed in registers into a small buffer
// and written from there in long rows. Rows are written with non-temporal
// stores if the target does not fit into the caches.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SUPPORT_STRIDEDCOPY_H
#define LAYOUT_LIB_SUPPORT_STRIDEDCOPY_H

#include "llvm/ADT/ArrayRef.h"

namespace mlir::layout {

/// One loop of the nest. Strides are numbers of elements.
struct StridedLoop {
  int64_t extent;
  int64_t sourceStride;
  int64_t targetStride;
};

/// For every index i of the iteration space:
///     target[sum of i * targetStride] = source[sum of i * sourceStride].
/// The order of the loops does not matter. An element is `elementSize` bytes,
/// which are not interpreted. The buffers must not overlap; they need no
/// alignment.
void copyStrided(llvm::ArrayRef<StridedLoop> loops, size_t elementSize,
                 const char *source, char *target);

} // namespace mlir::layout

#endif // LAYOUT_LIB_SUPPORT_STRIDEDCOPY_H
