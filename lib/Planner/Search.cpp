//===- Search.cpp - Branch and bound --------------------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"
#include "Elimination.h"
#include "Parts.h"
#include "PriceSweeps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Finds plans that are cheaper than a limit, each time with the messages of
/// what is left.
class Searcher {
public:
  Searcher(const OptimalOptions &options, const Deadline &deadline)
      : maxEntries(options.maxEntries), visitsLeft(options.maxVisits),
        deadline(deadline) {}

  /// The best plan below the limit among what the messages do not rule out,
  /// nothing if there is none, and the cases that prove that. Where the search
  /// was given up, they prove less.
  struct FoundLeft {
    std::optional<Plan> plan;
    std::optional<Cases> cases;
  };
  FoundLeft findLeft(const Problem &problem, const Messages &messages,
                     Cost limit);

private:
  /// The same among all plans.
  struct Found {
    std::optional<Plan> plan;
    Proof proof;
  };
  Found find(const Problem &problem, Cost limit);
  /// By elimination, if that does not take too much.
  std::optional<Found> findByTables(const Problem &problem, Cost limit);
  using FindInPart = llvm::function_ref<Found(const Problem &, Cost limit)>;
  FoundLeft findInParts(const Parts &parts, Cost limit, FindInPart findInPart);
  FoundLeft branch(const Problem &problem, const Messages &messages,
                   LabelsLeft labels, Cost limit);

  const uint64_t maxEntries;
  uint64_t visitsLeft;
  const Deadline &deadline;
};
} // namespace

Searcher::Found Searcher::find(const Problem &problem, Cost limit) {
  constexpr unsigned mostSweeps = 12, mostIdle = 2;
  PriceSweeps prices(problem);
  Found found;
  Cost bound = 0;
  unsigned idle = 0;
  for (unsigned number = 0;
       number < mostSweeps && idle < mostIdle && !deadline.isOver(); ++number) {
    Plan plan = prices.sweep(/*isForward=*/number % 2 == 0);
    if (Cost cost = improve(problem, plan); cost < limit) {
      found.plan = plan;
      limit = cost;
    }
    Cost present = getSumOfMinima(problem, prices.getMessages());
    if (getBound(prices.getMessages(), present) >= limit)
      break;
    idle = present > bound ? 0 : idle + 1;
    bound = std::max(bound, present);
  }
  found.proof.messages = std::move(prices.getMessages());
  FoundLeft left = findLeft(problem, found.proof.messages, limit);
  if (left.plan)
    found.plan = std::move(left.plan);
  found.proof.cases = std::move(left.cases);
  return found;
}

/// Whether all labels of all variables are left, in one part.
static bool isWhole(const Parts &parts, const Problem &problem) {
  if (parts.parts.size() != 1)
    return false;
  auto countLabels = [](const Problem &of) {
    size_t count = 0;
    for (const Problem::Variable &variable : of.variables)
      count += variable.labels.size();
    return count;
  };
  const Problem &part = parts.parts.front().problem;
  return part.variables.size() == problem.variables.size() &&
         countLabels(part) == countLabels(problem);
}

Searcher::FoundLeft Searcher::findLeft(const Problem &problem,
                                       const Messages &messages, Cost limit) {
  if (deadline.isOver() || getBound(problem, messages) >= limit)
    return {};
  LabelsLeft labels = getLabelsLeft(problem, messages, limit);
  Parts parts(problem, labels);
  auto findInPart = [&](const Problem &part, Cost most) {
    std::optional<Found> found = findByTables(part, most);
    return found ? std::move(*found) : find(part, most);
  };
  if (!isWhole(parts, problem))
    return findInParts(parts, limit, findInPart);
  // To search what is all there was would come back here for ever.
  std::optional<Found> byTables =
      findByTables(parts.parts.front().problem, limit - parts.settled);
  if (!byTables)
    return branch(problem, messages, std::move(labels), limit);
  return findInParts(parts, limit, [&](const Problem &, Cost) {
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

Searcher::FoundLeft Searcher::findInParts(const Parts &parts, Cost limit,
                                          FindInPart findInPart) {
  FoundLeft found{parts.first, Cases{limit, std::nullopt, {}}};
  // What all but the parts that are still open cost.
  Cost settled = parts.settled;
  for (const Part &part : parts.parts) {
    // As soon as one cannot be had, the others cost what they may.
    if (!found.plan) {
      found.cases->proofs.push_back({{}, Messages::get(part.problem), {}});
      continue;
    }
    Found best = findInPart(part.problem, limit - settled);
    found.cases->proofs.push_back(std::move(best.proof));
    if (best.plan) {
      settled += part.problem.getCost(*best.plan);
      part.choose(*best.plan, *found.plan);
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
                              const LabelsLeft &labels) {
  SmallVector<unsigned> joined(problem.variables.size(), 0);
  for (const Problem::Net &net : problem.nets) {
    joined[net.producer.variable] += net.uses.size();
    for (Problem::PortRef use : net.uses)
      ++joined[use.variable];
  }
  for (auto [count, left] : llvm::zip_equal(joined, labels))
    count = left.size() == 1 ? 0 : count + 1;
  return llvm::max_element(joined) - joined.begin();
}

Searcher::FoundLeft Searcher::branch(const Problem &problem,
                                     const Messages &messages,
                                     LabelsLeft labels, Cost limit) {
  unsigned chosen = getMostJoined(problem, labels);
  SmallVector<Cost, 8> costs = getLabelCosts(problem, messages, chosen);
  SmallVector<unsigned, 4> left = labels[chosen];
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
    labels[chosen] = {left[index]};
    Part part = restrict(problem, labels);
    Found best = find(part.problem, limit);
    found.cases->proofs[index] = std::move(best.proof);
    if (!best.plan)
      continue;
    found.plan = Plan(problem.variables.size(), 0);
    part.choose(*best.plan, *found.plan);
    limit = problem.getCost(*found.plan);
  }
  return found;
}

void layout::search(const Problem &problem, Plan &plan, Proof &proof,
                    const OptimalOptions &options, const Deadline &deadline) {
  Searcher searcher(options, deadline);
  Searcher::FoundLeft found =
      searcher.findLeft(problem, proof.messages, problem.getCost(plan));
  if (found.plan)
    plan = std::move(*found.plan);
  proof.cases = std::move(found.cases);
}
