//===- PlanAgain.cpp - Plans as long as that is cheaper -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/Calibration.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/IR/Marks.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Dialect/Layout/Utils/Utils.h"
#include "layout/Pipelines/Passes.h"
#include "layout/Report/PlanReport.h"
#include "layout/Report/UnplannedProgram.h"
#include "layout/Support/Debug.h"
#include "layout/Support/Saturating.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#define DEBUG_TYPE "layout-plan-again"
ALWAYS_ENABLED_STATISTIC(numRounds, "Rounds of planning again");
ALWAYS_ENABLED_STATISTIC(numCheaper, "Rounds that made a program cheaper");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPLANAGAIN
#include "layout/Pipelines/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
struct LayoutPlanAgain : layout::impl::LayoutPlanAgainBase<LayoutPlanAgain> {
  using LayoutPlanAgainBase::LayoutPlanAgainBase;
  LayoutPlanAgain(const LayoutPlanAgainOptions &options, OpPassManager round)
      : LayoutPlanAgainBase(options), round(std::move(round)) {}

  void getDependentDialects(DialectRegistry &registry) const override {
    LayoutPlanAgainBase::getDependentDialects(registry);
    if (FailureOr<OpPassManager> found = getRound(llvm::nulls());
        succeeded(found))
      found->getDependentDialects(registry);
  }
  LogicalResult initialize(MLIRContext *context) override;
  void runOnProgram() override;

private:
  FailureOr<OpPassManager> getRound(raw_ostream &errors) const;
  bool canGetCheaper();
  int64_t countMoved();
  std::optional<PlanReport> plan();
  bool runRound();

  /// The passes of a round. They need not be registered if they come from C++.
  std::optional<OpPassManager> round;
};
} // namespace

FailureOr<OpPassManager> LayoutPlanAgain::getRound(raw_ostream &errors) const {
  if (round)
    return *round;
  if (passes.empty())
    return OpPassManager(ModuleOp::getOperationName());
  return parsePassPipeline(passes, errors);
}

LogicalResult LayoutPlanAgain::initialize(MLIRContext *context) {
  if (round)
    return success();
  std::string error;
  llvm::raw_string_ostream errors(error);
  FailureOr<OpPassManager> found = getRound(errors);
  if (failed(found))
    return emitError(UnknownLoc::get(context))
           << "requires 'passes' to be a pipeline: " << error;
  round = std::move(*found);
  return success();
}

/// Whether the plan costs in bytes, as prices do.
static bool isInBytes(const PlanCost &plan) {
  return !plan.unit || *plan.unit == Calibration::getBytes().unit;
}

/// The bytes of all rewrites and moves, as planned, without those that passes
/// behind the plan may save in each plan.
static int64_t getPlanned(const PlanReport &report) {
  int64_t sum = 0;
  for (const PlannedMovement &movement : report.movements)
    sum = addSaturating(sum, movement.getSum() - movement.joinableMoves);
  return sum;
}

/// Interrupts at an op that says what layout a value has: lowering a plan
/// erases it.
static WalkResult holdsLayout(Operation *op) {
  bool isHeld = isa<ConstraintOp>(op) ||
                (isa<LayoutTransformOp, PadOp, CropOp>(op) && isMarked(op));
  return isHeld ? WalkResult::interrupt() : WalkResult::advance();
}

/// Whether there is a plan that says nothing which another one might break, and
/// something is moved.
bool LayoutPlanAgain::canGetCheaper() {
  const auto &report = getAnalysis<PlanReport>();
  const auto &unplanned = getAnalysis<UnplannedProgram>();
  if (!report.plan || report.plan->borders || report.statesLayouts ||
      !unplanned.isKept())
    return false;
  // What the plan paid and is part of the program now has to be added to the
  // cost of the next one.
  if (report.plan->prices != 0 && !isInBytes(*report.plan))
    return false;
  return !unplanned.get()->walk(holdsLayout).wasInterrupted() &&
         (countMoved() > 0 || getPlanned(report) > 0);
}

/// The bytes that planned functions move.
int64_t LayoutPlanAgain::countMoved() {
  CallSites calls(getOperation());
  BaselineFigures sum;
  for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
    sum.add(countMovements(function, calls));
  return addSaturating(sum.rewrites, sum.moves);
}

/// Runs the passes of a round and returns their report; nothing if one of them
/// fails, about which nothing is said.
std::optional<PlanReport> LayoutPlanAgain::plan() {
  ModuleOp module = getOperation();
  ScopedDiagnosticHandler silence(&getContext(),
                                  [](Diagnostic &) { return success(); });
  std::optional<PlanReport> report;
  OpPassManager pipeline = *round;
  pipeline.addPass(createSaveReport(report));
  module->setAttr(LayoutDialect::kPlannedAgain, UnitAttr::get(&getContext()));
  if (failed(runPipeline(pipeline, module)))
    report.reset();
  module->removeAttr(LayoutDialect::kPlannedAgain);
  return report;
}

/// The bytes of all moves, as planned, without those that passes behind the
/// plan may save in each plan.
static int64_t getMoves(const PlanReport &report) {
  int64_t sum = 0;
  for (const PlannedMovement &movement : report.movements)
    sum = addSaturating(sum, movement.moves - movement.joinableMoves);
  return sum;
}

/// Adds to the report `first` of a plan what `next` says of a plan of the
/// program that it made. What the first one pays and moves is part of that
/// program, and of the cost of all plans of it.
static void addPlan(PlanReport &first, PlanReport next) {
  PlanCost &plan = *next.plan;
  int64_t prices = first.plan->prices;
  int64_t moves =
      getMoves(next) - plan.moves - (getMoves(first) - first.plan->moves);
  plan.prices = addSaturating(plan.prices, prices);
  plan.moves = addSaturating(plan.moves, moves);
  if (isInBytes(plan))
    for (int64_t *cost : {&plan.cost, &plan.bound})
      *cost = addSaturating(*cost, addSaturating(prices, moves));
  plan.isCapped |= first.plan->isCapped;
  plan.rounds = first.plan->rounds + 1;
  first.plan = std::move(plan);
  first.movements = std::move(next.movements);
  llvm::append_range(first.absorbedReads, next.absorbedReads);
  first.files = std::move(next.files);
  first.graphs = std::move(next.graphs);
  first.values = std::move(next.values);
  first.copies = next.copies;
}

/// Whether `next`, a report of a program that moves `nextMoved` bytes, is
/// better than `report` of one that moves `moved`: it is cheaper, or it says
/// what its program moves, while passes behind the plan of `report` have saved
/// some of that.
static bool isBetter(const PlanReport &report, int64_t moved,
                     const PlanReport &next, int64_t nextMoved) {
  // A calibration is not part of what is counted, while moves that no plan
  // changes are not part of the cost.
  if (report.plan->unit)
    return next.plan->cost < report.plan->cost - report.plan->prices;
  int64_t cost = addSaturating(nextMoved, next.plan->prices);
  return cost < moved || (cost == moved && moved < getPlanned(report) &&
                          nextMoved >= getPlanned(next));
}

/// Plans the program once more. Returns whether that is better; it stays as it
/// was if not.
bool LayoutPlanAgain::runRound() {
  ++numRounds;
  ModuleOp module = getOperation();
  PlanReport report = getAnalysis<PlanReport>();
  PlanningScope scope = getAnalysis<PlanningScope>();
  UnplannedProgram unplanned = std::move(getAnalysis<UnplannedProgram>());
  UnplannedProgram present(module);
  present.keep(module, report);
  int64_t moved = countMoved();

  // The passes add to what they find.
  auto &begun = getAnalysis<PlanReport>();
  begun.absorbedReads.clear();
  begun.graphs.clear();
  begun.values.clear();
  std::optional<PlanReport> next = plan();
  getAnalysisManager().invalidate(AnalysisManager::PreservedAnalyses());
  getAnalysis<PlanningScope>() = std::move(scope);
  getAnalysis<UnplannedProgram>() = std::move(unplanned);
  int64_t nextMoved = next ? countMoved() : 0;
  if (!next || !next->plan || !isBetter(report, moved, *next, nextMoved)) {
    present.restore(module, getAnalysis<PlanReport>());
    getAnalysisManager().invalidate(AnalysisManager::PreservedAnalyses());
    return false;
  }
  ++numCheaper;
  addPlan(report, std::move(*next));
  getAnalysis<PlanReport>() = std::move(report);
  func::FuncOp function = getAnalysis<PlanningScope>().getFunctions().front();
  remark::passed(function.getLoc(),
                 getRemark("again", "layout-plan-again", function))
      << remark::add("planned again, the program moves {0} bytes, {1} before",
                     nextMoved, moved);
  return true;
}

void LayoutPlanAgain::runOnProgram() {
  if (!canGetCheaper()) {
    markAllAnalysesPreserved();
    return;
  }
  for (unsigned number = 0; number < rounds && runRound(); ++number)
    ;
}

std::unique_ptr<Pass>
layout::createLayoutPlanAgain(const LayoutPlanAgainOptions &options,
                              OpPassManager round) {
  return std::make_unique<LayoutPlanAgain>(options, std::move(round));
}
