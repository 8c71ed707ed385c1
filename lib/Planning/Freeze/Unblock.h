//===- Unblock.h - Blocked ops with whole dims ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program may come with ops that are blocked for another machine. Preferences
// name whole dims, so such an op is first written with these.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_UNBLOCK_H
#define LAYOUT_LIB_PLANNING_FREEZE_UNBLOCK_H

#include "layout/Analysis/CriticalOps.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// An op with whole dims that computes what a blocked op does.
struct Unblocked {
  linalg::LinalgOp op;
  /// For each operand, the map from its whole dims to those of the blocked op,
  /// of which those that follow each other in every operand are one dim.
  SmallVector<IndexMap> layouts;
  /// Replacement of the result of the blocked op.
  Value result;
};

/// Creates a critical op with one loop for each channel, m, n or k of `op`,
/// whose loops for it are joined, in front of `op`, which stays:
///
///   %r = linalg.mmt4d ins(%a, %b : tensor<2x4x8x1xf32>, tensor<3x4x8x1xf32>)
///       outs(%c : tensor<2x3x8x8xf32>) -> tensor<2x3x8x8xf32>
///
/// becomes, with %am, %bm, %cm being layout transforms of %a, %b, %c,
///
///   %1 = linalg.generic ...  // indices (m, k), (n, k) -> (m, n)
///       ins(%am, %bm : tensor<16x4xf32>, tensor<24x4xf32>)
///       outs(%cm : tensor<16x24xf32>)
///   %r = layout.layout_transform %1 by <(m, n) ->
///       (m floordiv 8, n floordiv 8, m mod 8, n mod 8)>
///
/// Fails, without a change, if a part of a channel, m, n or k is in an index
/// with other loops or of dynamic extent, or if the body uses loop indices;
/// `reason` says so: "requires ..., found ...".
FailureOr<Unblocked> unblock(RewriterBase &rewriter, linalg::LinalgOp op,
                             const CriticalOp &critical, std::string &reason);

/// Whether the blocked op, of which `whole` is the plain form, has the layouts
/// of `option`.
bool hasLayouts(const Unblocked &whole, OpLayoutAttr option);

/// Erases the plain form of a blocked op, which stays.
void erase(RewriterBase &rewriter, const Unblocked &whole);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_UNBLOCK_H
