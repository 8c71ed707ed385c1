//===- GroupedLoops.h - Ops on groups and their members ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 80 channels in 8 groups of 10 are a dim of 8 in front of one of 10, or of one
// that begins with these 10, as that of 10 * h * w elements. Both together are
// a dim of 80 in front of what is left: one of h * w, or nothing. No element
// moves.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_GROUPEDLOOPS_H
#define LAYOUT_LIB_PLANNING_FREEZE_GROUPEDLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// The loops of a structured op that number groups and, in groups of `size`,
/// their members and what these consist of.
struct GroupedLoops {
  unsigned groups;
  unsigned members;
  int64_t size;
  /// The number of elements that a member consists of.
  int64_t rest;
};

/// Dims `dim` and `dim + 1` of a value, in the same way.
struct GroupedDims {
  unsigned dim;
  int64_t size;
  int64_t rest;

  bool operator==(const GroupedDims &other) const {
    return dim == other.dim && size == other.size && rest == other.rest;
  }
};

/// Returns the dims that `loops` index in an operand of `op` by itself, one
/// after the other; nothing if there are none.
std::optional<GroupedDims> getGroupedDims(OpOperand &operand,
                                          const GroupedLoops &loops);

/// Returns the loops that index these dims of an operand, if `joinGroupedLoops`
/// can join them: each operand is indexed by both loops, by that of groups, or
/// by none; what is not indexed by members is smaller than the others; and what
/// sums over members sums over something else as well, in any order.
std::optional<GroupedLoops> getGroupedLoops(linalg::LinalgOp op,
                                            OpOperand &operand,
                                            const GroupedDims &dims);

/// Returns `value` with one dim in the place of `dims`, or with two if members
/// consist of several elements.
Value joinDims(RewriterBase &rewriter, Value value, const GroupedDims &dims);

/// Returns the shape of a value of shape `shape` with joined dims.
SmallVector<int64_t> joinDims(ArrayRef<int64_t> shape, const GroupedDims &dims);

/// The inverse: splits the dim that `joinDims` makes of `dims`.
Value splitDims(RewriterBase &rewriter, Value value, const GroupedDims &dims);

/// Builds `op` with one loop over the members of all groups, and returns the
/// value of each result. Those that are indexed by both loops have joined dims.
/// Operands that are indexed by groups only are broadcast to their members
/// first. A sum over each group is one for each member, and the sum of these:
///
///   %r = linalg.generic ins(%x : tensor<1x8x10x6x6xf32>)
///                       outs(%zero : tensor<1x8xf32>) {
///     // (n, g, c, h, w) -> (n, g)
///     %s = arith.addf %in, %out : f32
///   }
///
/// becomes
///
///   %joined = layout.layout_transform %x
///       by <(n, g, c, h, w) -> (n, g * 10 + c, h, w)>
///   %m = linalg.generic ins(%joined : tensor<1x80x6x6xf32>)
///                       outs(%zero80 : tensor<1x80xf32>) {
///     // (n, c, h, w) -> (n, c)
///     %s = arith.addf %in, %out : f32
///   }
///   %split = layout.layout_transform %m by
///       <(n, c) -> (n, c floordiv 10, c mod 10)>
///   %r = linalg.generic ins(%split : tensor<1x8x10xf32>)
///                       outs(%zero : tensor<1x8xf32>) {
///     // (n, g, c) -> (n, g)
///     %s = arith.addf %out, %in : f32
///   }
SmallVector<Value> joinGroupedLoops(RewriterBase &rewriter, linalg::LinalgOp op,
                                    const GroupedLoops &loops);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_GROUPEDLOOPS_H
