//===- OutputFile.cpp - Atomic output files -------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace mlir;
using namespace mlir::layout;
namespace fs = llvm::sys::fs;

namespace {
/// A complete temporary file and the path that it will be renamed to.
struct PendingFile {
  fs::TempFile file;
  std::string path;
};
} // namespace

struct OutputTransaction::State {
  std::mutex mutex;
  std::vector<PendingFile> files;
};

/// The current transaction, if any.
static OutputTransaction::State *current = nullptr;

static llvm::Error discard(fs::TempFile &file, llvm::Error error) {
  return llvm::joinErrors(std::move(error), file.discard());
}

/// Creates a temporary file in the directory of `path`. Follows symbolic links
/// and copies the permissions of an existing file.
static llvm::Expected<PendingFile> createTemporary(llvm::StringRef path) {
  llvm::SmallString<128> target(path);
  unsigned mode = fs::all_read | fs::all_write;
  fs::file_status status;
  bool replaces = !fs::status(path, status) && fs::exists(status);
  if (replaces)
    if (std::error_code error = fs::real_path(path, target))
      return llvm::createFileError(path, error);
  llvm::Expected<fs::TempFile> file =
      fs::TempFile::create(target + ".tmp-%%%%%%", mode);
  if (!file)
    return llvm::createFileError(path, file.takeError());
  if (replaces)
    if (std::error_code error =
            fs::setPermissions(file->TmpName, status.permissions()))
      return discard(*file, llvm::createFileError(path, error));
  return PendingFile{std::move(*file), std::string(target)};
}

/// Calls `write` and returns its error and any error of the stream.
static llvm::Error
fill(llvm::raw_fd_ostream &stream, llvm::StringRef path,
     llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write) {
  llvm::Error error = write(stream);
  stream.flush();
  if (std::error_code code = stream.error()) {
    stream.clear_error();
    error =
        llvm::joinErrors(std::move(error), llvm::createFileError(path, code));
  }
  return error;
}

static llvm::Error
writeDirectly(llvm::StringRef path,
              llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write) {
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error);
  if (error)
    return llvm::createFileError(path, error);
  return fill(stream, path, write);
}

/// Returns whether `path` names a device, a pipe or the like, which cannot be
/// replaced by renaming.
static bool isSpecial(llvm::StringRef path) {
  fs::file_status status;
  return !fs::status(path, status) && fs::exists(status) &&
         !fs::is_regular_file(status) && !fs::is_directory(status);
}

llvm::Error
layout::writeFile(llvm::StringRef path,
                  llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write) {
  if (path == "-")
    return write(llvm::outs());
  if (fs::is_directory(path))
    return llvm::createFileError(
        path, std::make_error_code(std::errc::is_a_directory));
  if (isSpecial(path))
    return writeDirectly(path, write);

  llvm::Expected<PendingFile> pending = createTemporary(path);
  if (!pending)
    return pending.takeError();
  llvm::raw_fd_ostream stream(pending->file.FD, /*shouldClose=*/false);
  if (llvm::Error error = fill(stream, path, write))
    return discard(pending->file, std::move(error));
  if (!current)
    return pending->file.keep(pending->path);
  std::lock_guard<std::mutex> lock(current->mutex);
  current->files.push_back(std::move(*pending));
  return llvm::Error::success();
}

OutputTransaction::OutputTransaction() : state(std::make_unique<State>()) {
  assert(!current && "at most one transaction may exist");
  current = state.get();
}

OutputTransaction::~OutputTransaction() {
  current = nullptr;
  for (PendingFile &pending : state->files)
    llvm::consumeError(pending.file.discard());
}

llvm::Error OutputTransaction::commit() {
  std::lock_guard<std::mutex> lock(state->mutex);
  llvm::Error errors = llvm::Error::success();
  for (PendingFile &pending : state->files)
    errors =
        llvm::joinErrors(std::move(errors), pending.file.keep(pending.path));
  state->files.clear();
  return errors;
}
