//===- LayoutPipeline.cpp - The stages of layout-pipeline -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Pipelines/Passes.h"
#include "layout/Report/PlanReport.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::layout;

static std::string getText(const OpPassManager &passes) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  passes.printAsTextualPipeline(stream);
  return text;
}

void layout::buildLayoutPipeline(
    OpPassManager &manager, const LayoutPipelineOptions &options,
    function_ref<void(OpPassManager &)> addPartition, ReportReader readReport) {
  auto flow = options.forPass<LayoutFlowOptions>();
  flow.forReport = readReport || showsGraph(getReportFormat(options.report))
                       ? ForReport::Graph
                       : ForReport::Files;
  auto fold = options.forPass<LayoutFoldOptions>();
  fold.recordLayouts = !options.hostWeights.empty();
  // Behind each stage from the one that puts ops in layouts on.
  auto verify = options.forPass<LayoutVerifyOptions>();
  verify.requirements = VerifiedLayouts::AskedOfTarget;
  LayoutCleanUpOptions lastCleanUp;
  lastCleanUp.forms = CleanUpForms::Planned;
  lastCleanUp.eraseMarks = options.materialize;

  manager.addPass(createLayoutSurvey(options.forPass<LayoutSurveyOptions>(),
                                     readReport || !options.report.empty()));
  // Raise finds more rewrites in a clean program (x / 1.0 is a copy), and a
  // second run of the pipeline must not find more than the first.
  LayoutCleanUpOptions firstCleanUp;
  firstCleanUp.forms = CleanUpForms::Planning;
  auto addRaise = [&](OpPassManager &passes) {
    passes.addPass(createLayoutCleanUp(firstCleanUp));
    passes.addPass(createLayoutEvaluateConstants(
        options.forPass<LayoutEvaluateConstantsOptions>()));
    passes.addPass(createLayoutHoist());
    passes.addPass(createLayoutRaise());
  };
  // Rewrites in other spellings have become equal, and so have ops that read
  // them.
  LayoutCleanUpOptions foldedCleanUp;
  foldedCleanUp.forms = CleanUpForms::Present;
  auto addFold = [&](OpPassManager &passes) {
    passes.addPass(createLayoutFold(fold));
    passes.addPass(createLayoutCleanUp(foldedCleanUp));
  };
  addRaise(manager);
  manager.addPass(
      createLayoutLegalize(options.forPass<LayoutLegalizeOptions>()));
  if (options.foldBatchNorm) {
    // Reshapes of filters are constants then.
    manager.addPass(createLayoutFold(fold));
    manager.addPass(createLayoutFoldBatchNorm());
  }
  if (addPartition)
    addPartition(manager);
  manager.addPass(createLayoutFreeze(options.forPass<LayoutFreezeOptions>()));
  if (!options.choices.empty())
    manager.addPass(createLayoutExtractChoices(
        options.forPass<LayoutExtractChoicesOptions>()));
  manager.addPass(createLayoutVerify(verify));
  addFold(manager);
  LayoutVerifyOptions verifyAll = verify;
  verifyAll.requirements = VerifiedLayouts::Asked;
  auto addFlow = [&](OpPassManager &passes, const LayoutFlowOptions &planning) {
    passes.addPass(createLayoutFlow(planning));
    passes.addPass(createLayoutVerify(verify));
  };
  auto addCleanUp = [&](OpPassManager &passes) {
    passes.addPass(createLayoutDropConstraints());
    passes.addPass(createLayoutCancelReshapes());
    passes.addPass(createLayoutFold(fold));
    passes.addPass(createLayoutPrepareConstants());
    passes.addPass(options.materialize ? createLayoutCleanUp()
                                       : createLayoutCleanUp(lastCleanUp));
    passes.addPass(createLayoutVerify(verifyAll));
  };
  auto addMaterialize = [&](OpPassManager &passes) {
    // A layout op says more about a rewrite than the upstream ops it becomes.
    passes.addPass(
        createLayoutListRewrites(options.forPass<LayoutListRewritesOptions>()));
    if (!options.materialize)
      return;
    // Marks stay until the reshapes and constants that are made here have been
    // merged with those of the program.
    LayoutMaterializeOptions materialize;
    materialize.keep = KeptAttributes::Marks;
    passes.addPass(createLayoutMaterialize(materialize));
    passes.addPass(createLayoutVerify(verify));
    passes.addPass(createLayoutCleanUp(lastCleanUp));
  };
  LayoutFlowOptions baseline = flow;
  baseline.baseline = true;
  baseline.placement = false;
  flow.keepUnplanned = true;
  OpPassManager fallback(ModuleOp::getOperationName());
  auto verifyPlan = options.forPass<LayoutVerifyPlanOptions>();

  addFlow(manager, flow);
  addFlow(fallback, baseline);
  verifyPlan.fallback = getText(fallback);
  manager.addPass(createLayoutVerifyPlan(verifyPlan, fallback));
  addCleanUp(manager);
  addCleanUp(fallback);
  // Plans what the program has become, as a second run would, but for the ops
  // that are frozen.
  OpPassManager lower(ModuleOp::getOperationName());
  LayoutMaterializeOptions keepAll;
  keepAll.keep = KeptAttributes::All;
  LayoutCleanUpOptions markedCleanUp = lastCleanUp;
  markedCleanUp.eraseMarks = false;
  lower.addPass(createLayoutMaterialize(keepAll));
  lower.addPass(createLayoutCleanUp(markedCleanUp));
  OpPassManager plan(ModuleOp::getOperationName());
  LayoutFlowOptions next = flow;
  next.keepUnplanned = false;
  LayoutVerifyPlanOptions verifyNext;
  verifyNext.strict = true;
  addRaise(plan);
  addFold(plan);
  addFlow(plan, next);
  plan.addPass(createLayoutVerifyPlan(verifyNext));
  addCleanUp(plan);
  LayoutPlanAgainOptions again;
  again.lower = getText(lower);
  again.plan = getText(plan);
  // A limit of time is one of all plans.
  if (options.timeLimit != 0)
    again.rounds = 0;
  manager.addPass(createLayoutPlanAgain(again, lower, plan));
  addMaterialize(manager);
  addMaterialize(fallback);
  verifyPlan.allowLess = true;
  verifyPlan.fallback = getText(fallback);
  manager.addPass(createLayoutVerifyPlan(verifyPlan, fallback));
  if (options.placement)
    manager.addPass(createLayoutVerifyPlacement());
  manager.addPass(createLayoutReport(options.forPass<LayoutReportOptions>(),
                                     std::move(readReport)));
  // The functions for callers are not part of what is planned and reported.
  manager.addPass(createLayoutHost(options.forPass<LayoutHostOptions>()));
  if (options.materialize) {
    manager.addPass(createLayoutMaterialize());
    // A second run plans these functions, and must find them clean.
    LayoutCleanUpOptions newCleanUp;
    newCleanUp.forms = CleanUpForms::Host;
    manager.addPass(createLayoutCleanUp(newCleanUp));
  }
}

/// Adds the stages to a pipeline on modules.
static LogicalResult
addLayoutPipeline(OpPassManager &manager, const LayoutPipelineOptions &options,
                  function_ref<LogicalResult(const Twine &)> emitError) {
  // Adding a pass on modules elsewhere would abort.
  if (manager.getNesting() == OpPassManager::Nesting::Explicit &&
      manager.getOpAnchorName() != ModuleOp::getOperationName() &&
      manager.getOpName())
    return emitError("requires 'layout-pipeline' in a pipeline on '" +
                     ModuleOp::getOperationName() + "', found one on '" +
                     manager.getOpAnchorName() + "'");
  buildLayoutPipeline(manager, options);
  return success();
}

void layout::registerLayoutPipeline() {
  registerPipelineWithOptions<LayoutPipelineOptions>(
      "layout-pipeline", "Plans the layouts of a whole program",
      addLayoutPipeline);
}
