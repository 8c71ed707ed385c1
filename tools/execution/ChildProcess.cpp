//===- ChildProcess.cpp - Code that may crash -----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"

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

static llvm::Error systemError(StringRef what) {
  return llvm::createStringError(
      std::error_code(errno, std::generic_category()),
      what + ": " + llvm::sys::StrError());
}

/// A file without a name. A pipe would need a reader while the child runs.
static llvm::Expected<int> openUnnamedFile() {
  int fd;
  SmallString<128> path;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("layout", "out", fd, path))
    return llvm::createStringError(error, "cannot create a temporary file: " +
                                              error.message());
  llvm::sys::fs::remove(path);
  return fd;
}

[[noreturn]] static void
runChild(llvm::function_ref<LogicalResult(raw_ostream &)> body, int fd) {
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    std::signal(signal, SIG_DFL);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  bool done;
  {
    llvm::raw_fd_ostream out(fd, /*shouldClose=*/false);
    done = succeeded(body(out));
    out.flush();
    done &= !out.has_error();
    out.clear_error();
  }
  llvm::errs().flush();
  std::fflush(nullptr);
  // No destructors: they belong to the parent.
  _exit(done ? 0 : 1);
}

llvm::Expected<ChildProcess>
ChildProcess::start(llvm::function_ref<LogicalResult(raw_ostream &)> body) {
  llvm::Expected<int> fd = openUnnamedFile();
  if (!fd)
    return fd.takeError();
  // What is still in a buffer would be printed twice.
  llvm::outs().flush();
  std::fflush(nullptr);
  pid_t pid = fork();
  if (pid < 0)
    return systemError("cannot fork");
  if (pid == 0)
    runChild(body, *fd);
  return ChildProcess(pid, *fd);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> ChildProcess::wait() {
  int status;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      return systemError("cannot wait for a child process");
  if (WIFSIGNALED(status))
    return llvm::createStringError(llvm::Twine("crashed: ") +
                                   strsignal(WTERMSIG(status)));
  if (WEXITSTATUS(status) != 0)
    return llvm::createStringError("failed");
  auto buffer = llvm::MemoryBuffer::getOpenFile(
      fd, "child process", /*FileSize=*/-1, /*RequiresNullTerminator=*/false);
  close(fd);
  if (!buffer)
    return llvm::createStringError(buffer.getError(),
                                   "cannot read a child's output");
  return std::move(*buffer);
}

} // namespace mlir::layout::execution
