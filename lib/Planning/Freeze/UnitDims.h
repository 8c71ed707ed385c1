//===- UnitDims.h - Dims of size 1 that can be padded -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dim of size 1 that an op accesses at index 0, and not by a loop, can be
// padded without computing on the padding. Reductions get such a dim behind
// those of their results, and elementwise ops that read these follow.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_UNITDIMS_H
#define LAYOUT_LIB_PLANNING_FREEZE_UNITDIMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// The last dim of size 1 of the results of `op` that is accessed at index 0;
/// nothing if some result has none, or not there.
std::optional<unsigned> getUnitDimOfResults(linalg::LinalgOp op);

/// Returns the source of `value` if that is a transform which only drops the
/// last dim, of size 1, as `addUnitDimToResults` makes; null otherwise.
Value getWithUnitDim(Value value);

/// Replaces `op` by one whose results have a dim of size 1 behind the others,
/// at index 0, and returns the replacements of the results, without that dim.
SmallVector<Value> addUnitDimToResults(RewriterBase &rewriter,
                                       linalg::LinalgOp op);

/// A value with a dim of size 1 that readers may access at index 0.
struct ValueWithUnitDim {
  Value value;
  /// The dim; nothing if `value` has none and `getWithUnitDim` returns the one
  /// that has.
  std::optional<unsigned> dim;
};

/// Lets the elementwise ops that read `values`, and those that read their
/// results in turn, access the dims of size 1 at index 0, as far as `mayChange`
/// holds for them: an op that broadcasts a value in the operand alone, another
/// one in all operands of that shape and the results.
void accessUnitDims(RewriterBase &rewriter,
                    SmallVector<ValueWithUnitDim> values,
                    llvm::function_ref<bool(Operation *)> mayChange);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_UNITDIMS_H
