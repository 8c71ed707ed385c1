//===- RuntimeErrors.h - Errors of emitted programs -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_RUNTIMEERRORS_H
#define LAYOUT_RUN_RUNTIMEERRORS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::layout::run {

/// Makes a program abort if there is no memory, which compiled code does not
/// check, and print why it aborts to standard error: upstream's lowering prints
/// the messages of assertions to standard output, which aborting loses.
void reportRuntimeErrors(llvm::Module &module);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_RUNTIMEERRORS_H
