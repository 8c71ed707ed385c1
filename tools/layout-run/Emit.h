//===- Emit.h - Compiled programs as files ----------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUN_EMIT_H
#define LAYOUT_RUN_EMIT_H

#include "CInterface.h"
#include "Execution/Lowering.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::layout::run {

/// What is written of a compiled program.
enum class Artifact { None, LLVM, Object, Shared };

/// Compiles a program as layout-run does to run it, but without what takes its
/// times, and adds the C function. `entry` is isolated (Entry.h). Returns the
/// contents of the file. `jobs` threads compile (CompileThreads.h). Emits an
/// error if a stage fails.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
emitProgram(ModuleOp module, func::FuncOp entry, const CInterface &interface,
            const execution::KernelLowering &lowering, unsigned jobs,
            Artifact artifact);

} // namespace mlir::layout::run

#endif // LAYOUT_RUN_EMIT_H
