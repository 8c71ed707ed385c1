//===- VerifyRules.h - Rules that fit their ops -----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_VERIFYRULES_H
#define LAYOUT_LIB_DIALECT_VERIFYRULES_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Checks the rules that callbacks and LayoutRuleOpInterface state for the ops
/// in `root`. Reports at the op each that does not fit it: another number of
/// ports than of operands and results, a factor, an extent or an access that
/// LayoutRule::getError refuses, a port of another shape than its value, or
/// factors that are not the loops of a structured op. Passes that plan call it
/// first, because such a rule would index out of bounds. The verifier of the
/// dialect checks rules in attributes.
LogicalResult verifyLayoutRules(Operation *root);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_VERIFYRULES_H
