//===- OpLayout.h - Applies layout options to critical ops ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout option is one element of the attribute `layout.op_layout`: a map and
// padding for every operand and result of a critical op, and the cost of the op
// in these layouts. An op that lists several options leaves the choice to
// `layout-flow`.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_UTILS_OPLAYOUT_H
#define LAYOUT_DIALECT_LAYOUT_UTILS_OPLAYOUT_H

#include "layout/Analysis/CriticalOps.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"

namespace mlir::layout {

/// Succeeds if `op` can take the layouts of `option`; otherwise sets `reason`
/// to a clause without a subject, "requires ..., found ...".
LogicalResult verifyLayoutOption(linalg::LinalgOp op, OpLayoutAttr option,
                                 std::string &reason);

/// Succeeds if `op` can take each option of its `layout.op_layout`, or has
/// none; otherwise emits an error at the op. Options in the attribute are
/// requirements, so one that does not fit is an error.
/// `critical` is null if `op` is not critical.
LogicalResult verifyLayoutOptions(linalg::LinalgOp op,
                                  const CriticalOp *critical);

/// Returns the layouts of the operands of `op` under an option that has been
/// verified, including padding.
FailureOr<SmallVector<OperandLayout>>
getVerifiedOperandLayouts(linalg::LinalgOp op, OpLayoutAttr option);

/// A copy of an op in other layouts.
struct OpClone {
  linalg::LinalgOp op;
  /// Replacements for the results of the original op.
  SmallVector<Value> results;
};

/// Creates `op` in the layouts of `option` in front of it: pads and transforms
/// of its operands, the rebuilt op, and transforms and crops of its results.
/// `op` itself stays. On failure `reason` is set and the IR is unchanged.
FailureOr<OpClone> cloneWithLayout(RewriterBase &rewriter, linalg::LinalgOp op,
                                   OpLayoutAttr option, std::string &reason);

/// Replaces `op` by its clone in the layouts of `option` and returns the clone.
/// On failure `reason` is set and the IR is unchanged.
FailureOr<linalg::LinalgOp> applyOpLayout(RewriterBase &rewriter,
                                          linalg::LinalgOp op,
                                          OpLayoutAttr option,
                                          std::string &reason);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_UTILS_OPLAYOUT_H
