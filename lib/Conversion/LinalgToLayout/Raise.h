//===- Raise.h - Raising, one kind of op at a time --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. A function raises its op as a whole or fails before
// it has changed anything.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_LINALGTOLAYOUT_RAISE_H
#define LAYOUT_LIB_CONVERSION_LINALGTOLAYOUT_RAISE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout::raise {

LogicalResult raiseCopy(RewriterBase &rewriter, linalg::LinalgOp op);
LogicalResult raisePack(RewriterBase &rewriter, linalg::PackOp op);
LogicalResult raiseUnpack(RewriterBase &rewriter, linalg::UnPackOp op);
/// tensor.expand_shape, collapse_shape and reshape.
LogicalResult raiseReshape(RewriterBase &rewriter, Operation *op);

/// A pad behind the ends that only a transform reads.
LogicalResult raisePad(RewriterBase &rewriter, tensor::PadOp op);
/// A slice of the beginnings that alone reads a transform.
LogicalResult raiseSlice(RewriterBase &rewriter, tensor::ExtractSliceOp op);

/// The value of padding as an attribute; null if it is no constant.
Attribute getConstantElement(Value value);

/// Leaves `op` and says why in a missed remark; always fails.
LogicalResult leave(Operation *op, StringRef why);

/// Whether a layout op may read or make `type`: a ranked tensor without an
/// encoding, which would say itself how it lies, and with elements to move.
bool isPlain(Type type);

/// `value` itself where it is of that type already.
Value castTo(RewriterBase &rewriter, Value value, RankedTensorType type);

/// Puts the result of `last`, the end of a chain of layout ops, in the place of
/// `op`, and erases a destination that only `op` needed. Always succeeds.
LogicalResult replace(RewriterBase &rewriter, Operation *op, Operation *last);

} // namespace mlir::layout::raise

#endif // LAYOUT_LIB_CONVERSION_LINALGTOLAYOUT_RAISE_H
