//===- LayoutPipeline.cpp - Plans the layouts of a whole program ---------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every stage is a pass of its own, so that timing, IR printing and remarks
// show it. Upstream's clean-up runs on the planned functions only: all others
// come out as they went in.
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Transforms/Passes.h"
#include "layout/Dialect/Layout/Transforms/RewritesLeft.h"
#include "layout/Dialect/Layout/Transforms/Scope.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPIPELINE
#include "layout/Dialect/Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
struct LayoutPipelinePass
    : layout::impl::LayoutPipelineBase<LayoutPipelinePass> {
  using LayoutPipelineBase::LayoutPipelineBase;

  void runOnOperation() override {
    if (failed(plan()) || failed(cleanUp()) || failed(finish()))
      signalPassFailure();
  }

private:
  LogicalResult plan();
  LogicalResult cleanUp();
  LogicalResult finish();
};
} // namespace

/// Survey to flow: the program in its new layouts.
LogicalResult LayoutPipelinePass::plan() {
  LayoutFreezeOptions freeze;
  freeze.target = target;
  freeze.prefer = prefer;
  freeze.indivisible = indivisible;
  LayoutFlowOptions flow;
  flow.strategy = strategy;
  flow.testPlantWrongMap = testPlantWrongMap;

  OpPassManager stages(ModuleOp::getOperationName());
  stages.addPass(createLayoutSurvey());
  stages.addPass(createLayoutRaise());
  stages.addPass(createLayoutFreeze(freeze));
  stages.addPass(createLayoutFold());
  stages.addPass(createLayoutFlow(flow));
  stages.addPass(createLayoutFold());
  return runPipeline(stages, getOperation());
}

LogicalResult LayoutPipelinePass::cleanUp() {
  OpPassManager stages(func::FuncOp::getOperationName());
  stages.addPass(createCanonicalizerPass());
  stages.addPass(createCSEPass());
  for (func::FuncOp function : getPlannedFunctions(getOperation()))
    if (failed(runPipeline(stages, function)))
      return failure();
  return success();
}

LogicalResult LayoutPipelinePass::finish() {
  ModuleOp module = getOperation();
  OpPassManager verify(ModuleOp::getOperationName());
  verify.addPass(createLayoutVerify());
  if (failed(runPipeline(verify, module)))
    return failure();

  // A rewrite says more about itself than the upstream ops it becomes.
  setReportEntry(module, "left", collectRewritesLeft(module));
  OpPassManager stages(ModuleOp::getOperationName());
  if (materialize)
    stages.addPass(createLayoutMaterialize());
  stages.addPass(createLayoutReport({report}));
  return runPipeline(stages, module);
}
