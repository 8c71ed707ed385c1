//===- Fold.h - Parts of layout-fold ----------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass first lets rewrites meet each other, then constants.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FOLD_FOLD_H
#define LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FOLD_FOLD_H

#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Remarks.h"

namespace mlir::layout {

/// Whether `op` is one of the three rewrites.
inline bool isRewrite(Operation *op) {
  return isa_and_nonnull<LayoutTransformOp, PadOp, CropOp>(op);
}

/// The rewrites of a function that may be changed, in preorder of the
/// dominator tree: once a rewrite is met that the last one does not dominate,
/// the last one dominates none of those to come.
SmallVector<Operation *> collectRewrites(func::FuncOp function,
                                         DominanceInfo &dominance);

/// Cancels, merges and deduplicates the rewrites of a function.
void foldRewrites(func::FuncOp function);

/// Folds the rewrites of constants of at most `limit` bytes into the constants.
/// Returns how many constants are then stored in one more layout than before.
Tally foldIntoConstants(ModuleOp module, ArrayRef<func::FuncOp> functions,
                        uint64_t limit);

/// Erases `op` if it is unused, and then the rewrites it read.
void eraseIfUnused(Operation *op, llvm::SmallPtrSetImpl<Operation *> &erased);

/// The bytes that a run-time rewrite from one type to the other touches; 0 if
/// that is not known.
int64_t getRewriteBytes(Type source, Type result);

remark::RemarkOpts getFoldRemark(StringRef name, Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FOLD_FOLD_H
