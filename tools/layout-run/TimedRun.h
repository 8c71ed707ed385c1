//===- TimedRun.h - Repeated, timed runs of a program -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_TIMEDRUN_H
#define LAYOUT_RUN_TIMEDRUN_H

#include "Execution/Lowering.h"
#include "Execution/Prepare.h"
#include "Execution/Run.h"
#include "Profile.h"

namespace mlir::layout::run {

//===----------------------------------------------------------------------===//
// OutlineRewrites.cpp
//===----------------------------------------------------------------------===//

/// The functions that are called before and after each rewrite, with its
/// number; the second one also with the number of bytes that it has read and
/// written.
inline constexpr llvm::StringLiteral beginSymbol = "layout_run_begin";
inline constexpr llvm::StringLiteral endSymbol = "layout_run_end";

struct OutlinedRewrite {
  std::string location;
  /// The index maps from common dims to those of the source and the result.
  std::string from, to;
};

/// Moves every rewrite of run-time tensors (layout/Analysis/Rewrites.h) into a
/// function of its own, between calls of the functions above. Returns the
/// rewrites by number.
std::vector<OutlinedRewrite> outlineRewrites(ModuleOp module);

//===----------------------------------------------------------------------===//
// TimedRun.cpp
//===----------------------------------------------------------------------===//

/// The time of one rewrite in one run of the program.
struct RewriteTime {
  double seconds = 0;
  int64_t bytes = 0;
  /// The number of executions.
  int64_t times = 0;
};

struct RunTime {
  double seconds = 0;
  /// The most bytes of buffers that the program had allocated at once.
  uint64_t peakBytes = 0;
  std::vector<RewriteTime> rewrites;
};

struct TimedRuns {
  /// The outputs of the first run, as callers get them.
  execution::Outputs outputs;
  /// Describes wrong padding of an output; empty if there is none.
  std::string wrongPadding;
  std::vector<RunTime> runs;
  /// Empty unless it was requested.
  Profile profile;
  /// The object files of the program, and how many of them the cache had.
  size_t numObjects, numCached;
};

struct RunOptions {
  execution::InputOptions inputs;
  uint64_t seed = 1;
  unsigned numRuns = 5;
  /// Runs before these, which are not timed.
  unsigned numWarmups = 1;
  /// NumPy files with the first arguments; all others are random.
  std::vector<std::string> files;
  /// Whether every argument must have a file.
  bool requireFiles = false;
  /// The arguments and results as callers see them.
  const execution::HostInterface *host = nullptr;
  /// What is called once with the constant arguments, before the entry.
  const execution::Preparation *preparation = nullptr;
  /// How the program is compiled.
  execution::KernelLowering lowering;
  /// The threads that compile it; 0 for as many as there are cores.
  unsigned jobs = 0;
  /// The directory with object files of earlier runs; none if it is empty.
  std::string objectCache;
  /// Whether sizes of operands are checked (VerifySizes.h).
  bool verifiesSizes = false;
  /// Whether the time of each kernel is taken.
  bool profile = false;
};

/// Lowers, compiles and calls `entry` in a child process. Requires that the
/// entry is isolated (Entry.h) and that `numRewrites` rewrites are outlined.
/// All runs have the same inputs.
llvm::Expected<TimedRuns> runTimed(ModuleOp module, func::FuncOp entry,
                                   size_t numRewrites,
                                   const RunOptions &options);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_TIMEDRUN_H
