//===- MoveTile.h - Transposing in vector registers -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors shuffle elements within each 16 bytes of a vector, a lane here,
// faster than across lanes, and few shuffles start in a cycle. So parts of rows
// are loaded into the lane in which they are needed:
//
//   v0 = row 0, 4, 8, 12   // four floats of each, for vectors of 64 bytes
//   v1 = row 1, 5, 9, 13
//   v2 = row 2, 6, 10, 14
//   v3 = row 3, 7, 11, 15
//
// and are interleaved twice: after the first time, v0 has the elements 0 and 1
// of rows 0 and 2, after the second those numbered 0 of rows 0, 1, 2, 3, and so
// on in each lane, which is what the result has in a row.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_MOVETILE_H
#define LAYOUT_LIB_KERNELS_MOVETILE_H

#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// A part of a buffer of one dim, whose groups of elements lie in rows:
/// those of a row are adjacent, and rows are a constant distance apart.
struct TileAccess {
  Value buffer;
  /// Where the first row begins.
  Value index;
  /// The distance of rows in elements.
  int64_t distance;
};

/// What a tile consists of.
struct TileShape {
  /// The elements of a group, which stay together.
  int64_t group;
  /// The rows that are read, and the groups of each.
  int64_t numRows, numColumns;
};

/// Moves one group after the other of each row of `from` to the rows of `to`:
/// group j of row i becomes group i of row j. Vectors have `vectorBytes` at
/// most.
void moveTile(OpBuilder &builder, Location loc, const TileAccess &from,
              const TileAccess &to, const TileShape &shape,
              int64_t vectorBytes);

/// Copies `size` elements, at least one vector of `vectorBytes`.
void copyRow(OpBuilder &builder, Location loc, const TileAccess &from,
             const TileAccess &to, OpFoldResult size, int64_t vectorBytes);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_MOVETILE_H
