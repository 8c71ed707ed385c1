//===- DualVariables.cpp - Prices that prove a lower bound ----------------===//
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

unsigned PortDuals::getIndex(unsigned layout) const {
  return llvm::lower_bound(layouts, layout) - layouts.begin();
}

static PortDuals makePrices(const Problem &problem, Problem::PortRef port) {
  PortDuals made{port, {}, {}};
  for (const Problem::Candidate &candidate :
       problem.variables[port.variable].candidates)
    made.layouts.push_back(candidate.layouts[port.port]);
  llvm::sort(made.layouts);
  made.layouts.erase(llvm::unique(made.layouts), made.layouts.end());
  made.values.assign(made.layouts.size(), 0);
  return made;
}

Cost layout::getUnit(const Problem &problem) {
  Cost unit = 0;
  for (const Problem::Variable &variable : problem.variables)
    for (const Problem::Candidate &candidate : variable.candidates)
      unit = std::gcd(unit, candidate.cost);
  for (const Problem::Net &net : problem.nets)
    for (unsigned to : llvm::seq(net.isFree ? 0 : net.bytes.size()))
      for (unsigned from : llvm::seq(to))
        unit = std::gcd(unit, getRewriteCost(net, from, to));
  return std::max<Cost>(unit, 1);
}

/// No rewrite of the net's value costs more.
static Cost getDearest(const Problem::Net &net) {
  Cost once = 0;
  for (Cost bytes : net.bytes)
    once = std::max(once, multiplySaturating(2, bytes));
  if (!net.rewrites.empty())
    once = *llvm::max_element(net.rewrites);
  return multiplySaturating(net.weight, once);
}

DualVariables DualVariables::get(const Problem &problem) {
  DualVariables duals;
  duals.unit = getUnit(problem);
  Cost most = 1;
  duals.places.reserve(problem.variables.size());
  for (const Problem::Variable &variable : problem.variables)
    duals.places.emplace_back(variable.ports.size());
  for (const Problem::Variable &variable : problem.variables) {
    Cost largest = 0;
    for (const Problem::Candidate &candidate : variable.candidates)
      largest = std::max(largest, candidate.cost);
    most = addSaturating(most, largest);
  }
  duals.nets.reserve(problem.nets.size());
  for (const Problem::Net &net : problem.nets) {
    NetDuals &netDuals = duals.nets.emplace_back();
    netDuals.ports.reserve(1 + net.uses.size());
    netDuals.ports.push_back(makePrices(problem, net.producer));
    for (Problem::PortRef use : net.uses) {
      duals.places[use.variable][use.port] = netDuals.ports.size();
      netDuals.ports.push_back(makePrices(problem, use));
      llvm::append_range(netDuals.wanted, netDuals.ports.back().layouts);
    }
    llvm::sort(netDuals.wanted);
    netDuals.wanted.erase(llvm::unique(netDuals.wanted), netDuals.wanted.end());
    Cost dearest = getDearest(net);
    for (size_t use = 0; !net.isFree && use < net.uses.size(); ++use)
      most = addSaturating(most, dearest);
  }
  // Prices stay below what everything may cost.
  constexpr Cost limit = Cost(1) << 58;
  while (duals.scale < (Cost(1) << 16) && most < limit / duals.scale / 2)
    duals.scale *= 2;
  return duals;
}

SmallVector<Cost, 8> layout::getCandidateCosts(const Problem &problem,
                                               const DualVariables &duals,
                                               unsigned number) {
  const Problem::Variable &variable = problem.variables[number];
  SmallVector<Cost, 8> costs;
  for (const Problem::Candidate &candidate : variable.candidates)
    costs.push_back(candidate.cost * duals.scale);
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    const PortDuals &portDuals =
        duals.nets[port.net].ports[duals.places[number][index]];
    for (auto [cost, candidate] : llvm::zip_equal(costs, variable.candidates))
      cost += portDuals.values[portDuals.getIndex(candidate.layouts[index])];
  }
  return costs;
}

namespace {
constexpr Cost kNone = std::numeric_limits<Cost>::max();
constexpr Cost kLeast = std::numeric_limits<Cost>::min();

/// The minimum over a net, and those under one more condition.
class NetMinimum {
public:
  NetMinimum(const Problem::Net &net, const NetDuals &netDuals, Cost scale,
             unsigned port)
      : net(net), netDuals(netDuals.ports), wanted(netDuals.wanted),
        scale(scale), port(port),
        costs(netDuals.ports[port].layouts.size(), kNone) {}

  SmallVector<Cost, 4> get() {
    // A free net has no rewrites to share.
    if (net.isFree || wanted.size() > kMostWanted) {
      for (unsigned produced : llvm::seq(netDuals.front().layouts.size()))
        share(produced);
      return costs;
    }
    for (const PortDuals &use : netDuals.drop_front())
      for (unsigned layout : use.layouts)
        bits.push_back(1u << getBit(layout));
    for (unsigned produced : llvm::seq(netDuals.front().layouts.size()))
      enumerate(produced);
    return costs;
  }

private:
  unsigned getBit(unsigned layout) const {
    return llvm::lower_bound(wanted, layout) - wanted.begin();
  }
  Cost getRewrite(unsigned from, unsigned to) const {
    return getRewriteCost(net, from, to) * scale;
  }
  void offer(unsigned index, Cost cost) {
    costs[index] = std::min(costs[index], cost);
  }

  /// All sets of layouts the value may be rewritten to.
  void enumerate(unsigned index) {
    unsigned produced = netDuals.front().layouts[index];
    unsigned all = (1u << wanted.size()) - 1;
    unsigned present = 0;
    SmallVector<Cost, kMostWanted> rewrites;
    for (auto [bit, layout] : llvm::enumerate(wanted)) {
      rewrites.push_back(getRewrite(produced, layout));
      if (layout == produced)
        present = 1u << bit;
    }
    for (unsigned set : llvm::seq(all + 1)) {
      // A use needs one layout, no set more than one for each.
      if ((set & present) ||
          static_cast<size_t>(llvm::popcount(set)) >= netDuals.size())
        continue;
      Cost cost = 0;
      for (unsigned rest = set; rest != 0; rest &= rest - 1)
        cost += rewrites[llvm::countr_zero(rest)];
      takeUses(index, set | present, cost);
    }
  }

  /// Adds what each use gets at least of the layouts that are there, and offers
  /// the sum: for the producer as it is, for a use with each of its layouts.
  void takeUses(unsigned produced, unsigned there, Cost cost) {
    cost -= netDuals.front().values[produced];
    const unsigned *bit = bits.begin(), *own = nullptr;
    for (auto [number, use] : llvm::enumerate(netDuals.drop_front())) {
      Cost most = kLeast;
      if (number + 1 == port)
        own = std::exchange(bit, bit + use.values.size());
      else
        for (Cost price : use.values)
          if (*bit++ & there)
            most = std::max(most, price);
      if (most != kLeast)
        cost -= most;
      else if (number + 1 != port)
        return;
    }
    if (port == 0)
      return offer(produced, cost);
    for (auto [at, price] : llvm::enumerate(netDuals[port].values))
      if (own[at] & there)
        offer(at, cost - price);
  }

  /// The rewrite to a layout, shared out among the uses that may want it.
  void share(unsigned index) {
    unsigned produced = netDuals.front().layouts[index];
    SmallVector<Cost> components(wanted.size(), 0);
    for (const PortDuals &use : netDuals.drop_front())
      for (unsigned layout : use.layouts)
        ++components[getBit(layout)];
    for (auto [component, layout] : llvm::zip_equal(components, wanted))
      component = getRewrite(produced, layout) / component;
    auto get = [&](const PortDuals &use, unsigned at) {
      return components[getBit(use.layouts[at])] - use.values[at];
    };
    Cost cost = -netDuals.front().values[index];
    for (auto [number, use] : llvm::enumerate(netDuals.drop_front())) {
      if (number + 1 == port)
        continue;
      Cost least = kNone;
      for (unsigned at : llvm::seq(use.layouts.size()))
        least = std::min(least, get(use, at));
      cost += least;
    }
    if (port == 0)
      return offer(index, cost);
    for (unsigned at : llvm::seq(netDuals[port].layouts.size()))
      offer(at, cost + get(netDuals[port], at));
  }

  const Problem::Net &net;
  llvm::ArrayRef<PortDuals> netDuals;
  llvm::ArrayRef<unsigned> wanted;
  Cost scale;
  unsigned port;
  /// Per use and layout of it, which of the wanted ones that is.
  SmallVector<unsigned, 16> bits;
  SmallVector<Cost, 4> costs;
};
} // namespace

SmallVector<Cost, 4> layout::getNetCosts(const Problem::Net &net,
                                         const NetDuals &netDuals, Cost scale,
                                         unsigned port) {
  return NetMinimum(net, netDuals, scale, port).get();
}

Cost layout::getSumOfMinima(const Problem &problem,
                            const DualVariables &duals) {
  Cost sum = 0;
  for (unsigned variable : llvm::seq(problem.variables.size()))
    sum += *llvm::min_element(getCandidateCosts(problem, duals, variable));
  for (auto [net, netDuals] : llvm::zip_equal(problem.nets, duals.nets))
    sum += *llvm::min_element(getNetCosts(net, netDuals, duals.scale, 0));
  return sum;
}

Cost layout::getBound(const Problem &problem, const DualVariables &duals) {
  return getBound(duals, getSumOfMinima(problem, duals));
}

Cost layout::getBound(const DualVariables &duals, Cost sumOfMinima) {
  Cost sum = std::max<Cost>(sumOfMinima, 0);
  Cost step = duals.scale * duals.unit;
  return (sum + step - 1) / step * duals.unit;
}
