//===- LayoutPipeline.cpp - Plans the layouts of a whole program ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every stage is a pass of its own, so that timing, IR printing and remarks
// show it. Clean-up runs on the planned functions only: all others come out as
// they went in.
//
//===----------------------------------------------------------------------===//

#include "CleanUp.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Pipelines/Passes.h"
#include "layout/Report/RemainingRewrites.h"
#include "layout/Report/ReportFormat.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include <list>

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPIPELINE
#include "layout/Pipelines/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
struct LayoutPipelinePass
    : layout::impl::LayoutPipelineBase<LayoutPipelinePass> {
  using LayoutPipelineBase::LayoutPipelineBase;

  LogicalResult initialize(MLIRContext *context) override {
    patterns = getCanonicalizationPatterns(context);
    return success();
  }

  void runOnOperation() override {
    managers.clear();
    if (failed(plan()) || failed(finish()))
      signalPassFailure();
  }

private:
  LogicalResult plan();
  LogicalResult finish();

  template <typename... Stages>
  LogicalResult runOnModule(Stages... stages) {
    OpPassManager &manager =
        managers.emplace_back(ModuleOp::getOperationName());
    (manager.addPass(std::move(stages)), ...);
    return runPipeline(manager, getOperation());
  }

  LogicalResult cleanUp() {
    OpPassManager &manager =
        managers.emplace_back(func::FuncOp::getOperationName());
    manager.addPass(createCleanUp(patterns));
    for (func::FuncOp function : getPlannedFunctions(getOperation()))
      if (failed(runPipeline(manager, function)))
        return failure();
    return success();
  }

  FrozenRewritePatternSet patterns;
  /// Timing tells stages apart by their address, so they live to the end.
  std::list<OpPassManager> managers;
};
} // namespace

/// Puts what is only a destination right in front of its first use. Otherwise
/// its place would tell where a rewrite stood that shared it once, and planning
/// a planned program would move it.
static void placeDestinations(func::FuncOp function) {
  SmallVector<tensor::EmptyOp> empties;
  function.walk([&](tensor::EmptyOp op) {
    if (!isFrozen(op))
      empties.push_back(op);
  });
  for (tensor::EmptyOp op : empties) {
    Operation *first = nullptr;
    for (Operation *user : op->getUsers()) {
      Operation *beside = op->getBlock()->findAncestorOpInBlock(*user);
      // A use in another block comes after all of this one.
      if (beside && (!first || beside->isBeforeInBlock(first)))
        first = beside;
    }
    if (first)
      op->moveBefore(first);
  }
}

/// Marks outlive materialization for the clean-up behind it.
static void eraseMarks(func::FuncOp function) {
  function.getBody().walk([](Operation *op) {
    op->removeDiscardableAttr(LayoutDialect::kFrozen);
    op->removeDiscardableAttr(LayoutDialect::kSkip);
  });
}

/// The program in its new layouts.
LogicalResult LayoutPipelinePass::plan() {
  LayoutFreezeOptions freeze;
  freeze.target = target;
  freeze.prefer = prefer;
  freeze.indivisible = indivisible;
  freeze.absorb = absorb;
  LayoutFlowOptions flow;
  flow.strategy = strategy;
  flow.problem = problem;
  flow.plan = planFile;
  flow.calibration = calibration;
  flow.constantLimit = constantLimit;
  flow.visitLimit = visitLimit;
  flow.timeLimit = timeLimit;
  LayoutFoldOptions fold{constantLimit};
  flow.graphForReport = showsGraph(getReportFormat(report));
  flow.testPlantWrongMap = testPlantWrongMap;

  // Raise finds more rewrites in a clean program (x / 1.0 is a copy), and a
  // second run of the pipeline must not find more than the first.
  if (failed(runOnModule(createLayoutSurvey())))
    return failure();
  if (failed(cleanUp()))
    return failure();
  return runOnModule(createLayoutRaise(), createLayoutFreeze(freeze),
                     createLayoutFold(fold), createLayoutFlow(flow),
                     createLayoutFold(fold));
}

LogicalResult LayoutPipelinePass::finish() {
  if (failed(cleanUp()) || failed(runOnModule(createLayoutVerify())))
    return failure();

  // A rewrite says more about itself than the upstream ops it becomes.
  ModuleOp module = getOperation();
  setReportEntry(module, "left", collectRemainingRewrites(module));
  // Reshapes and constants that are made now meet those of the program.
  if (materialize &&
      (failed(runOnModule(createLayoutMaterialize({/*keepMarks=*/true}))) ||
       failed(cleanUp())))
    return failure();
  for (func::FuncOp function : getPlannedFunctions(module)) {
    placeDestinations(function);
    if (materialize)
      eraseMarks(function);
  }
  return runOnModule(createLayoutReport({report}));
}
