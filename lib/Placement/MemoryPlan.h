//===- MemoryPlan.h - Places of buffers in an arena -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers that are not live at the same time may share memory. To place them in
// an arena that is as small as possible is dynamic storage allocation, which is
// NP-hard. No arena is smaller than the largest sum of sizes that are live at
// one time; the search stops where it meets this bound.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_MEMORYPLAN_H
#define LAYOUT_LIB_PLACEMENT_MEMORYPLAN_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace mlir::layout {

/// The most bytes that buffers and gaps between them may have together, so that
/// no offset overflows.
inline constexpr int64_t kMaxArenaBytes = int64_t(1) << 62;

/// A buffer and the steps at which it is live, from `first` up to and including
/// `last`.
struct Lifetime {
  int64_t first;
  int64_t last;
  int64_t size;
  int64_t alignment = 1;

  bool overlaps(const Lifetime &other) const {
    return first <= other.last && other.first <= last;
  }
};

/// Where each buffer begins in the arena.
struct MemoryPlan {
  SmallVector<int64_t> offsets;
  /// The sum of all sizes: the memory of buffers that share none.
  int64_t sum = 0;
  /// The size of the arena.
  int64_t peak = 0;
  /// The largest sum of sizes that are live at one step.
  int64_t bound = 0;
};

/// Places buffers so that those that are live at the same step do not overlap
/// and each offset is a multiple of its alignment. The peak is the least
/// possible one if it equals the bound, or if there are at most
/// `kMaxExactBuffers` buffers between two steps at which none is live and their
/// search ends within its limit. The result depends on the arguments only.
/// Sizes and alignments are positive; their sum is at most kMaxArenaBytes.
MemoryPlan planMemory(ArrayRef<Lifetime> buffers);

/// How many buffers are searched exhaustively.
inline constexpr unsigned kMaxExactBuffers = 12;

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_MEMORYPLAN_H
