//===- Sweeps.cpp - Backward and forward flow -----------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Planner/Sweeps.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace mlir;
using namespace mlir::layout;

namespace {
enum class Direction { Backward, Forward };

class Sweeper {
public:
  Sweeper(const Problem &problem, Direction direction)
      : problem(problem), direction(direction), plan(problem.getFrozenPlan()),
        wants(problem.variables.size(), false) {}

  Plan run();

private:
  using Kind = Problem::Kind;

  void adopt(unsigned variable);
  void settle(unsigned variable);

  /// Cost of the nets at the result (or operand) ports of a variable, were it
  /// to take `label`. With `wantedOnly` other variables count only where they
  /// want something.
  Cost getSideCost(unsigned variable, unsigned label, bool results,
                   bool wantedOnly);
  bool hasWants(unsigned variable, bool results) const;

  /// Calls `visit(variable)` for every variable in sweep order.
  template <typename Fn>
  void forEach(Direction order, Fn visit) {
    unsigned size = problem.variables.size();
    for (unsigned i = 0; i < size; ++i)
      visit(order == Direction::Forward ? i : size - 1 - i);
  }

  const Problem &problem;
  Direction direction;
  Plan plan;
  /// Variables whose present label is wanted, not merely there.
  std::vector<bool> wants;
};
} // namespace

bool Sweeper::hasWants(unsigned variable, bool results) const {
  for (Problem::Port port : problem.variables[variable].ports) {
    if (port.isResult != results)
      continue;
    const Problem::Net &net = problem.nets[port.net];
    if (net.isFree)
      continue;
    if (results ? llvm::any_of(
                      net.uses,
                      [&](Problem::PortRef use) { return wants[use.variable]; })
                : wants[net.producer.variable])
      return true;
  }
  return false;
}

Cost Sweeper::getSideCost(unsigned variable, unsigned label, bool results,
                          bool wantedOnly) {
  const Problem::Variable &self = problem.variables[variable];
  unsigned present = std::exchange(plan[variable], label);
  Cost cost = 0;
  for (auto [index, port] : llvm::enumerate(self.ports)) {
    // A net that two ports share is counted at the first of them.
    auto isSameNet = [&, net = port.net](Problem::Port other) {
      return other.net == net && other.isResult == results;
    };
    if (port.isResult != results ||
        llvm::any_of(llvm::ArrayRef(self.ports).take_front(index), isSameNet))
      continue;
    const Problem::Net &net = problem.nets[port.net];
    if (net.isFree)
      continue;
    llvm::SmallVector<unsigned, 8> wanted;
    for (Problem::PortRef use : net.uses)
      if (!wantedOnly || !results || wants[use.variable])
        wanted.push_back(problem.getLayout(plan, use));
    cost += getRewriteCost(net, problem.getLayout(plan, net.producer), wanted);
  }
  plan[variable] = present;
  return cost;
}

void Sweeper::adopt(unsigned variable) {
  const Problem::Variable &self = problem.variables[variable];
  if (self.kind == Kind::Fixed)
    return;
  bool towards = direction == Direction::Backward; // Looks at the results.
  if (self.kind == Kind::Agnostic) {
    wants[variable] = hasWants(variable, towards);
    if (!wants[variable])
      return;
  }

  auto rank = [&](unsigned label) {
    Cost own = self.labels[label].cost;
    if (self.kind == Kind::Critical)
      return std::tuple(own + getSideCost(variable, label, true, true) +
                            getSideCost(variable, label, false, false),
                        Cost(0), label);
    return std::tuple(own + getSideCost(variable, label, towards, true),
                      getSideCost(variable, label, !towards, false), label);
  };
  unsigned best = 0;
  for (unsigned label = 1; label < self.labels.size(); ++label)
    if (rank(label) < rank(best))
      best = label;
  plan[variable] = best;
}

void Sweeper::settle(unsigned variable) {
  const Problem::Variable &self = problem.variables[variable];
  if (self.kind == Kind::Fixed || self.labels.size() == 1)
    return;
  bool behind = direction == Direction::Forward; // The side to be cleared.
  auto rank = [&](unsigned label) {
    Cost cleared = getSideCost(variable, label, behind, false);
    Cost total = self.labels[label].cost + cleared +
                 getSideCost(variable, label, !behind, false);
    return std::tuple(total, cleared, label);
  };
  // A label is left only for one that is cheaper, or as cheap with less of the
  // cost on the side that the sweep comes from.
  unsigned best = plan[variable];
  auto bestRank = rank(best);
  for (unsigned label = 0; label < self.labels.size(); ++label) {
    auto candidate = rank(label);
    if (std::tuple(std::get<0>(candidate), std::get<1>(candidate)) <
        std::tuple(std::get<0>(bestRank), std::get<1>(bestRank))) {
      best = label;
      bestRank = candidate;
    }
  }
  plan[variable] = best;
}

Plan Sweeper::run() {
  for (auto [index, variable] : llvm::enumerate(problem.variables))
    wants[index] = variable.kind != Kind::Agnostic;

  Plan best = problem.getFrozenPlan();
  Cost bestCost = problem.getCost(best);
  Direction other = direction == Direction::Backward ? Direction::Forward
                                                     : Direction::Backward;
  // The first round may pass through plans that cost more than doing nothing.
  std::optional<Cost> previous;
  while (true) {
    forEach(direction, [&](unsigned variable) { adopt(variable); });
    forEach(other, [&](unsigned variable) { settle(variable); });
    Cost cost = problem.getCost(plan);
    if (cost < bestCost) {
      best = plan;
      bestCost = cost;
    }
    if (previous && cost >= *previous)
      break;
    previous = cost;
  }
  return best;
}

Plan layout::solveBackward(const Problem &problem) {
  return Sweeper(problem, Direction::Backward).run();
}

Plan layout::solveForward(const Problem &problem) {
  return Sweeper(problem, Direction::Forward).run();
}
