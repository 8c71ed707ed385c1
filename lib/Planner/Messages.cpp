//===- Messages.cpp - Prices that prove a lower bound ---------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Planner/Messages.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

unsigned PortPrices::getIndex(unsigned layout) const {
  return llvm::lower_bound(layouts, layout) - layouts.begin();
}

static PortPrices makePrices(const Problem &problem, Problem::PortRef port) {
  PortPrices made{port, {}, {}};
  for (const Problem::Label &label : problem.variables[port.variable].labels)
    made.layouts.push_back(label.layouts[port.port]);
  llvm::sort(made.layouts);
  made.layouts.erase(llvm::unique(made.layouts), made.layouts.end());
  made.prices.assign(made.layouts.size(), 0);
  return made;
}

Cost layout::getUnit(const Problem &problem) {
  Cost unit = 0;
  for (const Problem::Variable &variable : problem.variables)
    for (const Problem::Label &label : variable.labels)
      unit = std::gcd(unit, label.cost);
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

Messages Messages::get(const Problem &problem) {
  Messages messages;
  messages.unit = getUnit(problem);
  Cost most = 1;
  messages.places.reserve(problem.variables.size());
  for (const Problem::Variable &variable : problem.variables)
    messages.places.emplace_back(variable.ports.size());
  for (const Problem::Variable &variable : problem.variables) {
    Cost largest = 0;
    for (const Problem::Label &label : variable.labels)
      largest = std::max(largest, label.cost);
    most = addSaturating(most, largest);
  }
  messages.nets.reserve(problem.nets.size());
  for (const Problem::Net &net : problem.nets) {
    NetPrices &prices = messages.nets.emplace_back();
    prices.ports.reserve(1 + net.uses.size());
    prices.ports.push_back(makePrices(problem, net.producer));
    for (Problem::PortRef use : net.uses) {
      messages.places[use.variable][use.port] = prices.ports.size();
      prices.ports.push_back(makePrices(problem, use));
      llvm::append_range(prices.wanted, prices.ports.back().layouts);
    }
    llvm::sort(prices.wanted);
    prices.wanted.erase(llvm::unique(prices.wanted), prices.wanted.end());
    Cost dearest = getDearest(net);
    for (size_t use = 0; !net.isFree && use < net.uses.size(); ++use)
      most = addSaturating(most, dearest);
  }
  // Prices stay below what everything may cost.
  constexpr Cost limit = Cost(1) << 58;
  while (messages.scale < (Cost(1) << 16) && most < limit / messages.scale / 2)
    messages.scale *= 2;
  return messages;
}

SmallVector<Cost, 8> layout::getLabelCosts(const Problem &problem,
                                           const Messages &messages,
                                           unsigned number) {
  const Problem::Variable &variable = problem.variables[number];
  SmallVector<Cost, 8> costs;
  for (const Problem::Label &label : variable.labels)
    costs.push_back(label.cost * messages.scale);
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    const PortPrices &prices =
        messages.nets[port.net].ports[messages.places[number][index]];
    for (auto [cost, label] : llvm::zip_equal(costs, variable.labels))
      cost += prices.prices[prices.getIndex(label.layouts[index])];
  }
  return costs;
}

namespace {
constexpr Cost kNone = std::numeric_limits<Cost>::max();
constexpr Cost kLeast = std::numeric_limits<Cost>::min();

/// The minimum over a net, and those under one more condition.
class NetMinimum {
public:
  NetMinimum(const Problem::Net &net, const NetPrices &prices, Cost scale,
             unsigned port)
      : net(net), prices(prices.ports), wanted(prices.wanted), scale(scale),
        port(port), costs(prices.ports[port].layouts.size(), kNone) {}

  SmallVector<Cost, 4> get() {
    // A free net has no rewrites to share.
    if (net.isFree || wanted.size() > kMostWanted) {
      for (unsigned produced : llvm::seq(prices.front().layouts.size()))
        share(produced);
      return costs;
    }
    for (const PortPrices &use : prices.drop_front())
      for (unsigned layout : use.layouts)
        bits.push_back(1u << getBit(layout));
    for (unsigned produced : llvm::seq(prices.front().layouts.size()))
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
    unsigned produced = prices.front().layouts[index];
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
          static_cast<size_t>(llvm::popcount(set)) >= prices.size())
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
    cost -= prices.front().prices[produced];
    const unsigned *bit = bits.begin(), *own = nullptr;
    for (auto [number, use] : llvm::enumerate(prices.drop_front())) {
      Cost most = kLeast;
      if (number + 1 == port)
        own = std::exchange(bit, bit + use.prices.size());
      else
        for (Cost price : use.prices)
          if (*bit++ & there)
            most = std::max(most, price);
      if (most != kLeast)
        cost -= most;
      else if (number + 1 != port)
        return;
    }
    if (port == 0)
      return offer(produced, cost);
    for (auto [at, price] : llvm::enumerate(prices[port].prices))
      if (own[at] & there)
        offer(at, cost - price);
  }

  /// The rewrite to a layout, shared out among the uses that may want it.
  void share(unsigned index) {
    unsigned produced = prices.front().layouts[index];
    SmallVector<Cost> parts(wanted.size(), 0);
    for (const PortPrices &use : prices.drop_front())
      for (unsigned layout : use.layouts)
        ++parts[getBit(layout)];
    for (auto [part, layout] : llvm::zip_equal(parts, wanted))
      part = getRewrite(produced, layout) / part;
    auto get = [&](const PortPrices &use, unsigned at) {
      return parts[getBit(use.layouts[at])] - use.prices[at];
    };
    Cost cost = -prices.front().prices[index];
    for (auto [number, use] : llvm::enumerate(prices.drop_front())) {
      if (number + 1 == port)
        continue;
      Cost least = kNone;
      for (unsigned at : llvm::seq(use.layouts.size()))
        least = std::min(least, get(use, at));
      cost += least;
    }
    if (port == 0)
      return offer(index, cost);
    for (unsigned at : llvm::seq(prices[port].layouts.size()))
      offer(at, cost + get(prices[port], at));
  }

  const Problem::Net &net;
  llvm::ArrayRef<PortPrices> prices;
  llvm::ArrayRef<unsigned> wanted;
  Cost scale;
  unsigned port;
  /// Per use and layout of it, which of the wanted ones that is.
  SmallVector<unsigned, 16> bits;
  SmallVector<Cost, 4> costs;
};
} // namespace

SmallVector<Cost, 4> layout::getNetCosts(const Problem::Net &net,
                                         const NetPrices &prices, Cost scale,
                                         unsigned port) {
  return NetMinimum(net, prices, scale, port).get();
}

Cost layout::getSumOfMinima(const Problem &problem, const Messages &messages) {
  Cost sum = 0;
  for (unsigned variable : llvm::seq(problem.variables.size()))
    sum += *llvm::min_element(getLabelCosts(problem, messages, variable));
  for (auto [net, prices] : llvm::zip_equal(problem.nets, messages.nets))
    sum += *llvm::min_element(getNetCosts(net, prices, messages.scale, 0));
  return sum;
}

Cost layout::getBound(const Problem &problem, const Messages &messages) {
  return getBound(messages, getSumOfMinima(problem, messages));
}

Cost layout::getBound(const Messages &messages, Cost sumOfMinima) {
  Cost sum = std::max<Cost>(sumOfMinima, 0);
  Cost step = messages.scale * messages.unit;
  return (sum + step - 1) / step * messages.unit;
}
