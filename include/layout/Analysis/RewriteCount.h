//===- RewriteCount.h - Counts the rewrites of a program --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The figures of `--layout-count`. They are computed from the IR alone, and so
// check the costs that the planner claims.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_REWRITECOUNT_H
#define LAYOUT_ANALYSIS_REWRITECOUNT_H

#include "layout/Analysis/CallSites.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Analysis/Rewrites.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace mlir::layout {

/// A number of ops and the bytes they move.
struct Tally {
  int64_t n = 0;
  int64_t bytes = 0;
};

/// Bytes are the sum of those read and those written, times the number of runs
/// (CallSites.h).
struct RewriteCount {
  /// Rewrites (Rewrites.h) of data that the program computes.
  Tally rewrites;
  /// Pads, concatenations and slices of the program (`getMovedValues`), which
  /// are part of its computation. A slice reads and writes the part it copies.
  /// On buffers, copies.
  Tally moves;
  /// Rewrites of constants.
  Tally constants;
  /// Operands of computing ops that hold more than half the bytes of the
  /// result, are not constant and are read in another order (AbsorbedReads.h);
  /// bytes are those of the operand.
  Tally absorbed;
  /// Whether some dim or trip count is not known and counts as 1.
  bool dynamic = false;

  bool operator==(const RewriteCount &other) const;

  /// Writes a JSON object with keys in a fixed order.
  void print(llvm::json::OStream &json) const;
};

/// An op that only moves data, or a few of them that count as one.
struct CountedMovement {
  /// The figure of a `RewriteCount` that it belongs to.
  enum class Kind { Rewrite, Constant, Move };
  Kind kind;
  /// In program order, without reshapes between them. It runs as often as the
  /// last one.
  SmallVector<Operation *, 3> ops;
  /// Values of the shapes of what is read and of what is written.
  SmallVector<Value> values;
};

/// Returns the movement that ends at `op` and takes time at run time; nothing
/// if there is none.
std::optional<CountedMovement> getCountedMovement(Operation *op);

/// Returns the bytes of a movement, times the number of runs.
ByteCount getBytesMoved(const CountedMovement &movement,
                        const CallSites &calls);

/// Returns the bytes of source and result, times the number of runs.
ByteCount getBytesMoved(const Rewrite &rewrite, const CallSites &calls);
/// Returns the bytes of what a move reads and writes, times the number of runs.
ByteCount getBytesMoved(DataMovementOpInterface move, const CallSites &calls);

/// Counts everything inside `root`. The analyses are those of `root` or of the
/// module around it.
RewriteCount countRewrites(Operation *root, const CallSites &calls,
                           const CriticalOpAnalysis &criticalOps);
/// As above, where no analysis is at hand.
RewriteCount countRewrites(Operation *root, const CallSites &calls);

/// As above, but without absorbed reads, which take longest to find.
RewriteCount countMovements(Operation *root, const CallSites &calls);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_REWRITECOUNT_H
