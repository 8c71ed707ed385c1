//===- ObjectCache.h - Object files of earlier compilations -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_OBJECTCACHE_H
#define LAYOUT_LIB_EXECUTION_OBJECTCACHE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <string>

namespace mlir::layout::execution {

/// A hash of `bytes`, as text that a file name may contain.
std::string getHashText(StringRef bytes);

/// A directory of object files, each in a file that is named after its key and
/// ends with its hash. Several processes and threads may use it at once, and
/// files may be removed at any time.
class ObjectCache {
public:
  /// Creates the directory if there is none.
  static llvm::Expected<ObjectCache> open(StringRef directory);

  /// Returns nothing if there is no such file or if it is damaged.
  std::unique_ptr<llvm::MemoryBuffer> load(StringRef key) const;

  llvm::Error store(StringRef key, StringRef object) const;

private:
  explicit ObjectCache(StringRef directory) : directory(directory) {}

  std::string getPath(StringRef key) const;

  std::string directory;
};

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_OBJECTCACHE_H
