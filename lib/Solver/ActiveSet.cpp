//===- ActiveSet.cpp - Variables whose duals may still change -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ActiveSet.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::BitVector;

template <typename Fn>
static void forEachVariable(const Problem::Net &net, Fn visit) {
  visit(net.producer.variable);
  for (Problem::PortRef use : net.uses)
    visit(use.variable);
}

ActiveSet::ActiveSet(const Problem &problem, const DualVariables &duals)
    : problem(problem), duals(duals),
      variableMinima(problem.variables.size(), 0),
      netMinima(problem.nets.size(), 0) {
  setVariables(BitVector(problem.variables.size(), true));
}

void ActiveSet::setVariables(const BitVector &isActive) {
  variables.assign(isActive.set_bits_begin(), isActive.set_bits_end());
  BitVector isNetActive(problem.nets.size());
  for (unsigned variable : variables)
    for (const Problem::Port &port : problem.variables[variable].ports)
      // The dual variables and the minimum of a free net stay 0.
      if (!problem.nets[port.net].isFree)
        isNetActive.set(port.net);
  nets.assign(isNetActive.set_bits_begin(), isNetActive.set_bits_end());
}

Cost ActiveSet::getCost(const Plan &plan) const {
  Cost cost = 0;
  for (unsigned variable : variables)
    cost = addSaturating(
        cost, problem.variables[variable].candidates[plan[variable]].cost);
  for (unsigned net : nets)
    cost = addSaturating(cost, problem.getNetCost(problem.nets[net], plan));
  return cost;
}

Cost ActiveSet::updateDualValue() {
  auto update = [&](Cost &minimum, Cost present) {
    dualValue += present - minimum;
    minimum = present;
  };
  for (unsigned variable : variables)
    update(variableMinima[variable],
           *llvm::min_element(getReducedCosts(problem, duals, variable)));
  for (unsigned net : nets)
    update(netMinima[net], *llvm::min_element(getMinMarginals(
                               problem.nets[net], duals.nets[net], duals.scale,
                               /*port=*/0)));
  return dualValue;
}

Cost ActiveSet::getNetGap(unsigned number, const Plan &plan) const {
  const Problem::Net &net = problem.nets[number];
  Cost cost = problem.getNetCost(net, plan) * duals.scale;
  for (const PortDuals &port : duals.nets[number].ports)
    cost -= port.values[port.getIndex(problem.getLayout(plan, port.port))];
  return cost - netMinima[number];
}

BitVector ActiveSet::getGaps(const Plan &plan) const {
  // Smaller gaps add up to less than the unit to which bounds are rounded up.
  Cost count = problem.variables.size() + problem.nets.size();
  Cost least = std::max<Cost>(duals.unit * duals.scale / count, 1);
  BitVector isGap(problem.variables.size());
  for (unsigned variable : variables)
    if (problem.variables[variable].candidates.size() > 1 &&
        getReducedCosts(problem, duals, variable)[plan[variable]] -
                variableMinima[variable] >=
            least)
      isGap.set(variable);
  for (unsigned net : nets)
    if (getNetGap(net, plan) >= least)
      forEachVariable(problem.nets[net],
                      [&](unsigned variable) { isGap.set(variable); });
  return isGap;
}

bool ActiveSet::narrow(const Plan &plan, unsigned radius) {
  // A breadth-first search that starts at the gaps.
  BitVector isActive = getGaps(plan), isNetVisited(problem.nets.size());
  std::vector<unsigned> frontier(isActive.set_bits_begin(),
                                 isActive.set_bits_end());
  for (unsigned step = 0; step < radius && !frontier.empty(); ++step) {
    std::vector<unsigned> next;
    auto activate = [&](unsigned variable) {
      if (isActive.test(variable))
        return;
      isActive.set(variable);
      next.push_back(variable);
    };
    for (unsigned variable : frontier) {
      // A variable without a choice transmits nothing between its nets.
      if (problem.variables[variable].candidates.size() == 1)
        continue;
      for (const Problem::Port &port : problem.variables[variable].ports)
        if (!problem.nets[port.net].isFree && !isNetVisited.test(port.net)) {
          isNetVisited.set(port.net);
          forEachVariable(problem.nets[port.net], activate);
        }
    }
    frontier = std::move(next);
  }
  setVariables(isActive);
  return !frontier.empty();
}
