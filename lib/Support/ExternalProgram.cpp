//===- ExternalProgram.cpp - Programs that convert files ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::StringRef;

namespace {
/// A file that is removed with this object.
struct TemporaryFile {
  llvm::SmallString<128> path;
  llvm::FileRemover remover;

  llvm::Error create(StringRef extension) {
    if (std::error_code error =
            llvm::sys::fs::createTemporaryFile("layout", extension, path))
      return llvm::createStringError(error, "cannot create a temporary file: " +
                                                error.message());
    remover.setFile(path);
    return llvm::Error::success();
  }

  llvm::Error write(StringRef contents) const {
    std::error_code error;
    llvm::raw_fd_ostream os(path, error);
    os << contents;
    os.close();
    if (!error)
      error = os.error();
    os.clear_error();
    return error ? llvm::createFileError(path, error) : llvm::Error::success();
  }

  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> read() const {
    // The file is removed while its contents are in use.
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false,
                                              /*IsVolatile=*/true);
    if (!buffer)
      return llvm::createFileError(path, buffer.getError());
    return std::move(*buffer);
  }
};
} // namespace

/// Runs a program that prints to the file `messages`.
static llvm::Error run(llvm::ArrayRef<std::string> arguments, StringRef what,
                       const TemporaryFile &messages) {
  std::string why;
  std::optional<StringRef> redirects[] = {StringRef(), messages.path.str(),
                                          messages.path.str()};
  int code = llvm::sys::ExecuteAndWait(
      arguments.front(), llvm::to_vector_of<StringRef>(arguments),
      /*Env=*/std::nullopt, redirects, /*SecondsToWait=*/0, /*MemoryLimit=*/0,
      &why);
  if (code == 0)
    return llvm::Error::success();
  if (auto text = messages.read())
    why += (*text)->getBuffer().rtrim();
  else
    llvm::consumeError(text.takeError());
  return llvm::createStringError(what + " failed: " + why);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> layout::convertFile(
    StringRef input, StringRef inputExtension, StringRef outputExtension,
    StringRef what,
    llvm::function_ref<std::vector<std::string>(StringRef, StringRef)>
        getArguments) {
  TemporaryFile source, target, messages;
  if (llvm::Error error = source.create(inputExtension))
    return error;
  if (llvm::Error error = target.create(outputExtension))
    return error;
  if (llvm::Error error = messages.create("txt"))
    return error;
  if (llvm::Error error = source.write(input))
    return error;
  if (llvm::Error error =
          run(getArguments(source.path, target.path), what, messages))
    return error;
  return target.read();
}
