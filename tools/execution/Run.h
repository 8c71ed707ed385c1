//===- Run.h - Programs in child processes ----------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled programs run in child processes, because they may crash, and because
// a call may change the globals of the program.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXECUTION_RUN_H
#define LAYOUT_EXECUTION_RUN_H

#include "Entry.h"
#include "RandomInputs.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::layout::execution {

/// A forked copy of this process. It inherits all memory and changes none of it
/// here.
class ChildProcess {
public:
  /// Runs `body` in a child. The child passes what it writes to the stream on
  /// to `wait`; what it prints to stdout goes to stderr.
  static llvm::Expected<ChildProcess>
  start(llvm::function_ref<LogicalResult(raw_ostream &)> body);

  /// Waits for the end of the child. Returns an error if it crashed, which says
  /// how, or if `body` failed, which has printed the reason.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> wait();

private:
  ChildProcess(int pid, int fd) : pid(pid), fd(fd) {}

  int pid;
  int fd;
};

/// Lowers, compiles and calls a program in a child process.
class ProgramRun {
public:
  /// Starts to run `entry` of `module` once for each seed of its random inputs.
  static llvm::Expected<ProgramRun> start(ModuleOp module, func::FuncOp entry,
                                          ArrayRef<uint64_t> seeds,
                                          const InputOptions &options);

  /// Waits for the outputs, one entry for each seed.
  llvm::Expected<std::vector<Outputs>> finish();

private:
  ProgramRun(ChildProcess process, std::vector<OutputInfo> outputs,
             size_t numSeeds)
      : process(process), outputs(std::move(outputs)), numSeeds(numSeeds) {}

  ChildProcess process;
  std::vector<OutputInfo> outputs;
  size_t numSeeds;
};

} // namespace mlir::layout::execution

#endif // LAYOUT_EXECUTION_RUN_H
