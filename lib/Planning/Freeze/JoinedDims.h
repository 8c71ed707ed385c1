//===- JoinedDims.h - Matmuls with rows in several dims ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of rows are blocks of one dim. A matmul whose rows are in several dims
// that follow each other in all operands gets them on the rows as one dim; one
// without such a request keeps its dims, so that it can read them in other
// orders.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_JOINEDDIMS_H
#define LAYOUT_LIB_PLANNING_FREEZE_JOINEDDIMS_H

#include "layout/Analysis/CriticalOps.h"
#include "layout/Targets/Preferences.h"

namespace mlir::layout {

/// Replaces a contraction by one with one dim for the rows, columns or
/// contracted elements that `requested` cuts into blocks, if these are in
/// several dims:
///
///   %0 = linalg.contract indexing_maps = [(a, b, n, k) -> (a, b, k),
///                                         (a, b, n, k) -> (k, n),
///                                         (a, b, n, k) -> (a, b, n)]
///       ins(%x, %w : tensor<2x16x8xf32>, tensor<8x32xf32>) outs(%z)
///
/// becomes, for data in "MK16m",
///
///   %1 = tensor.collapse_shape %x [[0, 1], [2]]
///   %2 = tensor.collapse_shape %z [[0, 1], [2]]
///   %3 = linalg.generic {indexing_maps = [(m, n, k) -> (m, k), ...]}
///       ins(%1, %w : tensor<32x8xf32>, tensor<8x32xf32>) outs(%2)
///   %0 = tensor.expand_shape %3 [[0, 1], [2]]
///
/// Returns nothing, and changes nothing, if no dims are to be joined or some do
/// not follow each other in all operands.
std::optional<linalg::LinalgOp> joinCutDims(RewriterBase &rewriter,
                                            linalg::LinalgOp op,
                                            const CriticalOp &critical,
                                            const Preference &requested);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_JOINEDDIMS_H
