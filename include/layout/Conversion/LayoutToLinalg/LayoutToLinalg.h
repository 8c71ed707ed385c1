//===- LayoutToLinalg.h - Layout ops as upstream ops ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass is `layout-materialize` (Passes.td); this is what it does to one op.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_LAYOUTTOLINALG_LAYOUTTOLINALG_H
#define LAYOUT_CONVERSION_LAYOUTTOLINALG_LAYOUTTOLINALG_H

#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Each replaces the op by upstream ops on tensors. A digit map becomes
/// reshapes around at most one transpose, any other map a generic that writes
/// through it.
void materialize(RewriterBase &rewriter, LayoutTransformOp op);
void materialize(RewriterBase &rewriter, PadOp op);
void materialize(RewriterBase &rewriter, CropOp op);

/// The constant that stands for what a pad puts there, at the insertion point.
Value createPadElement(OpBuilder &builder, PadOp op);

/// Replaces the op by one linalg.pack or linalg.unpack if its shape is static
/// and its map cuts tiles as they do, together with the pad in front of it or
/// the crop behind it that fill or empty the last tiles. Returns whether it has
/// done so.
bool materializeAsPack(RewriterBase &rewriter, LayoutTransformOp op);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_LAYOUTTOLINALG_LAYOUTTOLINALG_H
