//===- MovePrefetch.h - Fetching the next block of a move -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of a move is a number of short rows in source and result. Processors
// follow long rows, not many short ones, so that the lines of the next block
// are prefetched while one block is moved, those of the result as well: lines
// are fetched before they are written. Each tile prefetches a part of the lines
// of the next block. Lines of one row follow each other, because processors
// fetch lines in pairs, and what follows them:
//
//   // a block of 64x64 floats, tiles of 16x16
//   for tile (i, j) of block b
//     for row in 4 * j to 4 * j + 4, line in 0 to 4
//       prefetch source[block b + 1][16 * i + row][16 * line]
//     for row in 4 * i to 4 * i + 4, line in 0 to 4
//       prefetch result[block b + 1][16 * j + row][16 * line]
//     move the tile
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_MOVEPREFETCH_H
#define LAYOUT_LIB_KERNELS_MOVEPREFETCH_H

#include "MovePlan.h"
#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// Prefetches the lines of a block in one operand of a move.
class MovePrefetch {
public:
  /// `distance` says which operand it is: MoveLoop::read for the source. The
  /// elements of the operand are the dim of `buffer`.
  MovePrefetch(OpBuilder &builder, Location loc, const ElementMove &move,
               const MovePlan &plan, int64_t lineBytes, Value buffer,
               int64_t MoveLoop::*distance);

  /// Begins a block that has `starts` for each loop.
  void setBlock(ArrayRef<OpFoldResult> starts);

  /// Creates the prefetches of a part of the block, those of the tile that
  /// begins at `indices` in a block. All tiles together prefetch the block.
  void createForTile(ArrayRef<OpFoldResult> indices);

private:
  /// The number of the tile among those that share rows, the first one has 0.
  AffineExpr getNumber() const;

  OpBuilder &builder;
  Location loc;
  const ElementMove &move;
  const MovePlan &plan;
  int64_t lineBytes;
  Value buffer, base;
  int64_t MoveLoop::*distance;
  /// The loops over adjacent elements of a row of a block.
  SmallVector<unsigned> rowLoops;
  /// The loop over the rows that tiles have, if there are several.
  std::optional<unsigned> tileRows;
  /// The bytes of a row, and how many tiles share it.
  int64_t rowBytes, numTiles = 1;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_MOVEPREFETCH_H
