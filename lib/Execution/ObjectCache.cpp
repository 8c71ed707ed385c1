//===- ObjectCache.cpp - Object files of earlier compilations -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectCache.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::layout::execution {

std::string getHashText(StringRef bytes) {
  return llvm::toHex(llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(bytes)),
                     /*LowerCase=*/true);
}

llvm::Expected<ObjectCache> ObjectCache::open(StringRef directory) {
  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    return llvm::createStringError(
        error, "requires a directory that can be created for object files, "
               "found " +
                   directory + ": " + error.message());
  return ObjectCache(directory);
}

std::string ObjectCache::getPath(StringRef key) const {
  SmallString<128> path(directory);
  llvm::sys::path::append(path, key + ".o");
  return path.str().str();
}

std::unique_ptr<llvm::MemoryBuffer> ObjectCache::load(StringRef key) const {
  auto file = llvm::MemoryBuffer::getFile(getPath(key), /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return nullptr;
  StringRef contents = (*file)->getBuffer();
  StringRef object = contents.drop_back(
      std::min(contents.size(), getHashText(StringRef()).size()));
  if (contents.drop_front(object.size()) != getHashText(object))
    return nullptr;
  return llvm::MemoryBuffer::getMemBufferCopy(object, key);
}

llvm::Error ObjectCache::store(StringRef key, StringRef object) const {
  // Writes another file and renames it: no reader finds half of it.
  auto write = [&](raw_ostream &os) {
    os << object << getHashText(object);
    return llvm::Error::success();
  };
  if (llvm::Error error = llvm::writeToOutput(getPath(key), write))
    return llvm::createStringError("cannot write object files to " + directory +
                                   ": " + llvm::toString(std::move(error)));
  return llvm::Error::success();
}

} // namespace mlir::layout::execution
