//===- CleanUp.cpp - layout-clean-up --------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HeldLayouts.h"
#include "Analysis/ModuleFunctions.h"
#include "FactorOrder.h"
#include "IndexUnitDims.h"
#include "JoinedLoops.h"
#include "OpModels/ExternalModels.h"
#include "UnitGroups.h"
#include "UnitWindows.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Pipelines/Passes.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"

#define DEBUG_TYPE "layout-clean-up"
ALWAYS_ENABLED_STATISTIC(numCleanUps, "Rounds of canonicalization and CSE");
ALWAYS_ENABLED_STATISTIC(numCleanedOps, "Ops that these rounds have visited");

/// As many as upstream's canonicalize runs; patterns that undo each other would
/// never end.
static constexpr unsigned maxRounds = 10;

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTCLEANUP
#include "layout/Pipelines/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Returns the canonicalization patterns of all dialects and ops in `context`.
static FrozenRewritePatternSet getPatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, context);
  populateTensorCleanUpPatterns(patterns);
  populateLinalgCleanUpPatterns(patterns);
  populateBufferizationCleanUpPatterns(patterns);
  return {std::move(patterns), getWrongUpstreamPatterns()};
}

namespace {
/// While it lives, gives each op that is marked `layout.skip` a number as an
/// attribute, so that no two of them are equal for CSE, and distinguishes
/// rewrites with crops that would cost more alone from others. Equal frozen ops
/// may become one.
class Distinction {
public:
  explicit Distinction(func::FuncOp function) : function(function) {
    Builder builder(function.getContext());
    int64_t number = 0;
    SmallVector<Operation *> rewrites;
    function.getBody().walk([&](Operation *op) {
      if (isSkipped(op))
        op->setDiscardableAttr(kName, builder.getI64IntegerAttr(number++));
      else if (isCheaperWithCrops(op))
        rewrites.push_back(op);
    });
    for (Operation *rewrite : rewrites)
      rewrite->setDiscardableAttr(kName, builder.getUnitAttr());
    isNeeded = number > 0 || !rewrites.empty();
  }
  ~Distinction() {
    if (isNeeded)
      function.walk([](Operation *op) { op->removeDiscardableAttr(kName); });
  }

private:
  static constexpr StringLiteral kName = "layout.distinct";

  func::FuncOp function;
  bool isNeeded = false; ///< whether some op is marked
};
} // namespace

static void eliminateCommonSubExpressions(func::FuncOp function,
                                          RewriterBase &rewriter) {
  Distinction distinction(function);
  DominanceInfo dominance(function);
  mlir::eliminateCommonSubExpressions(rewriter, dominance, function);
}

/// Replaces indices that are poison by 0, which refines the program. Upstream's
/// patterns take each constant offset and size of a slice for an integer, and
/// crash.
static void replacePoisonIndices(func::FuncOp function,
                                 RewriterBase &rewriter) {
  function.getBody().walk([&](ub::PoisonOp op) {
    if (!op.getType().isIndex() || isFrozen(op))
      return;
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(
        op, getValueOrCreateConstantIndexOp(rewriter, op.getLoc(),
                                            rewriter.getIndexAttr(0)));
  });
}

/// Returns the value that argument `number` of `block` has in each run, if all
/// branches to the block pass this value or the argument itself; else null.
static Value getOnlyValue(Block *block, unsigned number) {
  Value only, argument = block->getArgument(number);
  for (auto pred = block->pred_begin(); pred != block->pred_end(); ++pred) {
    auto branch = dyn_cast<BranchOpInterface>((*pred)->getTerminator());
    if (!branch)
      return nullptr;
    Value passed =
        branch.getSuccessorOperands(pred.getSuccessorIndex())[number];
    if (!passed || (passed != argument && only && passed != only))
      return nullptr;
    if (passed != argument)
      only = passed;
  }
  return only;
}

/// Removes the arguments of blocks that have the same value in each run:
///
///   cf.br ^head(%x, %w : tensor<8xf32>, tensor<3xf32>)
/// ^head(%a: tensor<8xf32>, %v: tensor<3xf32>):
///   ...
///   cf.br ^head(%b, %v : tensor<8xf32>, tensor<3xf32>)
///
/// becomes
///
///   cf.br ^head(%x : tensor<8xf32>)
/// ^head(%a: tensor<8xf32>):
///   ...
///   cf.br ^head(%b : tensor<8xf32>)
///
/// where ^head uses %w, which may be a filter that a loop does not change. For
/// the arguments of regions upstream's patterns do so.
static void removeUnchangedArguments(func::FuncOp function,
                                     RewriterBase &rewriter) {
  bool changed = false;
  auto remove = [&](Block *block) {
    if (block->isEntryBlock())
      return;
    for (unsigned number = block->getNumArguments(); number-- > 0;) {
      Value only = getOnlyValue(block, number);
      if (!only)
        continue;
      rewriter.replaceAllUsesWith(block->getArgument(number), only);
      for (auto pred = block->pred_begin(); pred != block->pred_end(); ++pred) {
        auto branch = cast<BranchOpInterface>((*pred)->getTerminator());
        rewriter.modifyOpInPlace(branch, [&] {
          branch.getSuccessorOperands(pred.getSuccessorIndex()).erase(number);
        });
      }
      block->eraseArgument(number);
      changed = true;
    }
  };
  do {
    changed = false;
    function.walk(remove);
  } while (changed);
}

/// Erases blocks that are not reached, and arguments that each branch passes
/// alike.
static void simplifyBlocks(func::FuncOp function, RewriterBase &rewriter) {
  (void)eraseUnreachableBlocks(rewriter, function->getRegions());
  removeUnchangedArguments(function, rewriter);
}

/// Applies the patterns to the ops of `function` that are not frozen, and to
/// new ones; returns whether that changed the function.
static bool canonicalize(func::FuncOp function,
                         const FrozenRewritePatternSet &patterns) {
  SmallVector<Operation *> ops;
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isFrozen(op))
      return WalkResult::skip();
    ops.push_back(op);
    return WalkResult::advance();
  });
  numCleanedOps += ops.size();
  GreedyRewriteConfig config;
  config.setScope(&function.getBody())
      .setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  bool changed = false;
  // The program is correct whether or not the patterns have converged.
  (void)applyOpPatternsGreedily(ops, patterns, config, &changed);
  return changed;
}

/// Moves each tensor.empty in front of its first use:
///
///   %e = tensor.empty() : tensor<4x2xf32>
///   %1 = linalg.exp ins(%x : ...) outs(%d : ...) -> ...
///   %2 = linalg.transpose ins(%1 : ...) outs(%e : ...) permutation = [1, 0]
///
/// becomes
///
///   %1 = linalg.exp ins(%x : ...) outs(%d : ...) -> ...
///   %e = tensor.empty() : tensor<4x2xf32>
///   %2 = linalg.transpose ins(%1 : ...) outs(%e : ...) permutation = [1, 0]
///
/// Otherwise the place of %e would tell where a rewrite stood that once shared
/// it, and planning a planned program would move it.
static void placeDestinations(func::FuncOp function) {
  SmallVector<tensor::EmptyOp> empties;
  function.walk([&](tensor::EmptyOp op) {
    if (!isFrozen(op))
      empties.push_back(op);
  });
  for (tensor::EmptyOp op : empties) {
    Operation *first = nullptr;
    for (Operation *user : op->getUsers()) {
      Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
      // There is none if the use is in a block that this one dominates.
      if (ancestor && (!first || ancestor->isBeforeInBlock(first)))
        first = ancestor;
    }
    if (first)
      op->moveBefore(first);
  }
}

/// Erases the marks of ops, also in functions that are not planned: upstream
/// tools do not know the dialect that marks belong to. A marked function stays
/// as it is.
static void eraseMarks(ModuleOp module) {
  for (func::FuncOp function : getFunctions(module))
    if (!isMarked(function))
      function.getBody().walk([](Operation *op) { layout::eraseMarks(op); });
}

namespace {
struct LayoutCleanUp : layout::impl::LayoutCleanUpBase<LayoutCleanUp> {
  using LayoutCleanUpBase::LayoutCleanUpBase;

  LogicalResult initialize(MLIRContext *context) override {
    patterns = getPatterns(context);
    return success();
  }

  void runOnProgram() override {
    const auto &scope = getAnalysis<PlanningScope>();
    for (func::FuncOp function : forms == CleanUpForms::Host
                                     ? scope.getNewFunctions()
                                     : scope.getFunctions()) {
      IRRewriter rewriter(&getContext());
      if (forms == CleanUpForms::Present) {
        eliminateCommonSubExpressions(function, rewriter);
        continue;
      }
      holdStatedValues(function);
      if (forms == CleanUpForms::Planning) {
        dropUnitGroups(function, rewriter);
        joinLoops(function, rewriter);
        orderFactors(function, rewriter);
      }
      cleanUp(function);
      if (forms == CleanUpForms::Planning)
        addUnitWindows(function);
      if (forms == CleanUpForms::Planned)
        dropUnitWindows(function);
      if (forms == CleanUpForms::Planned || forms == CleanUpForms::Host)
        placeDestinations(function);
    }
    if (eraseMarks)
      ::eraseMarks(getOperation());
  }

private:
  void cleanUp(func::FuncOp function) {
    IRRewriter rewriter(&getContext());
    unsigned numRounds = 0;
    bool changed = false;
    do {
      // Branches that have been folded leave blocks that are not reached.
      simplifyBlocks(function, rewriter);
      replacePoisonIndices(function, rewriter);
      if (forms == CleanUpForms::Planned)
        indexUnitDims(function, rewriter);
      // Values that have become one may let a pattern match, and the other way
      // round.
      eliminateCommonSubExpressions(function, rewriter);
      changed = canonicalize(function, patterns);
    } while (++numRounds < maxRounds && changed);
    numCleanUps += numRounds;
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
