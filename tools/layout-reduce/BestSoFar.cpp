//===- BestSoFar.cpp - The smallest program until now ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BestSoFar.h"

#include "Support/OutputFile.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <thread>
#include <unistd.h>

namespace mlir::layout {

/// The script. Tests end with 1 if the program, the last argument, is
/// interesting. `{0}` is the test, `{1}` the file that is kept.
static constexpr const char *script = R"(#!/bin/sh
'{0}' "$@"
status=$?
for program; do :; done
if [ $status -eq 1 ]; then
  if [ ! -e '{1}' ] || [ $(wc -c < "$program") -le $(wc -c < '{1}') ]; then
    cp -- "$program" '{1}.new' && mv -- '{1}.new' '{1}'
  fi
fi
exit $status
)";

/// The option `test` of a pass, out of the text of its options; empty if it has
/// none.
static std::string getTest(Pass &pass) {
  std::string text;
  llvm::raw_string_ostream os(text);
  pass.printAsTextualPipeline(os);
  StringRef rest(text);
  for (;;) {
    size_t at = rest.find("test=");
    if (at == StringRef::npos)
      return "";
    bool isOption = at > 0 && (rest[at - 1] == ' ' || rest[at - 1] == '{');
    rest = rest.drop_front(at + StringRef("test=").size());
    if (!isOption)
      continue;
    if (rest.consume_front("{"))
      return rest.take_until([](char c) { return c == '}'; }).str();
    return rest.take_until([](char c) { return c == ' ' || c == '}'; }).str();
  }
}

//===----------------------------------------------------------------------===//
// Signals
//===----------------------------------------------------------------------===//

/// The pipe through which the handler wakes the thread. The handlers are not
/// those of child processes, such as tests, which a signal of the terminal
/// ends.
static int wakeUp[2];
static volatile std::sig_atomic_t isStopping = 0;

static void handle(int signal) {
  isStopping = 1;
  char number = static_cast<char>(signal);
  (void)!write(wakeUp[1], &number, 1);
}

/// Upstream ends the process if a test is ended by a signal. The thread does so
/// then.
static void waitForThread(void *, const char *, bool) {
  while (isStopping)
    pause();
}

void BestSoFar::stop(int signal) {
  constexpr int endsBySignal = 128;
  SmallString<128> kept(folder);
  llvm::sys::path::append(kept, "best.mlir");
  auto program = llvm::MemoryBuffer::getFile(kept);
  if (!program) {
    llvm::errs() << "layout-reduce: stopped before the test has found the "
                    "program interesting; nothing is written\n";
  } else if (llvm::Error error = writeFile(output, [&](llvm::raw_ostream &os) {
               os << (*program)->getBuffer();
               return llvm::Error::success();
             })) {
    llvm::errs() << "layout-reduce: " << llvm::toString(std::move(error))
                 << "\n";
  } else {
    llvm::errs() << "layout-reduce: stopped; the smallest program so far is "
                    "written\n";
  }
  llvm::outs().flush();
  llvm::sys::fs::remove_directories(folder);
  llvm::sys::RunInterruptHandlers();
  _exit(endsBySignal + signal);
}

//===----------------------------------------------------------------------===//
// BestSoFar
//===----------------------------------------------------------------------===//

llvm::Error BestSoFar::wrapTest(Pass &pass) {
  SmallString<128> test(getTest(pass));
  // Upstream says what is wrong with others.
  if (test.empty() || llvm::sys::fs::make_absolute(test) ||
      !llvm::sys::fs::can_execute(test) || StringRef(test).contains('\''))
    return llvm::Error::success();
  SmallString<128> path(folder), kept(folder);
  llvm::sys::path::append(path, "test-" + llvm::Twine(numScripts++) + ".sh");
  llvm::sys::path::append(kept, "best.mlir");
  if (llvm::Error error = writeFile(path, [&](llvm::raw_ostream &os) {
        os << llvm::formatv(script, test, kept);
        return llvm::Error::success();
      }))
    return error;
  if (std::error_code error =
          llvm::sys::fs::setPermissions(path, llvm::sys::fs::owner_all))
    return llvm::errorCodeToError(error);
  std::string message;
  auto explain = [&](const llvm::Twine &why) {
    message = why.str();
    return failure();
  };
  if (failed(pass.initializeOptions(("test=" + path).str(), explain)))
    return llvm::createStringError(message);
  return llvm::Error::success();
}

llvm::Error BestSoFar::watch(PassManager &manager) {
  if (std::error_code error =
          llvm::sys::fs::createUniqueDirectory("layout-reduce", folder))
    return llvm::errorCodeToError(error);
  for (Pass &pass : manager.getPasses())
    if (llvm::Error error = wrapTest(pass))
      return error;
  if (pipe(wakeUp) != 0)
    return llvm::errorCodeToError(
        std::error_code(errno, std::generic_category()));
  llvm::install_fatal_error_handler(waitForThread);
  std::thread([this] {
    char signal;
    while (read(wakeUp[0], &signal, 1) != 1) {
    }
    stop(signal);
  }).detach();
  for (int signal : {SIGINT, SIGTERM})
    std::signal(signal, handle);
  return llvm::Error::success();
}

BestSoFar::~BestSoFar() {
  for (int signal : {SIGINT, SIGTERM})
    std::signal(signal, SIG_DFL);
  llvm::remove_fatal_error_handler();
  llvm::sys::fs::remove_directories(folder);
}

} // namespace mlir::layout
