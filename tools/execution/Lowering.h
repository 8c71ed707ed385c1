//===- Lowering.h - From tensors to the LLVM dialect ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXECUTION_LOWERING_H
#define LAYOUT_EXECUTION_LOWERING_H

#include "Constants.h"

namespace mlir::layout::execution {

/// Runs a textual pipeline of any registered passes.
LogicalResult runPasses(ModuleOp module, StringRef pipeline);

/// Lowers a module of upstream dialects to the LLVM dialect with upstream
/// passes. Tensors become buffers, also at function boundaries, in identity
/// layout: by the passes `bufferize`, if that is not empty. Constant data is
/// returned, not translated. Emits an error on what does not lower.
FailureOr<std::vector<HostConstant>> lowerToLLVM(ModuleOp module,
                                                 StringRef bufferize = "");

/// Rewrites linalg on tensors into few, simple and fast generics: decomposes
/// what has no loops of its own, fuses elementwise ops, orders loops.
LogicalResult simplifyLinalg(ModuleOp module);

/// Moves every linalg op on buffers into a function, equal ones into the same.
void outlineKernels(ModuleOp module);

} // namespace mlir::layout::execution

#endif // LAYOUT_EXECUTION_LOWERING_H
