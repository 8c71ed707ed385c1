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
#include "llvm/ADT/Sequence.h"

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

/// Returns the kept minima of a net with many uses; null for other nets, whose
/// minima are computed anew.
NetMinima *DualAscent::getMinima(unsigned net) {
  constexpr size_t manyUses = 8;
  if (problem.nets[net].uses.size() < manyUses)
    return nullptr;
  std::unique_ptr<NetMinima> &kept = minima[net];
  if (!kept)
    kept = std::make_unique<NetMinima>(problem.nets[net], duals.nets[net],
                                       duals.scale);
  return kept.get();
}

/// Lets `change` change the dual variables of a port, and normalizes them.
template <typename Fn>
void DualAscent::changeDuals(unsigned number, unsigned index, Fn change) {
  unsigned net = problem.variables[number].ports[index].net;
  unsigned port = duals.portIndices[number][index];
  PortDuals &portDuals = duals.nets[net].ports[port];
  NetMinima *kept = getMinima(net);
  if (kept)
    kept->beginChange(port);
  change(portDuals);
  normalize(portDuals);
  if (kept)
    kept->endChange(port);
}

void DualAscent::collectFromNets(unsigned number) {
  const Problem::Variable &variable = problem.variables[number];
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    // Dual variables of a free net cannot raise the bound.
    if (problem.nets[port.net].isFree)
      continue;
    unsigned portIndex = duals.portIndices[number][index];
    const NetDuals &netDuals = duals.nets[port.net];
    if (netDuals.ports[portIndex].layouts.size() == 1)
      continue;
    NetMinima *kept = getMinima(port.net);
    SmallVector<Cost, 4> minMarginals =
        kept ? kept->getMinMarginals(portIndex)
             : getMinMarginals(problem.nets[port.net], netDuals, duals.scale,
                               portIndex);
    changeDuals(number, index, [&](PortDuals &portDuals) {
      for (auto [value, cost] : llvm::zip_equal(portDuals.values, minMarginals))
        value += cost;
    });
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
    const PortDuals &portDuals =
        duals.nets[port.net].ports[duals.portIndices[number][index]];
    if (portDuals.layouts.size() == 1)
      continue;
    SmallVector<Cost, 4> minMarginals(portDuals.layouts.size(),
                                      std::numeric_limits<Cost>::max());
    for (auto [candidate, cost] : llvm::zip_equal(variable.candidates, costs)) {
      Cost &least = minMarginals[portDuals.getIndex(candidate.layouts[index])];
      least = std::min(least, cost);
    }
    changeDuals(number, index, [&](PortDuals &changed) {
      for (auto [value, cost] : llvm::zip_equal(changed.values, minMarginals))
        value -= cost / numAhead;
    });
  }
}

/// Returns the requirements of the decided uses of a net.
const NetTally &DualAscent::getRequired(Decoding &decoding,
                                        unsigned net) const {
  auto [place, isNew] = decoding.required.try_emplace(net);
  if (isNew)
    for (Problem::PortRef use : problem.nets[net].uses)
      if (decoding.isDecided[use.variable])
        place->second.add(problem.getLayout(decoding.plan, use));
  return place->second;
}

/// Returns the candidate that is best given the variables decided so far. Ports
/// of decided variables count exactly; the others count by their dual
/// variables.
unsigned DualAscent::decode(unsigned number, Decoding &decoding) const {
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
    const NetTally &required = getRequired(decoding, port.net);
    bool isKnown = port.isResult ? !required.isEmpty()
                                 : decoding.isDecided[net.producer.variable];
    for (auto [cost, candidate] : llvm::zip_equal(costs, variable.candidates)) {
      unsigned layout = candidate.layouts[index];
      if (!isKnown) {
        cost += portDuals.values[portDuals.getIndex(layout)];
        continue;
      }
      // What other uses require of a known producer is the same for all
      // candidates.
      if (port.isResult)
        cost += required.getCost(net, layout) * duals.scale;
      else if (required.getNumUses(layout) == 0)
        cost +=
            getRewriteCost(net, problem.getLayout(decoding.plan, net.producer),
                           layout) *
            duals.scale;
    }
  }
  return llvm::min_element(costs) - costs.begin();
}

void DualAscent::decide(unsigned number, unsigned candidate,
                        Decoding &decoding) const {
  const Problem::Variable &variable = problem.variables[number];
  decoding.plan[number] = candidate;
  decoding.isDecided.set(number);
  for (auto [index, port] : llvm::enumerate(variable.ports))
    if (auto found = decoding.required.find(port.net);
        !port.isResult && found != decoding.required.end())
      found->second.add(variable.candidates[candidate].layouts[index]);
}

Plan DualAscent::sweep(bool isForward, Plan plan) {
  ++numSweeps;
  Decoding decoding;
  decoding.isDecided.resize(plan.size(), true);
  decoding.plan = std::move(plan);
  for (unsigned variable : variables)
    decoding.isDecided.reset(variable);
  size_t count = variables.size();
  for (size_t step : llvm::seq(count)) {
    unsigned variable = variables[isForward ? step : count - 1 - step];
    unsigned candidate = decoding.plan[variable];
    // With one candidate there is one layout for each port, whose dual variable
    // shifts costs but no differences.
    if (problem.variables[variable].candidates.size() > 1) {
      collectFromNets(variable);
      candidate = decode(variable, decoding);
      distributeToNets(variable, isForward);
    }
    decide(variable, candidate, decoding);
  }
  return std::move(decoding.plan);
}
