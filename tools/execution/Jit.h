//===- Jit.h - Compiled entry functions -------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXECUTION_JIT_H
#define LAYOUT_EXECUTION_JIT_H

#include "Constants.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/Error.h"

namespace mlir::layout::execution {

/// A function of this process that the code declares and calls.
struct HostFunction {
  StringRef symbol;
  void *address;
};

/// A lowered module, compiled for this machine. Of the constants it keeps the
/// addresses only: they must outlive it.
class CompiledEntry {
public:
  static llvm::Expected<CompiledEntry>
  create(ModuleOp module, ArrayRef<HostConstant> constants,
         ArrayRef<HostFunction> functions = {});

  /// CallSites the entry. `arguments` hold the address of each parameter of the
  /// LLVM function, memref descriptors taken apart; the result (of several
  /// results the struct) is stored to `results`.
  void call(ArrayRef<void *> arguments, void *results) const {
    function(arguments.data(), results);
  }

  size_t resultBytes() const { return resultSize; }
  /// Where result `index` lies behind `results`.
  size_t resultOffset(unsigned index) const { return resultOffsets[index]; }

private:
  using Function = void (*)(void *const *arguments, void *results);

  CompiledEntry() = default;

  std::unique_ptr<llvm::orc::LLJIT> jit;
  Function function = nullptr;
  size_t resultSize = 0;
  SmallVector<size_t> resultOffsets;
};

} // namespace mlir::layout::execution

#endif // LAYOUT_EXECUTION_JIT_H
