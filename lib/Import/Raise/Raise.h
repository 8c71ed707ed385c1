//===- Raise.h - Raising, one kind of op at a time --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. A function that raises an op either replaces it or
// fails without changing the IR.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IMPORT_RAISE_RAISE_H
#define LAYOUT_LIB_IMPORT_RAISE_RAISE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout::raise {

/// Raises a transpose or a generic that moves elements.
LogicalResult raiseCopy(RewriterBase &rewriter, linalg::LinalgOp op);
/// Raises a generic that reads elements of its source several times, along dims
/// of that, such as upsampling.
LogicalResult raiseRepetition(RewriterBase &rewriter, linalg::LinalgOp op);
/// Raises a gather that pads or crops as well.
LogicalResult raiseGather(RewriterBase &rewriter, linalg::LinalgOp op);
/// Raises a scatter that leaves part of its destination as it is.
LogicalResult raiseScatter(RewriterBase &rewriter, linalg::LinalgOp op);
LogicalResult raisePack(RewriterBase &rewriter, linalg::PackOp op);
LogicalResult raiseUnpack(RewriterBase &rewriter, linalg::UnPackOp op);
/// Raises a tensor.expand_shape, tensor.collapse_shape or tensor.reshape.
LogicalResult raiseReshape(RewriterBase &rewriter, Operation *op);

/// Raises a concatenation of all slices of one value.
LogicalResult raiseConcat(RewriterBase &rewriter, tensor::ConcatOp op);

/// Raises a pad at the high ends that only a transform uses.
LogicalResult raisePad(RewriterBase &rewriter, tensor::PadOp op);
/// Raises a slice from offset 0 that is the only user of a transform.
LogicalResult raiseSlice(RewriterBase &rewriter, tensor::ExtractSliceOp op);

/// If `op` yields the result of a branch that reads an element where the index
/// is in bounds, replaces it by a gather (GatherInterface.h), all whose reads
/// are in bounds. Returns that op, or `op` if it is no such gather.
linalg::LinalgOp speculateReads(RewriterBase &rewriter, linalg::LinalgOp op);

/// Puts the loops of an elementwise op in the order of the dims of its result,
/// which is all that other passes look for:
///
///   linalg.generic {indexing_maps = [(a, b) -> (b, a), (a, b) -> (b, a)], ...}
///
/// has the maps (a, b) -> (a, b) then. Fails if they are in that order, or if
/// `op` is another op.
LogicalResult orderLoops(RewriterBase &rewriter, linalg::LinalgOp op);

/// Checks that an op which is marked `layout.rewrite` is one, and removes the
/// mark. An op whose body is not known is replaced by the rewrite that it is
/// marked as. Fails after an error.
LogicalResult raiseMarked(RewriterBase &rewriter, Operation *op);

/// Emits a missed remark that `op` stays as it is, with the reason, and returns
/// failure.
LogicalResult skip(Operation *op, StringRef why);

/// Returns whether layout ops may use values of `type`: a ranked tensor with
/// elements and without an encoding, because an encoding may define a layout of
/// its own.
bool isPlain(Type type);

/// Casts `value` to `type`; returns `value` if it has this type.
Value castTo(RewriterBase &rewriter, Value value, RankedTensorType type);

/// Counts `op` as raised to `last`, and emits a remark.
void noteRaised(Operation *op, Operation *last);

/// Replaces `op` by the result of `last`, the last of a chain of layout ops,
/// and erases a `tensor.empty` that was used as its destination only. Always
/// returns success.
LogicalResult replace(RewriterBase &rewriter, Operation *op, Operation *last);

} // namespace mlir::layout::raise

#endif // LAYOUT_LIB_IMPORT_RAISE_RAISE_H
