//===- Fold.h - Parts of layout-fold ----------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. The pass first folds rewrites (transforms, pads and
// crops of this dialect) with each other, then folds them into constants.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FOLD_FOLD_H
#define LAYOUT_LIB_PLANNING_FOLD_FOLD_H

#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::layout {

/// Returns whether `op` is a transform, a pad or a crop; `op` may be null.
inline bool isRewrite(Operation *op) {
  return isa_and_nonnull<LayoutTransformOp, PadOp, CropOp>(op);
}

/// Returns the rewrites of a function that are neither frozen nor skipped, in
/// preorder of the dominator tree. In this order, if a rewrite does not
/// dominate the next one, it dominates none of the later ones.
SmallVector<Operation *> collectRewrites(func::FuncOp function,
                                         DominanceInfo &dominance);

/// Cancels, merges and deduplicates the rewrites of a function.
void foldRewrites(func::FuncOp function);

/// Returns the map from indices of the result of a static pad, crop or
/// transform to indices of its source. Returns nothing if it is not known.
std::optional<AffineMap> getSourceIndex(Operation *op);

/// Returns the source of a chain of rewrites that ends with `op`, if its result
/// is proved to be that value. All rewrites between them are static, and none
/// is marked.
Value findEqualSource(Operation *op);

/// Whether `op`, which may be null, is a structured op, or one of arith or the
/// like on tensors, with one result, each element of which depends on elements
/// of the operands by indexing maps.
bool isElementwise(Operation *op);

/// The indexing map of an operand of such an op.
AffineMap getElementwiseMap(OpOperand &operand);

/// Whether `operand` is a destination of which its structured op reads nothing.
bool isUnread(OpOperand &operand);

/// Creates `op`, an elementwise op without indexing maps, on operands of the
/// shape `shape` at the insertion point.
Value rebuildWithShape(RewriterBase &rewriter, Operation *op,
                       ArrayRef<int64_t> shape, ValueRange operands);

/// Creates a tensor operand of an elementwise op with other sizes at the
/// insertion point if its elements need not be moved: it is rematerializable,
/// or a destination of which the op reads nothing. Returns null otherwise.
Value rematerialize(RewriterBase &rewriter, OpOperand &operand,
                    ArrayRef<OpFoldResult> sizes);

/// Runs elementwise ops, whose operands are padded and whose results are all
/// cropped again, on the data alone. Returns whether there were any.
bool cropElementwiseOps(func::FuncOp function);

/// Runs elementwise ops, whose operands are crops and whose results are all
/// padded again, on what was cropped, if that moves less. Returns whether there
/// were any.
bool padElementwiseOps(func::FuncOp function);

/// Rewrites each group of ops that ends with one of `ends`, of which a group
/// may have several. Returns whether there were any. A `Group` is made of its
/// first end, `collect`s its ops, and adds what its `rewrite` erases to a set.
template <typename Group, typename End>
bool rewriteGroups(func::FuncOp function, ArrayRef<End> ends) {
  IRRewriter rewriter(function.getContext());
  bool isChanged = false;
  llvm::SmallPtrSet<Operation *, 8> erased;
  for (End end : ends) {
    if (erased.contains(end) || end->use_empty())
      continue;
    Group group(end);
    if (!group.collect(end))
      continue;
    group.rewrite(rewriter, erased);
    isChanged = true;
  }
  return isChanged;
}

/// Folds rewrites of constants of at most `limit` bytes into new constants.
/// Returns the number and the bytes of constants that are stored in an
/// additional layout afterwards. With `record`, new constants say in which
/// layout they are (StoredLayout.h).
Tally foldIntoConstants(ModuleOp module, ArrayRef<func::FuncOp> functions,
                        uint64_t limit, bool record);

/// Erases `op` if it is unused, then the rewrites that only it used. Adds what
/// it erases to `erased`.
void eraseIfUnused(Operation *op, llvm::SmallPtrSetImpl<Operation *> &erased);

/// Returns the bytes that a rewrite from `source` to `result` reads and writes
/// at run time, or 0 if a size is dynamic.
int64_t getRewriteBytes(Type source, Type result);

/// Returns the options of a remark of this pass about `op`.
remark::RemarkOpts getFoldRemark(StringRef name, Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FOLD_FOLD_H
