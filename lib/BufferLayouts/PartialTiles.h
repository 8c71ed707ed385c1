//===- PartialTiles.h - Loops over tiles that are partly full ---*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If tiles do not divide a loop, the last tile is partly full. The iterations
// are then no box in the digits of the loop, but a few boxes are: with tiles of
// 16 and an extent of 60,
//
//   tile 0 to 2, element 0 to 15        tile 3, element 0 to 11
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERLAYOUTS_PARTIALTILES_H
#define LAYOUT_LIB_BUFFERLAYOUTS_PARTIALTILES_H

#include "Relayout/LoopRelayout.h"

namespace mlir::layout {

/// A loop of a structured op whose last tile may be partly full.
struct PartialLoop {
  unsigned loop;
  /// Its extent; kDynamic if unknown. There is one level of tiles then.
  int64_t extent;
  /// The new loops that are its digits, major to minor.
  SmallVector<unsigned> digits;
};

/// The steps of one new loop within a box.
struct LoopSteps {
  OpFoldResult begin, size;
  /// Whether there is one step, or none at all in an empty box.
  bool isSingle = false;
};
/// A box of iterations: the steps of each new loop.
using LoopBox = SmallVector<LoopSteps>;

/// Returns the loops that are partly full if `relayout` was derived for loops
/// of the extents `full` instead of `extents`. Returns nothing if there would
/// be more than a few boxes, if they would change the order of a reduction, or
/// if an operand cannot be restricted to them. `types` are the physical types
/// of the operands, null for scalars.
std::optional<SmallVector<PartialLoop, 0>>
getPartialLoops(linalg::LinalgOp op, const LoopRelayout &relayout,
                ArrayRef<int64_t> extents, ArrayRef<int64_t> full,
                ArrayRef<MemRefType> types);

/// Returns the boxes that have all iterations, in an order that keeps that of
/// reductions. `sizes` are the extents of `loops`.
SmallVector<LoopBox> getBoxes(OpBuilder &builder, Location loc,
                              const LoopRelayout &relayout,
                              ArrayRef<PartialLoop> loops,
                              ArrayRef<OpFoldResult> sizes);

/// Returns the indexing maps and old loops of `relayout` for the steps of a
/// box, which are counted from 0.
LoopRelayout restrictToBox(const LoopRelayout &relayout, const LoopBox &box);

/// Whether an operand with indexing map `map` is accessed in parts.
bool isAccessedInParts(AffineMap map, ArrayRef<PartialLoop> loops);

/// Returns the part of `buffer`, of type `type` and the given sizes, that is
/// accessed in a box by the indexing map `map`.
Value createBoxView(OpBuilder &builder, Location loc, Value buffer,
                    MemRefType type, ArrayRef<OpFoldResult> bufferSizes,
                    AffineMap map, ArrayRef<PartialLoop> loops,
                    const LoopBox &box);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERLAYOUTS_PARTIALTILES_H
