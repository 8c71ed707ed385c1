//===- Relayout.h - Other layouts on request --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a schedule or a compiler asks for by itself: one value, or the loops of
// one op, in another layout, as the transform primitives of Relax do
// (R31 in test/promises.md). `applyOpLayout` (OpLayout.h) does so for an op
// with its operands and results.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_RELAYOUT_RELAYOUT_H
#define LAYOUT_LIB_RELAYOUT_RELAYOUT_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

class IndexMap;

/// What became of a value.
struct ValueRelayout {
  Value physical; ///< the value in its layout
  Value logical;  ///< what its users read: the value as it was
};

/// Brings `value`, a ranked tensor, into `layout`, a text in any notation, such
/// as "NCHW -> NCHW16c", and lets its users read what a second rewrite makes of
/// it. Padding holds zeros. On failure `reason` says why the value cannot have
/// the layout, and the IR is unchanged.
///
///   %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
///   %2 = layout.layout_transform %1 by <(j, i) -> (i, j)>
FailureOr<ValueRelayout> relayoutValue(RewriterBase &rewriter, Value value,
                                       StringRef layout, std::string &reason);

/// Replaces `op` by one whose loops are what `map` makes of the indices of its
/// loops; its operands keep their layouts. On failure sets `reason` to a clause
/// without a subject, "requires ..., found ...", and the IR is unchanged.
FailureOr<linalg::LinalgOp> relayoutLoops(RewriterBase &rewriter,
                                          linalg::LinalgOp op,
                                          const IndexMap &map,
                                          std::string &reason);

} // namespace mlir::layout

#endif // LAYOUT_LIB_RELAYOUT_RELAYOUT_H
