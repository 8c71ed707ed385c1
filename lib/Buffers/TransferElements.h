//===- TransferElements.h - Transfers one by one ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERS_TRANSFERELEMENTS_H
#define LAYOUT_LIB_BUFFERS_TRANSFERELEMENTS_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Replaces a transfer of a vector of static shape by loads or stores of its
/// elements. Elements that are masked out or out of bounds are not touched.
void transferElements(RewriterBase &rewriter, vector::TransferReadOp op);
void transferElements(RewriterBase &rewriter, vector::TransferWriteOp op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERS_TRANSFERELEMENTS_H
