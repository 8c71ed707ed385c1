//===- LayoutFlow.cpp - Plans layouts and rewrites the program ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/DeadOps.h"
#include "Analysis/ModuleFunctions.h"
#include "Dialect/VerifyRules.h"
#include "GroupPlanner.h"
#include "Report/UnplannedProgram.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Planning/Passes.h"
#include "layout/Targets/LayoutTarget.h"
#include "layout/Targets/TargetOption.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/IR/Threading.h"
#include "llvm/ADT/PostOrderIterator.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFLOW
#include "layout/Planning/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Whether some block cannot be reached from the entry block of its region.
static bool hasUnreachableBlocks(func::FuncOp function) {
  auto areAllReachable = [](Region &region) {
    if (region.empty())
      return true;
    llvm::ReversePostOrderTraversal<Block *> blocks(&region.front());
    return std::distance(blocks.begin(), blocks.end()) ==
           static_cast<ptrdiff_t>(region.getBlocks().size());
  };
  return function
      .walk([&](Operation *op) {
        return llvm::all_of(op->getRegions(), areAllReachable)
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Returns whether a model of the function can be built; if not, remarks why.
static bool canBePlanned(func::FuncOp function) {
  if (!hasUnreachableBlocks(function))
    return true;
  remark::missed(function.getLoc(),
                 getRemark("unreachable", "layout-flow", function))
      << "left unchanged: it has unreachable blocks";
  return false;
}

namespace {
struct LayoutFlow : layout::impl::LayoutFlowBase<LayoutFlow> {
  using LayoutFlowBase::LayoutFlowBase;

  LogicalResult initialize(MLIRContext *context) override;
  void runOnProgram() override;

private:
  LogicalResult checkOptions();
  PlanningOptions getPlanningOptions() const;
  std::vector<GroupPlan>
  planAndApplyAll(ArrayRef<SmallVector<func::FuncOp>> groups,
                  const CallSites &calls);
  BaselineFigures countOthers(ArrayRef<func::FuncOp> planned,
                              const CallSites &calls);
  void report(MutableArrayRef<GroupPlan> plans, const BaselineFigures &others);

  /// The solver that the option `strategy` names.
  const Solver *solver = nullptr;
  std::optional<Calibration> unit;
};
} // namespace

static LogicalResult checkEnding(MLIRContext *context, StringRef option,
                                 StringRef path, StringRef ending) {
  if (path.empty() || path.ends_with(ending))
    return success();
  return emitError(UnknownLoc::get(context))
         << "requires '" << option << "' to end in " << ending << ", found '"
         << path << "'";
}

/// Finds the solver and checks the names of files before any pass of the
/// pipeline runs.
LogicalResult LayoutFlow::initialize(MLIRContext *context) {
  if (failed(checkEnding(context, "problem", problem, kProblemEnding)) ||
      failed(checkEnding(context, "plan", plan, kPlanEnding)))
    return failure();
  llvm::Expected<const Solver *> found = findSolver(strategy);
  if (!found)
    return emitError(UnknownLoc::get(context))
           << llvm::toString(found.takeError());
  solver = *found;
  return success();
}

/// Reads the calibration, that of the file before that of the target, which
/// also says what rewrites that change the innermost dim cost, and checks the
/// time limit.
LogicalResult LayoutFlow::checkOptions() {
  unit.reset();
  FailureOr<LayoutTargets> targets = readLayoutTargets(getOperation(), target);
  if (failed(targets))
    return failure();
  const LayoutTarget *device =
      targets->devices.empty() ? nullptr : &targets->devices.front().second;
  if (!calibration.empty()) {
    llvm::Expected<Calibration> read = Calibration::read(calibration);
    if (!read)
      return emitError(getOperation().getLoc())
             << llvm::toString(read.takeError());
    unit = std::move(*read);
  } else if (device) {
    unit = device->calibration;
  }
  if (device && device->restickify) {
    if (!unit)
      unit = Calibration::getBytes();
    unit->restickify = *device->restickify;
  }
  if (!(timeLimit >= 0)) // It may be NaN.
    return emitError(getOperation().getLoc())
           << "requires a time limit of at least 0";
  return success();
}

PlanningOptions LayoutFlow::getPlanningOptions() const {
  PlanningOptions options;
  options.solver = solver;
  options.limits.maxVisits = visitLimit;
  options.limits.maxSeconds = timeLimit;
  options.model.constantLimit = constantLimit;
  options.model.paddingPrice =
      std::min<uint64_t>(paddingPrice, std::numeric_limits<Cost>::max());
  options.calibration = unit ? &*unit : nullptr;
  options.plansPlaces = placement;
  options.appliesBaseline = baseline;
  options.needsGraph = forReport == ForReport::Graph;
  options.problemPath = problem;
  options.planPath = plan;
  return options;
}

/// Plans the groups, on as many threads as the context has. The results do not
/// depend on their number.
std::vector<GroupPlan>
LayoutFlow::planAndApplyAll(ArrayRef<SmallVector<func::FuncOp>> groups,
                            const CallSites &calls) {
  std::vector<GroupPlan> plans(groups.size());
  PassInstrumentor *instrumentor = getAnalysisManager().getPassInstrumentor();
  PlanningOptions options = getPlanningOptions();
  auto planGroup = [&](size_t number) {
    plans[number] = planAndApply(groups[number], calls, options, instrumentor);
  };
  // layout-plan-again silences the diagnostics of its own thread only.
  if (getOperation()->hasAttr(LayoutDialect::kPlannedAgain))
    llvm::for_each(llvm::seq(groups.size()), planGroup);
  else
    parallelFor(&getContext(), 0, groups.size(), planGroup);
  return plans;
}

/// The figures of the rest of the module. The report's cover all of it.
BaselineFigures LayoutFlow::countOthers(ArrayRef<func::FuncOp> planned,
                                        const CallSites &calls) {
  SmallVector<ModuleOp> modules = getModules(getOperation());
  llvm::SmallPtrSet<Operation *, 8> excluded(planned.begin(), planned.end());
  excluded.insert_range(modules);
  BaselineFigures sum;
  for (ModuleOp module : modules)
    for (Operation &op : *module.getBody())
      if (!excluded.contains(&op))
        sum.add(countMovements(&op, calls));
  return sum;
}

/// Adds the figures of the plans to the report; `others` are those of functions
/// that are not planned.
void LayoutFlow::report(MutableArrayRef<GroupPlan> plans,
                        const BaselineFigures &others) {
  auto &report = getAnalysis<PlanReport>();
  report.movements.clear();
  report.baseline = others;
  PlanCost total;
  std::vector<AbsorbedRead> absorbedReads;
  std::vector<ChosenOption> chosenOptions;
  for (GroupPlan &plan : plans) {
    report.baseline->add(plan.baseline);
    total.cost = addSaturating(total.cost, plan.cost);
    total.bound = addSaturating(total.bound, plan.bound);
    total.isCapped |= plan.isCapped;
    total.space.add(plan.space);
    total.rewrites = addSaturating(total.rewrites, plan.figures.rewrites);
    total.moves = addSaturating(
        total.moves, addSaturating(plan.figures.moves, plan.figures.separate));
    total.prices = addSaturating(total.prices, plan.figures.prices);
    if (plan.borders)
      total.borders = addSaturating(total.borders.value_or(0), *plan.borders);
    report.movements.push_back(std::move(plan.movement));
    llvm::append_range(absorbedReads, plan.absorbedReads);
    llvm::append_range(chosenOptions, plan.chosenOptions);
    llvm::append_range(report.hints, plan.unmetPreferences);
    llvm::append_range(report.hints, plan.unmetOffloads);
    if (plan.graph)
      report.graphs.push_back(std::move(*plan.graph));
    llvm::append_range(report.values, plan.values);
  }
  llvm::append_range(report.hints,
                     recordChoices(report.criticalLayouts, report.otherLayouts,
                                   chosenOptions));
  if (unit)
    total.unit = unit->unit;
  if (plans.empty()) // No function was planned.
    return;
  if (solver->provesBound && !baseline)
    report.plan = std::move(total);
  report.strategy = baseline ? kBaselineStrategy.str() : solver->name;
  if (!absorbedReads.empty())
    report.absorbedReads = std::move(absorbedReads);
}

void LayoutFlow::runOnProgram() {
  if (failed(checkOptions()))
    return signalPassFailure();
  SmallVector<func::FuncOp> functions = llvm::filter_to_vector(
      getAnalysis<PlanningScope>().getFunctions(), canBePlanned);
  if (!llvm::all_of(functions, [](func::FuncOp function) {
        return succeeded(verifyLayoutRules(function));
      }))
    return signalPassFailure();
  if (keepUnplanned)
    getAnalysis<UnplannedProgram>().keep(getOperation(),
                                         getAnalysis<PlanReport>());
  // They are not executed, but what they read would have to lie in layouts that
  // they can read: behind layout-freeze, a pad that a frozen op no longer
  // reads.
  llvm::for_each(functions, eraseDeadOps);
  CallSites calls(getOperation());
  BaselineFigures others = countOthers(functions, calls);
  SmallVector<SmallVector<func::FuncOp>> groups = calls.group(functions);
  std::vector<GroupPlan> plans = planAndApplyAll(groups, calls);
  for (const GroupPlan &plan : plans) {
    for (const std::function<void()> &emitRemark : plan.remarks)
      emitRemark();
    if (!plan.isApplied)
      return signalPassFailure();
  }
  std::vector<PlanFile> files;
  for (auto [group, plan] : llvm::zip_equal(groups, plans))
    llvm::append_range(files, plan.files.get(group.front()));
  const bool reportWritesFiles = forReport != ForReport::Figures;
  if (!reportWritesFiles && failed(writePlanFiles(files)))
    return signalPassFailure();
  report(plans, others);
  if (reportWritesFiles)
    getAnalysis<PlanReport>().files = std::move(files);
}
