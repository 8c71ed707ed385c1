//===- CWrapper.h - The definition of a C function --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A C function calls the compiled entry of a program. The entry has no results:
// it writes them to memory of the caller. The C function builds the descriptors
// of all buffers.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_CWRAPPER_H
#define LAYOUT_RUN_CWRAPPER_H

#include "CInterface.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::layout::run {

/// Turns each result of a function into a memref argument that the function
/// writes, and forbids it to write its tensor arguments. Emits an error if the
/// program calls the function.
LogicalResult passResultsAsArguments(ModuleOp module, func::FuncOp function,
                                     const CInterface &interface);

/// Adds the C function to a module that defines `entrySymbol` (Entry.h), and
/// makes all others internal. Returns an error if the name is used.
llvm::Error addWrapper(llvm::Module &module, const CInterface &interface);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_CWRAPPER_H
