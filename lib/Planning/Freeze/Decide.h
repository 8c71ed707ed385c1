//===- Decide.h - Decides about the layouts of an op ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is stated about an op counts in this order: `layout.frozen`,
// `layout.op_layout`, what is required of the values that it reads and
// computes, what its target requires, what the option `prefer` says, and what
// its target prefers. Nothing here changes a program or emits a diagnostic.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_DECIDE_H
#define LAYOUT_LIB_PLANNING_FREEZE_DECIDE_H

#include "Decision.h"

namespace mlir::layout {

/// What is stated, and by which target of an op.
struct Facts {
  const StatedLayouts &statedLayouts;
  const LayoutTarget *device; ///< may be null
};

/// Decides about an op. `critical` are its roles if it gets layouts as a
/// convolution or matmul, else null.
Decision decide(Operation *op, const CriticalOp *critical, const Facts &facts);

/// Decides about an op that has the form which the layouts of `request` need.
Decision decideInForm(linalg::LinalgOp op, const CriticalOp &roles,
                      const OpRequest &request, const Facts &facts);

/// The decision that an op has none of the layouts of `request`. `reason` says
/// why it has not those that were asked for first.
Decision refuse(const OpRequest &request, Reason reason);

/// What counts for an op that was written without the blocks that it had.
struct PlainDecision {
  OpRequest request;
  Decision decision;
};

/// Decides about such an op; nothing if nothing is stated of it.
std::optional<PlainDecision>
decidePlain(linalg::LinalgOp op, const CriticalOp &roles, const Facts &facts);

/// The orders that an op may have that cannot have the preferred layouts.
OperandOrder getOrder(const Preference &preference);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_DECIDE_H
