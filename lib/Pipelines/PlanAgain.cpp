//===- PlanAgain.cpp - Plans as long as that is cheaper -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/NestedPipeline.h"
#include "Report/UnplannedProgram.h"
#include "layout/Analysis/Calibration.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "layout/Pipelines/Passes.h"
#include "layout/Report/PlanReport.h"
#include "layout/Support/Debug.h"
#include "layout/Support/Saturating.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Threading.h"

#define DEBUG_TYPE "layout-plan-again"
ALWAYS_ENABLED_STATISTIC(numRounds, "Rounds of planning again");
ALWAYS_ENABLED_STATISTIC(numBetter, "Rounds that made a program better");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPLANAGAIN
#include "layout/Pipelines/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
/// While it lives, nothing that this thread says about ops of a context is
/// heard. Pipelines on other modules may run in other threads.
class ThreadSilence {
public:
  explicit ThreadSilence(MLIRContext *context)
      : handler(context, [thread = llvm::get_threadid()](Diagnostic &) {
          return success(llvm::get_threadid() == thread);
        }) {}

private:
  ScopedDiagnosticHandler handler;
};

struct LayoutPlanAgain : layout::impl::LayoutPlanAgainBase<LayoutPlanAgain> {
  using LayoutPlanAgainBase::LayoutPlanAgainBase;
  LayoutPlanAgain(const LayoutPlanAgainOptions &options, OpPassManager lower,
                  OpPassManager plan)
      : LayoutPlanAgainBase(options), lowerPasses(std::move(lower)),
        planPasses(std::move(plan)) {}

  void getDependentDialects(DialectRegistry &registry) const override {
    LayoutPlanAgainBase::getDependentDialects(registry);
    lowerPasses.getDependentDialects(registry, lower);
    planPasses.getDependentDialects(registry, plan);
  }
  LogicalResult initialize(MLIRContext *context) override {
    lowerPasses.initialize("lower", lower);
    planPasses.initialize("plan", plan);
    return success();
  }
  void runOnProgram() override;

private:
  bool canGetBetter();
  int64_t countMoved();
  LogicalResult run(OpPassManager passes);
  std::optional<int64_t> lowerAndCount();
  bool planLowered();

  NestedPipeline lowerPasses, planPasses; ///< of `lower` and `plan`
};
} // namespace

/// Runs `passes` on the module, which go on with the report. If one of them
/// fails, nothing is said. All analyses but the scope, the report and the
/// program without a plan are gone then.
LogicalResult LayoutPlanAgain::run(OpPassManager passes) {
  ModuleOp module = getOperation();
  PlanningScope scope = getAnalysis<PlanningScope>();
  UnplannedProgram unplanned = std::move(getAnalysis<UnplannedProgram>());
  std::optional<PlanReport> report;
  passes.addPass(createSaveReport(report));
  {
    ThreadSilence silence(&getContext());
    module->setAttr(LayoutDialect::kPlannedAgain, UnitAttr::get(&getContext()));
    if (failed(runPipeline(passes, module)))
      report.reset();
    module->removeAttr(LayoutDialect::kPlannedAgain);
  }
  getAnalysisManager().invalidate(AnalysisManager::PreservedAnalyses());
  getAnalysis<PlanningScope>() = std::move(scope);
  getAnalysis<UnplannedProgram>() = std::move(unplanned);
  if (!report)
    return failure();
  getAnalysis<PlanReport>() = std::move(*report);
  return success();
}

//===----------------------------------------------------------------------===//
// Bytes that plans and programs move
//===----------------------------------------------------------------------===//

/// The bytes of all moves, as planned, without those that passes behind the
/// plan may save in each plan.
static int64_t getPlannedMoves(const PlanReport &report) {
  int64_t sum = 0;
  for (const PlannedMovement &movement : report.movements)
    sum = addSaturating(sum, movement.moves - movement.joinableMoves);
  return sum;
}

/// Returns the planned bytes of all rewrites, and of moves as
/// `getPlannedMoves` counts them.
static int64_t getPlanned(const PlanReport &report) {
  int64_t sum = getPlannedMoves(report);
  for (const PlannedMovement &movement : report.movements)
    sum = addSaturating(sum, movement.rewrites);
  return sum;
}

/// The bytes that planned functions move.
int64_t LayoutPlanAgain::countMoved() {
  CallSites calls(getOperation());
  BaselineFigures sum;
  for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
    sum.add(countMovements(function, calls));
  return addSaturating(sum.rewrites, sum.moves);
}

/// Lowers the program and returns the bytes that it moves then; nothing if that
/// fails.
std::optional<int64_t> LayoutPlanAgain::lowerAndCount() {
  if (failed(run(lowerPasses.get())))
    return std::nullopt;
  return countMoved();
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

/// Interrupts at an op that says what layout a value has, since lowering a plan
/// erases it, and at those that are offloaded together.
static WalkResult holdsLayout(Operation *op) {
  bool isHeld = isa<ConstraintOp>(op) ||
                op->hasAttr(LayoutDialect::kPartition) ||
                (isa<LayoutTransformOp, PadOp, CropOp>(op) && isMarked(op));
  return isHeld ? WalkResult::interrupt() : WalkResult::advance();
}

/// Whether there is a plan that says nothing which another one might break, and
/// something is moved.
bool LayoutPlanAgain::canGetBetter() {
  const auto &report = getAnalysis<PlanReport>();
  const auto &unplanned = getAnalysis<UnplannedProgram>();
  if (!report.plan || report.plan->borders || report.statesLayouts ||
      !unplanned.isKept())
    return false;
  // Costs are compared with what is counted.
  if (report.plan->unit && *report.plan->unit != Calibration::getBytes().unit)
    return false;
  return !unplanned.get()->walk(holdsLayout).wasInterrupted() &&
         (countMoved() > 0 || getPlanned(report) > 0);
}

/// Adds to the report `first` of a plan what `next` says of a plan of the
/// program that it made. What the first one pays and moves is part of that
/// program, and of the cost of all plans of it.
static void addPlan(PlanReport &first, PlanReport next) {
  PlanCost &plan = *next.plan;
  int64_t prices = first.plan->prices;
  int64_t moves = getPlannedMoves(next) - plan.moves -
                  (getPlannedMoves(first) - first.plan->moves);
  plan.prices = addSaturating(plan.prices, prices);
  plan.moves = addSaturating(plan.moves, moves);
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
  int64_t cost = addSaturating(nextMoved, next.plan->prices);
  return cost < moved || (cost == moved && moved < getPlanned(report) &&
                          nextMoved >= getPlanned(next));
}

/// Plans the lowered program. Returns whether there is a plan that proves a
/// bound, which is the one of the report then.
bool LayoutPlanAgain::planLowered() {
  ++numRounds;
  // The passes add to what they find.
  auto &report = getAnalysis<PlanReport>();
  report.absorbedReads.clear();
  report.graphs.clear();
  report.values.clear();
  return succeeded(run(planPasses.get())) && getAnalysis<PlanReport>().plan;
}

void LayoutPlanAgain::runOnProgram() {
  if (failed(lowerPasses.verify(getOperation())) ||
      failed(planPasses.verify(getOperation())))
    return signalPassFailure();
  if (rounds == 0 || !canGetBetter()) {
    markAllAnalysesPreserved();
    return;
  }
  ModuleOp module = getOperation();
  PlanReport report = getAnalysis<PlanReport>();
  UnplannedProgram best(module);
  best.keep(module, report);
  std::optional<int64_t> moved = lowerAndCount();
  for (unsigned number = 0; moved && number < rounds && planLowered();
       ++number) {
    PlanReport next = getAnalysis<PlanReport>();
    UnplannedProgram planned(module);
    planned.keep(module, next);
    std::optional<int64_t> nextMoved = lowerAndCount();
    if (!nextMoved || !isBetter(report, *moved, next, *nextMoved))
      break;
    ++numBetter;
    func::FuncOp function = getAnalysis<PlanningScope>().getFunctions().front();
    remark::passed(function.getLoc(),
                   getRemark("again", "layout-plan-again", function))
        << remark::add("planned again, the program moves {0} bytes, {1} before",
                       *nextMoved, *moved);
    addPlan(report, std::move(next));
    best = std::move(planned);
    moved = nextMoved;
  }
  best.restore(module, getAnalysis<PlanReport>());
  getAnalysisManager().invalidate(AnalysisManager::PreservedAnalyses());
  getAnalysis<PlanReport>() = std::move(report);
}

std::unique_ptr<Pass>
layout::createLayoutPlanAgain(const LayoutPlanAgainOptions &options,
                              OpPassManager lower, OpPassManager plan) {
  return std::make_unique<LayoutPlanAgain>(options, std::move(lower),
                                           std::move(plan));
}
