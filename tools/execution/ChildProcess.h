//===- ChildProcess.h - Code that may crash ---------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXECUTION_CHILDPROCESS_H
#define LAYOUT_EXECUTION_CHILDPROCESS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::layout::execution {

/// A forked copy of this process. It inherits everything in memory, changes
/// nothing of it here, and may crash.
class ChildProcess {
public:
  /// Runs `body` in a child. What it writes to the stream is what `wait`
  /// returns; what it prints to stdout goes to stderr.
  static llvm::Expected<ChildProcess>
  start(llvm::function_ref<LogicalResult(raw_ostream &)> body);

  /// Waits for the end. An error says how the child crashed, or, when `body`
  /// failed, that it did (it has printed why).
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> wait();

private:
  ChildProcess(int pid, int fd) : pid(pid), fd(fd) {}

  int pid;
  int fd;
};

} // namespace mlir::layout::execution

#endif // LAYOUT_EXECUTION_CHILDPROCESS_H
