//===- Memory.cpp - Running out of memory ---------------------------------===//
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

void *allocateOrExit(size_t bytes) {
  void *memory = std::malloc(bytes);
  if (!memory && bytes != 0)
    reportOutOfMemory(bytes);
  return memory;
}

} // namespace mlir::layout::execution
