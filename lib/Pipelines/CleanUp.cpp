//===- CleanUp.cpp - Canonicalization that keeps marked ops ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CleanUp.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A concatenation of values whose sizes a cast has hidden is one of the values
/// themselves: exporters hide the sizes of the two slices of a roll.
struct ConcatOfCasts : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp concat,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> inputs;
    bool hidesSizes = false;
    for (Value input : concat.getInputs()) {
      auto cast = input.getDefiningOp<tensor::CastOp>();
      bool hides = tensor::canFoldIntoConsumerOp(cast);
      inputs.push_back(hides ? cast.getSource() : input);
      hidesSizes |= hides;
    }
    if (!hidesSizes)
      return failure();
    SmallVector<Type> types(ValueRange(inputs).getTypes());
    RankedTensorType type =
        tensor::ConcatOp::inferResultType(concat.getDim(), types);
    // What the result says of its sizes beyond that is kept by a cast.
    Value result = tensor::ConcatOp::create(rewriter, concat.getLoc(), type,
                                            concat.getDim(), inputs);
    if (type != concat.getType())
      result = tensor::CastOp::create(rewriter, concat.getLoc(),
                                      concat.getType(), result);
    rewriter.replaceOp(concat, result);
    return success();
  }
};
} // namespace

FrozenRewritePatternSet
layout::getCanonicalizationPatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, context);
  patterns.add<ConcatOfCasts>(context);
  return std::move(patterns);
}

namespace {
/// Makes ops that are not to be touched differ from all others as long as it
/// lives. Of frozen ops that are equal one is enough.
class Distinction {
public:
  explicit Distinction(func::FuncOp function) : function(function) {
    Builder builder(function.getContext());
    int64_t number = 0;
    function.getBody().walk([&](Operation *op) {
      if (isSkipped(op))
        op->setDiscardableAttr(kName, builder.getI64IntegerAttr(number++));
    });
  }
  ~Distinction() {
    function.walk([](Operation *op) { op->removeDiscardableAttr(kName); });
  }

private:
  static constexpr StringLiteral kName = "layout.distinct";

  func::FuncOp function;
};

struct CleanUp : PassWrapper<CleanUp, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CleanUp)

  explicit CleanUp(FrozenRewritePatternSet patterns)
      : patterns(std::move(patterns)) {}

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
    Distinction distinction(getOperation());
    DominanceInfo dominance(getOperation());
    bool changed = false;
    mlir::eliminateCommonSubExpressions(rewriter, dominance, getOperation(),
                                        &changed);
    return changed;
  }

  void canonicalize() {
    SmallVector<Operation *> ops;
    getOperation().getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isFrozen(op))
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
};
} // namespace

std::unique_ptr<OperationPass<func::FuncOp>>
layout::createCleanUp(FrozenRewritePatternSet patterns) {
  return std::make_unique<CleanUp>(std::move(patterns));
}
