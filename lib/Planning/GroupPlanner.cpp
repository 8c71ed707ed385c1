//===- GroupPlanner.cpp - Plans functions linked by calls -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupPlanner.h"
#include "Analysis/ModuleFunctions.h"
#include "LayoutNames.h"
#include "PlannedMovement.h"
#include "Planning/Apply/GroupSnapshot.h"
#include "Planning/Apply/SinkRewrites.h"
#include "Planning/Model/ModelBuilder.h"
#include "Planning/Model/PlacementProblem.h"
#include "Relayout/LoopRelayout.h"
#include "Relayout/OpLayout.h"
#include "Solver/AllowedPlan.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/Layout.h"
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

/// A round of planning: a model is built and solved, and its plan applied.
struct Round {
  enum class End {
    Failed,   ///< an error has been emitted
    Repeated, ///< the functions are as they were, but for ops that stay now
    Applied,  ///< the plan inserts rewrites, which another round plans
    Last
  };
  End end = End::Failed;
  /// Remarks and unmet offloads, and what the plan means if it is applied.
  GroupPlan plan;
};

class GroupPlanner {
public:
  GroupPlanner(ArrayRef<func::FuncOp> functions, const CallSites &calls,
               const PlanningOptions &options, PassInstrumentor *instrumentor)
      : functions(functions), first(functions.front()), calls(&calls),
        options(options), modelOptions(options.model),
        instrumentor(instrumentor) {}

  GroupPlan run();

private:
  Round runRound(const CriticalOpAnalysis &criticalOps);
  LogicalResult fixOps(const Refusals &refusals, GroupSnapshot &snapshot,
                       Remarks &remarks);
  FailureOr<bool> stayAsTheyCame(const PlanningModel &model, const Plan &plan,
                                 GroupPlan &stayed);
  FailureOr<Solution> solve(const Problem &problem);
  GroupPlan describe(const PlanningModel &model, const PlacementProblem *places,
                     const Problem &problem, const Solution &solution,
                     const Plan &plan);

  ArrayRef<func::FuncOp> functions;
  func::FuncOp first; ///< the one that is named in diagnostics
  const CallSites *calls;
  /// `calls` after ops of the group have been replaced.
  std::optional<CallSites> ownCalls;
  const PlanningOptions &options;
  ModelOptions modelOptions; ///< with the ops that are fixed
  PassInstrumentor *instrumentor;
  std::optional<BaselineFigures> baseline; ///< of the first round
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

/// Adds a round to a plan: lists grow, all else is that of the last round.
/// Returns how the round ended.
static Round::End addRound(GroupPlan &plan, Round round) {
  auto grow = [](auto &before, auto &after) {
    before.insert(before.end(), std::make_move_iterator(after.begin()),
                  std::make_move_iterator(after.end()));
    after = std::move(before);
  };
  grow(plan.remarks, round.plan.remarks);
  grow(plan.unmetOffloads, round.plan.unmetOffloads);
  grow(plan.absorbedReads, round.plan.absorbedReads);
  grow(plan.chosenOptions, round.plan.chosenOptions);
  plan = std::move(round.plan);
  return round.end;
}

GroupPlan GroupPlanner::run() {
  GroupPlan result;
  CriticalOpAnalysis criticalOps(functions);
  for (func::FuncOp function : functions)
    if (failed(checkLayoutOptions(function, criticalOps)))
      return result;
  // Without choices, the program as it stands is the baseline.
  if (!hasLayoutOptions(functions))
    baseline = getFigures(functions, *calls);
  Round::End end = addRound(result, runRound(criticalOps));
  while (end == Round::End::Repeated || end == Round::End::Applied)
    // The last round has changed ops.
    end = addRound(result, runRound(CriticalOpAnalysis(functions)));
  if (end == Round::End::Failed) {
    if (original)
      original->restore();
    return result;
  }
  if (result.graph)
    result.graph->function = getQualifiedName(first);
  result.baseline = *baseline;
  result.isApplied = true;
  return result;
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
                                   GroupSnapshot &snapshot, Remarks &remarks) {
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
    remarks.push_back([loc = op->getLoc(), name = op->getName(),
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

/// The baseline as a solution without a bound. Ops that are offloaded together
/// cannot stay as they are if layouts are stated of some of them.
static FailureOr<Solution> getBaseline(const PlanningModel &model,
                                       const Problem &problem,
                                       const SolverOptions &limits) {
  Solution solution;
  solution.plan = model.getBaselinePlan();
  if (hasForbidden(problem, solution.plan))
    solution.plan = findAllowedPlan(problem, limits);
  solution.cost = problem.getCost(solution.plan);
  return solution;
}

/// Builds a model, solves its problem and applies the plan.
Round GroupPlanner::runRound(const CriticalOpAnalysis &criticalOps) {
  ++numRounds;
  Round round;
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
      options.appliesBaseline ? getBaseline(*model, solved, options.limits)
                              : solve(solved);
  if (failed(solution))
    return round;
  // The applier skips crops that nothing reads.
  Plan plan = places ? places->getModelPlan(solution->plan) : solution->plan;
  model->dropUnusedCrops(plan);
  FailureOr<bool> haveStayed = stayAsTheyCame(*model, plan, round.plan);
  if (succeeded(haveStayed) && *haveStayed)
    round.end = Round::End::Repeated;
  if (failed(haveStayed) || *haveStayed)
    return round;
  if (places)
    places->setModelPlan(solution->plan, plan);
  else
    solution->plan = plan;
  GroupPlan described =
      describe(*model, places ? &*places : nullptr, problem, *solution, plan);
  described.files.setTexts(*model, places ? &*places : nullptr, solved,
                           *solution);

  timer.beginStage<ApplyStage>();
  GroupSnapshot snapshot(functions);
  bool isLast = !insertsLocalRewrites(*model, plan);
  if (places && isLast)
    statePitches(*places, solution->plan);
  EraseListener forgetErased(modelOptions.fixedOps);
  Refusals refusals = applyPlan(*model, plan, *calls, relayouts,
                                described.remarks, &forgetErased);
  if (!refusals.empty()) {
    if (succeeded(fixOps(refusals, snapshot, round.plan.remarks)))
      round.end = Round::End::Repeated;
    return round;
  }
  for (func::FuncOp function : functions)
    sinkRewrites(function, *calls);
  if (!isLast && !original)
    original = std::move(snapshot);
  round.end = isLast ? Round::End::Last : Round::End::Applied;
  round.plan = std::move(described);
  return round;
}

/// Whether an op with `layout.op_layout` has a padded result, in some option,
/// that an op of its partition reads. What the padding holds need not be what
/// the reader has to find.
static bool handsOverPadding(Operation *op) {
  Attribute partition = op->getAttr(LayoutDialect::kPartition);
  auto options = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  return llvm::any_of(op->getResults(), [&](OpResult result) {
    return llvm::any_of(result.getUsers(),
                        [&](Operation *user) {
                          return user->getAttr(LayoutDialect::kPartition) ==
                                     partition &&
                                 !isa<ConstraintOp>(user);
                        }) &&
           llvm::any_of(options.getAsRange<OpLayoutAttr>(), [&](auto option) {
             return option.getResults()[result.getResultNumber()].hasPadding();
           });
  });
}

/// Freezes partitions in the layouts that they have if the plan would rewrite
/// something inside of them. Returns whether there are any, and emits an error
/// if the target requires other layouts, or the partition has to stay already.
FailureOr<bool> GroupPlanner::stayAsTheyCame(const PlanningModel &model,
                                             const Plan &plan,
                                             GroupPlan &stayed) {
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
    StringRef between =
        llvm::any_of(laidOut, handsOverPadding)
            ? "need a rewrite in between, at least of what they pad"
            : "need a rewrite in between";
    if (mark.get("required") || laidOut.empty())
      return at->emitOpError(
                 "cannot be offloaded together with its neighbours: the "
                 "layouts that the target states for them ")
             << between;
    for (Operation *op : laidOut) {
      op->removeAttr(LayoutDialect::kOpLayout);
      op->removeAttr(LayoutDialect::kDecision);
    }
    stayed.unmetOffloads.push_back(
        {at->getLoc(), "offload",
         "operations that are offloaded together keep their layouts: those "
         "that the target states " +
             between.str()});
    stayed.remarks.push_back([loc = at->getLoc(), between,
                              head = getRemark("offload", "layout-flow", at)] {
      remark::missed(loc, head)
          << remark::add("ops that are offloaded together keep their layouts: "
                         "those that the target states {0}",
                         between);
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

/// Replaces the moves of the program by those that are left if the places of
/// the plan are carried out.
static void describePlaces(const PlacementProblem &places, const Plan &plan,
                           const Plan &modelPlan, GroupPlan &described) {
  PlacedMovement movement = places.getMovement(plan);
  Cost &moves = described.figures.moves;
  moves -= places.getPaddingMoved(modelPlan);
  moves =
      addSaturating(moves, addSaturating(movement.copies, movement.borders));
  described.borders = movement.borders;
  Cost &prices = described.figures.prices;
  prices = addSaturating(prices, movement.prices);
}

/// Returns what a solution of `problem` means for the program, before its plan
/// of the model, `plan`, is applied. Records the baseline of the first round.
GroupPlan GroupPlanner::describe(const PlanningModel &model,
                                 const PlacementProblem *places,
                                 const Problem &problem,
                                 const Solution &solution, const Plan &plan) {
  GroupPlan described;
  // The bound of a problem with limited costs is one of `problem` as well, but
  // its cost is not.
  described.cost = problem.getCost(solution.plan);
  described.bound = solution.bound;
  described.isCapped = problem.isCapped;
  described.files = PlanFiles(options.problemPath, options.planPath);
  described.space = getPlanSpace(model);
  described.absorbedReads = getAbsorbedReads(model, plan);
  described.chosenOptions = getChosenOptions(model, plan);
  described.unmetPreferences = getUnmetPreferences(
      model, plan,
      options.calibration ? StringRef(options.calibration->unit) : "bytes");
  if (options.needsGraph) {
    LayoutNames names(model);
    described.graph = describePlan(model, names, plan);
    described.values = getPlannedValues(model, names, plan);
  }
  described.figures = model.getFigures(plan);
  described.movement = getPlannedMovement(model, plan, functions, *calls);
  Cost planned = described.figures.rewrites;
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
               << described.cost << ", bound " << described.bound << "\n");
  described.remarks.push_back([loc = first.getLoc(), planned, unplanned,
                               head = getRemark("plan", "layout-flow", first)] {
    remark::passed(loc, head) << remark::add(
        "rewrites move {0} bytes, {1} in the baseline", planned, unplanned);
  });
  if (places)
    describePlaces(*places, solution.plan, plan, described);
  return described;
}

GroupPlan layout::planAndApply(ArrayRef<func::FuncOp> functions,
                               const CallSites &calls,
                               const PlanningOptions &options,
                               PassInstrumentor *instrumentor) {
  return GroupPlanner(functions, calls, options, instrumentor).run();
}
