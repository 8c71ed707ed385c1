//===- ByteCounters.h - Counts what a program moves as it runs --*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The figures of `--layout-count`, measured: the program itself adds up sizes
// that it has at run time, as often as its loops, branches and calls run.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_BYTECOUNTERS_H
#define LAYOUT_LIB_EXECUTION_BYTECOUNTERS_H

#include "layout/Analysis/RewriteCount.h"
#include <vector>

namespace mlir::layout::execution {

struct HostFunction;

/// Bytes that are read and written, together.
struct MovedBytes {
  /// As in `RewriteCount`, as far as the program on buffers has rewrites.
  int64_t rewrites = 0, constants = 0;
  /// As in `RewriteCount`, although some moves need no copy.
  int64_t moves = 0;
  /// What the program on buffers copies beyond these: copies that bufferization
  /// inserts, and further passes over memory that a rewrite or a move takes.
  int64_t copies = 0;
  /// The part of `copies` that is further passes of rewrites.
  int64_t copiesByRewrites = 0;

  bool operator==(const MovedBytes &other) const;
};

/// The figures of `--layout-count` for the functions that the entry calls.
struct PredictedBytes {
  MovedBytes bytes; ///< without copies
  /// Whether every run moves as much: no size and no trip count is dynamic, and
  /// no rewrite or move depends on a condition.
  bool isExact = false;
};

/// Returns what a program is expected to move. Requires an isolated entry
/// (Entry.h), and no function that it does not call.
PredictedBytes predictBytes(ModuleOp module);

/// A program that counts. Its counters belong to the process: a program runs in
/// a child process of its own (Run.h).
class ByteCounters {
public:
  /// Inserts a call behind every rewrite and every move that adds its bytes:
  ///
  ///   %t = linalg.transpose ins(%x : tensor<?x4xf32>) ...
  ///
  /// becomes
  ///
  ///   %t = linalg.transpose ins(%x : tensor<?x4xf32>) ... loc(fused<0>[...])
  ///   %n = tensor.dim %x, %c0
  ///   %bytes = arith.muli %c16, %n             // for %x; likewise for %t
  ///   func.call @layout_count_bytes(%c0, %sum) : (index, index) -> ()
  ///
  /// The location tells `countBuffers` which ops a rewrite has become. Emits an
  /// error at a rewrite whose bytes cannot be counted.
  LogicalResult countMovements(ModuleOp module);

  /// Inserts such a call behind every op on buffers that copies, after
  /// `countMovements` and bufferization.
  void countBuffers(ModuleOp module) const;

  /// The function that the program calls.
  static HostFunction getFunction();

  /// Sets the counters of this process to 0.
  void reset() const;
  /// Returns what has been counted since.
  MovedBytes read() const;

private:
  /// The kinds of the movements by number.
  std::vector<CountedMovement::Kind> kinds;
};

/// Returns the bytes of a ranked tensor or memref as a value of type index.
Value createByteCount(OpBuilder &builder, Location loc, Value tensor);

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_BYTECOUNTERS_H
