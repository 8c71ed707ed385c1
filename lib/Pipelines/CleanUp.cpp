//===- CleanUp.cpp - layout-clean-up --------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexUnitDims.h"
#include "UnitWindows.h"
#include "layout/Analysis/ModuleFunctions.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/ExternalModels/ExternalModels.h"
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
#include <unordered_map>

#define DEBUG_TYPE "layout-clean-up"
ALWAYS_ENABLED_STATISTIC(numCleanUps, "Rounds of canonicalization and CSE");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTCLEANUP
#include "layout/Pipelines/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Returns the canonicalization patterns of all dialects and ops in `context`,
/// and those that the option `index-unit-dims` adds.
static FrozenRewritePatternSet getPatterns(MLIRContext *context,
                                           bool indexesUnitDims) {
  RewritePatternSet patterns(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(patterns, context);
  populateTensorCleanUpPatterns(patterns);
  populateBufferizationCleanUpPatterns(patterns);
  if (indexesUnitDims)
    populateIndexUnitDimsPatterns(patterns);
  return std::move(patterns);
}

namespace {
/// While it lives, gives each op that is marked `layout.skip` a number as an
/// attribute, so that no two of them are equal for CSE. Equal frozen ops may
/// become one.
class Distinction {
public:
  explicit Distinction(func::FuncOp function) : function(function) {
    Builder builder(function.getContext());
    int64_t number = 0;
    function.getBody().walk([&](Operation *op) {
      if (isSkipped(op))
        op->setDiscardableAttr(kName, builder.getI64IntegerAttr(number++));
    });
    isNeeded = number > 0;
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

static bool eliminateCommonSubExpressions(func::FuncOp function,
                                          RewriterBase &rewriter) {
  Distinction distinction(function);
  DominanceInfo dominance(function);
  bool changed = false;
  mlir::eliminateCommonSubExpressions(rewriter, dominance, function, &changed);
  return changed;
}

/// Replaces indices that are poison by 0, which refines the program. Upstream's
/// patterns take each constant offset and size of a slice for an integer, and
/// crash. Returns whether there were any.
static bool replacePoisonIndices(func::FuncOp function,
                                 RewriterBase &rewriter) {
  bool changed = false;
  function.getBody().walk([&](ub::PoisonOp op) {
    if (!op.getType().isIndex() || isFrozen(op))
      return;
    changed = true;
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(
        op, getValueOrCreateConstantIndexOp(rewriter, op.getLoc(),
                                            rewriter.getIndexAttr(0)));
  });
  return changed;
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
/// the arguments of regions upstream's patterns do so. Returns whether there
/// were any.
static bool removeUnchangedArguments(func::FuncOp function,
                                     RewriterBase &rewriter) {
  bool changed = false, changedOnce = false;
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
    changedOnce |= changed;
  } while (changed);
  return changedOnce;
}

/// Erases blocks that are not reached, and arguments that each branch passes
/// alike. Returns whether there were any.
static bool simplifyBlocks(func::FuncOp function, RewriterBase &rewriter) {
  bool erased =
      succeeded(eraseUnreachableBlocks(rewriter, function->getRegions()));
  return removeUnchangedArguments(function, rewriter) || erased;
}

namespace {
/// Collects the ops that patterns insert or change. Nearly always none of them
/// equals another op, which takes less time to find out than to eliminate
/// common subexpressions of the whole function.
class ChangedOps : public RewriterBase::Listener {
public:
  /// Whether elimination of common subexpressions may change `function`, if it
  /// could not before the collected changes.
  bool mayEqualOthers(func::FuncOp function) const;

private:
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    add(op);
  }
  void notifyOperationModified(Operation *op) override { add(op); }
  void notifyOperationReplaced(Operation *op, ValueRange) override {
    llvm::for_each(op->getUsers(), [&](Operation *user) { add(user); });
  }
  void notifyOperationErased(Operation *op) override { ops.erase(op); }

  /// An op changes together with those in its body.
  void add(Operation *op) {
    for (; op && !isa<func::FuncOp>(op); op = op->getParentOp())
      ops.insert(op);
  }

  DenseSet<Operation *> ops;
};
} // namespace

/// Whether two ops are equal but for their locations, and one may replace the
/// other if it has no side effects.
static bool areEqual(Operation *op, Operation *other) {
  Region *region = op->getParentRegion(),
         *otherRegion = other->getParentRegion();
  return op != other && op->getName() == other->getName() &&
         (region->isAncestor(otherRegion) || otherRegion->isAncestor(region)) &&
         OperationEquivalence::isEquivalentTo(
             op, other, OperationEquivalence::IgnoreLocations);
}

/// Of how many ops one is searched that equals another; if there are more, it
/// is taken for equal, so that the time is linear.
static constexpr unsigned mostSearched = 64;

/// Whether another op equals `op`, which has operands: a user of one of them.
static bool mayEqualUserOfOperand(Operation *op) {
  for (Value operand : op->getOperands())
    if (!operand.hasNUsesOrMore(mostSearched))
      return llvm::any_of(operand.getUsers(),
                          [&](Operation *user) { return areEqual(op, user); });
  return true;
}

bool ChangedOps::mayEqualOthers(func::FuncOp function) const {
  // Ops without operands, by their hash.
  std::unordered_map<size_t, SmallVector<Operation *, 1>> leaves;
  bool isAnyDead = false;
  function.getBody().walk([&](Operation *op) {
    isAnyDead |= op->use_empty() && isOpTriviallyDead(op);
    if (op->getNumOperands() == 0 && op->getNumRegions() == 0)
      leaves[OperationEquivalence::computeHash(
                 op, OperationEquivalence::ignoreHashValue,
                 OperationEquivalence::ignoreHashValue,
                 OperationEquivalence::IgnoreLocations)]
          .push_back(op);
  });
  if (isAnyDead)
    return true;
  for (auto &[hash, equal] : leaves)
    for (Operation *op : equal)
      if (ops.contains(op) && (equal.size() > mostSearched ||
                               llvm::any_of(equal, [&](Operation *other) {
                                 return areEqual(op, other);
                               })))
        return true;
  return llvm::any_of(ops, [](Operation *op) {
    if (op->hasTrait<OpTrait::IsTerminator>())
      return false;
    return op->getNumOperands() == 0 ? op->getNumRegions() != 0
                                     : mayEqualUserOfOperand(op);
  });
}

/// Applies the patterns to ops that are not frozen and to new ones. Returns
/// whether something has changed.
static bool canonicalize(func::FuncOp function,
                         const FrozenRewritePatternSet &patterns,
                         ChangedOps &changes) {
  SmallVector<Operation *> ops;
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isFrozen(op))
      return WalkResult::skip();
    ops.push_back(op);
    return WalkResult::advance();
  });
  GreedyRewriteConfig config;
  config.setScope(&function.getBody())
      .setStrictness(GreedyRewriteStrictness::ExistingAndNewOps)
      .setListener(&changes);
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
    patterns = getPatterns(context, indexUnitDims);
    return success();
  }

  void runOnOperation() override {
    const auto &scope = getAnalysis<PlanningScope>();
    for (func::FuncOp function :
         onlyNew ? scope.getNewFunctions() : scope.getFunctions()) {
      cleanUp(function);
      if (addUnitWindows)
        layout::addUnitWindows(function);
      if (dropUnitWindows)
        layout::dropUnitWindows(function);
      if (placeDestinations)
        ::placeDestinations(function);
    }
    if (eraseMarks)
      ::eraseMarks(getOperation());
  }

private:
  void cleanUp(func::FuncOp function) {
    IRRewriter rewriter(&getContext());
    simplifyBlocks(function, rewriter);
    // Values that have become one may let a pattern match, and the other way
    // round.
    eliminateCommonSubExpressions(function, rewriter);
    unsigned numRounds = 0;
    bool mayBeEqual, hasOtherBlocks;
    do {
      ChangedOps changes;
      mayBeEqual = replacePoisonIndices(function, rewriter);
      if (canonicalize(function, patterns, changes))
        mayBeEqual |= changes.mayEqualOthers(function);
      // Branches that have been folded leave blocks that are not reached.
      hasOtherBlocks = simplifyBlocks(function, rewriter);
      mayBeEqual |= hasOtherBlocks;
      ++numRounds;
    } while (mayBeEqual && (eliminateCommonSubExpressions(function, rewriter) ||
                            hasOtherBlocks));
    numCleanUps += numRounds;
    LAYOUT_DEBUG(llvm::dbgs() << "@" << function.getName() << " is clean after "
                              << numRounds << " rounds\n");
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
