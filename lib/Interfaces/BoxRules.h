//===- BoxRules.h - Rules of ops that put a box into a tensor ---*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pads, crops, slices and concatenations relate a box to the larger tensor that
// contains it. Their rules and rewrites differ only in which of the two is the
// operand. The factors are the dims of the larger tensor; the dims of the box
// are pieces of them.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_INTERFACES_BOXRULES_H
#define LAYOUT_LIB_INTERFACES_BOXRULES_H

#include "layout/Interfaces/LayoutRule.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::layout {

/// Returns how a dim of size `size` accesses `factor`, of extent `extent`, when
/// the box begins at `offset`: the whole factor if the box certainly covers it,
/// else a piece.
Access getPieceAccess(unsigned factor, int64_t extent, OpFoldResult offset,
                      int64_t size);

/// Returns the port of a box of type `box` at `offsets` in a tensor of type
/// `larger`, whose dims are the factors; both have the same rank.
PortRule getBoxPort(RankedTensorType box, RankedTensorType larger,
                    ArrayRef<OpFoldResult> offsets);

/// The meaning of a list with one entry per dim.
enum class PerDim { Offset, Size, Stride };

/// Returns the list for a tensor of shape `shape` after its dims have been laid
/// out by `layout`. Whole dims keep their entries. In a split dim, either the
/// entry of the outermost digit is divided by its stride (sizes and offsets are
/// multiples of it), and the inner digits are covered completely, or one index
/// of the dim is one index of each digit. A dim that the layout pads is a whole
/// dim before and after, or a piece without the padding.
///
///   offsets [0, 16], layout (d0, d1 floordiv 8, d1 mod 8)  ->  [0, 2, 0]
///   sizes   [4, 32], layout (d0, d1 floordiv 8, d1 mod 8)  ->  [4, 4, 8]
///   offsets [0, 21], layout (d0, d1 floordiv 8, d1 mod 8)  ->  [0, 2, 5]
///   sizes   [4, 1],  layout (d0, d1 floordiv 8, d1 mod 8)  ->  [4, 1, 1]
SmallVector<OpFoldResult> splitEntries(PerDim kind,
                                       ArrayRef<OpFoldResult> entries,
                                       ArrayRef<MixedRadix> layout,
                                       ArrayRef<int64_t> shape,
                                       MLIRContext *context);

} // namespace mlir::layout

#endif // LAYOUT_LIB_INTERFACES_BOXRULES_H
