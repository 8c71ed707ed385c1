//===- SplitReaders.h - Ops with windows in the shape they read -*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's fusion moves reshapes behind elementwise ops and contractions, but
// not behind ops that index an input by sums of loops, as poolings do. A
// reshape that splits or joins dims which such an op indexes by one loop each
// can be moved behind it by splitting these loops.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FOLD_SPLITREADERS_H
#define LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FOLD_SPLITREADERS_H

#include "layout/Algebra/IndexMap.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// Whether the op of `operand` is no elementwise op or contraction, may be
/// changed, and can read the operand with dims that have been split by the
/// row-major reshape `split`.
bool canReadSplit(OpOperand &operand, const IndexMap &split);

/// Lets the op of `operand` read `value`, which is the operand with dims that
/// have been split by `split`:
///
///   %1 = layout.layout_transform %0 by <(d0, d1, d2) -> (d0, d1 * 16 + d2)>
///       : tensor<9x2x16xf32> to tensor<9x32xf32>
///   %2 = linalg.generic {maximum of (h * 2 + i, c)}
///       ins(%1, ... : tensor<9x32xf32>, ...) -> tensor<4x32xf32>
///
/// becomes
///
///   %1 = linalg.generic {maximum of (h * 2 + i, b, e)}
///       ins(%0, ... : tensor<9x2x16xf32>, ...) -> tensor<4x2x16xf32>
///   %2 = layout.layout_transform %1 by <(d0, d1, d2) -> (d0, d1 * 16 + d2)>
///       : tensor<4x2x16xf32> to tensor<4x32xf32>
///
/// This must be possible (`canReadSplit`).
void readSplit(RewriterBase &rewriter, OpOperand &operand, Value value,
               const IndexMap &split);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FOLD_SPLITREADERS_H
