//===- Sweeps.cpp - Backward and forward flow -----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Solver/Sweeps.h"
#include "Sweeper.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

std::vector<unsigned> Sweeper::getOrderFromFront(const Problem &problem) {
  std::vector<unsigned> order;
  // What goes through regions comes again behind them, the innermost first.
  std::vector<std::pair<unsigned, unsigned>> again;
  for (auto [number, variable] : llvm::enumerate(problem.variables)) {
    order.push_back(number);
    if (variable.last)
      again.push_back({*variable.last, number});
    while (!again.empty() && again.back().first <= number) {
      order.push_back(again.back().second);
      again.pop_back();
    }
  }
  return order;
}

std::vector<unsigned> Sweeper::getOrderFromBehind(const Problem &problem) {
  std::vector<unsigned> order(problem.variables.size());
  std::iota(order.begin(), order.end(), 0);
  // What goes through regions comes before all that is in them, the outermost
  // first.
  auto getKey = [&](unsigned variable) {
    std::optional<unsigned> last = problem.variables[variable].last;
    return std::tuple(last.value_or(variable), last.has_value(),
                      last ? ~variable : 0);
  };
  llvm::sort(order,
             [&](unsigned a, unsigned b) { return getKey(a) > getKey(b); });
  return order;
}

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

  bool isCritical = self.kind == Kind::Critical;
  Sides wanting = getSides(variable, isCritical || towards, true);
  Sides other = getSides(variable, !isCritical && !towards, false);
  auto rank = [&](unsigned candidate) {
    Cost first =
        addSaturating(self.candidates[candidate].cost, wanting[candidate].cost);
    Cost second = other[candidate].cost;
    if (isCritical) {
      first = addSaturating(first, second);
      second = 0;
    }
    return std::tuple(first, second, candidate != best[variable], candidate);
  };
  auto least = rank(0);
  for (unsigned candidate = 1; candidate < self.candidates.size(); ++candidate)
    least = std::min(least, rank(candidate));
  plan[variable] = std::get<3>(least);
}

bool Sweeper::spreadsFurther() const {
  for (auto [index, variable] : llvm::enumerate(problem.variables))
    if (variable.kind == Kind::Agnostic && !wants[index] &&
        hasWants(index, direction == Direction::Backward))
      return true;
  return false;
}

Plan Sweeper::run() {
  best = problem.getBaselinePlan();
  bestCost = problem.getCost(best);
  // From a better start other ties are broken. Going on until nothing gets
  // cheaper makes a planned program its own plan.
  bool improved = true;
  while (improved) {
    improved = sweep();
    improved |= polish();
  }
  return best;
}

bool Sweeper::keepIfCheaper(Cost cost) {
  if (cost >= bestCost)
    return false;
  best = plan;
  bestCost = cost;
  return true;
}

bool Sweeper::sweep() {
  plan = best;
  for (auto [index, variable] : llvm::enumerate(problem.variables))
    wants[index] = variable.kind != Kind::Agnostic;
  // The first round may pass through plans that cost more than the best.
  bool improved = false;
  std::optional<Cost> previous;
  while (true) {
    // What goes round a loop is wanted by what has been passed already.
    do {
      forEach(direction, [&](unsigned variable) { adopt(variable); });
    } while (spreadsFurther());
    forEach(getOpposite(direction), [&](unsigned variable) {
      settle(variable, getOpposite(direction));
    });
    Cost cost = problem.getCost(plan);
    improved |= keepIfCheaper(cost);
    if (previous && cost >= *previous)
      return improved;
    previous = cost;
  }
}

bool Sweeper::polish() {
  // A late move may have made an earlier one a bad one.
  bool improved = false;
  do {
    plan = best;
    for (Direction towards : {getOpposite(direction), direction})
      forEach(towards, [&](unsigned variable) { settle(variable, towards); });
    for (const Problem::Net &net : problem.nets)
      pushPastUsers(net);
  } while (keepIfCheaper(problem.getCost(plan)) && (improved = true));
  return improved;
}

Plan layout::solveBackward(const Problem &problem) {
  return Sweeper(problem, Direction::Backward).run();
}

Plan layout::solveForward(const Problem &problem) {
  return Sweeper(problem, Direction::Forward).run();
}
