//===- TimedRun.h - A program, run again and again --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_TIMEDRUN_H
#define LAYOUT_RUN_TIMEDRUN_H

#include "Run.h"

namespace mlir::layout::run {

/// What one rewrite took in one run of the program.
struct RewriteTime {
  double seconds = 0;
  int64_t bytes = 0;
  /// How often it was run.
  int64_t times = 0;
};

struct RunTime {
  double seconds = 0;
  std::vector<RewriteTime> rewrites;
};

struct TimedRuns {
  /// Of the first run.
  execution::Outputs outputs;
  std::vector<RunTime> runs;
};

struct RunOptions {
  execution::InputOptions inputs;
  uint64_t seed = 1;
  unsigned numRuns = 5;
  /// Files of the first arguments.
  std::vector<std::string> files;
  /// The passes that turn tensors into buffers.
  std::string bufferize;
};

/// Lowers, compiles and calls `entry`, which is isolated (Entry.h), in a
/// process of its own; `numRewrites` rewrites have been outlined. Every run has
/// the same inputs.
llvm::Expected<TimedRuns> runTimed(ModuleOp module, func::FuncOp entry,
                                   size_t numRewrites,
                                   const RunOptions &options);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_TIMEDRUN_H
