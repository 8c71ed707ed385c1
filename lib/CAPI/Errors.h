//===- Errors.h - Errors of the C API ---------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CAPI_ERRORS_H
#define LAYOUT_LIB_CAPI_ERRORS_H

#include "layout-c/Errors.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

/// Emits an error that has the code.
InFlightDiagnostic emitError(Location location, LayoutErrorCode code);

/// Emits the error: at its column, in a file called "layout", if it is one of a
/// layout's text. It has the code of its class, if that has one, or else
/// `code`.
void emitError(MLIRContext *context, LayoutErrorCode code, llvm::Error error);

/// Gives a code to the errors without one that this thread emits as long as the
/// object lives.
class ErrorCodeScope {
public:
  ErrorCodeScope(MLIRContext *context, LayoutErrorCode code);

private:
  ScopedDiagnosticHandler handler;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_CAPI_ERRORS_H
