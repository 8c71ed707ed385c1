//===- MovePlan.h - In which order elements are moved -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is fast where many adjacent bytes are read or written one after the
// other. A permutation of dims that are all short has that on one side only,
// whichever loop is the outer one. So it moves block by block, and the lines of
// the next block are prefetched meanwhile (MovePrefetch.h):
//
//   for block
//     for tile of the block       // in the order of the source
//       prefetch lines of the next block in source and result
//       result = source           // transposed in vector registers
//
// The order of blocks is that of the result or that of the source. It decides
// on which side the rows of one block are continued by the next.
//
// Blocks of groups of elements that fill vectors are put together in a buffer
// that fits in a cache, and written from there, row by row:
//
//   for block
//     for tile of the block       // in the order of the source
//       buffer = source
//     for row of the block
//       result = buffer
//
// The sizes of blocks are a compromise: longer rows on the one side are shorter
// ones, or more of them at the same time, on the other.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_MOVEPLAN_H
#define LAYOUT_LIB_KERNELS_MOVEPLAN_H

#include "ElementMove.h"
#include "Processor.h"

namespace mlir::layout {

/// How the loops of a move are split; all sizes are iterations of its loops.
struct MovePlan {
  /// What is moved at once through registers.
  SmallVector<int64_t> tile;
  /// Several tiles. The last block of a loop may be smaller, but has at least
  /// one tile: the last tile of a block overlaps the one before it instead of
  /// ending early, and blocks do not overlap.
  SmallVector<int64_t> block;
  /// Whether blocks are put together in a buffer.
  bool isBuffered;
  /// Whether the lines of a block are prefetched while the one before is moved;
  /// not both.
  bool isPrefetched;
  /// The loops over blocks, and those over the tiles of one, outermost first.
  SmallVector<unsigned> blockOrder, tileOrder;
};

/// Chooses the plan of the least estimated time. With `isParallel` there are
/// several blocks.
MovePlan planMove(const ElementMove &move, const Machine &machine,
                  bool isParallel);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_MOVEPLAN_H
