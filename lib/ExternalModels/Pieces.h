//===- Pieces.h - Boxes inside tensors under a layout -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pads, crops, slices and concatenations all put a box into a larger one. Their
// rules and rewrites differ only in which of the two is read. The factors are
// the dims of the larger one, of which the smaller one holds pieces.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXTERNALMODELS_PIECES_H
#define LAYOUT_LIB_EXTERNALMODELS_PIECES_H

#include "layout/Interfaces/LayoutRule.h"
#include "layout/Interfaces/PadContents.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::layout {

/// A port whose dims are the factors in order, whole; pinned if the type has an
/// encoding.
PortRule getWholePort(RankedTensorType type);

/// How a dim of the given size holds the piece of `factor` from `offset` on:
/// whole when the piece is all of the factor.
Access getPieceAccess(unsigned factor, int64_t extent, OpFoldResult offset,
                      int64_t size);

/// What a list with one entry per dim holds.
enum class PerDim { Offset, Size, Stride };

/// The list after the dims became `layout`. Whole dims keep their entries; of a
/// split dim the outermost digit takes what its stride leaves of the entry, and
/// the inner ones run from end to end. Dims that the layout pads were whole,
/// and are.
SmallVector<OpFoldResult> splitEntries(PerDim kind,
                                       ArrayRef<OpFoldResult> entries,
                                       ArrayRef<MixedRadix> layout,
                                       ArrayRef<int64_t> shape,
                                       MLIRContext *context);

/// What stands in the padding of one that is made of others.
FailureOr<SmallVector<PadContent>> joinPadContents(ArrayRef<PadContent> parts);

} // namespace mlir::layout

#endif // LAYOUT_LIB_EXTERNALMODELS_PIECES_H
