//===- Run.h - What a program computes --------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXECUTION_RUN_H
#define LAYOUT_EXECUTION_RUN_H

#include "ChildProcess.h"
#include "RandomInputs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <vector>

namespace mlir::layout::execution {

/// An observable effect of calling a function: result `index`, or what it left
/// in memref argument `index`.
struct OutputInfo {
  bool isResult;
  unsigned index;
  Type type;
};
std::vector<OutputInfo> outputsOf(func::FuncOp function);

/// The values of all outputs after one call.
using Outputs = std::vector<HostTensor>;

/// As bytes, from one process to another.
void serialize(const Outputs &outputs, raw_ostream &os);
/// Advances `at` behind what it reads.
Outputs deserialize(const char *&at, ArrayRef<OutputInfo> infos);

/// Lowers, compiles and calls a program in processes of its own, so that
/// neither a crash nor what a call leaves in memory matters to anyone else.
class ProgramRun {
public:
  /// Begins to run `entry` of `module` once per seed.
  static llvm::Expected<ProgramRun> start(ModuleOp module, func::FuncOp entry,
                                          ArrayRef<uint64_t> seeds,
                                          const InputOptions &options);

  /// Waits for the outputs, one entry per seed.
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
