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
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Finds plans that are cheaper than a limit, each time with the duals of
/// what is left.
class Searcher {
public:
  Searcher(const SolverOptions &options, const Deadline &deadline)
      : maxEntries(options.maxEntries), visitsLeft(options.maxVisits),
        deadline(deadline) {}

  /// The best plan below the limit among what the duals do not rule out,
  /// nothing if there is none, and the cases that prove that. Where the search
  /// was given up, they prove less.
  struct FoundLeft {
    std::optional<Plan> plan;
    std::optional<Cases> cases;
  };
  FoundLeft findLeft(const Problem &problem, const DualVariables &duals,
                     Cost limit);

private:
  /// The same among all plans.
  struct Found {
    std::optional<Plan> plan;
    Certificate certificate;
  };
  Found find(const Problem &problem, Cost limit);
  /// By elimination, if that does not take too much.
  std::optional<Found> findByTables(const Problem &problem, Cost limit);
  using FindInPart = llvm::function_ref<Found(const Problem &, Cost limit)>;
  FoundLeft findInParts(const Components &components, Cost limit,
                        FindInPart findInPart);
  FoundLeft branch(const Problem &problem, const DualVariables &duals,
                   Domains candidates, Cost limit);

  const uint64_t maxEntries;
  uint64_t visitsLeft;
  const Deadline &deadline;
};
} // namespace

Searcher::Found Searcher::find(const Problem &problem, Cost limit) {
  constexpr unsigned mostSweeps = 12, mostIdle = 2;
  DualAscent duals(problem);
  Found found;
  Cost bound = 0;
  unsigned idle = 0;
  for (unsigned number = 0;
       number < mostSweeps && idle < mostIdle && !deadline.isOver(); ++number) {
    Plan plan = duals.sweep(/*isForward=*/number % 2 == 0);
    if (Cost cost = improve(problem, plan); cost < limit) {
      found.plan = plan;
      limit = cost;
    }
    Cost present = getSumOfMinima(problem, duals.getDuals());
    if (getBound(duals.getDuals(), present) >= limit)
      break;
    idle = present > bound ? 0 : idle + 1;
    bound = std::max(bound, present);
  }
  found.certificate.duals = std::move(duals.getDuals());
  FoundLeft left = findLeft(problem, found.certificate.duals, limit);
  if (left.plan)
    found.plan = std::move(left.plan);
  found.certificate.cases = std::move(left.cases);
  return found;
}

/// Whether all candidates of all variables are left, in one component.
static bool isWhole(const Components &components, const Problem &problem) {
  if (components.components.size() != 1)
    return false;
  auto countLabels = [](const Problem &of) {
    size_t count = 0;
    for (const Problem::Variable &variable : of.variables)
      count += variable.candidates.size();
    return count;
  };
  const Problem &component = components.components.front().problem;
  return component.variables.size() == problem.variables.size() &&
         countLabels(component) == countLabels(problem);
}

Searcher::FoundLeft Searcher::findLeft(const Problem &problem,
                                       const DualVariables &duals, Cost limit) {
  if (deadline.isOver() || getBound(problem, duals) >= limit)
    return {};
  Domains candidates = getDomains(problem, duals, limit);
  Components components(problem, candidates);
  auto findInPart = [&](const Problem &component, Cost most) {
    std::optional<Found> found = findByTables(component, most);
    return found ? std::move(*found) : find(component, most);
  };
  if (!isWhole(components, problem))
    return findInParts(components, limit, findInPart);
  // To search what is all there was would come back here for ever.
  std::optional<Found> byTables = findByTables(
      components.components.front().problem, limit - components.settled);
  if (!byTables)
    return branch(problem, duals, std::move(candidates), limit);
  return findInParts(components, limit, [&](const Problem &, Cost) {
    return std::move(*byTables);
  });
}

std::optional<Searcher::Found> Searcher::findByTables(const Problem &problem,
                                                      Cost limit) {
  if (deadline.isOver())
    return std::nullopt;
  std::optional<Optimum> optimum = eliminate(problem, maxEntries);
  if (!optimum)
    return std::nullopt;
  Found found{std::nullopt, {std::move(optimum->order), {}, {}}};
  if (optimum->cost < limit)
    found.plan = std::move(optimum->plan);
  return found;
}

Searcher::FoundLeft Searcher::findInParts(const Components &components,
                                          Cost limit, FindInPart findInPart) {
  FoundLeft found{components.first, Cases{limit, std::nullopt, {}}};
  // What all but the components that are still open cost.
  Cost settled = components.settled;
  for (const Component &component : components.components) {
    // As soon as one cannot be had, the others cost what they may.
    if (!found.plan) {
      found.cases->proofs.push_back(
          {{}, DualVariables::get(component.problem), {}});
      continue;
    }
    Found best = findInPart(component.problem, limit - settled);
    found.cases->proofs.push_back(std::move(best.certificate));
    if (best.plan) {
      settled += component.problem.getCost(*best.plan);
      component.choose(*best.plan, *found.plan);
    } else {
      found.plan.reset();
    }
  }
  if (settled >= limit)
    found.plan.reset();
  return found;
}

/// The variable with a choice that, decided, decides the most of others.
static unsigned getMostJoined(const Problem &problem,
                              const Domains &candidates) {
  SmallVector<unsigned> joined(problem.variables.size(), 0);
  for (const Problem::Net &net : problem.nets) {
    joined[net.producer.variable] += net.uses.size();
    for (Problem::PortRef use : net.uses)
      ++joined[use.variable];
  }
  for (auto [count, left] : llvm::zip_equal(joined, candidates))
    count = left.size() == 1 ? 0 : count + 1;
  return llvm::max_element(joined) - joined.begin();
}

Searcher::FoundLeft Searcher::branch(const Problem &problem,
                                     const DualVariables &duals,
                                     Domains candidates, Cost limit) {
  unsigned chosen = getMostJoined(problem, candidates);
  SmallVector<Cost, 8> costs = getCandidateCosts(problem, duals, chosen);
  SmallVector<unsigned, 4> left = candidates[chosen];
  // The most promising first: what it finds rules out more of the others.
  SmallVector<unsigned, 4> order =
      llvm::to_vector<4>(llvm::seq<unsigned>(left.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::tie(costs[left[a]], a) < std::tie(costs[left[b]], b);
  });
  FoundLeft found{std::nullopt, Cases{limit, chosen, {}}};
  found.cases->proofs.resize(left.size());
  for (unsigned index : order) {
    if (visitsLeft < problem.variables.size() || deadline.isOver())
      return {found.plan, std::nullopt};
    visitsLeft -= problem.variables.size();
    candidates[chosen] = {left[index]};
    Component component = restrict(problem, candidates);
    Found best = find(component.problem, limit);
    found.cases->proofs[index] = std::move(best.certificate);
    if (!best.plan)
      continue;
    found.plan = Plan(problem.variables.size(), 0);
    component.choose(*best.plan, *found.plan);
    limit = problem.getCost(*found.plan);
  }
  return found;
}

void layout::search(const Problem &problem, Plan &plan,
                    Certificate &certificate, const SolverOptions &options,
                    const Deadline &deadline) {
  Searcher searcher(options, deadline);
  Searcher::FoundLeft found =
      searcher.findLeft(problem, certificate.duals, problem.getCost(plan));
  if (found.plan)
    plan = std::move(*found.plan);
  certificate.cases = std::move(found.cases);
}
