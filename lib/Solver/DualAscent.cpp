//===- DualAscent.cpp - Prices that raise the bound -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DualAscent.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

DualAscent::DualAscent(const Problem &problem)
    : problem(problem), duals(DualVariables::get(problem)),
      ends(problem.nets.size()) {
  restrictTo(llvm::to_vector(llvm::seq<unsigned>(problem.variables.size())));
}

void DualAscent::restrictTo(ArrayRef<unsigned> open) {
  variables.assign(open.begin(), open.end());
  for (unsigned variable : variables)
    for (const Problem::Port &port : problem.variables[variable].ports)
      ends[port.net].second = variable;
  for (unsigned variable : llvm::reverse(variables))
    for (const Problem::Port &port : problem.variables[variable].ports)
      ends[port.net].first = variable;
}

/// What is added to all duals of a port cancels. It would grow sweep by sweep.
static void normalize(PortDuals &port) {
  Cost least = *llvm::min_element(port.values);
  for (Cost &price : port.values)
    price -= least;
}

void DualAscent::takeFromNets(unsigned number) {
  const Problem::Variable &variable = problem.variables[number];
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    // Nothing is gained by duals at a net that costs nothing.
    if (problem.nets[port.net].isFree)
      continue;
    unsigned place = duals.places[number][index];
    NetDuals &netDuals = duals.nets[port.net];
    if (netDuals.ports[place].layouts.size() == 1)
      continue;
    SmallVector<Cost, 4> costs =
        getNetCosts(problem.nets[port.net], netDuals, duals.scale, place);
    for (auto [price, cost] :
         llvm::zip_equal(netDuals.ports[place].values, costs))
      price += cost;
    normalize(netDuals.ports[place]);
  }
}

void DualAscent::passOn(unsigned number, bool isForward) {
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
  SmallVector<Cost, 8> costs = getCandidateCosts(problem, duals, number);
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    if (!goesOn(port))
      continue;
    PortDuals &portDuals =
        duals.nets[port.net].ports[duals.places[number][index]];
    if (portDuals.layouts.size() == 1)
      continue;
    SmallVector<Cost, 4> least(portDuals.layouts.size(),
                               std::numeric_limits<Cost>::max());
    for (auto [candidate, cost] : llvm::zip_equal(variable.candidates, costs)) {
      Cost &entry = least[portDuals.getIndex(candidate.layouts[index])];
      entry = std::min(entry, cost);
    }
    for (auto [price, cost] : llvm::zip_equal(portDuals.values, least))
      price -= cost / ahead;
    normalize(portDuals);
  }
}

/// What is chosen costs what it does, what is not its price.
unsigned DualAscent::choose(unsigned number, const Plan &plan,
                            const llvm::BitVector &isChosen) const {
  const Problem::Variable &variable = problem.variables[number];
  SmallVector<Cost, 8> costs;
  for (const Problem::Candidate &candidate : variable.candidates)
    costs.push_back(candidate.cost * duals.scale);
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    const Problem::Net &net = problem.nets[port.net];
    if (net.isFree)
      continue;
    const PortDuals &portDuals =
        duals.nets[port.net].ports[duals.places[number][index]];
    SmallVector<unsigned, 8> wanted;
    for (Problem::PortRef use : net.uses)
      if (isChosen[use.variable])
        wanted.push_back(problem.getLayout(plan, use));
    bool isProduced = port.isResult || isChosen[net.producer.variable];
    bool isKnown = port.isResult ? !wanted.empty() : isProduced;
    for (auto [cost, candidate] : llvm::zip_equal(costs, variable.candidates)) {
      unsigned layout = candidate.layouts[index];
      if (!isKnown) {
        cost += portDuals.values[portDuals.getIndex(layout)];
        continue;
      }
      unsigned produced =
          port.isResult ? layout : problem.getLayout(plan, net.producer);
      SmallVector<unsigned, 8> all(wanted);
      if (!port.isResult)
        all.push_back(layout);
      cost += getRewriteCost(net, produced, all) * duals.scale;
    }
  }
  return llvm::min_element(costs) - costs.begin();
}

Plan DualAscent::sweep(bool isForward, Plan plan) {
  llvm::BitVector isChosen(plan.size(), true);
  for (unsigned variable : variables)
    isChosen.reset(variable);
  size_t count = variables.size();
  for (size_t step : llvm::seq(count)) {
    unsigned variable = variables[isForward ? step : count - 1 - step];
    // One candidate has one price at each port; only differences count.
    if (problem.variables[variable].candidates.size() > 1) {
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
      if (variable.candidates.size() == 1 || isSettled.test(number))
        continue;
      unsigned present = plan[number];
      std::optional<std::pair<Cost, unsigned>> best;
      auto consider = [&](unsigned candidate) {
        plan[number] = candidate;
        Cost cost = variable.candidates[candidate].cost;
        llvm::SmallVector<unsigned, 8> seen;
        for (const Problem::Port &port : variable.ports)
          if (!llvm::is_contained(seen, port.net)) {
            seen.push_back(port.net);
            cost = addSaturating(
                cost, problem.getNetCost(problem.nets[port.net], plan));
          }
        if (!best || cost < best->first)
          best = {cost, candidate};
      };
      consider(present); // Ties stay.
      for (unsigned candidate : llvm::seq(variable.candidates.size()))
        if (candidate != present)
          consider(candidate);
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
