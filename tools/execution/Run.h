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

#include "ByteCounters.h"
#include "Entry.h"
#include "Optimization.h"
#include "RandomInputs.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>

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

/// Writes the bytes of a value, to pass it to another process.
template <typename T>
void writeValue(raw_ostream &os, const T &value) {
  os.write(reinterpret_cast<const char *>(&value), sizeof(T));
}
/// Reads what `writeValue` has written, and advances `at` to its end.
template <typename T>
void readValue(const char *&at, T &value) {
  std::memcpy(&value, at, sizeof(T));
  at += sizeof(T);
}

/// Writes and reads a text in the same way.
inline void writeText(raw_ostream &os, StringRef text) {
  writeValue(os, text.size());
  os << text;
}
inline void readText(const char *&at, std::string &text) {
  size_t size;
  readValue(at, size);
  text.assign(at, size);
  at += size;
}

/// Whether a program counts the bytes that it moves. One that does is
/// bufferized in place, as a compiler would do it (`TensorLowering`).
enum class Counting { Off, On };

/// How a program becomes code.
struct CompileOptions {
  Counting counting = Counting::Off;
  Optimization optimization = Optimization::O1;
  /// Programs that count become loops.
  Code code = Code::Loops;
};

/// The outcome of calling a program once for each seed.
struct ProgramResult {
  std::vector<Outputs> outputs;
  /// What it moved, for each seed; empty if it did not count.
  std::vector<MovedBytes> moved;
  /// What it was expected to move if it counts.
  PredictedBytes predicted;
};

/// Lowers, compiles and calls a program in a child process.
class ProgramRun {
public:
  /// Starts to run `entry` of `module` once for each seed of its random inputs.
  static llvm::Expected<ProgramRun> start(ModuleOp module, func::FuncOp entry,
                                          ArrayRef<uint64_t> seeds,
                                          const InputOptions &inputs,
                                          CompileOptions options);

  /// Waits for the end of all calls.
  llvm::Expected<ProgramResult> finish();

private:
  ProgramRun(ChildProcess process, std::vector<OutputInfo> outputs,
             size_t numSeeds, Counting counting)
      : process(process), outputs(std::move(outputs)), numSeeds(numSeeds),
        counting(counting) {}

  ChildProcess process;
  std::vector<OutputInfo> outputs;
  size_t numSeeds;
  Counting counting;
};

} // namespace mlir::layout::execution

#endif // LAYOUT_EXECUTION_RUN_H
