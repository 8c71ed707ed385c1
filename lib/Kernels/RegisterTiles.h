//===- RegisterTiles.h - What of a kernel fits in registers -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel computes one tile of its result after the other. The elements of a
// tile stay in vector registers while the sums behind them are added up, so the
// tile is as large as the registers permit: the larger it is, the more often an
// operand is used once it is loaded. In a convolution in NCHW16c
//
//   y[n, f, h, w, g] += x[n, c, h + i, w + j, k] * filter[f, c, i, j, k, g]
//
// loop g becomes a vector of 16 floats, and a tile of 28 iterations of w needs
// 28 registers for y, one for the filter, and one for x[...], which is the same
// in all lanes.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_REGISTERTILES_H
#define LAYOUT_LIB_KERNELS_REGISTERTILES_H

#include "layout/Targets/Machine.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// Which iterations of a structured op are computed together.
struct RegisterTile {
  /// The reduction whose iterations become the lanes of vectors, which are
  /// combined at the end. Without one, the loop over the last dim of the result
  /// becomes a vector.
  std::optional<unsigned> vectorReduction;
  /// The elements of a vector.
  int64_t lanes;
  /// For each loop, how many iterations a tile has: a multiple of `lanes` for
  /// the loop that becomes a vector, 1 for other reductions.
  SmallVector<int64_t> sizes;
  /// The order in which the vectors of a tile are computed, as loops, the one
  /// that changes last first. What is loaded for one vector and used for the
  /// next ones as well is not kept for long.
  SmallVector<unsigned> pointOrder;
  /// The reductions but `vectorReduction` and that over the elements of a group
  /// (GroupedProducts), outermost first: inner ones read adjacent elements.
  SmallVector<int64_t> reductionOrder;
};

/// The iterations of each loop of `op`; for dynamic ones a number that stands
/// for many.
SmallVector<int64_t> estimateLoopRanges(linalg::GenericOp op);

/// Chooses the tile of `op`, whose elements have storage units. Fails, and says
/// why in `reason`, if no loop can become a vector: either elements that are
/// adjacent in the result are adjacent or the same in every operand, or those
/// that are combined to one are so in every input, and may be combined in any
/// order.
FailureOr<RegisterTile> chooseRegisterTile(linalg::GenericOp op,
                                           const Machine &machine,
                                           StringRef &reason);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_REGISTERTILES_H
