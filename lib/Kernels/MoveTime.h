//===- MoveTime.h - How long elements take to move --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates the time of moves that do not fit in a cache. What is read and what
// is written take their time one after the other, since memory has to deliver
// both. The unit is the time in which it delivers one byte of a long row; times
// are per byte.
//
// A row is a number of adjacent bytes that are accessed one after the other. If
// it is continued soon, because few other rows are accessed meanwhile, the
// processor has fetched ahead what follows. If it is not, what was fetched
// ahead is a loss, and lines that are only written are fetched before.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_MOVETIME_H
#define LAYOUT_LIB_KERNELS_MOVETIME_H

#include "ElementMove.h"
#include "layout/Targets/Machine.h"

namespace mlir::layout {

/// Returns the loops by the distance in the source, the farthest first.
SmallVector<unsigned> getReadOrder(const ElementMove &move);

class MoveTime {
public:
  MoveTime(const ElementMove &move, ArrayRef<int64_t> tile,
           const Machine &machine);

  /// The time of loops over tiles in this order, outermost first.
  double getDirect(ArrayRef<unsigned> order) const;

  /// The time if blocks of so many iterations are put together in a buffer.
  /// Infinite if a row of a block, also of the last, does not fill a vector.
  double getBuffered(ArrayRef<int64_t> block) const;

  /// The time of loops over blocks in this order if the lines of each block are
  /// prefetched while the block before is moved. Infinite if blocks are so
  /// small that lines come too late, or so large that they are lost before.
  double getPrefetched(ArrayRef<int64_t> block, ArrayRef<unsigned> order) const;

  /// The loop over blocks that should be the innermost one, because it reads on
  /// where the block before has ended; nothing if a block has too many rows.
  std::optional<unsigned> getInnermost(ArrayRef<int64_t> block) const;

  /// Whether a buffer of a block fits in the first-level cache, or in the share
  /// of the second-level cache that the machine grants it.
  bool fits(ArrayRef<int64_t> block) const;

  /// Whether source and result together fit in the second-level cache.
  bool isSmall() const;

private:
  double getBytes(ArrayRef<int64_t> sizes) const;

  /// One side of the move: the loops by distance.
  struct Side {
    int64_t MoveLoop::*distance;
    SmallVector<unsigned> order;
    bool isWritten() const { return distance == &MoveLoop::written; }
  };
  /// Adjacent bytes, and the loop that continues them, if there is one.
  struct Row {
    double bytes;
    std::optional<unsigned> next;
  };
  /// A number of rows, and how many bytes they are apart at least.
  struct Others {
    double count;
    int64_t distance;
  };

  /// The time of a row of so many bytes that is not continued.
  double getRowTime(const Side &side, double bytes) const;
  /// What is fetched ahead of a row that ends, at most.
  double getAheadBytes() const;

  bool staysNear(ArrayRef<int64_t> block, ArrayRef<unsigned> order,
                 const Side &side) const;
  bool hasAlignedRows(const Side &side) const;
  Row getRow(ArrayRef<int64_t> sizes, const Side &side) const;
  Others getOthers(ArrayRef<unsigned> order, ArrayRef<int64_t> sizes,
                   unsigned next, const Side &side) const;
  double getSideTime(ArrayRef<unsigned> order, const Side &side,
                     double close) const;

  const ElementMove &move;
  ArrayRef<int64_t> tile;
  const Machine &machine;
  Side source, result;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_MOVETIME_H
