//===- Call.h - One call of a compiled entry --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_EXECUTION_CALL_H
#define LAYOUT_EXECUTION_CALL_H

#include "Jit.h"
#include "Run.h"

namespace mlir::layout::execution {

/// CallSites the entry with `inputs` (which it may overwrite) for parameters of
/// `parameterTypes`, and copies every output out of its memory.
Outputs callEntry(const CompiledEntry &entry, TypeRange parameterTypes,
                  ArrayRef<HostTensor> inputs, ArrayRef<OutputInfo> outputs);

} // namespace mlir::layout::execution

#endif // LAYOUT_EXECUTION_CALL_H
