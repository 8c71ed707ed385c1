//===- Memory.h - Memory of programs ----------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_MEMORY_H
#define LAYOUT_LIB_EXECUTION_MEMORY_H

#include "llvm/ADT/DenseMap.h"
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace mlir::layout::execution {

/// Ends this process, and its children, with this exit code and a message on
/// stderr where memory runs out. Without it they are aborted.
void exitWhenOutOfMemory(int code);

/// Limits what this process may allocate from now on to the memory of the
/// machine. An allocation beyond it then fails, while otherwise the process is
/// killed as soon as it uses what it allocated.
void limitMemory();

/// Ends this process since an allocation of `bytes` failed.
[[noreturn]] void reportOutOfMemory(uint64_t bytes);

/// Makes this process keep memory that it frees for its next allocations.
/// Otherwise each run of a program spends time on the pages of new memory,
/// which one that stays loaded, or has an arena of its own, does not.
void keepFreedMemory();

/// What compiled programs of this process have allocated and not freed.
class AllocatedMemory {
public:
  static AllocatedMemory &get();

  /// The function `malloc` of compiled programs, which do not check its result.
  static void *allocate(size_t bytes);
  /// The function `free` of compiled programs.
  static void release(void *memory);

  /// Frees everything, such as results that were copied.
  void releaseAll();
  /// Returns the most bytes that were allocated at once since the last call.
  uint64_t takePeak();

private:
  std::mutex mutex; ///< guards the rest: programs may have threads
  llvm::DenseMap<void *, size_t> sizes;
  uint64_t bytes = 0, peak = 0;
};

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_MEMORY_H
