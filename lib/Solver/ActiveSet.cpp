//===- ActiveSet.cpp - Where the bound leaves a gap -----------------------===//
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

ActiveSet::ActiveSet(const Problem &problem, const DualVariables &duals)
    : problem(problem), duals(duals),
      variableMinima(problem.variables.size(), 0),
      netMinima(problem.nets.size(), 0) {
  setVariables(BitVector(problem.variables.size(), true));
}

void ActiveSet::setVariables(const BitVector &isOpen) {
  variables.assign(isOpen.set_bits_begin(), isOpen.set_bits_end());
  BitVector isBeside(problem.nets.size());
  for (unsigned variable : variables)
    for (const Problem::Port &port : problem.variables[variable].ports)
      // Prices at a net that costs nothing stay 0, and so does its minimum.
      if (!problem.nets[port.net].isFree)
        isBeside.set(port.net);
  nets.assign(isBeside.set_bits_begin(), isBeside.set_bits_end());
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

Cost ActiveSet::updateSumOfMinima() {
  auto update = [&](Cost &minimum, Cost present) {
    sum += present - minimum;
    minimum = present;
  };
  for (unsigned variable : variables)
    update(variableMinima[variable],
           *llvm::min_element(getCandidateCosts(problem, duals, variable)));
  for (unsigned net : nets)
    update(netMinima[net],
           *llvm::min_element(getNetCosts(problem.nets[net], duals.nets[net],
                                          duals.scale, 0)));
  return sum;
}

Cost ActiveSet::getNetGap(unsigned number, const Plan &plan) const {
  const Problem::Net &net = problem.nets[number];
  Cost cost = problem.getNetCost(net, plan) * duals.scale;
  for (const PortDuals &port : duals.nets[number].ports)
    cost -= port.values[port.getIndex(problem.getLayout(plan, port.port))];
  return cost - netMinima[number];
}

BitVector ActiveSet::getGaps(const Plan &plan) const {
  // All that are smaller are less than the unit that bounds are rounded up to.
  Cost count = problem.variables.size() + problem.nets.size();
  Cost least = std::max<Cost>(duals.unit * duals.scale / count, 1);
  BitVector isGap(problem.variables.size());
  for (unsigned variable : variables)
    if (problem.variables[variable].candidates.size() > 1 &&
        getCandidateCosts(problem, duals, variable)[plan[variable]] -
                variableMinima[variable] >=
            least)
      isGap.set(variable);
  for (unsigned net : nets)
    if (getNetGap(net, plan) >= least)
      forEachAt(problem.nets[net],
                [&](unsigned variable) { isGap.set(variable); });
  return isGap;
}

bool ActiveSet::narrow(const Plan &plan, unsigned radius) {
  BitVector isOpen = getGaps(plan), isPassed(problem.nets.size());
  std::vector<unsigned> rim(isOpen.set_bits_begin(), isOpen.set_bits_end());
  for (unsigned step = 0; step < radius && !rim.empty(); ++step) {
    std::vector<unsigned> next;
    auto open = [&](unsigned variable) {
      if (isOpen.test(variable))
        return;
      isOpen.set(variable);
      next.push_back(variable);
    };
    for (unsigned variable : rim) {
      // Nothing goes through a variable that has no choice.
      if (problem.variables[variable].candidates.size() == 1)
        continue;
      for (const Problem::Port &port : problem.variables[variable].ports)
        if (!problem.nets[port.net].isFree && !isPassed.test(port.net)) {
          isPassed.set(port.net);
          forEachAt(problem.nets[port.net], open);
        }
    }
    rim = std::move(next);
  }
  setVariables(isOpen);
  return !rim.empty();
}
