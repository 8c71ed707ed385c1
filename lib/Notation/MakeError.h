//===- MakeError.h - Errors that are no matter of a text --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_MAKEERROR_H
#define LAYOUT_LIB_NOTATION_MAKEERROR_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::layout {

/// An error with a message that llvm::formatv makes.
template <typename... Parts>
llvm::Error makeError(const char *format, Parts &&...parts) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Parts>(parts)...).str());
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_MAKEERROR_H
