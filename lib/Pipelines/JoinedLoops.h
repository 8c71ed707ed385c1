//===- JoinedLoops.h - Contractions over fewer loops ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Einsums may have several dims of rows, columns, contracted elements or
// matrices, such as heads and the channels of a head. Targets state layouts of
// matmuls, which have one of each.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PIPELINES_JOINEDLOOPS_H
#define LAYOUT_LIB_PIPELINES_JOINEDLOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Joins the loops of each role of a contraction, if those of columns and of
/// contracted elements follow each other in all operands:
///
///   %0 = linalg.generic {indexing_maps = [(t, h, d, c) -> (t, c),
///                                         (t, h, d, c) -> (c, h, d),
///                                         (t, h, d, c) -> (t, h, d)]}
///       ins(%x, %w : tensor<12x40xf32>, tensor<40x5x8xf32>) outs(%e)
///
/// becomes
///
///   %1 = tensor.collapse_shape %w [[0], [1, 2]]
///   %2 = tensor.collapse_shape %e [[0], [1, 2]]
///   %3 = linalg.matmul ins(%x, %1) outs(%2) -> tensor<12x40xf32>
///   %0 = tensor.expand_shape %3 [[0], [1, 2]]
///
/// Ops without several dims of columns or contracted elements, which include
/// convolutions by 1x1, stay as they are, as do those that are frozen or
/// annotated.
void joinLoops(func::FuncOp function, RewriterBase &rewriter);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PIPELINES_JOINEDLOOPS_H
