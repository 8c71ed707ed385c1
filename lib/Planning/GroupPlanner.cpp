//===- GroupPlanner.cpp - Plans functions linked by calls -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupPlanner.h"
#include "Apply/GroupSnapshot.h"
#include "Apply/SinkRewrites.h"
#include "LayoutNames.h"
#include "Model/ModelBuilder.h"
#include "Model/PlacementProblem.h"
#include "PlannedMovement.h"
#include "layout/Analysis/ModuleFunctions.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "layout/Dialect/Layout/Utils/OpLayout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Dialect/Layout/Utils/Utils.h"
#include "layout/Support/Debug.h"
#include "mlir/Pass/AnalysisManager.h"

#define DEBUG_TYPE "layout-flow"
ALWAYS_ENABLED_STATISTIC(numRounds, "Planning problems solved");

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

namespace mlir::layout {
// The stages of planning. They are not in an anonymous namespace, because they
// have a TypeID.
struct BuildStage {
  static constexpr StringLiteral name = "build";
};
struct SolveStage {
  static constexpr StringLiteral name = "solve";
};
struct ApplyStage {
  static constexpr StringLiteral name = "apply";
};
} // namespace mlir::layout

namespace {
/// Shows the stages of a pass in `--mlir-timing`. Upstream has no notion of a
/// part of a pass but analyses, so each stage is announced as one.
class StageTimer {
public:
  /// Without an instrumentor nothing is timed.
  StageTimer(PassInstrumentor *instrumentor, Operation *op)
      : instrumentor(instrumentor), op(op) {}
  ~StageTimer() { endStage(); }
  StageTimer(const StageTimer &) = delete;
  StageTimer &operator=(const StageTimer &) = delete;

  /// Ends the current stage and begins the next one.
  template <typename StageT>
  void beginStage() {
    endStage();
    name = StageT::name;
    id = TypeID::get<StageT>();
    if (instrumentor)
      instrumentor->runBeforeAnalysis(name, id, op);
  }

private:
  void endStage() {
    if (instrumentor && !name.empty())
      instrumentor->runAfterAnalysis(name, id, op);
    name = {};
  }

  PassInstrumentor *instrumentor;
  Operation *op;
  StringRef name; ///< of the current stage; empty if there is none
  TypeID id;
};

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

class GroupPlanner {
public:
  GroupPlanner(ArrayRef<func::FuncOp> functions, const CallSites &calls,
               const PlanningOptions &options, PassInstrumentor *instrumentor)
      : functions(functions), first(functions.front()), calls(&calls),
        options(options), modelOptions(options.model),
        instrumentor(instrumentor) {
    result.files = PlanFiles(options.problemPath, options.planPath);
  }

  GroupPlan run();

private:
  FailureOr<bool> runRound(const CriticalOpAnalysis &criticalOps);
  LogicalResult fixOps(const Refusals &refusals, GroupSnapshot &snapshot);
  FailureOr<bool> stayAsTheyCame(const PlanningModel &model, const Plan &plan);
  FailureOr<Solution> solve(const Problem &problem);
  void describe(const PlanningModel &model, const Plan &plan);
  void describePlaces(const PlacementProblem &places, const Plan &plan,
                      const Plan &modelPlan);

  ArrayRef<func::FuncOp> functions;
  func::FuncOp first; ///< the one that is named in diagnostics
  const CallSites *calls;
  /// `calls` after ops of the group have been replaced.
  std::optional<CallSites> ownCalls;
  const PlanningOptions &options;
  ModelOptions modelOptions; ///< with the ops that are fixed
  PassInstrumentor *instrumentor;
  GroupPlan result;
  std::optional<BaselineFigures> baseline;
  /// The functions before the first round that changed them.
  std::optional<GroupSnapshot> original;
};

/// Removes erased ops from a set.
class EraseListener : public RewriterBase::Listener {
public:
  explicit EraseListener(llvm::SmallPtrSetImpl<Operation *> &ops) : ops(ops) {}
  void notifyOperationErased(Operation *op) override { ops.erase(op); }

private:
  llvm::SmallPtrSetImpl<Operation *> &ops;
};
} // namespace

/// Checks that every op can take all its layout options, which are required.
static LogicalResult checkLayoutOptions(func::FuncOp function,
                                        const CriticalOpAnalysis &criticalOps) {
  auto check = [&](Operation *op) {
    return isFrozen(op) ||
                   succeeded(verifyLayoutOptions(op, criticalOps.lookup(op)))
               ? WalkResult::advance()
               : WalkResult::interrupt();
  };
  return failure(function.walk(check).wasInterrupted());
}

/// Whether some op waits for the planner to choose its layouts.
static bool hasLayoutOptions(ArrayRef<func::FuncOp> functions) {
  return llvm::any_of(functions, [](func::FuncOp function) {
    return function
        .walk([](Operation *op) {
          return op->hasAttr(LayoutDialect::kOpLayout) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

/// The figures of the program as it stands.
static BaselineFigures getFigures(ArrayRef<func::FuncOp> functions,
                                  const CallSites &calls) {
  BaselineFigures sum;
  for (func::FuncOp function : functions)
    sum.add(countMovements(function, calls));
  sum.moves -= getJoinedMoveBytes(functions, calls);
  return sum;
}

GroupPlan GroupPlanner::run() {
  CriticalOpAnalysis criticalOps(functions);
  for (func::FuncOp function : functions)
    if (failed(checkLayoutOptions(function, criticalOps)))
      return std::move(result);
  // Without choices, the program as it stands is the baseline.
  if (!hasLayoutOptions(functions))
    baseline = getFigures(functions, *calls);
  FailureOr<bool> needsRound = runRound(criticalOps);
  while (succeeded(needsRound) && *needsRound)
    // The last round has changed ops.
    needsRound = runRound(CriticalOpAnalysis(functions));
  if (failed(needsRound)) {
    if (original)
      original->restore();
    return std::move(result);
  }
  if (result.graph)
    result.graph->function = getQualifiedName(first);
  result.baseline = *baseline;
  result.isApplied = true;
  return std::move(result);
}

/// Whether the plan inserts rewrites at ops. They are not part of the problem
/// that it solves, so another round plans them.
static bool insertsLocalRewrites(const PlanningModel &model, const Plan &plan) {
  return llvm::any_of(llvm::zip_equal(model.getVariables(), plan),
                      [](auto pair) {
                        auto [variable, candidate] = pair;
                        return variable.candidates[candidate].isLocal();
                      });
}

/// Fixes the ops that refuse a plan and restores the functions. Emits an error
/// if an op cannot be fixed.
LogicalResult GroupPlanner::fixOps(const Refusals &refusals,
                                   GroupSnapshot &snapshot) {
  snapshot.restore();
  // The restored ops are the clones of those that the sets refer to.
  llvm::SmallPtrSet<Operation *, 4> fixed;
  for (Operation *op : modelOptions.fixedOps)
    fixed.insert(snapshot.lookup(op));
  ownCalls = CallSites(*calls, functions, snapshot.getClones());
  calls = &*ownCalls;

  bool isFixed = true;
  for (const auto &[refusing, refusal] : refusals) {
    const std::string &reason = refusal.reason;
    Operation *op = refusing ? snapshot.lookup(refusing) : first;
    // Layout options are required. An op that stays already cannot do more.
    if (!refusing || op->hasAttr(LayoutDialect::kOpLayout) ||
        !fixed.insert(op).second) {
      op->emitOpError("cannot take the layouts planned for it: ") << reason;
      isFixed = false;
      continue;
    }
    LAYOUT_DEBUG(llvm::dbgs()
                 << op->getName() << " is fixed: " << reason << "\n");
    if (refusal.isBroken)
      op->emitWarning() << "'" << op->getName()
                        << "' op keeps its layouts: " << reason;
    result.remarks.push_back([loc = op->getLoc(), name = op->getName(),
                              reason = reason,
                              head = getRemark("fixed", "layout-flow", op)] {
      remark::missed(loc, head) << remark::add("{0} stays as it is: {1}",
                                               name.getStringRef(), reason);
    });
  }
  modelOptions.fixedOps = std::move(fixed);
  return success(isFixed);
}

/// Replaces the prices that ops ask for values at a pitch by what the plan
/// decided for each of them, for `layout-place-buffers`.
static void statePitches(const PlacementProblem &places, const Plan &plan) {
  for (auto [op, isPitched] : places.getPricedOps(plan))
    op->setAttr(LayoutDialect::kPitched,
                BoolAttr::get(op->getContext(), isPitched));
}

/// The baseline as a solution without a bound.
static FailureOr<Solution> getBaseline(const PlanningModel &model,
                                       const Problem &problem) {
  Solution solution;
  solution.plan = model.getBaselinePlan();
  solution.cost = problem.getCost(solution.plan);
  return solution;
}

/// Builds a model, solves its problem and applies the plan. Returns whether
/// another round is needed, or failure after an error.
FailureOr<bool> GroupPlanner::runRound(const CriticalOpAnalysis &criticalOps) {
  ++numRounds;
  StageTimer timer(instrumentor, first);
  timer.beginStage<BuildStage>();
  LoopRelayoutCache relayouts;
  std::unique_ptr<const PlanningModel> model =
      ModelBuilder(*calls, criticalOps, modelOptions)
          .build(functions, relayouts);
  std::optional<Problem> calibrated;
  if (options.calibration)
    calibrated = getCalibratedProblem(*model, *options.calibration);
  const Problem &layouts = calibrated ? *calibrated : model->getProblem();
  std::optional<PlacementProblem> places;
  if (options.plansPlaces && !options.appliesBaseline)
    places.emplace(*model, layouts, *calls, options.calibration);
  const Problem &problem = places ? places->getProblem() : layouts;
  std::optional<Problem> limited;
  if (problem.getLargestCost() >= kCostLimit)
    limited = limitCosts(problem);

  timer.beginStage<SolveStage>();
  const Problem &solved = limited ? *limited : problem;
  FailureOr<Solution> solution =
      options.appliesBaseline ? getBaseline(*model, solved) : solve(solved);
  if (failed(solution))
    return failure();
  // What is not read would not be executed.
  Plan plan = places ? places->getModelPlan(solution->plan) : solution->plan;
  model->dropUnusedCrops(plan);
  FailureOr<bool> haveStayed = stayAsTheyCame(*model, plan);
  if (failed(haveStayed) || *haveStayed)
    return haveStayed;
  if (places)
    places->setModelPlan(solution->plan, plan);
  else
    solution->plan = plan;
  // The bound of a problem with limited costs is one of `problem` as well, but
  // its cost is not.
  result.cost = problem.getCost(solution->plan);
  result.bound = solution->bound;
  result.isCapped = problem.isCapped;
  size_t numRemarks = result.remarks.size();
  size_t numReads = result.absorbedReads.size();
  size_t numChosen = result.chosenOptions.size();
  describe(*model, plan);
  if (places)
    describePlaces(*places, solution->plan, plan);
  result.files.setTexts(*model, places ? &*places : nullptr, solved, *solution);

  timer.beginStage<ApplyStage>();
  GroupSnapshot snapshot(functions);
  bool isLast = !insertsLocalRewrites(*model, plan);
  if (places && isLast)
    statePitches(*places, solution->plan);
  EraseListener forgetErased(modelOptions.fixedOps);
  Refusals refusals =
      applyPlan(*model, plan, *calls, relayouts, result.remarks, &forgetErased);
  if (!refusals.empty()) {
    result.remarks.resize(numRemarks);
    result.absorbedReads.resize(numReads);
    result.chosenOptions.erase(result.chosenOptions.begin() + numChosen,
                               result.chosenOptions.end());
    if (failed(fixOps(refusals, snapshot)))
      return failure();
    return true;
  }
  for (func::FuncOp function : functions)
    sinkRewrites(function, *calls);
  if (isLast)
    return false;
  if (!original)
    original = std::move(snapshot);
  return true;
}

/// Freezes partitions in the layouts that they have if the plan would rewrite
/// something inside of them. Returns whether there are any, and emits an error
/// if the target requires other layouts, or the partition has to stay already.
FailureOr<bool> GroupPlanner::stayAsTheyCame(const PlanningModel &model,
                                             const Plan &plan) {
  SmallVector<Operation *> forbidden = model.findForbidden(plan);
  llvm::SmallDenseSet<std::pair<Operation *, Attribute>> seen;
  for (Operation *at : forbidden) {
    Operation *function = at->getParentOfType<func::FuncOp>();
    Operation *marked = at->hasAttr(LayoutDialect::kPartition) ? at : function;
    auto mark =
        marked->getAttrOfType<DictionaryAttr>(LayoutDialect::kPartition);
    if (!seen.insert({function, mark}).second)
      continue;
    SmallVector<Operation *> laidOut;
    function->walk([&](Operation *op) {
      if (op->getAttr(LayoutDialect::kPartition) != mark)
        return;
      if (op->hasAttr(LayoutDialect::kOpLayout))
        laidOut.push_back(op);
      if (!isa<func::FuncOp, ConstraintOp>(op))
        op->setAttr(LayoutDialect::kFrozen, UnitAttr::get(op->getContext()));
    });
    if (mark.get("required") || laidOut.empty())
      return at->emitOpError(
          "cannot be offloaded together with its neighbours: the layouts that "
          "the target states for them need a rewrite in between");
    for (Operation *op : laidOut)
      op->removeAttr(LayoutDialect::kOpLayout);
    result.unmetOffloads.push_back(
        {at->getLoc(), "offload",
         "operations that are offloaded together keep their layouts: those "
         "that the target states need a rewrite in between"});
    result.remarks.push_back(
        [loc = at->getLoc(), head = getRemark("offload", "layout-flow", at)] {
          remark::missed(loc, head)
              << "ops that are offloaded together keep their layouts: those "
                 "that the target states need a rewrite in between";
        });
  }
  return !forbidden.empty();
}

/// Runs the solver. Emits an error if the problem or the plan is invalid.
FailureOr<Solution> GroupPlanner::solve(const Problem &problem) {
  if (std::optional<std::string> error = problem.check())
    return first.emitError("cannot state the planning problem: ") << *error;
  Solution solution = options.solver->solve(problem, options.limits);
  if (std::optional<std::string> error = problem.verify(solution.plan))
    return first.emitError("found no plan of the planning problem: ") << *error;
  return solution;
}

/// Records what the plan means for the program, before it is applied.
void GroupPlanner::describe(const PlanningModel &model, const Plan &plan) {
  result.space = getPlanSpace(model);
  llvm::append_range(result.absorbedReads, getAbsorbedReads(model, plan));
  llvm::append_range(result.chosenOptions, getChosenOptions(model, plan));
  result.unmetPreferences = getUnmetPreferences(
      model, plan,
      options.calibration ? StringRef(options.calibration->unit) : "bytes");
  if (options.needsGraph) {
    LayoutNames names(model);
    result.graph = describePlan(model, names, plan);
    result.values = getPlannedValues(model, names, plan);
  }
  result.figures = model.getFigures(plan);
  result.movement = getPlannedMovement(model, plan, functions, *calls);
  Cost planned = result.figures.rewrites;
  if (!baseline) {
    Plan first = model.getBaselinePlan();
    baseline = {model.getFigures(first).rewrites,
                getPlannedMovement(model, first, functions, *calls).moves -
                    getJoinedMoveBytes(functions, *calls)};
  }
  Cost unplanned = baseline->rewrites;
  LAYOUT_DEBUG(llvm::dbgs()
               << "plan of @" << first.getName() << ": rewrites of " << planned
               << " bytes, " << unplanned << " in the baseline, cost "
               << result.cost << ", bound " << result.bound << "\n");
  result.remarks.push_back([loc = first.getLoc(), planned, unplanned,
                            head = getRemark("plan", "layout-flow", first)] {
    remark::passed(loc, head) << remark::add(
        "rewrites move {0} bytes, {1} without flow", planned, unplanned);
  });
}

/// Replaces the moves of the program, which `describe` has recorded, by those
/// that are left if the places of the plan are carried out.
void GroupPlanner::describePlaces(const PlacementProblem &places,
                                  const Plan &plan, const Plan &modelPlan) {
  PlacedMovement movement = places.getMovement(plan);
  Cost &moves = result.figures.moves;
  moves -= places.getPaddingMoved(modelPlan);
  moves =
      addSaturating(moves, addSaturating(movement.copies, movement.borders));
  result.borders = movement.borders;
  Cost &prices = result.figures.prices;
  prices = addSaturating(prices, movement.prices);
}

GroupPlan layout::planAndApply(ArrayRef<func::FuncOp> functions,
                               const CallSites &calls,
                               const PlanningOptions &options,
                               PassInstrumentor *instrumentor) {
  return GroupPlanner(functions, calls, options, instrumentor).run();
}
