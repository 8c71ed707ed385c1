//===- Run.cpp - Programs in child processes ------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "CompiledEntry.h"
#include "Lowering.h"
#include "Memory.h"
#include "VerifySizes.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

namespace mlir::layout::execution {

//===----------------------------------------------------------------------===//
// ChildProcess
//===----------------------------------------------------------------------===//

static llvm::Error systemError(StringRef what) {
  return llvm::createStringError(
      std::error_code(errno, std::generic_category()),
      what + ": " + llvm::sys::StrError());
}

/// Opens a temporary file and removes its name. Unlike a pipe it needs no
/// reader while the child runs.
static llvm::Expected<int> openUnnamedFile() {
  int fd;
  SmallString<128> path;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("layout", "out", fd, path))
    return llvm::createStringError(error, "cannot create a temporary file: " +
                                              error.message());
  if (std::error_code error = llvm::sys::fs::remove(path))
    return llvm::createStringError(error, "cannot remove a temporary file: " +
                                              error.message());
  return fd;
}

char ChildError::ID;

/// The exit code of a child that ends so. Others are those of libraries.
static int getExitCode(ChildEnd end) {
  constexpr int firstCode = 100;
  return end == ChildEnd::Failed ? 1 : firstCode + static_cast<int>(end);
}

void endChild(ChildEnd end) {
  llvm::errs().flush();
  std::fflush(nullptr);
  // Skip destructors: they would clean up after the parent.
  _exit(getExitCode(end));
}

[[noreturn]] static void
runChild(llvm::function_ref<LogicalResult(raw_ostream &)> body, int fd) {
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    std::signal(signal, SIG_DFL);
  if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    _exit(1);
  // Keeps what a program prints before it aborts (the message of cf.assert).
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  limitMemory();
  bool done;
  {
    llvm::raw_fd_ostream out(fd, /*shouldClose=*/false);
    done = succeeded(body(out));
    out.flush();
    done &= !out.has_error();
    out.clear_error();
  }
  if (!done)
    endChild(ChildEnd::Failed);
  llvm::errs().flush();
  std::fflush(nullptr);
  _exit(0);
}

llvm::Expected<ChildProcess>
ChildProcess::start(llvm::function_ref<LogicalResult(raw_ostream &)> body) {
  llvm::Expected<int> fd = openUnnamedFile();
  if (!fd)
    return fd.takeError();
  // The child would print the contents of these buffers again.
  llvm::outs().flush();
  std::fflush(nullptr);
  pid_t pid = fork();
  if (pid < 0)
    return systemError("cannot fork");
  if (pid == 0)
    runChild(body, *fd);
  return ChildProcess(pid, *fd);
}

/// How a process with this status has ended; nothing if as it should.
static std::optional<std::pair<ChildEnd, std::string>> explainEnd(int status) {
  using Pair = std::pair<ChildEnd, std::string>;
  auto endsWith = [&](ChildEnd end) {
    return WIFEXITED(status) && WEXITSTATUS(status) == getExitCode(end);
  };
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return std::nullopt;
  if ((WIFSIGNALED(status) && WTERMSIG(status) == SIGFPE) ||
      endsWith(ChildEnd::DividedByZero))
    return Pair(ChildEnd::DividedByZero,
                "divides an integer by zero, or the lowest one by -1; "
                "--int-range states which integers are drawn");
  if (endsWith(ChildEnd::SizesDiffer))
    return Pair(ChildEnd::SizesDiffer, "stops: sizes disagree");
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    return Pair(ChildEnd::Failed, "was killed, as happens when the memory of "
                                  "the machine runs out");
  if (WIFSIGNALED(status))
    return Pair(ChildEnd::Failed,
                (llvm::Twine("crashed: ") + strsignal(WTERMSIG(status))).str());
  return Pair(ChildEnd::Failed, "failed");
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> ChildProcess::wait() {
  int status;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      return systemError("cannot wait for a child process");
  auto buffer = llvm::MemoryBuffer::getOpenFile(
      fd, "child process", /*FileSize=*/-1, /*RequiresNullTerminator=*/false);
  close(fd);
  if (std::optional<std::pair<ChildEnd, std::string>> end = explainEnd(status))
    return llvm::make_error<ChildError>(end->first, std::move(end->second));
  if (!buffer)
    return llvm::createStringError(buffer.getError(),
                                   "cannot read a child's output");
  return std::move(*buffer);
}

//===----------------------------------------------------------------------===//
// ProgramRun
//===----------------------------------------------------------------------===//

namespace {
/// A program as its child process runs it. What it writes to `os`, `finish`
/// reads.
class Program {
public:
  Program(ModuleOp module, func::FuncOp entry, const HostInterface &host,
          const InputOptions &inputs, CompileOptions options)
      : module(module), entry(entry), loc(entry.getLoc()),
        parameters(entry.getArgumentTypes()), outputs(outputsOf(entry)),
        host(host), inputs(inputs), options(options) {}

  LogicalResult run(ArrayRef<uint64_t> seeds, raw_ostream &os);

private:
  FailureOr<std::vector<HostConstant>> lower(raw_ostream &os);
  LogicalResult insertCounters(raw_ostream &os);
  LogicalResult runSeed(const CompiledEntry &compiled, uint64_t seed,
                        raw_ostream &os) const;

  ModuleOp module;
  func::FuncOp entry; ///< lowering erases it
  Location loc;
  SmallVector<Type> parameters;
  std::vector<OutputInfo> outputs;
  const HostInterface &host;
  const InputOptions &inputs;
  CompileOptions options;
  ByteCounters counters;
};
} // namespace

/// Calls the entry in another child process, because a call may change globals.
LogicalResult Program::runSeed(const CompiledEntry &compiled, uint64_t seed,
                               raw_ostream &os) const {
  auto process = ChildProcess::start([&](raw_ostream &childOut) {
    std::vector<HostTensor> tensors =
        host.pack(makeInputs(host.getArgumentTypes(), seed, inputs));
    counters.reset();
    Outputs values = compiled.call(parameters, tensors, outputs).outputs;
    if (options.counting == Counting::On)
      writeValue(childOut, counters.read());
    serialize(values, childOut);
    return success();
  });
  if (!process)
    return emitError(loc) << llvm::toString(process.takeError());
  auto result = process->wait();
  if (!result) {
    ChildEnd end = ChildEnd::Failed;
    auto report = [&](const llvm::ErrorInfoBase &error) {
      if (error.isA<ChildError>())
        end = static_cast<const ChildError &>(error).end;
      if (end != ChildEnd::SizesDiffer)
        emitError(loc) << "running this function " << error.message();
    };
    llvm::handleAllErrors(result.takeError(), report);
    endChild(end);
  }
  os << (*result)->getBuffer();
  return success();
}

LogicalResult Program::insertCounters(raw_ostream &os) {
  // Only what the entry calls is expected to run.
  if (failed(runPasses(module, "symbol-dce")))
    return failure();
  writeValue(os, predictBytes(module));
  return counters.countMovements(module);
}

FailureOr<std::vector<HostConstant>> Program::lower(raw_ostream &os) {
  if (options.code == Code::Kernels && options.counting == Counting::Off)
    return compileToLLVM(module, KernelLowering());
  if (options.verifiesSizes)
    verifySizes(module);
  TensorLowering lowering = TensorLowering::literal();
  if (options.counting == Counting::On) {
    if (failed(insertCounters(os)))
      return failure();
    lowering = TensorLowering::inPlace();
    lowering.changeBuffers = [&](ModuleOp module) {
      counters.countBuffers(module);
    };
  }
  return lowerToLLVM(module, lowering);
}

LogicalResult Program::run(ArrayRef<uint64_t> seeds, raw_ostream &os) {
  if (failed(isolateEntry(module, entry)))
    return failure();
  FailureOr<std::vector<HostConstant>> constants = lower(os);
  if (failed(constants))
    return failure();
  HostFunction functions[] = {ByteCounters::getFunction(), getSizeVerifier()};
  auto compiled = CompiledEntry::create(module, *constants,
                                        options.optimization, functions);
  if (!compiled)
    return emitError(loc) << "compiling this function failed: "
                          << llvm::toString(compiled.takeError());
  for (uint64_t seed : seeds)
    if (failed(runSeed(*compiled, seed, os)))
      return failure();
  return success();
}

llvm::Expected<ProgramRun>
ProgramRun::start(ModuleOp module, func::FuncOp entry,
                  const HostInterface &host, ArrayRef<uint64_t> seeds,
                  const InputOptions &inputs, CompileOptions options) {
  auto process = ChildProcess::start([&](raw_ostream &os) {
    return Program(module, entry, host, inputs, options).run(seeds, os);
  });
  if (!process)
    return process.takeError();
  return ProgramRun(*process, host, outputsOf(entry), seeds.size(),
                    options.counting);
}

llvm::Expected<ProgramResult> ProgramRun::finish() {
  auto buffer = process.wait();
  if (!buffer)
    return buffer.takeError();
  const char *at = (*buffer)->getBufferStart();
  ProgramResult result;
  if (counting == Counting::On)
    readValue(at, result.predicted);
  for (size_t i = 0; i < numSeeds; ++i) {
    if (counting == Counting::On)
      readValue(at, result.moved.emplace_back());
    result.outputs.push_back(deserialize(at, outputs));
    result.wrongPadding.push_back(host.unpack(result.outputs.back()));
  }
  return result;
}

} // namespace mlir::layout::execution
