//===- CompiledEntry.h - A compiled entry function --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_COMPILEDENTRY_H
#define LAYOUT_LIB_EXECUTION_COMPILEDENTRY_H

#include "Entry.h"
#include "Lowering.h"
#include "ObjectCompiler.h"
#include "Optimization.h"

#include "llvm/Support/Error.h"

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::layout::execution {

/// A function of this process that compiled code may declare and call.
struct HostFunction {
  StringRef symbol;
  void *address;
};

/// A lowered module, compiled for this machine and linked by ORC.
class CompiledEntry {
public:
  CompiledEntry(CompiledEntry &&) noexcept;
  CompiledEntry &operator=(CompiledEntry &&) noexcept;
  ~CompiledEntry();

  /// Compiles `module`, which consists of the LLVM dialect and defines
  /// `entrySymbol` (Entry.h). Only the addresses of `constants` are kept: they
  /// must outlive the result. Takes from `cache` what it has.
  static llvm::Expected<CompiledEntry>
  create(ModuleOp module, ArrayRef<HostConstant> constants,
         Optimization optimization, ArrayRef<HostFunction> functions = {},
         const ObjectCache *cache = nullptr);

  /// The object files of which the program consists, and how many of them the
  /// cache had.
  size_t getNumObjects() const { return numObjects; }
  size_t getNumCached() const { return numCached; }

  /// Calls the entry with `inputs`, which it may overwrite, for parameters of
  /// the types `parameterTypes` of the function before it was lowered. Returns
  /// copies of those `outputs`, and the time that the function takes.
  struct Result {
    Outputs outputs;
    double seconds;
    /// The most bytes of memory that the call had allocated at once.
    uint64_t peakBytes;
  };
  Result call(TypeRange parameterTypes, ArrayRef<HostTensor> inputs,
              ArrayRef<OutputInfo> outputs) const;

private:
  CompiledEntry();

  /// Loads the objects and looks up the function.
  llvm::Error link(std::vector<ObjectFile> objects,
                   ArrayRef<HostConstant> constants,
                   ArrayRef<HostFunction> functions);

  std::unique_ptr<llvm::orc::LLJIT> jit;
  size_t numObjects = 0, numCached = 0;
  /// Takes the address of each parameter of the LLVM function, and that of the
  /// memory for its result.
  void (*function)(void **arguments) = nullptr;
  /// The bytes of the result of the LLVM function. If there are several results
  /// it is a struct, with these offsets.
  size_t resultSize = 0;
  SmallVector<size_t> resultOffsets;
};

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_COMPILEDENTRY_H
