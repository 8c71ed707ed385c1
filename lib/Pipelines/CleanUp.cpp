//===- CleanUp.cpp - Canonicalization that keeps marked ops ---------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CleanUp.h"
#include "layout/Dialect/Layout/Transforms/Scope.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::layout;

KeptOps layout::collectMarkedOps(ArrayRef<func::FuncOp> functions) {
  KeptOps marked;
  for (func::FuncOp function : functions)
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isFrozen(op))
        return WalkResult::advance();
      marked.insert(op);
      return WalkResult::skip();
    });
  return marked;
}

FrozenRewritePatternSet
layout::getCanonicalizationPatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, context);
  return std::move(patterns);
}

namespace {
/// Makes kept ops differ from all others as long as it lives.
class Distinction {
public:
  explicit Distinction(const KeptOps &kept) : kept(kept) {
    int64_t number = 0;
    visit([&](Operation *op) {
      Builder builder(op->getContext());
      op->setDiscardableAttr(kName, builder.getI64IntegerAttr(number++));
    });
  }
  ~Distinction() {
    visit([](Operation *op) { op->removeDiscardableAttr(kName); });
  }

private:
  static constexpr StringLiteral kName = "layout.kept";

  void visit(function_ref<void(Operation *)> callback) const {
    for (Operation *op : kept)
      op->walk(callback);
  }

  const KeptOps &kept;
};

struct CleanUp : PassWrapper<CleanUp, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CleanUp)

  CleanUp(FrozenRewritePatternSet patterns, const KeptOps &kept)
      : patterns(std::move(patterns)), kept(kept) {}

  StringRef getName() const override { return "LayoutCleanUp"; }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, getOperation()->getRegions());
    // What has become one value may let a pattern match, and the other way
    // round: a clean program is one that neither changes.
    eliminateCommonSubExpressions(rewriter);
    do
      canonicalize();
    while (eliminateCommonSubExpressions(rewriter));
  }

private:
  bool eliminateCommonSubExpressions(RewriterBase &rewriter) {
    Distinction distinction(kept);
    DominanceInfo dominance(getOperation());
    bool changed = false;
    mlir::eliminateCommonSubExpressions(rewriter, dominance, getOperation(),
                                        &changed);
    return changed;
  }

  void canonicalize() {
    SmallVector<Operation *> ops;
    getOperation().getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (kept.contains(op))
        return WalkResult::skip();
      ops.push_back(op);
      return WalkResult::advance();
    });
    GreedyRewriteConfig config;
    config.setScope(&getOperation().getBody())
        .setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    // Whether it has converged does not matter: every state is a right one.
    (void)applyOpPatternsGreedily(ops, patterns, config);
  }

  FrozenRewritePatternSet patterns;
  const KeptOps &kept;
};
} // namespace

std::unique_ptr<OperationPass<func::FuncOp>>
layout::createCleanUp(FrozenRewritePatternSet patterns, const KeptOps &kept) {
  return std::make_unique<CleanUp>(std::move(patterns), kept);
}
