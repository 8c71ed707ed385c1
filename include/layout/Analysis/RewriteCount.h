//===- RewriteCount.h - What the rewrites of a program move -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The figures of `--layout-count`, from the IR alone, so that they can hold
// the passes to account.
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

struct Tally {
  int64_t n = 0;
  int64_t bytes = 0;
};

/// Bytes are those read and those written, as often as they run
/// (CallSites.h).
struct RewriteCount {
  /// Rewrites (Rewrites.h) of data that the program computes.
  Tally rewrites;
  /// The program's own tensor.pad, concat and slices: computation. A slice
  /// reads and writes the piece it moves.
  Tally moves;
  /// Rewrites of constants.
  Tally constants;
  /// Operands of computing ops that hold more than half the result's bytes, are
  /// no constants and are read in another order (AbsorbedReads.h); bytes are
  /// the operand's.
  Tally absorbed;
  /// Some dim or trip count was not known and counts as 1.
  bool dynamic = false;

  bool operator==(const RewriteCount &other) const;

  /// Writes the object; the order of its keys stays.
  void print(llvm::json::OStream &json) const;
};

/// Source and result, as often as the rewrite runs; `dynamic` if that is not
/// known.
ByteCount getBytesMoved(const Rewrite &rewrite, const CallSites &calls);

/// Counts everything inside `root`, whose critical ops `criticalOps` knows.
RewriteCount countRewrites(Operation *root, const CallSites &calls,
                           const CriticalOpAnalysis &criticalOps);
/// As above, where no analysis is at hand.
RewriteCount countRewrites(Operation *root, const CallSites &calls);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_REWRITECOUNT_H
