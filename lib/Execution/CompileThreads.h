//===- CompileThreads.h - Threads that compile a program --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_COMPILETHREADS_H
#define LAYOUT_LIB_EXECUTION_COMPILETHREADS_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/ThreadPool.h"

namespace mlir::layout::execution {

/// Lends threads to a context without any: they compile functions side by side.
/// Created in a child process, since threads do not survive a fork. They end
/// with this object, before the program that they compile is timed.
class CompileThreads {
public:
  /// With one job the context stays without threads; with 0 there are as many
  /// as the process has cores.
  CompileThreads(MLIRContext &context, unsigned jobs)
      : context(context), pool(llvm::hardware_concurrency(jobs)) {
    if (pool.getMaxConcurrency() > 1)
      context.setThreadPool(pool);
  }
  ~CompileThreads() { context.disableMultithreading(); }
  CompileThreads(const CompileThreads &) = delete;
  CompileThreads &operator=(const CompileThreads &) = delete;

private:
  MLIRContext &context;
  llvm::DefaultThreadPool pool;
};

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_COMPILETHREADS_H
