//===- PriceSweeps.cpp - Prices that raise the bound ----------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PriceSweeps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

PriceSweeps::PriceSweeps(const Problem &problem)
    : problem(problem), messages(Messages::get(problem)),
      ends(problem.nets.size()) {
  restrictTo(llvm::to_vector(llvm::seq<unsigned>(problem.variables.size())));
}

void PriceSweeps::restrictTo(ArrayRef<unsigned> open) {
  variables.assign(open.begin(), open.end());
  for (unsigned variable : variables)
    for (const Problem::Port &port : problem.variables[variable].ports)
      ends[port.net].second = variable;
  for (unsigned variable : llvm::reverse(variables))
    for (const Problem::Port &port : problem.variables[variable].ports)
      ends[port.net].first = variable;
}

/// What is added to all prices of a port cancels. It would grow sweep by sweep.
static void normalize(PortPrices &port) {
  Cost least = *llvm::min_element(port.prices);
  for (Cost &price : port.prices)
    price -= least;
}

void PriceSweeps::takeFromNets(unsigned number) {
  const Problem::Variable &variable = problem.variables[number];
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    // Nothing is gained by prices at a net that costs nothing.
    if (problem.nets[port.net].isFree)
      continue;
    unsigned place = messages.places[number][index];
    NetPrices &prices = messages.nets[port.net];
    if (prices.ports[place].layouts.size() == 1)
      continue;
    SmallVector<Cost, 4> costs =
        getNetCosts(problem.nets[port.net], prices, messages.scale, place);
    for (auto [price, cost] :
         llvm::zip_equal(prices.ports[place].prices, costs))
      price += cost;
    normalize(prices.ports[place]);
  }
}

void PriceSweeps::passOn(unsigned number, bool isForward) {
  const Problem::Variable &variable = problem.variables[number];
  auto goesOn = [&](const Problem::Port &port) {
    if (problem.nets[port.net].isFree)
      return false;
    auto [first, last] = ends[port.net];
    return isForward ? last > number : first < number;
  };
  // All of it goes on, in equal shares. To keep what came from behind, as TRW-S
  // does where more comes than goes, takes a hundred sweeps where this takes
  // one.
  Cost ahead = llvm::count_if(
      variable.ports, [&](const Problem::Port &port) { return goesOn(port); });
  if (ahead == 0)
    return;
  SmallVector<Cost, 8> costs = getLabelCosts(problem, messages, number);
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    if (!goesOn(port))
      continue;
    PortPrices &prices =
        messages.nets[port.net].ports[messages.places[number][index]];
    if (prices.layouts.size() == 1)
      continue;
    SmallVector<Cost, 4> least(prices.layouts.size(),
                               std::numeric_limits<Cost>::max());
    for (auto [label, cost] : llvm::zip_equal(variable.labels, costs)) {
      Cost &entry = least[prices.getIndex(label.layouts[index])];
      entry = std::min(entry, cost);
    }
    for (auto [price, cost] : llvm::zip_equal(prices.prices, least))
      price -= cost / ahead;
    normalize(prices);
  }
}

/// What is chosen costs what it does, what is not its price.
unsigned PriceSweeps::choose(unsigned number, const Plan &plan,
                             const llvm::BitVector &isChosen) const {
  const Problem::Variable &variable = problem.variables[number];
  SmallVector<Cost, 8> costs;
  for (const Problem::Label &label : variable.labels)
    costs.push_back(label.cost * messages.scale);
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    const Problem::Net &net = problem.nets[port.net];
    if (net.isFree)
      continue;
    const PortPrices &prices =
        messages.nets[port.net].ports[messages.places[number][index]];
    SmallVector<unsigned, 8> wanted;
    for (Problem::PortRef use : net.uses)
      if (isChosen[use.variable])
        wanted.push_back(problem.getLayout(plan, use));
    bool isProduced = port.isResult || isChosen[net.producer.variable];
    bool isKnown = port.isResult ? !wanted.empty() : isProduced;
    for (auto [cost, label] : llvm::zip_equal(costs, variable.labels)) {
      unsigned layout = label.layouts[index];
      if (!isKnown) {
        cost += prices.prices[prices.getIndex(layout)];
        continue;
      }
      unsigned produced =
          port.isResult ? layout : problem.getLayout(plan, net.producer);
      SmallVector<unsigned, 8> all(wanted);
      if (!port.isResult)
        all.push_back(layout);
      cost += getRewriteCost(net, produced, all) * messages.scale;
    }
  }
  return llvm::min_element(costs) - costs.begin();
}

Plan PriceSweeps::sweep(bool isForward, Plan plan) {
  llvm::BitVector isChosen(plan.size(), true);
  for (unsigned variable : variables)
    isChosen.reset(variable);
  size_t count = variables.size();
  for (size_t step : llvm::seq(count)) {
    unsigned variable = variables[isForward ? step : count - 1 - step];
    // One label has one price at each port; only differences count.
    if (problem.variables[variable].labels.size() > 1) {
      takeFromNets(variable);
      plan[variable] = choose(variable, plan, isChosen);
      passOn(variable, isForward);
    }
    isChosen.set(variable);
  }
  return plan;
}

void layout::improve(const Problem &problem, Plan &plan,
                     ArrayRef<unsigned> variables) {
  constexpr unsigned mostRounds = 16;
  // Those beside which nothing has changed since would stay.
  llvm::BitVector isSettled(plan.size());
  bool isBetter = true;
  for (unsigned round = 0; isBetter && round < mostRounds; ++round) {
    isBetter = false;
    for (unsigned number : variables) {
      const Problem::Variable &variable = problem.variables[number];
      if (variable.labels.size() == 1 || isSettled.test(number))
        continue;
      unsigned present = plan[number];
      std::optional<std::pair<Cost, unsigned>> best;
      auto consider = [&](unsigned label) {
        plan[number] = label;
        Cost cost = variable.labels[label].cost;
        llvm::SmallVector<unsigned, 8> seen;
        for (const Problem::Port &port : variable.ports)
          if (!llvm::is_contained(seen, port.net)) {
            seen.push_back(port.net);
            cost = addSaturating(
                cost, problem.getNetCost(problem.nets[port.net], plan));
          }
        if (!best || cost < best->first)
          best = {cost, label};
      };
      consider(present); // Ties stay.
      for (unsigned label : llvm::seq(variable.labels.size()))
        if (label != present)
          consider(label);
      plan[number] = best->second;
      if (best->second != present) {
        isBetter = true;
        for (const Problem::Port &port : variable.ports) {
          isSettled.reset(problem.nets[port.net].producer.variable);
          for (Problem::PortRef use : problem.nets[port.net].uses)
            isSettled.reset(use.variable);
        }
      }
      isSettled.set(number);
    }
  }
}

Cost layout::improve(const Problem &problem, Plan &plan) {
  improve(problem, plan,
          llvm::to_vector(llvm::seq<unsigned>(problem.variables.size())));
  return problem.getCost(plan);
}
