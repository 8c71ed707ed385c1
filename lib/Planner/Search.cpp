//===- Search.cpp - What the bound leaves open ----------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"
#include "PriceSweeps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

namespace {
/// For every variable the labels that are left, numbers of the problem's.
using Labels = std::vector<SmallVector<unsigned, 4>>;
} // namespace

/// A label that raises the bound to the limit is in no plan below that. Some
/// label of each variable is left if the bound is below.
static Labels getLabelsLeft(const Problem &problem, const Messages &messages,
                            Cost limit) {
  Cost bound = getSumOfMinima(problem, messages);
  // Plans are cheaper by what all costs are multiples of, or not at all.
  Cost most = (limit - messages.unit) * messages.scale;
  Labels labels;
  for (unsigned variable : llvm::seq(problem.variables.size())) {
    SmallVector<Cost, 8> costs = getLabelCosts(problem, messages, variable);
    Cost least = *llvm::min_element(costs);
    SmallVector<unsigned, 4> &left = labels.emplace_back();
    for (auto [label, cost] : llvm::enumerate(costs))
      if (bound + cost - least <= most)
        left.push_back(label);
  }
  return labels;
}

/// The variables with a choice, those that share a net together.
static std::vector<SmallVector<unsigned>> getComponents(const Problem &problem,
                                                        const Labels &labels) {
  llvm::EquivalenceClasses<unsigned> links;
  auto isOpen = [&](unsigned variable) { return labels[variable].size() > 1; };
  for (unsigned variable : llvm::seq(problem.variables.size()))
    if (isOpen(variable))
      links.insert(variable);
  for (const Problem::Net &net : problem.nets) {
    std::optional<unsigned> first;
    auto visit = [&](unsigned variable) {
      if (!isOpen(variable))
        return;
      if (first)
        links.unionSets(*first, variable);
      first = variable;
    };
    visit(net.producer.variable);
    for (Problem::PortRef use : net.uses)
      visit(use.variable);
  }
  llvm::MapVector<unsigned, SmallVector<unsigned>> groups;
  for (unsigned variable : llvm::seq(problem.variables.size()))
    if (isOpen(variable))
      groups[links.getLeaderValue(variable)].push_back(variable);
  std::vector<SmallVector<unsigned>> components;
  for (auto &[leader, group] : groups)
    components.push_back(group);
  return components;
}

namespace {
/// A component, with what stands around it in the plan.
struct Part {
  Problem problem;
  /// Of every variable, its number and those of its labels in the whole.
  SmallVector<unsigned> variables;
  Labels labels;

  void choose(const Plan &own, Plan &plan) const {
    for (auto [variable, left, label] : llvm::zip_equal(variables, labels, own))
      plan[variable] = left[label];
  }
};
} // namespace

static Part extract(const Problem &whole, const Labels &labels,
                    ArrayRef<unsigned> component) {
  Part part;
  llvm::DenseMap<unsigned, unsigned> numbers;
  llvm::SetVector<unsigned> nets;
  for (unsigned variable : component)
    for (const Problem::Port &port : whole.variables[variable].ports)
      nets.insert(port.net);
  auto getPort = [&](Problem::PortRef ref, unsigned net) {
    auto [place, isNew] =
        numbers.insert({ref.variable, part.problem.variables.size()});
    if (isNew) {
      Problem::Variable &made = part.problem.variables.emplace_back();
      made.kind = Problem::Kind::Critical;
      made.labels.resize(labels[ref.variable].size());
      part.variables.push_back(ref.variable);
      part.labels.push_back(labels[ref.variable]);
      for (auto [label, number] :
           llvm::zip_equal(made.labels, part.labels.back()))
        label.cost = whole.variables[ref.variable].labels[number].cost;
    }
    const Problem::Variable &old = whole.variables[ref.variable];
    Problem::Variable &made = part.problem.variables[place->second];
    unsigned port = made.ports.size();
    made.ports.push_back({net, old.ports[ref.port].isResult});
    for (auto [label, number] :
         llvm::zip_equal(made.labels, part.labels[place->second]))
      label.layouts.push_back(old.labels[number].layouts[ref.port]);
    return Problem::PortRef{place->second, port};
  };
  for (unsigned number : nets) {
    const Problem::Net &old = whole.nets[number];
    Problem::Net made{{}, {}, old.bytes, old.rewrites, old.weight, old.isFree};
    unsigned net = part.problem.nets.size();
    made.producer = getPort(old.producer, net);
    for (Problem::PortRef use : old.uses)
      made.uses.push_back(getPort(use, net));
    part.problem.nets.push_back(made);
  }
  return part;
}

//===----------------------------------------------------------------------===//
// Branch and bound
//===----------------------------------------------------------------------===//

namespace {
/// Finds plans that are cheaper than a limit, each time with the messages of
/// what is left.
class Searcher {
public:
  explicit Searcher(uint64_t maxVisits) : visitsLeft(maxVisits) {}

  /// The cheapest plan below the limit, nothing if there is none; some such
  /// plan, or nothing, where the search was given up.
  std::optional<Plan> find(const Problem &problem, Cost limit);

  /// Whether no search was given up.
  bool isComplete = true;

private:
  /// The same among what the messages do not rule out.
  std::optional<Plan> findLeft(const Problem &problem, const Messages &messages,
                               Cost limit);
  std::optional<Plan> findInParts(const Problem &problem, const Labels &labels,
                                  ArrayRef<SmallVector<unsigned>> components,
                                  Cost limit);
  std::optional<Plan> branch(const Problem &problem, const Messages &messages,
                             Labels labels, ArrayRef<unsigned> open,
                             Cost limit);

  uint64_t visitsLeft;
};
} // namespace

std::optional<Plan> Searcher::find(const Problem &problem, Cost limit) {
  constexpr unsigned mostSweeps = 12, mostIdle = 2;
  PriceSweeps prices(problem);
  std::optional<Plan> best;
  Cost bound = 0;
  unsigned idle = 0;
  for (unsigned number = 0; number < mostSweeps && idle < mostIdle; ++number) {
    Plan plan = prices.sweep(/*isForward=*/number % 2 == 0);
    if (Cost cost = improve(problem, plan); cost < limit) {
      best = plan;
      limit = cost;
    }
    Cost present = getSumOfMinima(problem, prices.getMessages());
    if (getBound(prices.getMessages(), present) >= limit)
      return best;
    idle = present > bound ? 0 : idle + 1;
    bound = std::max(bound, present);
  }
  std::optional<Plan> better = findLeft(problem, prices.getMessages(), limit);
  return better ? better : best;
}

std::optional<Plan> Searcher::findLeft(const Problem &problem,
                                       const Messages &messages, Cost limit) {
  if (getBound(problem, messages) >= limit)
    return std::nullopt;
  Labels labels = getLabelsLeft(problem, messages, limit);
  std::vector<SmallVector<unsigned>> components =
      getComponents(problem, labels);
  size_t present = 0, left = 0;
  for (auto [variable, own] : llvm::zip_equal(problem.variables, labels)) {
    present += variable.labels.size();
    left += own.size();
  }
  if (components.size() == 1 && left == present)
    return branch(problem, messages, labels, components.front(), limit);
  return findInParts(problem, labels, components, limit);
}

std::optional<Plan>
Searcher::findInParts(const Problem &problem, const Labels &labels,
                      ArrayRef<SmallVector<unsigned>> components, Cost limit) {
  Plan plan;
  for (ArrayRef<unsigned> left : labels)
    plan.push_back(left.front());
  std::vector<Part> parts;
  // What all but the parts that are still open cost.
  Cost settled = problem.getCost(plan);
  for (ArrayRef<unsigned> component : components) {
    const Part &part = parts.emplace_back(extract(problem, labels, component));
    settled -= part.problem.getCost(part.problem.getFrozenPlan());
  }
  for (const Part &part : parts) {
    std::optional<Plan> best = find(part.problem, limit - settled);
    if (!best)
      return std::nullopt;
    settled += part.problem.getCost(*best);
    part.choose(*best, plan);
  }
  return settled < limit ? std::optional(plan) : std::nullopt;
}

std::optional<Plan> Searcher::branch(const Problem &problem,
                                     const Messages &messages, Labels labels,
                                     ArrayRef<unsigned> open, Cost limit) {
  // The one that, decided, decides the most of others.
  SmallVector<unsigned> beside(problem.variables.size(), 0);
  for (const Problem::Net &net : problem.nets) {
    beside[net.producer.variable] += net.uses.size();
    for (Problem::PortRef use : net.uses)
      ++beside[use.variable];
  }
  unsigned chosen = *llvm::max_element(
      open, [&](unsigned a, unsigned b) { return beside[a] < beside[b]; });
  SmallVector<Cost, 8> costs = getLabelCosts(problem, messages, chosen);
  SmallVector<unsigned, 4> order(labels[chosen]);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::tie(costs[a], a) < std::tie(costs[b], b);
  });
  std::optional<Plan> best;
  for (unsigned label : order) {
    if (visitsLeft < problem.variables.size()) {
      isComplete = false;
      return best;
    }
    visitsLeft -= problem.variables.size();
    labels[chosen] = {label};
    SmallVector<unsigned> all =
        llvm::to_vector(llvm::seq<unsigned>(problem.variables.size()));
    Part part = extract(problem, labels, all);
    std::optional<Plan> found = find(part.problem, limit);
    if (!found)
      continue;
    best = Plan(problem.variables.size(), 0);
    part.choose(*found, *best);
    limit = problem.getCost(*best);
  }
  return best;
}

bool layout::search(const Problem &problem, const Messages &messages,
                    Plan &plan, uint64_t maxVisits) {
  Labels labels = getLabelsLeft(problem, messages, problem.getCost(plan));
  for (auto [own, label] : llvm::zip_equal(labels, plan)) {
    llvm::erase(own, label);
    own.insert(own.begin(), label);
  }
  Searcher searcher(maxVisits);
  for (ArrayRef<unsigned> component : getComponents(problem, labels)) {
    Part part = extract(problem, labels, component);
    // The first label that is left is that of the plan.
    Cost cost = part.problem.getCost(part.problem.getFrozenPlan());
    if (std::optional<Plan> better = searcher.find(part.problem, cost))
      part.choose(*better, plan);
  }
  return searcher.isComplete;
}
