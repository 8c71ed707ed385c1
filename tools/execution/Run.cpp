//===- Run.cpp - What a program computes ----------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "Call.h"
#include "Entry.h"
#include "Jit.h"
#include "Lowering.h"

#include <cstring>

namespace mlir::layout::execution {

std::vector<OutputInfo> outputsOf(func::FuncOp function) {
  std::vector<OutputInfo> outputs;
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    outputs.push_back({/*isResult=*/true, unsigned(index), type});
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<MemRefType>(type))
      outputs.push_back({/*isResult=*/false, unsigned(index), type});
  return outputs;
}

/// Format: per tensor the rank, the extents, the elements.
void serialize(const Outputs &outputs, raw_ostream &os) {
  for (const HostTensor &tensor : outputs) {
    int64_t rank = tensor.shape.size();
    os.write(reinterpret_cast<const char *>(&rank), sizeof(rank));
    os.write(reinterpret_cast<const char *>(tensor.shape.data()),
             rank * sizeof(int64_t));
    os.write(tensor.bytes(), tensor.data->getBufferSize());
  }
}

Outputs deserialize(const char *&at, ArrayRef<OutputInfo> infos) {
  auto take = [&](void *to, size_t size) {
    std::memcpy(to, at, size);
    at += size;
  };
  Outputs outputs;
  for (const OutputInfo &info : infos) {
    int64_t rank;
    take(&rank, sizeof(rank));
    SmallVector<int64_t> shape(rank);
    take(shape.data(), rank * sizeof(int64_t));
    HostTensor tensor = HostTensor::allocate(elementTypeOf(info.type), shape);
    take(tensor.bytes(), tensor.data->getBufferSize());
    outputs.push_back(std::move(tensor));
  }
  return outputs;
}

/// CallSites the entry in one more process, because a call may change globals.
static LogicalResult runSeed(const CompiledEntry &entry, TypeRange parameters,
                             ArrayRef<OutputInfo> outputs, uint64_t seed,
                             const InputOptions &options, Location loc,
                             raw_ostream &os) {
  auto process = ChildProcess::start([&](raw_ostream &childOut) {
    std::vector<HostTensor> inputs = makeInputs(parameters, seed, options);
    serialize(callEntry(entry, parameters, inputs, outputs), childOut);
    return success();
  });
  if (!process)
    return emitError(loc) << llvm::toString(process.takeError());
  auto result = process->wait();
  if (!result)
    return emitError(loc) << "running this function "
                          << llvm::toString(result.takeError());
  os << (*result)->getBuffer();
  return success();
}

static LogicalResult runProgram(ModuleOp module, func::FuncOp entry,
                                ArrayRef<OutputInfo> outputs,
                                ArrayRef<uint64_t> seeds,
                                const InputOptions &options, raw_ostream &os) {
  // The entry is gone once lowered.
  Location loc = entry.getLoc();
  SmallVector<Type> parameters(entry.getArgumentTypes());
  if (failed(isolateEntry(module, entry)))
    return failure();
  FailureOr<std::vector<HostConstant>> constants = lowerToLLVM(module);
  if (failed(constants))
    return failure();
  auto compiled = CompiledEntry::create(module, *constants);
  if (!compiled)
    return emitError(loc) << "compiling this function failed: "
                          << llvm::toString(compiled.takeError());
  for (uint64_t seed : seeds)
    if (failed(runSeed(*compiled, parameters, outputs, seed, options, loc, os)))
      return failure();
  return success();
}

llvm::Expected<ProgramRun> ProgramRun::start(ModuleOp module,
                                             func::FuncOp entry,
                                             ArrayRef<uint64_t> seeds,
                                             const InputOptions &options) {
  std::vector<OutputInfo> outputs = outputsOf(entry);
  auto process = ChildProcess::start([&](raw_ostream &os) {
    return runProgram(module, entry, outputs, seeds, options, os);
  });
  if (!process)
    return process.takeError();
  return ProgramRun(*process, std::move(outputs), seeds.size());
}

llvm::Expected<std::vector<Outputs>> ProgramRun::finish() {
  auto buffer = process.wait();
  if (!buffer)
    return buffer.takeError();
  const char *at = (*buffer)->getBufferStart();
  std::vector<Outputs> runs;
  for (size_t i = 0; i < numSeeds; ++i)
    runs.push_back(deserialize(at, outputs));
  return runs;
}

} // namespace mlir::layout::execution
