//===- ObjectCompiler.h - Object files of lowered programs ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lowered program becomes several object files: one for each kernel, which is
// compiled by itself, and one for the rest.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_OBJECTCOMPILER_H
#define LAYOUT_LIB_EXECUTION_OBJECTCOMPILER_H

#include "ObjectCache.h"
#include "Optimization.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir::layout::execution {

/// Translates a module of the LLVM dialect. Emits an error at a constant whose
/// elements are strings.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVMIR(ModuleOp module, llvm::LLVMContext &context,
                  StringRef name = "LLVMDialectModule");

struct ObjectFile {
  std::unique_ptr<llvm::MemoryBuffer> contents;
  bool isCached;
};

/// Compiles a module of the LLVM dialect for this machine, or takes what is in
/// the cache, if one is given, for the same LLVM IR, machine and compiler.
/// `prepare` changes the LLVM IR first. May be called by several threads.
llvm::Expected<ObjectFile>
compileObject(ModuleOp module, Optimization optimization,
              const ObjectCache *cache,
              llvm::function_ref<void(llvm::Module &)> prepare);

/// Moves each kernel of a module of the LLVM dialect into a module of its own.
/// SplitKernels.cpp.
std::vector<OwningOpRef<ModuleOp>> splitKernels(ModuleOp module);

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_OBJECTCOMPILER_H
