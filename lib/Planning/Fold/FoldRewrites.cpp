//===- FoldRewrites.cpp - Rewrites that are one, or none ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Visits the rewrites of a function once, in dominance order. When a rewrite is
// visited, its source is folded already, so a few calls of its own folder
// suffice, and the time is linear in the number of rewrites.
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Relayout/LoopRelayout.h"
#include "Relayout/UniformContent.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Rewrite/PatternApplicator.h"

#define DEBUG_TYPE "layout-fold"
ALWAYS_ENABLED_STATISTIC(numCancelled, "Rewrites cancelled");
ALWAYS_ENABLED_STATISTIC(numMerged, "Rewrites merged with their source");
ALWAYS_ENABLED_STATISTIC(numDeduplicated, "Rewrites deduplicated");
ALWAYS_ENABLED_STATISTIC(numRecomputed, "Rewrites of equal elements replaced");

using namespace mlir;
using namespace mlir::layout;

/// Returns the map to the one-dimensional tensor that has the same elements in
/// the same row-major order as the result of `map`. Two maps with equal orders
/// differ by a reshape only. Returns `map` itself if it has no digit form.
static IndexMapAttr getOrder(const IndexMap &map, ArrayRef<int64_t> shape) {
  std::optional<MixedRadixMap> digits = map.getDigits(shape);
  std::optional<int64_t> points = getNumPoints(shape);
  // A one-dimensional map cannot express a dynamic inner digit.
  if (!digits || !points || *points == 0)
    return IndexMapAttr::get(map.canonicalize(shape));
  return IndexMapAttr::get(
      IndexMap::get({concat(*digits)}, shape, map.getContext()));
}

namespace {
class RewriteFolder : public RewriterBase::Listener {
public:
  explicit RewriteFolder(func::FuncOp function)
      : dominance(function), rewriter(function.getContext()),
        patterns(getPatterns(function.getContext())), applicator(patterns) {
    rewriter.setListener(this);
    applicator.applyDefaultCostModel();
    rewrites = collectRewrites(function, dominance);
  }

  void run();

private:
  static FrozenRewritePatternSet getPatterns(MLIRContext *context);

  void fold(Operation *op);
  bool foldOnce(Operation *op);
  Attribute getKey(Operation *op);
  bool computeAgain(Operation *op);
  void deduplicate(Operation *op);
  void eraseUnused();
  void replace(Operation *op, Value value, StringRef what);

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    inserted.push_back(op);
    erased.erase(op); // A new op may have the address of an erased one.
  }
  void notifyOperationErased(Operation *op) override {
    erased.insert(op);
    // The key may have changed since the op was recorded, so search the values.
    for (auto &entry : last)
      if (entry.second == op)
        entry.second = nullptr;
  }

  DominanceInfo dominance;
  PatternRewriter rewriter;
  FrozenRewritePatternSet patterns;
  PatternApplicator applicator;
  SmallVector<Operation *> rewrites;
  SmallVector<Operation *> inserted;
  llvm::SmallPtrSet<Operation *, 32> erased;
  /// Cache of `getOrder` by map and source type.
  DenseMap<std::pair<Attribute, Type>, IndexMapAttr> orders;
  /// The last rewrite that was visited with given key and operands.
  DenseMap<std::pair<Attribute, SmallVector<Value, 2>>, Operation *> last;
};
} // namespace

FrozenRewritePatternSet RewriteFolder::getPatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  PadOp::getCanonicalizationPatterns(patterns, context);
  CropOp::getCanonicalizationPatterns(patterns, context);
  return FrozenRewritePatternSet(std::move(patterns));
}

void RewriteFolder::replace(Operation *op, Value value, StringRef what) {
  remark::passed(op->getLoc(), getFoldRemark(what, op)) << remark::add(
      "{0} {1}: {2} bytes saved", op->getName().stripDialect(), what,
      getRewriteBytes(op->getOperand(0).getType(), op->getResult(0).getType()));
  op->getResult(0).replaceAllUsesWith(value);
}

/// Calls the folder of `op` once and returns whether anything changed. A
/// rewrite whose combination with its source is the identity is cancelled:
///
///   %0 = layout.layout_transform %a
///       by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
///       : tensor<8x5xf32> to tensor<2x5x4xf32>
///   %1 = layout.layout_transform %0
///       by <(d0, d1, d2) -> (d0 * 4 + d2, d1)>
///       : tensor<2x5x4xf32> to tensor<8x5xf32>
///
/// Uses of %1 become uses of %a. Other pairs of transforms are merged:
///
///   %1 = layout.layout_transform %0 by <(d0, d1, d2) -> (d1, d0, d2)>
///       : tensor<2x5x4xf32> to tensor<5x2x4xf32>
///
/// becomes
///
///   %1 = layout.layout_transform %a
///       by <(d0, d1) -> (d1, d0 floordiv 4, d0 mod 4)>
///       : tensor<8x5xf32> to tensor<5x2x4xf32>
bool RewriteFolder::foldOnce(Operation *op) {
  // A frozen rewrite must stay, so its users are not folded with it.
  Operation *source = op->getOperand(0).getDefiningOp();
  if (isRewrite(source) && isFrozen(source))
    return false;
  SmallVector<Attribute> noConstants(op->getNumOperands());
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(noConstants, results)))
    return false;
  if (results.empty()) {
    ++numMerged;
    remark::passed(op->getLoc(), getFoldRemark("merged", op)) << remark::add(
        "{0} merged with the one it read", op->getName().stripDialect());
    return true;
  }
  ++numCancelled;
  replace(op, cast<Value>(results.front()), "cancelled");
  return true;
}

/// Computes a value with equal elements, or an empty one, in the shape in which
/// a rewrite has it, and returns whether `op` is such a rewrite:
///
///   %0 = linalg.fill ins(%c) outs(%e) -> tensor<16x12x6xf32>
///   %1 = layout.layout_transform %0
///       by <(d0, d1, d2) -> (d1, (d0 * 6 + d2) floordiv 32,
///                            (d0 * 6 + d2) mod 32)>
///       : tensor<16x12x6xf32> to tensor<12x3x32xf32>
///
/// becomes
///
///   %1 = linalg.fill ins(%c) outs(%f) -> tensor<12x3x32xf32>
bool RewriteFolder::computeAgain(Operation *op) {
  Value source = op->getOperand(0);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto pad = dyn_cast<PadOp>(op);
  if (!isRematerializable(source) || !type.hasStaticShape() ||
      (pad && !getUniformContent(source).fits(PadContent::get(pad.getValue()))))
    return false;
  ++numRecomputed;
  rewriter.setInsertionPoint(op);
  Value computed =
      rematerialize(rewriter, source,
                    getAsIndexOpFoldResult(op->getContext(), type.getShape()));
  replace(op, computed, "computed in place");
  return true;
}

/// Returns a key such that two rewrites of the same operands with equal keys
/// produce the same elements in the same order, perhaps in different shapes.
Attribute RewriteFolder::getKey(Operation *op) {
  auto transform = dyn_cast<LayoutTransformOp>(op);
  if (!transform)
    return op->getAttrDictionary();
  RankedTensorType type = transform.getSource().getType();
  IndexMapAttr &order = orders[{transform.getMap(), type}];
  if (!order)
    order = getOrder(transform.getIndexMap(), type.getShape());
  DictionaryAttr others = op->getDiscardableAttrDictionary();
  bool isCropped = isCheaperWithCrops(op);
  if (others.empty() && !isCropped)
    return order;
  return ArrayAttr::get(
      op->getContext(),
      {order, others, BoolAttr::get(op->getContext(), isCropped)});
}

/// Whether `earlier`, which dominates `op`, only runs if `op` does, but for
/// loops without iterations: it is in the same block or outside of loops. So a
/// rewrite that has lost its users can replace one in a loop.
static bool runsWhenever(Operation *earlier, Operation *op) {
  while (op && op->getBlock() != earlier->getBlock()) {
    op = op->getParentOp();
    if (!isa_and_nonnull<LoopLikeOpInterface>(op))
      return false;
  }
  return op;
}

/// Replaces `op` by an earlier rewrite of the same value with the same order of
/// elements. If only the shapes differ, `op` becomes a reshape of the earlier
/// rewrite, which is free at run time:
///
///   %0 = layout.layout_transform %a by <(d0, d1) -> (d1, d0)>
///       : tensor<8x5xf32> to tensor<5x8xf32>
///   %1 = layout.layout_transform %a by <(d0, d1) -> (d1 * 8 + d0)>
///       : tensor<8x5xf32> to tensor<40xf32>
///
/// becomes
///
///   %0 = layout.layout_transform %a by <(d0, d1) -> (d1, d0)>
///       : tensor<8x5xf32> to tensor<5x8xf32>
///   %1 = layout.layout_transform %0 by <(d0, d1) -> (d0 * 8 + d1)>
///       : tensor<5x8xf32> to tensor<40xf32>
void RewriteFolder::deduplicate(Operation *op) {
  Operation *&earlier = last[{getKey(op), op->getOperands()}];
  if (earlier == op)
    return;
  bool reaches = earlier && dominance.properlyDominates(earlier, op) &&
                 (!earlier->use_empty() || runsWhenever(earlier, op));
  if (!reaches) {
    earlier = op;
    return;
  }
  Value result = earlier->getResult(0);
  LAYOUT_DEBUG(llvm::dbgs() << "equal to an earlier rewrite: " << *op << "\n");
  if (result.getType() == op->getResult(0).getType()) {
    ++numDeduplicated;
    return replace(op, result, "deduplicated");
  }

  auto transform = cast<LayoutTransformOp>(op);
  RankedTensorType from = cast<RankedTensorType>(result.getType());
  std::optional<IndexMap> view = IndexMap::getReshape(
      from.getShape(), transform.getResult().getType().getShape(),
      op->getContext());
  if (!view || transform.isFree())
    return;
  ++numDeduplicated;
  remark::passed(op->getLoc(), getFoldRemark("shared", op)) << remark::add(
      "layout_transform is a view of an equal one: {0} bytes saved",
      getRewriteBytes(transform.getSource().getType(),
                      transform.getResult().getType()));
  transform.getSourceMutable().assign(result);
  transform.setMapAttr(IndexMapAttr::get(*view));
}

/// Folds `op` until nothing changes: by its folder, then by computing its
/// source again, then by canonicalization patterns of pads and crops, then by
/// deduplication.
void RewriteFolder::fold(Operation *op) {
  while (!op->use_empty() && foldOnce(op)) {
  }
  if (op->use_empty() || computeAgain(op))
    return;
  rewriter.setInsertionPoint(op);
  inserted.clear();
  Location loc = op->getLoc();
  StringRef name = op->getName().stripDialect();
  remark::RemarkOpts merged = getFoldRemark("merged", op);
  bool readsRewrite = isRewrite(op->getOperand(0).getDefiningOp());
  if (failed(applicator.matchAndRewrite(op, rewriter))) {
    if (Value source = findEqualSource(op)) {
      ++numCancelled;
      return replace(op, source, "cancelled");
    }
    return deduplicate(op);
  }
  if (readsRewrite) {
    ++numMerged;
    remark::passed(loc, merged)
        << remark::add("{0} merged with the one it read", name);
  }
  for (Operation *next : SmallVector<Operation *>(inserted)) {
    if (isRewrite(next)) {
      rewrites.push_back(next);
      fold(next);
    } else if (isa<CastOpInterface>(next) &&
               llvm::equal(next->getOperandTypes(), next->getResultTypes())) {
      rewriter.replaceOp(next, next->getOperands());
    }
  }
}

void RewriteFolder::eraseUnused() {
  for (Operation *op : llvm::reverse(rewrites))
    if (!erased.contains(op))
      eraseIfUnused(op, erased);
}

void RewriteFolder::run() {
  for (size_t i = 0, end = rewrites.size(); i < end; ++i)
    fold(rewrites[i]);
  // A free reshape is not merged with a rewrite that has other users. They may
  // be gone by now, so free reshapes are visited again.
  eraseUnused();
  last.clear();
  for (Operation *op : SmallVector<Operation *>(rewrites)) {
    if (erased.contains(op))
      continue;
    auto transform = dyn_cast<LayoutTransformOp>(op);
    if (transform && isRewrite(op->getOperand(0).getDefiningOp()) &&
        transform.isFree())
      fold(op);
  }
  eraseUnused();
}

void layout::foldRewrites(func::FuncOp function) {
  RewriteFolder(function).run();
  // The rewrites around these ops may be merged now.
  bool isChanged = cropElementwiseOps(function);
  if (padElementwiseOps(function) || isChanged)
    RewriteFolder(function).run();
}
