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

#ifndef LAYOUT_LIB_EXECUTION_RUN_H
#define LAYOUT_LIB_EXECUTION_RUN_H

#include "ByteCounters.h"
#include "HostInterface.h"
#include "Optimization.h"
#include "RandomInputs.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>

namespace mlir::layout::execution {

/// How a child process has ended, if not as it should.
enum class ChildEnd {
  Failed,        ///< for a reason that it has printed, or by a crash
  DividedByZero, ///< or it has divided the lowest integer by -1
  SizesDiffer,   ///< it has found and printed sizes that disagree
};

/// The error of a child process that did not do what it should.
class ChildError : public llvm::ErrorInfo<ChildError> {
public:
  static char ID; // NOLINT(readability-identifier-naming): the name is LLVM's
  ChildError(ChildEnd end, std::string message)
      : end(end), message(std::move(message)) {}
  void log(raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
  const ChildEnd end;

private:
  std::string message;
};

/// Ends this process, which is a child, such that its parent learns how.
[[noreturn]] void endChild(ChildEnd end);

/// A forked copy of this process. It inherits all memory and changes none of it
/// here.
class ChildProcess {
public:
  /// Runs `body` in a child. The child passes what it writes to the stream on
  /// to `wait`; what it prints to stdout goes to stderr.
  static llvm::Expected<ChildProcess>
  start(llvm::function_ref<LogicalResult(raw_ostream &)> body);

  /// Waits for the end of the child. Returns a `ChildError` if it crashed,
  /// which says how, or if `body` failed, which has printed the reason.
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
  /// Whether loops are preceded by checks that the sizes of operands fit
  /// (`verifySizes`).
  bool verifiesSizes = false;
};

/// The outcome of calling a program once for each seed.
struct ProgramResult {
  std::vector<Outputs> outputs;
  /// Describes wrong padding of outputs, for each seed; empty if it is right.
  std::vector<std::string> wrongPadding;
  /// What it moved, for each seed; empty if it did not count.
  std::vector<MovedBytes> moved;
  /// What it was expected to move if it counts.
  PredictedBytes predicted;
};

/// Lowers, compiles and calls a program in a child process.
class ProgramRun {
public:
  /// Starts to run `entry` of `module` once for each seed of random inputs,
  /// which are those of a caller (`host`).
  static llvm::Expected<ProgramRun> start(ModuleOp module, func::FuncOp entry,
                                          const HostInterface &host,
                                          ArrayRef<uint64_t> seeds,
                                          const InputOptions &inputs,
                                          CompileOptions options);

  /// Waits for the end of all calls.
  llvm::Expected<ProgramResult> finish();

private:
  ProgramRun(ChildProcess process, const HostInterface &host,
             std::vector<OutputInfo> outputs, size_t numSeeds,
             Counting counting)
      : process(process), host(host), outputs(std::move(outputs)),
        numSeeds(numSeeds), counting(counting) {}

  ChildProcess process;
  HostInterface host;
  std::vector<OutputInfo> outputs;
  size_t numSeeds;
  Counting counting;
};

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_RUN_H
