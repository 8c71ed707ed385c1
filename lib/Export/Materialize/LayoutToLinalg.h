//===- LayoutToLinalg.h - Layout ops as upstream ops ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass `layout-materialize` (Passes.td) for one op.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXPORT_MATERIALIZE_LAYOUTTOLINALG_H
#define LAYOUT_LIB_EXPORT_MATERIALIZE_LAYOUTTOLINALG_H

#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Replace a layout op by upstream ops on tensors. A map with digit form
/// becomes reshapes around at most one transpose; any other map becomes a
/// linalg.generic that writes through it.
void materialize(RewriterBase &rewriter, LayoutTransformOp op);
void materialize(RewriterBase &rewriter, PadOp op);
void materialize(RewriterBase &rewriter, CropOp op);

/// Whether a crop is known to have no elements: one of its sizes is 0, or it
/// starts after the last element of its source.
bool hasNoElements(CropOp op);

/// Creates the constant scalar that a pad adds, at the insertion point.
Value createPadElement(OpBuilder &builder, PadOp op);

/// Replaces a transform of static shape by a linalg.pack or linalg.unpack if
/// one of them computes its map, together with a pad in front of it or a crop
/// after it that completes the last tiles. Returns whether it did so.
bool materializeAsPack(RewriterBase &rewriter, LayoutTransformOp op);

/// Replaces a rewrite of several layout ops, a transform with a pad in front of
/// it or a crop after it, by one linalg.generic that reads the source once and
/// writes the result once (GatherInterface.h). Returns whether it did so: sizes
/// that change must be static, and the inverse of the map must be known.
bool materializeAsGather(RewriterBase &rewriter, const Rewrite &rewrite);

} // namespace mlir::layout

#endif // LAYOUT_LIB_EXPORT_MATERIALIZE_LAYOUTTOLINALG_H
