//===- TransposedOperands.h - Operands to transpose -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_TRANSPOSEDOPERANDS_H
#define LAYOUT_LIB_KERNELS_TRANSPOSEDOPERANDS_H

#include "layout/Targets/Machine.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// What keeps an op from vectors along its result.
struct TransposedOperands {
  /// The loops over the last dims of the result that fill a vector together,
  /// outermost first: usually one.
  SmallVector<int64_t> loops;
  /// The numbers of inputs in which these are not the last dims.
  SmallVector<unsigned> operands;
};

/// Finds the inputs of `op` that alone keep it from vectors of `lanes` elements
/// along the last dims of its result, because they have another dim innermost,
/// and each element of which is used so often that transposing them takes less
/// time than going without such vectors: the keys of attention, whose channels
/// are innermost and added up. There are none if something else keeps the op
/// from vectors.
TransposedOperands findOperandsToTranspose(linalg::LinalgOp op, int64_t lanes,
                                           const Machine &machine);

/// Makes the dims of inputs innermost that the last dims of the result index,
/// and one loop of several:
///
///   %0 = linalg.generic {... (m, i, j, k) -> (i, j, k) ...}
///          ins(%x, %y : tensor<64x32xf32>, tensor<7x7x32xf32>)
///          outs(%o : tensor<64x7x7xf32>)
///
/// becomes
///
///   %y1 = linalg.transpose ins(%y : tensor<7x7x32xf32>)
///           permutation = [2, 0, 1]
///   %y2 = tensor.collapse_shape %y1 [[0], [1, 2]]
///   %o1 = tensor.collapse_shape %o [[0], [1, 2]]
///   %1 = linalg.generic {... (m, n, k) -> (k, n) ...}
///          ins(%x, %y2 : tensor<64x32xf32>, tensor<32x49xf32>)
///          outs(%o1 : tensor<64x49xf32>)
///   %0 = tensor.expand_shape %1 [[0], [1, 2]]
void transposeOperands(RewriterBase &rewriter, linalg::GenericOp op,
                       const TransposedOperands &transposed);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_TRANSPOSEDOPERANDS_H
