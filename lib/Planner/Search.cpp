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

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

namespace {
/// For every variable the labels that are left, numbers of the problem's.
using Labels = std::vector<SmallVector<unsigned, 4>>;
} // namespace

/// A label whose variable would raise the bound to what the plan costs is in no
/// better plan.
static Labels getLabelsLeft(const Problem &problem, const Messages &messages,
                            const Plan &plan) {
  Cost bound = getSumOfMinima(problem, messages);
  std::vector<SmallVector<Cost, 8>> costs;
  for (unsigned variable : llvm::seq(problem.variables.size()))
    costs.push_back(getLabelCosts(problem, messages, variable));
  // A better plan is better by what all costs are multiples of.
  Cost limit = (problem.getCost(plan) - messages.unit) * messages.scale;
  Labels labels;
  for (auto [number, own] : llvm::enumerate(costs)) {
    Cost least = *llvm::min_element(own);
    SmallVector<unsigned, 4> &left = labels.emplace_back();
    left.push_back(plan[number]);
    for (unsigned label : llvm::seq(own.size()))
      if (label != plan[number] && bound + own[label] - least <= limit)
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
};
} // namespace

static Part extract(const Problem &whole, const Labels &labels,
                    ArrayRef<unsigned> component) {
  Part part;
  llvm::DenseMap<unsigned, unsigned> numbers;
  llvm::MapVector<unsigned, char> nets;
  for (unsigned variable : component)
    for (const Problem::Port &port : whole.variables[variable].ports)
      nets.insert({port.net, 0});
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
  for (auto [number, unused] : nets) {
    const Problem::Net &old = whole.nets[number];
    Problem::Net made{{}, {}, old.bytes, old.weight, old.isFree};
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
class Brancher {
public:
  Brancher(const Problem &problem, Messages &messages, Plan &plan,
           uint64_t &nodes, uint64_t maxNodes)
      : problem(problem), messages(messages), best(plan), nodes(nodes),
        maxNodes(maxNodes), present(plan) {
    limit = problem.getCost(best) * messages.scale;
    for (auto [net, prices] : llvm::zip_equal(problem.nets, messages.nets))
      minima.push_back(
          *llvm::min_element(getNetCosts(net, prices, messages.scale, 0)));
    restricted = messages.nets;
    isComplete = branch(0, getSumOfMinima(problem, messages));
  }

  bool isComplete = false;

private:
  /// Tries all labels of this variable and those behind it; `bound` holds for
  /// what is chosen before it.
  bool branch(unsigned variable, Cost bound) {
    if (bound + messages.scale * messages.unit > limit)
      return true;
    if (variable == problem.variables.size()) {
      best = present;
      limit = problem.getCost(best) * messages.scale;
      return true;
    }
    if (++nodes > maxNodes)
      return false;
    SmallVector<Cost, 8> costs = getLabelCosts(problem, messages, variable);
    Cost least = *llvm::min_element(costs);
    SmallVector<std::pair<Cost, unsigned>> order;
    for (auto [label, cost] : llvm::enumerate(costs))
      order.push_back({cost, label});
    llvm::sort(order);
    for (auto [cost, label] : order) {
      Undo undo = choose(variable, label);
      Cost next = bound + cost - least + undo.rise;
      bool isDone = branch(variable + 1, next);
      for (auto &[net, place, prices] : llvm::reverse(undo.prices))
        restricted[net].ports[place] = prices;
      for (auto [net, minimum] : llvm::reverse(undo.minima))
        minima[net] = minimum;
      if (!isDone)
        return false;
    }
    return true;
  }

  struct Undo {
    Cost rise = 0;
    SmallVector<std::tuple<unsigned, unsigned, PortPrices>, 2> prices;
    SmallVector<std::pair<unsigned, Cost>, 2> minima;
  };

  /// Leaves the ports of a variable the layouts of one label.
  Undo choose(unsigned variable, unsigned label) {
    present[variable] = label;
    Undo undo;
    for (auto [index, port] :
         llvm::enumerate(problem.variables[variable].ports)) {
      unsigned place = messages.places[variable][index];
      PortPrices &prices = restricted[port.net].ports[place];
      undo.prices.push_back({port.net, place, prices});
      unsigned layout =
          problem.variables[variable].labels[label].layouts[index];
      Cost price = prices.prices[prices.getIndex(layout)];
      prices.layouts = {layout};
      prices.prices = {price};
      Cost minimum = *llvm::min_element(getNetCosts(
          problem.nets[port.net], restricted[port.net], messages.scale, 0));
      undo.rise += minimum - minima[port.net];
      undo.minima.push_back({port.net, minima[port.net]});
      minima[port.net] = minimum;
    }
    return undo;
  }

  const Problem &problem;
  const Messages &messages;
  Plan &best;
  uint64_t &nodes;
  uint64_t maxNodes;
  Plan present;
  Cost limit;
  /// Per net, with the ports of what is chosen restricted.
  std::vector<NetPrices> restricted;
  std::vector<Cost> minima;
};
} // namespace

bool layout::search(const Problem &problem, const Messages &messages,
                    Plan &plan, uint64_t maxNodes) {
  constexpr unsigned sweeps = 20;
  Labels labels = getLabelsLeft(problem, messages, plan);
  bool isComplete = true;
  uint64_t nodes = 0;
  for (ArrayRef<unsigned> component : getComponents(problem, labels)) {
    Part part = extract(problem, labels, component);
    // The first label that is left is that of the plan.
    Plan own = part.problem.getFrozenPlan();
    Cost cost = part.problem.getCost(own);
    PriceSweeps prices(part.problem);
    for (unsigned number : llvm::seq(2 * sweeps)) {
      Plan other = prices.sweep(number % 2 == 0);
      if (Cost found = improve(part.problem, other); found < cost) {
        own = other;
        cost = found;
      }
      if (getBound(part.problem, prices.getMessages()) >= cost)
        break;
    }
    if (getBound(part.problem, prices.getMessages()) < cost)
      isComplete &=
          Brancher(part.problem, prices.getMessages(), own, nodes, maxNodes)
              .isComplete;
    for (auto [number, variable] : llvm::enumerate(part.variables))
      plan[variable] = part.labels[number][own[number]];
  }
  return isComplete;
}
