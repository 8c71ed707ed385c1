//===- DualVariables.cpp - Dual variables and lower bounds ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Solver/DualVariables.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>
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

namespace {
constexpr Cost kInfinity = std::numeric_limits<Cost>::max();
constexpr Cost kMinusInfinity = std::numeric_limits<Cost>::min();

/// Computes the min-marginals of one port of a net.
class NetSubproblem {
public:
  NetSubproblem(const Problem::Net &net, const NetDuals &netDuals, Cost scale,
                unsigned port)
      : net(net), ports(netDuals.ports), required(netDuals.required),
        scale(scale), port(port),
        minMarginals(ports[port].layouts.size(), kInfinity) {}

  SmallVector<Cost, 4> solve() {
    bool sharesCosts = net.isFree || required.size() > kMaxEnumeratedLayouts;
    if (!sharesCosts)
      for (const PortDuals &use : ports.drop_front())
        for (unsigned layout : use.layouts)
          useBits.push_back(1u << getBit(layout));
    for (unsigned produced : llvm::seq(ports.front().layouts.size())) {
      if (sharesCosts)
        minimizeBySharing(produced);
      else
        minimizeBySubsets(produced);
    }
    return minMarginals;
  }

private:
  unsigned getBit(unsigned layout) const {
    return llvm::lower_bound(required, layout) - required.begin();
  }
  Cost getScaledRewriteCost(unsigned from, unsigned to) const {
    return getRewriteCost(net, from, to) * scale;
  }
  void update(unsigned index, Cost cost) {
    minMarginals[index] = std::min(minMarginals[index], cost);
  }

  void minimizeBySubsets(unsigned producedIndex);
  void subtractDuals(unsigned producedIndex, unsigned available, Cost cost);
  void minimizeBySharing(unsigned producedIndex);

  const Problem::Net &net;
  llvm::ArrayRef<PortDuals> ports;
  llvm::ArrayRef<unsigned> required;
  Cost scale;
  unsigned port;
  /// For each use and each of its layouts, the bit of the layout in a set of
  /// required layouts.
  SmallVector<unsigned, 16> useBits;
  SmallVector<Cost, 4> minMarginals;
};
} // namespace

/// Enumerates the sets of layouts to which the value is rewritten, if the
/// producer has its layout number `producedIndex`.
void NetSubproblem::minimizeBySubsets(unsigned producedIndex) {
  unsigned produced = ports.front().layouts[producedIndex];
  unsigned all = (1u << required.size()) - 1;
  unsigned producedBit = 0;
  SmallVector<Cost, kMaxEnumeratedLayouts> costs;
  for (auto [bit, layout] : llvm::enumerate(required)) {
    costs.push_back(getScaledRewriteCost(produced, layout));
    if (layout == produced)
      producedBit = 1u << bit;
  }
  for (unsigned set : llvm::seq(all + 1)) {
    // A minimum has no rewrite to the produced layout and no more rewrites than
    // uses.
    if ((set & producedBit) ||
        static_cast<size_t>(llvm::popcount(set)) >= ports.size())
      continue;
    Cost cost = 0;
    for (unsigned rest = set; rest != 0; rest &= rest - 1)
      cost += costs[llvm::countr_zero(rest)];
    subtractDuals(producedIndex, set | producedBit, cost);
  }
}

/// Subtracts from `cost` the dual variable of the producer and, for each use,
/// the largest one of the `available` layouts. Updates the min-marginal of the
/// producer's layout, or those of each available layout of a use.
void NetSubproblem::subtractDuals(unsigned producedIndex, unsigned available,
                                  Cost cost) {
  cost -= ports.front().values[producedIndex];
  const unsigned *bit = useBits.begin(), *ownBits = nullptr;
  for (auto [index, use] : llvm::enumerate(ports.drop_front())) {
    bool isOwn = index + 1 == port;
    Cost largest = kMinusInfinity;
    if (isOwn)
      ownBits = std::exchange(bit, bit + use.values.size());
    else
      for (Cost value : use.values)
        if (*bit++ & available)
          largest = std::max(largest, value);
    if (largest != kMinusInfinity)
      cost -= largest;
    else if (!isOwn)
      return; // This use can take none of the available layouts.
  }
  if (port == 0)
    return update(producedIndex, cost);
  for (auto [index, value] : llvm::enumerate(ports[port].values))
    if (ownBits[index] & available)
      update(index, cost - value);
}

/// Charges each rewrite in equal shares to the uses that may require its
/// layout; the uses are then independent of each other.
void NetSubproblem::minimizeBySharing(unsigned producedIndex) {
  unsigned produced = ports.front().layouts[producedIndex];
  SmallVector<Cost> shares(required.size(), 0);
  for (const PortDuals &use : ports.drop_front())
    for (unsigned layout : use.layouts)
      ++shares[getBit(layout)];
  for (auto [share, layout] : llvm::zip_equal(shares, required))
    share = getScaledRewriteCost(produced, layout) / share;
  auto getCost = [&](const PortDuals &use, unsigned index) {
    return shares[getBit(use.layouts[index])] - use.values[index];
  };
  Cost cost = -ports.front().values[producedIndex];
  for (auto [index, use] : llvm::enumerate(ports.drop_front())) {
    if (index + 1 == port)
      continue;
    Cost least = kInfinity;
    for (unsigned layoutIndex : llvm::seq(use.layouts.size()))
      least = std::min(least, getCost(use, layoutIndex));
    cost += least;
  }
  if (port == 0)
    return update(producedIndex, cost);
  for (unsigned index : llvm::seq(ports[port].layouts.size()))
    update(index, cost + getCost(ports[port], index));
}

SmallVector<Cost, 4> layout::getMinMarginals(const Problem::Net &net,
                                             const NetDuals &netDuals,
                                             Cost scale, unsigned port) {
  return NetSubproblem(net, netDuals, scale, port).solve();
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

Cost layout::getUnit(const Problem &problem) {
  Cost unit = 0;
  for (const Problem::Variable &variable : problem.variables)
    for (const Problem::Candidate &candidate : variable.candidates)
      unit = std::gcd(unit, candidate.cost);
  for (const Problem::Net &net : problem.nets)
    for (unsigned to : llvm::seq(net.isFree ? 0 : net.bytes.size()))
      for (unsigned from : llvm::seq(net.bytes.size()))
        unit = std::gcd(unit, getRewriteCost(net, from, to));
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
