//===- Errors.cpp - Errors of the C API
//------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "layout/Notation/NotationError.h"
#include "mlir/IR/Location.h"

using namespace mlir;

void layout::emitError(MLIRContext *context, llvm::Error error) {
  llvm::handleAllErrors(
      std::move(error),
      [&](const NotationError &error) {
        mlir::emitError(
            FileLineColLoc::get(context, "layout", 1, error.getColumn()))
            << error.message();
      },
      [&](const llvm::ErrorInfoBase &error) {
        mlir::emitError(UnknownLoc::get(context)) << error.message();
      });
}
