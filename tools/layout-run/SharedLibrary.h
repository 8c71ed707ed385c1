//===- SharedLibrary.h - Linking shared libraries ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_SHAREDLIBRARY_H
#define LAYOUT_RUN_SHAREDLIBRARY_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::layout::run {

/// Links an object file to a shared library with the compiler driver of this
/// system, and returns the library. `usesOpenMP` links LLVM's OpenMP runtime.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
linkSharedLibrary(StringRef object, bool usesOpenMP);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_SHAREDLIBRARY_H
