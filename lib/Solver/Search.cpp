//===- Search.cpp - Branch and bound --------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"
#include "Components.h"
#include "DualAscent.h"
#include "Elimination.h"
#include "LocalSearch.h"
#include "layout/Support/Debug.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::layout;

#define DEBUG_TYPE "layout-solver"
ALWAYS_ENABLED_STATISTIC(numEliminated, "Components solved by elimination");
ALWAYS_ENABLED_STATISTIC(numBranches, "Branches of the search");
ALWAYS_ENABLED_STATISTIC(numBranchVariables,
                         "Variables of all branches of the search");

namespace {
class BranchAndBound {
public:
  BranchAndBound(const SolverOptions &options, const Deadline &deadline)
      : maxEntries(options.maxEntries), visitsLeft(options.maxVisits),
        deadline(deadline) {}

  /// The best plan of less than a limit, if there is one, and cases that prove
  /// that there is no better one. No cases, or cases that prove less, if the
  /// search was stopped.
  struct CaseResult {
    std::optional<Plan> plan;
    std::optional<Cases> cases;
  };
  /// Searches among the candidates that the dual variables do not exclude.
  CaseResult searchRemaining(const Problem &problem, const DualVariables &duals,
                             Cost limit);
  /// The same without branches. Nothing if a component is too large to
  /// eliminate.
  std::optional<CaseResult> eliminateRemaining(const Problem &problem,
                                               const DualVariables &duals,
                                               Cost limit);

  /// Whether a limit has kept the search from plans that may be cheaper.
  bool wasStopped() const { return isStopped; }

private:
  struct Result {
    std::optional<Plan> plan;
    Certificate certificate;
  };
  /// Solves a component: searches among all its plans of less than `limit`.
  using SolveFunction =
      llvm::function_ref<Result(const Problem &component, Cost limit)>;

  Result solve(const Problem &problem, Cost limit);
  std::optional<Result> solveByElimination(const Problem &problem, Cost limit);
  CaseResult solveComponents(const Components &components, Cost limit,
                             SolveFunction solveComponent);
  CaseResult branch(const Problem &problem, const DualVariables &duals,
                    Domains domains, Cost limit);

  const uint64_t maxEntries;
  uint64_t visitsLeft;
  const Deadline &deadline;
  bool isStopped = false;
};
} // namespace

/// Searches among all plans of less than `limit`, starting with dual ascent.
BranchAndBound::Result BranchAndBound::solve(const Problem &problem,
                                             Cost limit) {
  constexpr unsigned maxSweeps = 12, maxIdleSweeps = 2;
  DualAscent ascent(problem);
  Result result;
  Cost dualValue = 0;
  unsigned numIdle = 0;
  for (unsigned sweep = 0;
       sweep < maxSweeps && numIdle < maxIdleSweeps && !deadline.isOver();
       ++sweep) {
    Plan plan = ascent.sweep(/*isForward=*/sweep % 2 == 0);
    if (Cost cost = improve(problem, plan); cost < limit) {
      result.plan = plan;
      limit = cost;
    }
    Cost present = getDualValue(problem, ascent.getDuals());
    if (getBound(ascent.getDuals(), present) >= limit)
      break;
    numIdle = present > dualValue ? 0 : numIdle + 1;
    dualValue = std::max(dualValue, present);
  }
  result.certificate.duals = std::move(ascent.getDuals());
  CaseResult remaining =
      searchRemaining(problem, result.certificate.duals, limit);
  if (remaining.plan)
    result.plan = std::move(remaining.plan);
  result.certificate.cases = std::move(remaining.cases);
  return result;
}

/// Returns whether `components` is a single component with all candidates of
/// all variables of `problem`.
static bool isWhole(const Components &components, const Problem &problem) {
  if (components.components.size() != 1)
    return false;
  auto countCandidates = [](const Problem &of) {
    size_t count = 0;
    for (const Problem::Variable &variable : of.variables)
      count += variable.candidates.size();
    return count;
  };
  const Problem &component = components.components.front().problem;
  return component.variables.size() == problem.variables.size() &&
         countCandidates(component) == countCandidates(problem);
}

BranchAndBound::CaseResult
BranchAndBound::searchRemaining(const Problem &problem,
                                const DualVariables &duals, Cost limit) {
  if (getBound(problem, duals) >= limit)
    return {};
  if (deadline.isOver()) {
    isStopped = true;
    return {};
  }
  Domains domains = getDomains(problem, duals, limit);
  Components components(problem, domains);
  auto solveComponent = [&](const Problem &component, Cost componentLimit) {
    std::optional<Result> result =
        solveByElimination(component, componentLimit);
    return result ? std::move(*result) : solve(component, componentLimit);
  };
  if (!isWhole(components, problem))
    return solveComponents(components, limit, solveComponent);
  // No candidate was dropped: solving the component as above would end here
  // again, with the same problem. Eliminate it or branch.
  std::optional<Result> eliminated = solveByElimination(
      components.components.front().problem, limit - components.fixedCost);
  if (!eliminated)
    return branch(problem, duals, std::move(domains), limit);
  return solveComponents(components, limit, [&](const Problem &, Cost) {
    return std::move(*eliminated);
  });
}

std::optional<BranchAndBound::CaseResult>
BranchAndBound::eliminateRemaining(const Problem &problem,
                                   const DualVariables &duals, Cost limit) {
  Components components(problem, getDomains(problem, duals, limit));
  bool isEliminated = true;
  auto solveComponent = [&](const Problem &component, Cost componentLimit) {
    std::optional<Result> result;
    if (isEliminated)
      result = solveByElimination(component, componentLimit);
    isEliminated = result.has_value();
    return result ? std::move(*result) : Result();
  };
  CaseResult result = solveComponents(components, limit, solveComponent);
  if (!isEliminated)
    return std::nullopt;
  return result;
}

/// Returns nothing if the elimination takes too many entries.
std::optional<BranchAndBound::Result>
BranchAndBound::solveByElimination(const Problem &problem, Cost limit) {
  if (deadline.isOver())
    return std::nullopt;
  std::optional<Optimum> optimum = eliminate(problem, maxEntries);
  LAYOUT_DEBUG(llvm::dbgs()
               << "component of " << problem.variables.size() << " variables: "
               << (optimum ? "eliminated"
                           : "too large to "
                             "eliminate")
               << "\n");
  if (!optimum)
    return std::nullopt;
  ++numEliminated;
  Result result{std::nullopt, {std::move(optimum->order), {}, {}}};
  if (optimum->cost < limit)
    result.plan = std::move(optimum->plan);
  return result;
}

BranchAndBound::CaseResult
BranchAndBound::solveComponents(const Components &components, Cost limit,
                                SolveFunction solveComponent) {
  CaseResult result{components.first, Cases{limit, std::nullopt, {}}};
  // The cost of all but the components that are not solved yet.
  Cost cost = components.fixedCost;
  for (const Component &component : components.components) {
    if (!result.plan) {
      // An earlier component has no plan within the limit, which proves the
      // limit alone. Dual variables of 0 suffice for the others.
      result.cases->certificates.push_back(
          {{}, DualVariables::makeZero(component.problem), {}});
      continue;
    }
    Result best = solveComponent(component.problem, limit - cost);
    result.cases->certificates.push_back(std::move(best.certificate));
    if (best.plan) {
      cost += component.problem.getCost(*best.plan);
      component.copyPlan(*best.plan, *result.plan);
    } else {
      result.plan.reset();
    }
  }
  if (cost >= limit)
    result.plan.reset();
  return result;
}

/// Returns the variable with a choice that has the most neighbors, so that its
/// decision affects the most others.
static unsigned getBranchVariable(const Problem &problem,
                                  const Domains &domains) {
  SmallVector<unsigned> numNeighbors(problem.variables.size(), 0);
  for (const Problem::Net &net : problem.nets) {
    numNeighbors[net.producer.variable] += net.uses.size();
    for (Problem::PortRef use : net.uses)
      ++numNeighbors[use.variable];
  }
  for (auto [count, domain] : llvm::zip_equal(numNeighbors, domains))
    count = domain.size() == 1 ? 0 : count + 1;
  return llvm::max_element(numNeighbors) - numNeighbors.begin();
}

BranchAndBound::CaseResult BranchAndBound::branch(const Problem &problem,
                                                  const DualVariables &duals,
                                                  Domains domains, Cost limit) {
  unsigned variable = getBranchVariable(problem, domains);
  SmallVector<Cost, 8> costs = getReducedCosts(problem, duals, variable);
  SmallVector<unsigned, 4> domain = domains[variable];
  // The candidate with the least reduced cost comes first: it likely leads to a
  // good plan, which lowers the limit for the others.
  SmallVector<unsigned, 4> order =
      llvm::to_vector<4>(llvm::seq<unsigned>(domain.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::tie(costs[domain[a]], a) < std::tie(costs[domain[b]], b);
  });
  LAYOUT_DEBUG(llvm::dbgs()
               << "branch on variable " << variable << " with " << domain.size()
               << " candidates, limit " << limit << "\n");
  CaseResult result{std::nullopt, Cases{limit, variable, {}}};
  result.cases->certificates.resize(domain.size());
  for (unsigned index : order) {
    if (visitsLeft < problem.variables.size() || deadline.isOver()) {
      isStopped = true;
      return {result.plan, std::nullopt};
    }
    visitsLeft -= problem.variables.size();
    ++numBranches;
    numBranchVariables += problem.variables.size();
    domains[variable] = {domain[index]};
    Component restricted = restrict(problem, domains);
    Result best = solve(restricted.problem, limit);
    result.cases->certificates[index] = std::move(best.certificate);
    if (!best.plan)
      continue;
    result.plan = Plan(problem.variables.size(), 0);
    restricted.copyPlan(*best.plan, *result.plan);
    limit = problem.getCost(*result.plan);
  }
  return result;
}

/// Replaces `plan` by that of `result`, if there is one; returns the cases.
static std::optional<Cases> take(BranchAndBound::CaseResult result,
                                 Plan &plan) {
  if (result.plan)
    plan = std::move(*result.plan);
  return std::move(result.cases);
}

Proof layout::search(const Problem &problem, const DualVariables &duals,
                     Plan &plan, const SolverOptions &options,
                     const Deadline &deadline) {
  BranchAndBound solver(options, deadline);
  std::optional<Cases> cases =
      take(solver.searchRemaining(problem, duals, problem.getCost(plan)), plan);
  bool isComplete = cases && !solver.wasStopped();
  return {std::move(cases), isComplete};
}

std::optional<Cases> layout::searchByElimination(const Problem &problem,
                                                 const DualVariables &duals,
                                                 Plan &plan,
                                                 const SolverOptions &options,
                                                 const Deadline &deadline) {
  BranchAndBound solver(options, deadline);
  std::optional<BranchAndBound::CaseResult> result =
      solver.eliminateRemaining(problem, duals, problem.getCost(plan));
  return result ? take(std::move(*result), plan) : std::nullopt;
}
