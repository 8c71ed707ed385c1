//===- LinalgRule.h - Layout rules of structured ops ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_INTERFACES_LINALGRULE_H
#define LAYOUT_LIB_INTERFACES_LINALGRULE_H

#include "layout/Interfaces/LayoutRule.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// Returns the rule of a structured op on tensors, read off its indexing maps.
/// The factors are the loops. Returns nothing if the extent of a loop cannot be
/// read off a dim, or if the op works on buffers.
std::optional<LayoutRule> getLinalgRule(linalg::LinalgOp op);

/// Whether the elements of the results do not depend on their indices: the op
/// reads no tensor and no index (`linalg.fill`). Such an op can be repeated in
/// any layout in place of a rewrite of its result.
bool producesSplat(linalg::LinalgOp op);

/// Whether the results do not depend on the order of the reduction loops, up to
/// the rounding of floats: each is combined by one op with a neutral element (a
/// sum, a maximum). The index of the first of equal maxima does depend on it.
bool reducesInAnyOrder(linalg::LinalgOp op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_INTERFACES_LINALGRULE_H
