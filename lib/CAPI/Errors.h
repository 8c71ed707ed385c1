//===- Errors.h - Errors of the C API ---------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CAPI_ERRORS_H
#define LAYOUT_LIB_CAPI_ERRORS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

/// Emits the error: at its column, in a file called "layout", if it is one of a
/// layout's text.
void emitError(MLIRContext *context, llvm::Error error);

/// Returns the value, or a null one with the error emitted.
template <typename T>
T getOrEmit(MLIRContext *context, llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  emitError(context, value.takeError());
  return T();
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_CAPI_ERRORS_H
