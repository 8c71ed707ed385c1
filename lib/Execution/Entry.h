//===- Entry.h - The function to call ---------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_ENTRY_H
#define LAYOUT_LIB_EXECUTION_ENTRY_H

#include "HostTensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <vector>

namespace mlir::layout::execution {

/// The name that `isolateEntry` gives to the entry. It differs from all names
/// of the C library, which the entry must not replace.
inline constexpr llvm::StringLiteral entrySymbol = "layout_entry";

/// Returns the function called `name`. If `name` is empty, returns the only
/// public function that has a body and outputs; if there are several of them,
/// `forward`, else `main`. Emits an error if none or several remain.
FailureOr<func::FuncOp> findEntry(ModuleOp module, StringRef name);

/// Makes the entry the only public function and erases nested modules, so that
/// nothing else is compiled without need. Renames the entry to `entrySymbol`.
LogicalResult isolateEntry(ModuleOp module, func::FuncOp entry);

/// An observable effect of a call: result `index`, or the contents of memref
/// argument `index` after the call.
struct OutputInfo {
  bool isResult;
  unsigned index;
  Type type;
};
/// The results of a function, then its memref arguments.
std::vector<OutputInfo> outputsOf(TypeRange arguments, TypeRange results);
inline std::vector<OutputInfo> outputsOf(func::FuncOp function) {
  return outputsOf(function.getArgumentTypes(), function.getResultTypes());
}

/// The values of all outputs of one call.
using Outputs = std::vector<HostTensor>;

/// Writes outputs as bytes, to pass them to another process.
void serialize(const Outputs &outputs, raw_ostream &os);
/// Reads what `serialize` has written, and advances `at` to its end.
Outputs deserialize(const char *&at, ArrayRef<OutputInfo> infos);

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_ENTRY_H
