//===- LibraryFunctions.h - Functions of the C library ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_LIBRARYFUNCTIONS_H
#define LAYOUT_RUN_LIBRARYFUNCTIONS_H

#include "mlir/Support/LLVM.h"

namespace mlir::layout::run {

/// Whether the C library of this system, including libm, has a function of this
/// name.
bool isLibraryFunction(StringRef name);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_LIBRARYFUNCTIONS_H
