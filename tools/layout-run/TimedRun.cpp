//===- TimedRun.cpp - Repeated, timed runs of a program -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimedRun.h"
#include "Execution/CompileThreads.h"
#include "Execution/CompiledEntry.h"
#include "Execution/Memory.h"
#include "Execution/VerifySizes.h"
#include "Peak.h"
#include "TensorFiles.h"

#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cstring>
#include <set>

using namespace mlir::layout::execution;

namespace mlir::layout::run {

using Clock = std::chrono::steady_clock;

static double getSeconds(Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

namespace {
/// Collects the times of rewrites while the compiled program runs.
struct Recorder {
  std::vector<RewriteTime> times;
  Clock::time_point start;
  std::vector<KernelTime> kernelTimes;
  Clock::time_point kernelStart;
};
} // namespace

static Recorder &getRecorder() {
  static Recorder recorder;
  return recorder;
}

static void begin(int64_t) { getRecorder().start = Clock::now(); }

static void end(int64_t number, int64_t bytes) {
  Clock::time_point now = Clock::now();
  Recorder &recorder = getRecorder();
  RewriteTime &time = recorder.times[number];
  time.seconds += getSeconds(now - recorder.start);
  time.bytes += bytes;
  ++time.times;
}

static void beginKernel(int64_t) { getRecorder().kernelStart = Clock::now(); }

static void endKernel(int64_t number) {
  Clock::time_point now = Clock::now();
  KernelTime &time = getRecorder().kernelTimes[number];
  time.seconds += getSeconds(now - getRecorder().kernelStart);
  ++time.calls;
}

static llvm::Expected<std::vector<HostTensor>>
makeArguments(ArrayRef<Type> parameters, const RunOptions &options) {
  if (options.files.size() > parameters.size())
    return llvm::createStringError(
        "requires at most " + llvm::Twine(parameters.size()) +
        " inputs, found " + llvm::Twine(options.files.size()));
  if (options.requireFiles && options.files.size() < parameters.size())
    return llvm::createStringError(
        "requires " + llvm::Twine(parameters.size()) + " inputs, found " +
        llvm::Twine(options.files.size()));
  if (llvm::Error error = checkDims(parameters, options.inputs))
    return error;
  std::vector<HostTensor> inputs =
      makeInputs(parameters, options.seed, options.inputs);
  for (auto [input, file, type] :
       llvm::zip(inputs, options.files, parameters)) {
    llvm::Expected<HostTensor> read = readNpy(file, type);
    if (!read)
      return read.takeError();
    input = std::move(*read);
  }
  return inputs;
}

/// Undoes what a program wrote to its arguments. Those that it only reads stay
/// in the cache, as they do in a program that calls it repeatedly.
static void restore(ArrayRef<HostTensor> arguments,
                    ArrayRef<HostTensor> inputs) {
  for (auto [argument, input] : llvm::zip_equal(arguments, inputs)) {
    size_t size = input.numBytes();
    if (std::memcmp(argument.bytes(), input.bytes(), size) != 0)
      std::memcpy(argument.bytes(), input.bytes(), size);
  }
}

static void writeKernels(ArrayRef<KernelInfo> kernels, raw_ostream &os) {
  writeValue(os, kernels.size());
  for (const KernelInfo &kernel : kernels) {
    writeText(os, kernel.location);
    writeText(os, kernel.types);
    writeText(os, kernel.computes);
    writeValue(os, kernel.operations);
    writeValue(os, kernel.bytes);
  }
}

static std::vector<KernelInfo> readKernels(const char *&at) {
  size_t numKernels;
  readValue(at, numKernels);
  std::vector<KernelInfo> kernels(numKernels);
  for (KernelInfo &kernel : kernels) {
    readText(at, kernel.location);
    readText(at, kernel.types);
    readText(at, kernel.computes);
    readValue(at, kernel.operations);
    readValue(at, kernel.bytes);
  }
  return kernels;
}

/// Measures the peak in each type that kernels compute in, and writes it.
static llvm::Error writePeaks(ArrayRef<KernelInfo> kernels,
                              MLIRContext *context, unsigned threads,
                              raw_ostream &os) {
  std::set<std::string> types;
  for (const KernelInfo &kernel : kernels)
    if (!kernel.computes.empty())
      types.insert(kernel.computes);
  writeValue(os, types.size());
  for (const std::string &type : types) {
    FloatType parsed = type == "f32" ? FloatType(Float32Type::get(context))
                                     : Float64Type::get(context);
    llvm::Expected<double> peak = measurePeak(parsed, threads);
    if (!peak)
      return peak.takeError();
    writeText(os, type);
    writeValue(os, *peak);
  }
  return llvm::Error::success();
}

static std::vector<Peak> readPeaks(const char *&at) {
  size_t numPeaks;
  readValue(at, numPeaks);
  std::vector<Peak> peaks(numPeaks);
  for (Peak &peak : peaks) {
    readText(at, peak.type);
    readValue(at, peak.operationsPerSecond);
  }
  return peaks;
}

/// Lowers and compiles a program. The result needs its `constants`.
static FailureOr<CompiledEntry> compile(ModuleOp module, Location loc,
                                        const KernelLowering &lowering,
                                        const RunOptions &options,
                                        std::vector<HostConstant> &constants) {
  CompileThreads threads(*module.getContext(), options.jobs);
  std::optional<ObjectCache> cache;
  if (!options.objectCache.empty()) {
    auto opened = ObjectCache::open(options.objectCache);
    if (!opened)
      return emitError(loc) << llvm::toString(opened.takeError());
    cache = std::move(*opened);
  }
  if (options.verifiesSizes)
    verifySizes(module);
  auto lowered = compileToLLVM(module, lowering);
  if (failed(lowered))
    return failure();
  constants = std::move(*lowered);
  HostFunction hooks[] = {
      {beginSymbol, reinterpret_cast<void *>(begin)},
      {endSymbol, reinterpret_cast<void *>(end)},
      {beginKernelSymbol, reinterpret_cast<void *>(beginKernel)},
      {endKernelSymbol, reinterpret_cast<void *>(endKernel)},
      getSizeVerifier()};
  auto compiled = CompiledEntry::create(module, constants, Optimization::O1,
                                        hooks, cache ? &*cache : nullptr);
  if (!compiled)
    return emitError(loc) << "compiling this function failed: "
                          << llvm::toString(compiled.takeError());
  return std::move(*compiled);
}

/// Calls what prepares the constant arguments, and returns the arguments of the
/// entry. `inputs` are those of the whole.
static FailureOr<std::vector<HostTensor>>
prepareArguments(const Preparation &preparation, std::vector<HostTensor> inputs,
                 const RunOptions &options) {
  func::FuncOp entry = preparation.entry;
  SmallVector<Type> parameters(entry.getArgumentTypes());
  std::vector<OutputInfo> outputs = outputsOf(entry);
  Location loc = entry.getLoc();
  std::vector<HostTensor> arguments;
  for (int64_t number : preparation.numbers)
    arguments.push_back(std::move(inputs[number]));
  std::vector<HostConstant> constants;
  auto compiled =
      compile(*preparation.module, loc, options.lowering, options, constants);
  if (failed(compiled))
    return failure();
  Outputs prepared = compiled->call(parameters, arguments, outputs).outputs;
  std::vector<HostTensor> result;
  for (ArgumentSource source : preparation.sources)
    result.push_back(std::move(source.isPrepared ? prepared[source.number]
                                                 : inputs[source.number]));
  return result;
}

static LogicalResult run(ModuleOp module, func::FuncOp entry,
                         ArrayRef<OutputInfo> outputs, size_t numRewrites,
                         const RunOptions &options, raw_ostream &os) {
  Location loc = entry.getLoc();
  SmallVector<Type> parameters(entry.getArgumentTypes());
  const Preparation &preparation = *options.preparation;
  // Report wrong inputs before compiling.
  auto inputs = makeArguments(options.host->getArgumentTypes(), options);
  if (!inputs)
    return emitError(loc) << llvm::toString(inputs.takeError());
  *inputs = options.host->pack(std::move(*inputs));
  if (preparation.module) {
    auto prepared = prepareArguments(preparation, std::move(*inputs), options);
    if (failed(prepared))
      return failure();
    *inputs = std::move(*prepared);
  }
  std::vector<KernelInfo> kernels;
  KernelLowering lowering = options.lowering;
  if (options.profile)
    lowering.changeKernels = [&](ModuleOp module) {
      kernels = instrumentKernels(module);
    };
  std::vector<HostConstant> constants;
  auto compiled = compile(module, loc, lowering, options, constants);
  if (failed(compiled))
    return failure();
  keepFreedMemory();
  std::vector<HostTensor> arguments;
  for (const HostTensor &input : *inputs)
    arguments.push_back(input.copy());
  writeValue(os, compiled->getNumObjects());
  writeValue(os, compiled->getNumCached());
  writeKernels(kernels, os);
  for (unsigned number : llvm::seq(options.numWarmups + options.numRuns)) {
    std::vector<RewriteTime> &times = getRecorder().times;
    times.assign(numRewrites, RewriteTime());
    getRecorder().kernelTimes.assign(kernels.size(), KernelTime());
    auto [values, seconds, peakBytes] = compiled->call(
        parameters, arguments,
        number == 0 ? ArrayRef(outputs) : ArrayRef<OutputInfo>());
    restore(arguments, *inputs);
    if (number == 0)
      serialize(values, os);
    if (number < options.numWarmups)
      continue;
    writeValue(os, seconds);
    writeValue(os, peakBytes);
    for (const RewriteTime &time : times)
      writeValue(os, time);
    for (const KernelTime &time : getRecorder().kernelTimes)
      writeValue(os, time);
  }
  // Behind the runs, such that it disturbs no cache of theirs.
  if (llvm::Error error =
          writePeaks(kernels, loc.getContext(), lowering.threads, os))
    return emitError(loc) << "measuring the peak failed: "
                          << llvm::toString(std::move(error));
  return success();
}

llvm::Expected<TimedRuns> runTimed(ModuleOp module, func::FuncOp entry,
                                   size_t numRewrites,
                                   const RunOptions &options) {
  std::vector<OutputInfo> outputs = outputsOf(entry);
  auto process = ChildProcess::start([&](raw_ostream &os) {
    return run(module, entry, outputs, numRewrites, options, os);
  });
  if (!process)
    return process.takeError();
  auto buffer = process->wait();
  if (!buffer)
    return buffer.takeError();
  const char *at = (*buffer)->getBufferStart();
  TimedRuns result;
  readValue(at, result.numObjects);
  readValue(at, result.numCached);
  result.profile.kernels = readKernels(at);
  result.outputs = deserialize(at, outputs);
  result.wrongPadding = options.host->unpack(result.outputs);
  for (unsigned run = 0; run < options.numRuns; ++run) {
    RunTime &time = result.runs.emplace_back();
    readValue(at, time.seconds);
    readValue(at, time.peakBytes);
    time.rewrites.resize(numRewrites);
    for (RewriteTime &rewrite : time.rewrites)
      readValue(at, rewrite);
    std::vector<KernelTime> &kernels =
        result.profile.runs.emplace_back(result.profile.kernels.size());
    for (KernelTime &kernel : kernels)
      readValue(at, kernel);
  }
  result.profile.peaks = readPeaks(at);
  return result;
}

} // namespace mlir::layout::run
