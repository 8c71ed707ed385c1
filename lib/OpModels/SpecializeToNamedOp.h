//===- SpecializeToNamedOp.h - From generic to named ops --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OPMODELS_SPECIALIZETONAMEDOP_H
#define LAYOUT_LIB_OPMODELS_SPECIALIZETONAMEDOP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Replaces `generic` by a named op with the same accesses, up to a permutation
/// of loops, and the same body. The name of `original`, the op from which
/// `generic` was rebuilt, is tried first. Returns the named op, or `generic` if
/// there is none.
linalg::LinalgOp specializeToNamedOp(RewriterBase &rewriter,
                                     linalg::GenericOp generic,
                                     linalg::LinalgOp original);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OPMODELS_SPECIALIZETONAMEDOP_H
