//===- SharedLibrary.cpp - Linking shared libraries -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLibrary.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace fs = llvm::sys::fs;

namespace mlir::layout::run {

static llvm::Expected<std::string> createTemporary(StringRef suffix) {
  SmallString<128> path;
  if (std::error_code error =
          fs::createTemporaryFile("layout-run", suffix, path))
    return llvm::createStringError(error, "cannot create a temporary file: " +
                                              error.message());
  return path.str().str();
}

static llvm::Expected<std::string> findDriver() {
  for (StringRef name : {"cc", "clang", "gcc"})
    if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(name))
      return *path;
  return llvm::createStringError("requires a C compiler to link a shared "
                                 "library, found none of cc, clang and gcc in "
                                 "PATH");
}

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(StringRef path) {
  // The file is removed while its contents are in use.
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true);
  if (!buffer)
    return llvm::createFileError(path, buffer.getError());
  return std::move(*buffer);
}

/// Runs a linker whose messages go to the file `messages`.
static llvm::Error runDriver(ArrayRef<StringRef> arguments,
                             StringRef messages) {
  std::string why;
  std::optional<StringRef> redirects[] = {StringRef(""), messages, messages};
  int code = llvm::sys::ExecuteAndWait(
      arguments.front(), arguments, /*Env=*/std::nullopt, redirects,
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &why);
  if (code == 0)
    return llvm::Error::success();
  if (auto text = readFile(messages))
    why += (*text)->getBuffer().rtrim();
  else
    llvm::consumeError(text.takeError());
  return llvm::createStringError("linking with " + arguments.front() +
                                 " failed: " + why);
}

static llvm::Error write(StringRef path, StringRef contents) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  os << contents;
  os.close();
  if (!error)
    error = os.error();
  os.clear_error();
  return error ? llvm::createFileError(path, error) : llvm::Error::success();
}

/// Links `input` to `output`. The linker's messages go to the file `messages`.
static llvm::Error link(StringRef input, StringRef output, StringRef messages,
                        bool usesOpenMP) {
  llvm::Expected<std::string> driver = findDriver();
  if (!driver)
    return driver.takeError();
  // A library that lacks a symbol would fail only when it is loaded.
  SmallVector<StringRef> arguments = {*driver, "-shared", "-Wl,--no-undefined",
                                      "-o",    output,    input};
  std::string runPath =
      ("-Wl,-rpath," + llvm::sys::path::parent_path(LAYOUT_OPENMP)).str();
  if (usesOpenMP)
    arguments.append({LAYOUT_OPENMP, runPath});
  arguments.push_back("-lm");
  return runDriver(arguments, messages);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
linkSharedLibrary(StringRef object, bool usesOpenMP) {
  auto input = createTemporary("o");
  if (!input)
    return input.takeError();
  llvm::FileRemover removeInput(*input);
  auto output = createTemporary("so");
  if (!output)
    return output.takeError();
  llvm::FileRemover removeOutput(*output);
  auto messages = createTemporary("txt");
  if (!messages)
    return messages.takeError();
  llvm::FileRemover removeMessages(*messages);
  if (llvm::Error error = write(*input, object))
    return error;
  if (llvm::Error error = link(*input, *output, *messages, usesOpenMP))
    return error;
  return readFile(*output);
}

} // namespace mlir::layout::run
