//===- DualVariables.cpp - Dual variables and lower bounds ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Solver/DualVariables.h"
#include "NetMinima.h"
#include "UseGroups.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

unsigned PortDuals::getIndex(unsigned layout) const {
  return llvm::lower_bound(layouts, layout) - layouts.begin();
}

template <typename VectorTy>
static void sortUnique(VectorTy &numbers) {
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
}

static PortDuals makePortDuals(const Problem &problem, Problem::PortRef port) {
  PortDuals duals{port, {}, {}};
  for (const Problem::Candidate &candidate :
       problem.variables[port.variable].candidates)
    duals.layouts.push_back(candidate.layouts[port.port]);
  sortUnique(duals.layouts);
  duals.values.assign(duals.layouts.size(), 0);
  return duals;
}

DualVariables DualVariables::makeZero(const Problem &problem) {
  DualVariables duals;
  duals.unit = getUnit(problem);
  duals.portIndices.reserve(problem.variables.size());
  for (const Problem::Variable &variable : problem.variables)
    duals.portIndices.emplace_back(variable.ports.size());
  duals.nets.reserve(problem.nets.size());
  for (const Problem::Net &net : problem.nets) {
    NetDuals &netDuals = duals.nets.emplace_back();
    netDuals.ports.reserve(1 + net.uses.size());
    netDuals.ports.push_back(makePortDuals(problem, net.producer));
    for (Problem::PortRef use : net.uses) {
      duals.portIndices[use.variable][use.port] = netDuals.ports.size();
      netDuals.ports.push_back(makePortDuals(problem, use));
      llvm::append_range(netDuals.required, netDuals.ports.back().layouts);
    }
    sortUnique(netDuals.required);
  }
  // Dual variables stay below the largest cost, so this bounds all sums. Nets
  // without uses count towards the unit only.
  Cost largest = std::max(problem.getLargestCost(), duals.unit);
  while (duals.scale < (Cost(1) << 16) && largest < kCostLimit / duals.scale)
    duals.scale *= 2;
  return duals;
}

//===----------------------------------------------------------------------===//
// Minima of variables
//===----------------------------------------------------------------------===//

SmallVector<Cost, 8> layout::getReducedCosts(const Problem &problem,
                                             const DualVariables &duals,
                                             unsigned number) {
  const Problem::Variable &variable = problem.variables[number];
  SmallVector<Cost, 8> costs;
  for (const Problem::Candidate &candidate : variable.candidates)
    costs.push_back(candidate.cost * duals.scale);
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    const PortDuals &portDuals =
        duals.nets[port.net].ports[duals.portIndices[number][index]];
    for (auto [cost, candidate] : llvm::zip_equal(costs, variable.candidates))
      cost += portDuals.values[portDuals.getIndex(candidate.layouts[index])];
  }
  return costs;
}

//===----------------------------------------------------------------------===//
// Minima of nets
//===----------------------------------------------------------------------===//

/// The min-marginals of a net with one use. The use takes one layout, so that
/// the minimum is over pairs of layouts.
static SmallVector<Cost, 4> getMinMarginalsOfPair(const Problem::Net &net,
                                                  const NetDuals &duals,
                                                  Cost scale, unsigned port) {
  const PortDuals &producer = duals.ports.front(), &use = duals.ports.back();
  SmallVector<Cost, 4> minMarginals(duals.ports[port].layouts.size(),
                                    std::numeric_limits<Cost>::max());
  for (auto [from, produced] : llvm::enumerate(producer.layouts))
    for (auto [to, required] : llvm::enumerate(use.layouts)) {
      Cost &least = minMarginals[port == 0 ? from : to];
      least = std::min(least, getRewriteCost(net, produced, required) * scale -
                                  producer.values[from] - use.values[to]);
    }
  return minMarginals;
}

SmallVector<Cost, 4> layout::getMinMarginals(const Problem::Net &net,
                                             const NetDuals &netDuals,
                                             Cost scale, unsigned port) {
  if (netDuals.getNumUses() == 1)
    return getMinMarginalsOfPair(net, netDuals, scale, port);
  unsigned mostUses = netDuals.required.size() <= kMaxEnumeratedLayouts
                          ? UseGroups::kFastestUses
                          : kMaxEnumeratedUses;
  if (netDuals.getNumUses() <= mostUses && !net.isFree)
    return UseGroups(net, netDuals, scale).getMinMarginals(port);
  return NetMinima(net, netDuals, scale).getMinMarginals(port);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

Cost layout::getUnit(const Problem &problem) {
  Cost unit = 0;
  for (const Problem::Variable &variable : problem.variables)
    for (const Problem::Candidate &candidate : variable.candidates)
      unit = std::gcd(unit, candidate.cost);
  for (const Problem::Net &net : problem.nets) {
    if (net.isFree || net.uses.empty())
      continue;
    for (unsigned to : llvm::seq(net.bytes.size()))
      for (unsigned from : llvm::seq(net.bytes.size()))
        unit = std::gcd(unit, getRewriteCost(net, from, to));
  }
  return std::max<Cost>(unit, 1);
}

Cost layout::getDualValue(const Problem &problem, const DualVariables &duals) {
  Cost sum = 0;
  for (unsigned variable : llvm::seq(problem.variables.size()))
    sum += *llvm::min_element(getReducedCosts(problem, duals, variable));
  for (auto [net, netDuals] : llvm::zip_equal(problem.nets, duals.nets))
    sum += *llvm::min_element(getMinMarginals(net, netDuals, duals.scale, 0));
  return sum;
}

Cost layout::getBound(const Problem &problem, const DualVariables &duals) {
  return getBound(duals, getDualValue(problem, duals));
}

Cost layout::getBound(const DualVariables &duals, Cost dualValue) {
  Cost sum = std::max<Cost>(dualValue, 0);
  Cost step = duals.scale * duals.unit;
  return (sum + step - 1) / step * duals.unit;
}
