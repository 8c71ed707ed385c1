//===- ProductSums.h - Sums over one factor of products ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_PRODUCTSUMS_H
#define LAYOUT_LIB_KERNELS_PRODUCTSUMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// A tensor of 32 bit integers, and which element of it the loops of an op
/// access.
struct OperandSum {
  Value value;
  AffineMap map;
};

/// For each iteration of the parallel loops of `op`, adds up the elements of
/// 8 bits that all iterations of its reductions read of `operand`, extended to
/// 32 bits. Dims that reductions alone index, such as channels, are added up
/// first; what remains of a convolution are windows on images of one channel.
/// The sum of a constant that has no windows is a constant. Fails if reductions
/// read a part of such a dim only, or elements of it twice, or if the operand
/// is dynamic.
FailureOr<OperandSum> sumOperand(OpBuilder &builder, linalg::GenericOp op,
                                 OpOperand &operand, bool isSigned);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_PRODUCTSUMS_H
