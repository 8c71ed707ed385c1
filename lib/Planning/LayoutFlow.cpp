//===- LayoutFlow.cpp - Plan, then apply ----------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/LayoutFlexibility.h"
#include "Model/PlanningModel.h"
#include "Model/RewriteCosts.h"
#include "PlanDescription.h"
#include "PlanFiles.h"
#include "StageTimer.h"
#include "layout/Analysis/RewriteCount.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "layout/Dialect/Layout/Utils/PassRemarks.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Planning/Passes.h"
#include "layout/Report/PlanReport.h"
#include "layout/Solver/Optimal.h"
#include "layout/Solver/Sweeps.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/IR/Threading.h"
#include "llvm/ADT/PostOrderIterator.h"

#define DEBUG_TYPE "layout-flow"
ALWAYS_ENABLED_STATISTIC(numVariables, "Variables of planning problems");
ALWAYS_ENABLED_STATISTIC(numNets, "Nets of planning problems");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFLOW
#include "layout/Planning/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
/// What comes of functions that belong together, by their last plan.
struct GroupPlan {
  /// What they cost without flow; nothing if they cannot be planned, which has
  /// been said then.
  std::optional<Cost> frozen;
  Cost cost = 0;
  Cost bound = 0;
  bool isCapped = false;
  std::vector<AbsorbedRead> reads;
  std::optional<PlanGraph> picture;
  PlanFiles files;
  Remarks remarks;
};
} // namespace

/// The plan; with a bound if the solver has one.
static Solution solve(const Problem &problem, Strategy strategy,
                      const OptimalOptions &options) {
  Solution solution;
  switch (strategy) {
  case Strategy::Backward:
    solution.plan = solveBackward(problem);
    return solution;
  case Strategy::Forward:
    solution.plan = solveForward(problem);
    return solution;
  case Strategy::Optimal:
    return solveOptimal(problem, options);
  }
  llvm_unreachable("covered switch");
}

/// The same, or an error if something is wrong with the problem or the plan.
static FailureOr<Solution> solveChecked(const Problem &problem,
                                        Strategy strategy,
                                        const OptimalOptions &options,
                                        func::FuncOp place) {
  if (std::optional<std::string> error = problem.check())
    return place.emitError("cannot state the planning problem: ") << *error;
  Solution solution = solve(problem, strategy, options);
  if (std::optional<std::string> error = problem.verify(solution.plan))
    return place.emitError("found no plan of the planning problem: ") << *error;
  return solution;
}

static StringRef stringifyStrategy(Strategy strategy) {
  switch (strategy) {
  case Strategy::Backward:
    return "backward";
  case Strategy::Forward:
    return "forward";
  case Strategy::Optimal:
    return "optimal";
  }
  llvm_unreachable("covered switch");
}

/// Blocks no path reaches have no place in the order of the program.
static bool hasUnreachableBlocks(func::FuncOp function) {
  auto reached = [](Region &region) {
    if (region.empty())
      return true;
    llvm::ReversePostOrderTraversal<Block *> blocks(&region.front());
    return std::distance(blocks.begin(), blocks.end()) ==
           static_cast<ptrdiff_t>(region.getBlocks().size());
  };
  return function
      .walk([&](Operation *op) {
        return llvm::all_of(op->getRegions(), reached)
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Whether a plan can be made; if not, a remark says why.
static bool canBePlanned(func::FuncOp function) {
  if (!hasUnreachableBlocks(function))
    return true;
  remark::missed(function.getLoc(),
                 getRemark("unreachable", "layout-flow", function))
      << "left as it stands: it has unreachable blocks";
  return false;
}

/// Whether all that annotations ask of ops can be had.
static LogicalResult checkAllEntries(func::FuncOp function) {
  return failure(function
                     .walk([](linalg::LinalgOp op) {
                       return isFrozen(op) || succeeded(checkEntries(op))
                                  ? WalkResult::advance()
                                  : WalkResult::interrupt();
                     })
                     .wasInterrupted());
}

/// Whether the plan has an entry that keeps its rewrites: they come to stand
/// beside its op, where no plan has seen them yet.
static bool addsRewrites(const PlanningModel &graph, const Plan &plan) {
  return llvm::any_of(llvm::zip_equal(graph.nodes, plan), [](auto pair) {
    auto [node, candidate] = pair;
    return node.candidates[candidate].keepsRewrites;
  });
}

namespace {
struct LayoutFlow : layout::impl::LayoutFlowBase<LayoutFlow> {
  using LayoutFlowBase::LayoutFlowBase;

  /// Plans and rewrites functions that belong together. Groups at once: this
  /// changes nothing but the bodies and signatures of these functions, and what
  /// it reads of others (names, what calls them) does not change.
  GroupPlan planAndApply(ArrayRef<func::FuncOp> functions,
                         const CallSites &calls,
                         PassInstrumentor *instrumentor) {
    GroupPlan made;
    made.files = PlanFiles(problem, plan);
    for (func::FuncOp function : functions)
      if (failed(checkAllEntries(function)))
        return made;
    func::FuncOp first = functions.front();
    std::optional<Cost> frozen;
    for (bool isPlanned = false; !isPlanned;) {
      StageTimer timer(instrumentor, first);
      timer.enter<BuildStage>();
      PlanningModel graph(functions, calls, constantLimit);
      generateCandidates(graph);
      numVariables += graph.problem.variables.size();
      numNets += graph.problem.nets.size();
      LAYOUT_DEBUG(llvm::dbgs()
                   << "problem of @" << first.getName() << ": "
                   << graph.problem.variables.size() << " variables, "
                   << graph.problem.nets.size() << " nets\n");
      std::optional<Problem> timed;
      if (prices)
        timed = getProblemIn(*prices, graph);
      const Problem &stated = timed ? *timed : graph.problem;
      timer.enter<SolveStage>();
      OptimalOptions options;
      options.maxVisits = visitLimit;
      options.maxSeconds = timeLimit;
      FailureOr<Solution> solved =
          solveChecked(stated, strategy, options, first);
      if (failed(solved))
        return made;
      const Solution &solution = *solved;
      made.cost = solution.cost;
      made.bound = solution.bound;
      made.isCapped = graph.problem.isCapped;
      llvm::append_range(made.reads, getAbsorbedReads(graph, solution.plan));
      made.files.state(graph, stated, solution, strategy == Strategy::Optimal);
      if (graphForReport)
        made.picture = describePlan(graph, solution.plan);
      Cost present = graph.getRewriteCost(solution.plan);
      Cost unmoved = graph.getRewriteCost(graph.problem.getBaselinePlan());
      frozen = frozen.value_or(unmoved);
      made.remarks.push_back([loc = first.getLoc(), present, unmoved,
                              head = getRemark("plan", "layout-flow", first)] {
        remark::passed(loc, head) << remark::add(
            "rewrites move {0} bytes, {1} without flow", present, unmoved);
      });
      timer.enter<ApplyStage>();
      if (failed(applyPlan(graph, solution.plan, made.remarks)))
        return made;
      isPlanned = !addsRewrites(graph, solution.plan);
    }
    if (made.picture)
      made.picture->function = first.getName();
    made.frozen = frozen;
    return made;
  }

  /// A plan for every group, however many threads there are.
  std::vector<GroupPlan>
  planAndApply(ArrayRef<SmallVector<func::FuncOp>> groups,
               const CallSites &calls) {
    std::vector<GroupPlan> plans(groups.size());
    PassInstrumentor *instrumentor = getAnalysisManager().getPassInstrumentor();
    parallelFor(&getContext(), 0, groups.size(), [&](size_t number) {
      plans[number] = planAndApply(groups[number], calls, instrumentor);
    });
    return plans;
  }

  LogicalResult readCalibration() {
    prices.reset();
    if (calibration.empty())
      return success();
    llvm::Expected<Calibration> read = Calibration::read(calibration);
    if (!read)
      return emitError(getOperation().getLoc())
             << llvm::toString(read.takeError());
    prices = std::move(*read);
    return success();
  }

  /// Adds up what the plans cost. `others` are the bytes that rewrites move in
  /// functions that are not planned.
  void report(MutableArrayRef<GroupPlan> plans, Cost others) {
    auto &report = getAnalysis<PlanReport>();
    Cost baseline = others;
    PlanCost total;
    std::vector<AbsorbedRead> reads;
    for (GroupPlan &plan : plans) {
      baseline = addSaturating(baseline, *plan.frozen);
      total.cost = addSaturating(total.cost, plan.cost);
      total.bound = addSaturating(total.bound, plan.bound);
      total.isCapped |= plan.isCapped;
      llvm::append_range(reads, plan.reads);
      if (plan.picture)
        report.graphs.push_back(std::move(*plan.picture));
    }
    if (prices)
      total.unit = prices->unit;
    if (strategy == Strategy::Optimal)
      report.plan = total;
    report.strategy = stringifyStrategy(strategy);
    report.baselineBytes = baseline;
    if (!reads.empty())
      report.absorbedReads = std::move(reads);
  }

  void runOnOperation() override {
    if (failed(readCalibration()))
      return signalPassFailure();
    if (!(timeLimit >= 0)) {
      emitError(getOperation().getLoc())
          << "requires a time limit of at least 0";
      return signalPassFailure();
    }
    SmallVector<func::FuncOp> functions = llvm::filter_to_vector(
        getAnalysis<PlanningScope>().getFunctions(), canBePlanned);
    llvm::SmallPtrSet<Operation *, 8> planned(functions.begin(),
                                              functions.end());
    // The report's other figures are of the whole module, too.
    CallSites calls(getOperation());
    Cost others = 0;
    for (Operation &other : *getOperation().getBody())
      if (!planned.contains(&other))
        others =
            addSaturating(others, countRewrites(&other, calls).rewrites.bytes);
    SmallVector<SmallVector<func::FuncOp>> groups = calls.group(functions);
    std::vector<GroupPlan> plans = planAndApply(groups, calls);
    for (const GroupPlan &plan : plans) {
      for (const std::function<void()> &remark : plan.remarks)
        remark();
      if (!plan.frozen)
        return signalPassFailure();
    }
    for (auto [group, plan] : llvm::zip_equal(groups, plans))
      if (failed(plan.files.write(group.front())))
        return signalPassFailure();
    report(plans, others);
  }

  std::optional<Calibration> prices;
};
} // namespace
