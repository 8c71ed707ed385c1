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

  void getDependentDialects(DialectRegistry &registry) const override;
  LogicalResult initialize(MLIRContext *context) override;
  void runOnProgram() override;

private:
  bool canGetBetter();
  int64_t countMoved();
  std::optional<PlanReport> run(const OpPassManager &passes);
  std::optional<int64_t> countLowered();
  bool runRound();

  /// The passes of the options. They need not be registered if they come from
  /// C++.
  std::optional<OpPassManager> lowerPasses, planPasses;
  /// What the program moves once it has been lowered.
  int64_t moved = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// The passes that run
//===----------------------------------------------------------------------===//

static FailureOr<OpPassManager> parse(StringRef text, raw_ostream &errors) {
  if (text.empty())
    return OpPassManager(ModuleOp::getOperationName());
  return parsePassPipeline(text, errors);
}

void LayoutPlanAgain::getDependentDialects(DialectRegistry &registry) const {
  LayoutPlanAgainBase::getDependentDialects(registry);
  auto add = [&](const std::optional<OpPassManager> &known, StringRef text) {
    FailureOr<OpPassManager> passes =
        known ? FailureOr(*known) : parse(text, llvm::nulls());
    if (succeeded(passes))
      passes->getDependentDialects(registry);
  };
  add(lowerPasses, lower);
  add(planPasses, plan);
}

LogicalResult LayoutPlanAgain::initialize(MLIRContext *context) {
  auto read = [&](std::optional<OpPassManager> &passes, StringRef name,
                  StringRef text) -> LogicalResult {
    if (passes)
      return success();
    std::string error;
    llvm::raw_string_ostream errors(error);
    FailureOr<OpPassManager> found = parse(text, errors);
    if (failed(found))
      return emitError(UnknownLoc::get(context))
             << "requires '" << name << "' to be a pipeline: " << error;
    passes = std::move(*found);
    return success();
  };
  return success(succeeded(read(lowerPasses, "lower", lower)) &&
                 succeeded(read(planPasses, "plan", plan)));
}

/// Runs `passes` on the module and returns their report; nothing if one of them
/// fails, about which nothing is said. All analyses but the scope and the
/// program without a plan are gone then.
std::optional<PlanReport> LayoutPlanAgain::run(const OpPassManager &passes) {
  ModuleOp module = getOperation();
  PlanningScope scope = getAnalysis<PlanningScope>();
  UnplannedProgram unplanned = std::move(getAnalysis<UnplannedProgram>());
  std::optional<PlanReport> report;
  OpPassManager pipeline = passes;
  pipeline.addPass(createSaveReport(report));
  {
    ThreadSilence silence(&getContext());
    module->setAttr(LayoutDialect::kPlannedAgain, UnitAttr::get(&getContext()));
    if (failed(runPipeline(pipeline, module)))
      report.reset();
    module->removeAttr(LayoutDialect::kPlannedAgain);
  }
  getAnalysisManager().invalidate(AnalysisManager::PreservedAnalyses());
  getAnalysis<PlanningScope>() = std::move(scope);
  getAnalysis<UnplannedProgram>() = std::move(unplanned);
  return report;
}

//===----------------------------------------------------------------------===//
// What plans and programs move
//===----------------------------------------------------------------------===//

/// The bytes of all rewrites and moves, as planned, without those that passes
/// behind the plan may save in each plan.
static int64_t getPlanned(const PlanReport &report) {
  int64_t sum = 0;
  for (const PlannedMovement &movement : report.movements)
    sum = addSaturating(sum, movement.getSum() - movement.joinableMoves);
  return sum;
}

/// The part of them that are moves.
static int64_t getPlannedMoves(const PlanReport &report) {
  int64_t sum = 0;
  for (const PlannedMovement &movement : report.movements)
    sum = addSaturating(sum, movement.moves - movement.joinableMoves);
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

/// The same, once the program has been lowered; nothing if that fails.
std::optional<int64_t> LayoutPlanAgain::countLowered() {
  UnplannedProgram present(getOperation());
  present.keep(getOperation(), getAnalysis<PlanReport>());
  std::optional<int64_t> bytes;
  if (run(*lowerPasses))
    bytes = countMoved();
  present.restore(getOperation(), getAnalysis<PlanReport>());
  getAnalysisManager().invalidate(AnalysisManager::PreservedAnalyses());
  return bytes;
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

/// Plans the program once more. Returns whether that is better; it stays as it
/// was if not.
bool LayoutPlanAgain::runRound() {
  ++numRounds;
  ModuleOp module = getOperation();
  PlanReport report = getAnalysis<PlanReport>();
  UnplannedProgram present(module);
  present.keep(module, report);

  std::optional<PlanReport> next = run(*lowerPasses);
  if (next) {
    // The passes add to what they find.
    next->absorbedReads.clear();
    next->graphs.clear();
    next->values.clear();
    getAnalysis<PlanReport>() = std::move(*next);
    next = run(*planPasses);
  }
  std::optional<int64_t> nextMoved;
  if (next && next->plan)
    nextMoved = countLowered();
  if (!nextMoved || !isBetter(report, moved, *next, *nextMoved)) {
    present.restore(module, getAnalysis<PlanReport>());
    getAnalysisManager().invalidate(AnalysisManager::PreservedAnalyses());
    return false;
  }
  ++numBetter;
  addPlan(report, std::move(*next));
  getAnalysis<PlanReport>() = std::move(report);
  func::FuncOp function = getAnalysis<PlanningScope>().getFunctions().front();
  remark::passed(function.getLoc(),
                 getRemark("again", "layout-plan-again", function))
      << remark::add("planned again, the program moves {0} bytes, {1} before",
                     *nextMoved, moved);
  moved = *nextMoved;
  return true;
}

void LayoutPlanAgain::runOnProgram() {
  if (rounds == 0 || !canGetBetter()) {
    markAllAnalysesPreserved();
    return;
  }
  std::optional<int64_t> lowered = countLowered();
  if (!lowered)
    return;
  moved = *lowered;
  for (unsigned number = 0; number < rounds && runRound(); ++number)
    ;
}

std::unique_ptr<Pass>
layout::createLayoutPlanAgain(const LayoutPlanAgainOptions &options,
                              OpPassManager lower, OpPassManager plan) {
  return std::make_unique<LayoutPlanAgain>(options, std::move(lower),
                                           std::move(plan));
}
