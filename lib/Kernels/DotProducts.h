//===- DotProducts.h - Instructions for sums of products --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_DOTPRODUCTS_H
#define LAYOUT_LIB_KERNELS_DOTPRODUCTS_H

#include "GroupedProducts.h"
#include "Processor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// Replaces an op on a tile that has the two loops of `products` only by a
/// vector.contract of a group and a vector of groups, extended to 32 bits.
LogicalResult vectorizeProducts(RewriterBase &rewriter, linalg::GenericOp op,
                                const GroupedProducts &products);

/// Replaces each vector.contract that vectorizeProducts made in a kernel, which
/// works on buffers, by the fastest instructions that `processor` has for the
/// signs of its operands. All of them compute the same.
LogicalResult lowerProducts(RewriterBase &rewriter, func::FuncOp kernel,
                            const Processor &processor);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_DOTPRODUCTS_H
