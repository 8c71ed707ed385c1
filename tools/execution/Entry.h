//===- Entry.h - The function to call ---------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXECUTION_ENTRY_H
#define LAYOUT_EXECUTION_ENTRY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout::execution {

/// The name the entry has once `isolateEntry` has run: no C library function
/// and no function of the program is called so.
inline constexpr llvm::StringLiteral entrySymbol = "layout_entry";

/// The function called `name`; without a name the only public function with a
/// body and something to compare, else `forward`, else `main`. Emits an error
/// when there is none or several are left.
FailureOr<func::FuncOp> findEntry(ModuleOp module, StringRef name);

/// Whether both functions can be called alike and the results be compared;
/// emits an error otherwise.
LogicalResult checkSignatures(func::FuncOp a, func::FuncOp b);

/// Makes the entry the only public function, so that what it does not need is
/// not compiled, and gives it the name `entrySymbol`.
LogicalResult isolateEntry(ModuleOp module, func::FuncOp entry);

} // namespace mlir::layout::execution

#endif // LAYOUT_EXECUTION_ENTRY_H
