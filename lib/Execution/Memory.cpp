//===- Memory.cpp - Memory of programs ------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <fstream>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

namespace mlir::layout::execution {

static uint64_t getMachineMemory() {
  return llvm::SaturatingMultiply<uint64_t>(sysconf(_SC_PHYS_PAGES),
                                            sysconf(_SC_PAGESIZE));
}

void exitWhenOutOfMemory(int code) {
  static int exitCode;
  exitCode = code;
  llvm::install_bad_alloc_error_handler([](void *, const char *reason, bool) {
    llvm::errs() << "error: out of memory: " << reason << "\n";
    _exit(exitCode);
  });
  llvm::install_out_of_memory_new_handler();
}

void limitMemory() {
  // The first number is the size of the address space in pages.
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit limit;
  if (pages == 0 || getrlimit(RLIMIT_AS, &limit) != 0)
    return;
  uint64_t present = pages * sysconf(_SC_PAGESIZE);
  limit.rlim_cur = std::min<uint64_t>(
      limit.rlim_cur, llvm::SaturatingAdd(present, getMachineMemory()));
  setrlimit(RLIMIT_AS, &limit);
}

void reportOutOfMemory(uint64_t bytes) {
  std::string reason = llvm::formatv("requires {0:n} bytes for one buffer, "
                                     "found {1:n} bytes of memory in all",
                                     bytes, getMachineMemory());
  llvm::report_bad_alloc_error(reason.c_str());
  std::abort();
}

void keepFreedMemory() {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
}

//===----------------------------------------------------------------------===//
// AllocatedMemory
//===----------------------------------------------------------------------===//

AllocatedMemory &AllocatedMemory::get() {
  static AllocatedMemory memory;
  return memory;
}

void *AllocatedMemory::allocate(size_t bytes) {
  void *allocated = std::malloc(std::max<size_t>(bytes, 1));
  if (!allocated)
    reportOutOfMemory(bytes);
  AllocatedMemory &memory = get();
  std::lock_guard lock(memory.mutex);
  memory.sizes[allocated] = bytes;
  memory.bytes += bytes;
  memory.peak = std::max(memory.peak, memory.bytes);
  return allocated;
}

void AllocatedMemory::release(void *allocated) {
  if (!allocated)
    return;
  AllocatedMemory &memory = get();
  {
    std::lock_guard lock(memory.mutex);
    memory.bytes -= memory.sizes.lookup(allocated);
    memory.sizes.erase(allocated);
  }
  std::free(allocated);
}

void AllocatedMemory::releaseAll() {
  std::lock_guard lock(mutex);
  for (auto [allocated, size] : sizes)
    std::free(allocated);
  sizes.clear();
  bytes = 0;
}

uint64_t AllocatedMemory::takePeak() {
  std::lock_guard lock(mutex);
  return std::exchange(peak, bytes);
}

} // namespace mlir::layout::execution
