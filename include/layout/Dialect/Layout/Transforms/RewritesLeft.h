//===- RewritesLeft.h - What run time still pays for ------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_TRANSFORMS_REWRITESLEFT_H
#define LAYOUT_DIALECT_LAYOUT_TRANSFORMS_REWRITESLEFT_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// The rewrites of `module` that move run-time data, in program order, as the
/// entries of the report's `left`: dictionaries of `location`, `from` and `to`
/// (maps from common dims), `bytes`, `between` (what makes the source, what
/// reads the result) and `blocked_by` (which neighbours keep it from moving:
/// the function's signature, frozen ops, ops that cannot adapt). Each is a
/// missed remark as well.
ArrayAttr collectRewritesLeft(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_TRANSFORMS_REWRITESLEFT_H
