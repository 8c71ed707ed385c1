//===- FoldRewrites.cpp - Rewrites that are one, or none ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One sweep in dominance order. When a rewrite is met, everything above it is
// folded already, so a few calls of its own folder finish it, and the time is
// linear in the number of rewrites.
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;
using namespace mlir::layout;

/// The linear order in which `map` lays out a tensor, where it has a digit
/// form; else the map itself.
static IndexMapAttr getOrder(const IndexMap &map, ArrayRef<int64_t> shape) {
  std::optional<MixedRadixMap> digits = map.getDigits(shape);
  std::optional<int64_t> points = getNumPoints(shape);
  // Below the outermost place a dynamic digit has no weight to spell with.
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
  void deduplicate(Operation *op);
  void eraseUnused();
  void replace(Operation *op, Value value, StringRef what);

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    inserted.push_back(op);
    erased.erase(op); // A new op may stand where an old one was.
  }
  void notifyOperationErased(Operation *op) override {
    erased.insert(op);
    // The key it was noted under may be another by now.
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
  /// Orders by map and type; programs repeat few of them.
  DenseMap<std::pair<Attribute, Type>, IndexMapAttr> orders;
  /// The last rewrite with given operands and key.
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

/// Whether anything changed.
bool RewriteFolder::foldOnce(Operation *op) {
  // What is marked is not looked through.
  Operation *source = op->getOperand(0).getDefiningOp();
  if (isRewrite(source) && isFrozen(source))
    return false;
  SmallVector<Attribute> noConstants(op->getNumOperands());
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(noConstants, results)))
    return false;
  if (results.empty()) {
    remark::passed(op->getLoc(), getFoldRemark("merged", op)) << remark::add(
        "{0} merged with the one it read", op->getName().stripDialect());
    return true;
  }
  replace(op, cast<Value>(results.front()), "cancelled");
  return true;
}

/// What makes two rewrites of the same operands equal but for the result type.
Attribute RewriteFolder::getKey(Operation *op) {
  auto transform = dyn_cast<LayoutTransformOp>(op);
  if (!transform)
    return op->getAttrDictionary();
  RankedTensorType type = transform.getSource().getType();
  IndexMapAttr &order = orders[{transform.getMap(), type}];
  if (!order)
    order = getOrder(transform.getIndexMap(), type.getShape());
  DictionaryAttr others = op->getDiscardableAttrDictionary();
  if (others.empty())
    return order;
  return ArrayAttr::get(op->getContext(), {order, others});
}

/// Reads `op` off an earlier rewrite of the same value that lies in the same
/// order: the op is that rewrite, or a view of it that moves nothing.
void RewriteFolder::deduplicate(Operation *op) {
  Operation *&earlier = last[{getKey(op), op->getOperands()}];
  if (earlier == op)
    return;
  bool reaches = earlier && !earlier->use_empty() &&
                 dominance.properlyDominates(earlier, op);
  if (!reaches) {
    earlier = op;
    return;
  }
  Value result = earlier->getResult(0);
  if (result.getType() == op->getResult(0).getType())
    return replace(op, result, "deduplicated");

  auto transform = cast<LayoutTransformOp>(op);
  RankedTensorType from = cast<RankedTensorType>(result.getType());
  std::optional<IndexMap> view = IndexMap::getReshape(
      from.getShape(), transform.getResult().getType().getShape(),
      op->getContext());
  if (!view || transform.isFree())
    return;
  remark::passed(op->getLoc(), getFoldRemark("shared", op)) << remark::add(
      "layout_transform is a view of an equal one: {0} bytes saved",
      getRewriteBytes(transform.getSource().getType(),
                      transform.getResult().getType()));
  transform.getSourceMutable().assign(result);
  transform.setMapAttr(IndexMapAttr::get(*view));
}

void RewriteFolder::fold(Operation *op) {
  while (!op->use_empty() && foldOnce(op)) {
  }
  if (op->use_empty())
    return;
  rewriter.setInsertionPoint(op);
  inserted.clear();
  Location loc = op->getLoc();
  StringRef name = op->getName().stripDialect();
  remark::RemarkOpts merged = getFoldRemark("merged", op);
  bool readsRewrite = isRewrite(op->getOperand(0).getDefiningOp());
  if (failed(applicator.matchAndRewrite(op, rewriter)))
    return deduplicate(op);
  if (readsRewrite)
    remark::passed(loc, merged)
        << remark::add("{0} merged with the one it read", name);
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
  // A view stays on a rewrite that others read; by now they may be gone.
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
}
