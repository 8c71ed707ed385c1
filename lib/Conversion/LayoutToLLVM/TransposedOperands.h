//===- TransposedOperands.h - Operands to transpose -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_LAYOUTTOLLVM_TRANSPOSEDOPERANDS_H
#define LAYOUT_LIB_CONVERSION_LAYOUTTOLLVM_TRANSPOSEDOPERANDS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// The inputs of `op` that alone keep it from vectors of `lanes` elements along
/// the last dim of its result, because they have another dim innermost, and
/// each element of which is used so often that transposing them takes less time
/// than going without such vectors: the keys of attention, whose channels are
/// innermost and added up. Empty if something else keeps the op from vectors.
SmallVector<OpOperand *> findOperandsToTranspose(linalg::LinalgOp op,
                                                 int64_t lanes);

/// Makes the dim of an input innermost that the last dim of the result indexes:
///
///   %0 = linalg.generic {... (m, n, k) -> (n, k) ...}
///          ins(%x, %y : tensor<64x32xf32>, tensor<48x32xf32>)
///
/// becomes
///
///   %y1 = linalg.transpose ins(%y : tensor<48x32xf32>)
///           permutation = [1, 0]
///   %0 = linalg.generic {... (m, n, k) -> (k, n) ...}
///          ins(%x, %y1 : tensor<64x32xf32>, tensor<32x48xf32>)
void transposeOperand(RewriterBase &rewriter, linalg::GenericOp op,
                      OpOperand &operand);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_LAYOUTTOLLVM_TRANSPOSEDOPERANDS_H
