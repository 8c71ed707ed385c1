//===- VerifySizes.h - Checks of sizes at run time --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXECUTION_VERIFYSIZES_H
#define LAYOUT_LIB_EXECUTION_VERIFYSIZES_H

#include "CompiledEntry.h"

namespace mlir::layout::execution {

/// Inserts calls in front of ops on tensors which check that the sizes of their
/// dynamic dims fit together: those of the operands of structured and
/// elementwise ops, of a cast and its result, of a reshape, of slices and what
/// they are slices of, and the sizes that a `cf.assert` compares. At the first
/// that do not, the process, a child, prints an error at the op with both sizes
/// and ends (`ChildEnd::SizesDiffer`).
///
/// Upstream's `generate-runtime-verification` prints neither size.
void verifySizes(ModuleOp module);

/// Returns the function that the inserted calls call.
HostFunction getSizeVerifier();

} // namespace mlir::layout::execution

#endif // LAYOUT_LIB_EXECUTION_VERIFYSIZES_H
