//===- LinalgRule.h - Layout rules of structured ops ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_INTERFACES_LINALGRULE_H
#define LAYOUT_INTERFACES_LINALGRULE_H

#include "layout/Interfaces/LayoutRule.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// The rule of any structured op on tensors, read off its indexing maps; its
/// factors are the loops. Nothing if a loop's extent cannot be told.
std::optional<LayoutRule> getLinalgRule(linalg::LinalgOp op);

/// Whether every element of the results is the same whatever its place, so
/// that the op may be repeated in any layout instead of being rewritten: no
/// tensor is read, no index is used (`linalg.fill`).
bool isUniform(linalg::LinalgOp op);

/// Whether the results do not depend on the order of the reduction loops: each
/// is combined by one op with a neutral element (a sum, a maximum), up to the
/// rounding of floats. The place of the first of equal maxima does depend.
bool reducesInAnyOrder(linalg::LinalgOp op);

} // namespace mlir::layout

#endif // LAYOUT_INTERFACES_LINALGRULE_H
