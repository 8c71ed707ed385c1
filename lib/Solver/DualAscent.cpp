//===- DualAscent.cpp - Raises the bound of dual variables ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DualAscent.h"
#include "layout/Support/Debug.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

#define DEBUG_TYPE "layout-solver"
ALWAYS_ENABLED_STATISTIC(numSweeps, "Sweeps of dual ascent");

//===----------------------------------------------------------------------===//
// Dual ascent
//===----------------------------------------------------------------------===//

DualAscent::DualAscent(const Problem &problem)
    : problem(problem), duals(DualVariables::makeZero(problem)),
      ends(problem.nets.size()) {
  restrictTo(llvm::to_vector(llvm::seq<unsigned>(problem.variables.size())));
}

void DualAscent::restrictTo(ArrayRef<unsigned> active) {
  variables.assign(active.begin(), active.end());
  for (unsigned variable : variables)
    for (const Problem::Port &port : problem.variables[variable].ports)
      ends[port.net].second = variable;
  for (unsigned variable : llvm::reverse(variables))
    for (const Problem::Port &port : problem.variables[variable].ports)
      ends[port.net].first = variable;
}

/// Makes the least dual variable of a port 0. A constant that is added to all
/// of them cancels between the variable and the net, but would grow from sweep
/// to sweep.
static void normalize(PortDuals &port) {
  Cost least = *llvm::min_element(port.values);
  for (Cost &value : port.values)
    value -= least;
}

void DualAscent::collectFromNets(unsigned number) {
  const Problem::Variable &variable = problem.variables[number];
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    // Dual variables of a free net cannot raise the bound.
    if (problem.nets[port.net].isFree)
      continue;
    unsigned portIndex = duals.portIndices[number][index];
    NetDuals &netDuals = duals.nets[port.net];
    PortDuals &portDuals = netDuals.ports[portIndex];
    if (portDuals.layouts.size() == 1)
      continue;
    SmallVector<Cost, 4> minMarginals = getMinMarginals(
        problem.nets[port.net], netDuals, duals.scale, portIndex);
    for (auto [value, cost] : llvm::zip_equal(portDuals.values, minMarginals))
      value += cost;
    normalize(portDuals);
  }
}

void DualAscent::distributeToNets(unsigned number, bool isForward) {
  const Problem::Variable &variable = problem.variables[number];
  auto leadsOn = [&](const Problem::Port &port) {
    if (problem.nets[port.net].isFree)
      return false;
    auto [first, last] = ends[port.net];
    return isForward ? last > number : first < number;
  };
  // Everything moves on, in equal shares. TRW-S divides by the larger one of
  // the numbers of earlier and later neighbors, and so keeps a share. On our
  // problems that takes about a hundred times as many sweeps.
  Cost numAhead = llvm::count_if(
      variable.ports, [&](const Problem::Port &port) { return leadsOn(port); });
  if (numAhead == 0)
    return;
  SmallVector<Cost, 8> costs = getReducedCosts(problem, duals, number);
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    if (!leadsOn(port))
      continue;
    PortDuals &portDuals =
        duals.nets[port.net].ports[duals.portIndices[number][index]];
    if (portDuals.layouts.size() == 1)
      continue;
    SmallVector<Cost, 4> minMarginals(portDuals.layouts.size(),
                                      std::numeric_limits<Cost>::max());
    for (auto [candidate, cost] : llvm::zip_equal(variable.candidates, costs)) {
      Cost &least = minMarginals[portDuals.getIndex(candidate.layouts[index])];
      least = std::min(least, cost);
    }
    for (auto [value, cost] : llvm::zip_equal(portDuals.values, minMarginals))
      value -= cost / numAhead;
    normalize(portDuals);
  }
}

/// Returns the candidate that is best given the variables decided so far. Ports
/// of decided variables count exactly; the others count by their dual
/// variables.
unsigned DualAscent::decode(unsigned number, const Plan &plan,
                            const llvm::BitVector &isDecided) const {
  const Problem::Variable &variable = problem.variables[number];
  SmallVector<Cost, 8> costs;
  for (const Problem::Candidate &candidate : variable.candidates)
    costs.push_back(candidate.cost * duals.scale);
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    const Problem::Net &net = problem.nets[port.net];
    if (net.isFree)
      continue;
    const PortDuals &portDuals =
        duals.nets[port.net].ports[duals.portIndices[number][index]];
    SmallVector<unsigned, 8> required;
    for (Problem::PortRef use : net.uses)
      if (isDecided[use.variable])
        required.push_back(problem.getLayout(plan, use));
    bool isKnown =
        port.isResult ? !required.empty() : isDecided[net.producer.variable];
    for (auto [cost, candidate] : llvm::zip_equal(costs, variable.candidates)) {
      unsigned layout = candidate.layouts[index];
      if (!isKnown) {
        cost += portDuals.values[portDuals.getIndex(layout)];
        continue;
      }
      unsigned produced =
          port.isResult ? layout : problem.getLayout(plan, net.producer);
      SmallVector<unsigned, 8> all(required);
      if (!port.isResult)
        all.push_back(layout);
      cost += getRewriteCost(net, produced, all) * duals.scale;
    }
  }
  return llvm::min_element(costs) - costs.begin();
}

Plan DualAscent::sweep(bool isForward, Plan plan) {
  ++numSweeps;
  llvm::BitVector isDecided(plan.size(), true);
  for (unsigned variable : variables)
    isDecided.reset(variable);
  size_t count = variables.size();
  for (size_t step : llvm::seq(count)) {
    unsigned variable = variables[isForward ? step : count - 1 - step];
    // With one candidate there is one layout for each port, whose dual variable
    // shifts costs but no differences.
    if (problem.variables[variable].candidates.size() > 1) {
      collectFromNets(variable);
      plan[variable] = decode(variable, plan, isDecided);
      distributeToNets(variable, isForward);
    }
    isDecided.set(variable);
  }
  return plan;
}
