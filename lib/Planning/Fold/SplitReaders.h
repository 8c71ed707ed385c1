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
// reshape that joins dims can be moved behind such an op if one loop indexes
// the joined dim: this loop is split as the dim was.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FOLD_SPLITREADERS_H
#define LAYOUT_LIB_PLANNING_FOLD_SPLITREADERS_H

#include "layout/Algebra/IndexMap.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// Whether `op` is a structured op on tensors of static shape that has indices
/// which are no loops, as those of windows, and is not frozen.
bool mayReadSplit(Operation *op);

/// Whether the op of `operand`, which may be changed, can read `operand` with
/// dims that are split by the row-major reshape `split`. That is the inverse of
/// the reshape in front of `operand`, which joins these dims.
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

#endif // LAYOUT_LIB_PLANNING_FOLD_SPLITREADERS_H
