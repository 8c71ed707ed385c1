//===- OutputFile.cpp - Atomic output files -------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace mlir;
using namespace mlir::layout;
namespace fs = llvm::sys::fs;

namespace {
/// A temporary file, which a signal removes until it is kept or discarded.
/// llvm::sys::fs::TempFile registers a file for removal after it was created,
/// so a signal that arrives while the system creates the file leaves it.
class TemporaryFile {
public:
  /// Creates a file whose name is `target` with a unique suffix.
  static llvm::Expected<TemporaryFile> create(llvm::StringRef target);

  int getDescriptor() const { return descriptor; }
  std::error_code setPermissions(fs::perms permissions) const {
    return fs::setPermissions(name, permissions);
  }

  /// Renames the file to its target, or removes it. Closes it in both cases.
  llvm::Error keep();
  llvm::Error discard();

private:
  std::string target, name;
  int descriptor = -1;

  llvm::Error finish(std::error_code error);
};
} // namespace

llvm::Expected<TemporaryFile> TemporaryFile::create(llvm::StringRef target) {
  constexpr unsigned attempts = 128;
  std::error_code error;
  TemporaryFile file;
  file.target = target.str();
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    llvm::SmallString<128> name;
    fs::createUniquePath(target + ".tmp-%%%%%%", name, /*MakeAbsolute=*/false);
    if (fs::exists(name))
      continue;
    file.name = std::string(name);
    llvm::sys::RemoveFileOnSignal(name);
    error = fs::openFileForWrite(name, file.descriptor, fs::CD_CreateNew);
    if (!error)
      return file;
    llvm::sys::DontRemoveFileOnSignal(name);
    if (error != std::errc::file_exists)
      break;
  }
  return llvm::errorCodeToError(error);
}

llvm::Error TemporaryFile::keep() {
  std::error_code error = fs::rename(name, target);
  if (!error)
    return finish(error);
  // The first error is the one to report.
  llvm::consumeError(discard());
  return llvm::createFileError(target, error);
}

llvm::Error TemporaryFile::discard() { return finish(fs::remove(name)); }

llvm::Error TemporaryFile::finish(std::error_code error) {
  llvm::sys::DontRemoveFileOnSignal(name);
  std::error_code closing =
      llvm::sys::Process::SafelyCloseFileDescriptor(descriptor);
  if (!error)
    error = closing;
  return error ? llvm::createFileError(target, error) : llvm::Error::success();
}

struct OutputTransaction::State {
  std::mutex mutex;
  std::vector<TemporaryFile> files;
};

/// The current transaction, if any.
static OutputTransaction::State *current = nullptr;

static llvm::Error discard(TemporaryFile &file, llvm::Error error) {
  return llvm::joinErrors(std::move(error), file.discard());
}

/// Creates a temporary file in the directory of `path`. Follows symbolic links
/// and copies the permissions of an existing file.
static llvm::Expected<TemporaryFile> createTemporary(llvm::StringRef path) {
  llvm::SmallString<128> target(path);
  fs::file_status status;
  bool replaces = !fs::status(path, status) && fs::exists(status);
  if (replaces)
    if (std::error_code error = fs::real_path(path, target))
      return llvm::createFileError(path, error);
  llvm::Expected<TemporaryFile> file = TemporaryFile::create(target);
  if (!file)
    return llvm::createFileError(path, file.takeError());
  if (replaces)
    if (std::error_code error = file->setPermissions(status.permissions()))
      return discard(*file, llvm::createFileError(path, error));
  return file;
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

  llvm::Expected<TemporaryFile> file = createTemporary(path);
  if (!file)
    return file.takeError();
  llvm::raw_fd_ostream stream(file->getDescriptor(), /*shouldClose=*/false);
  if (llvm::Error error = fill(stream, path, write))
    return discard(*file, std::move(error));
  if (!current)
    return file->keep();
  std::lock_guard<std::mutex> lock(current->mutex);
  current->files.push_back(std::move(*file));
  return llvm::Error::success();
}

llvm::Error layout::writeReportFile(
    llvm::StringRef path,
    llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write) {
  return path == "-" ? write(llvm::errs()) : writeFile(path, write);
}

OutputTransaction::OutputTransaction() : state(std::make_unique<State>()) {
  assert(!current && "at most one transaction may exist");
  current = state.get();
}

OutputTransaction::~OutputTransaction() {
  current = nullptr;
  for (TemporaryFile &file : state->files)
    llvm::consumeError(file.discard());
}

llvm::Error OutputTransaction::commit() {
  std::lock_guard<std::mutex> lock(state->mutex);
  llvm::Error errors = llvm::Error::success();
  for (TemporaryFile &file : state->files)
    errors = llvm::joinErrors(std::move(errors), file.keep());
  state->files.clear();
  return errors;
}
