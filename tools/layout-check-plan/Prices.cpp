//===- Prices.cpp - What messages prove -----------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prices.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace checkplan;
using llvm::Twine;

namespace {
/// The price of every layout a port may have.
using PriceOf = std::map<int64_t, Wide>;
} // namespace

/// The prices of the ports of a net; nothing if one has no price.
static std::optional<std::vector<PriceOf>>
getPrices(const Problem &problem, const Messages &messages, unsigned number) {
  const Net &net = problem.nets[number];
  if (messages.nets[number].size() != net.ports.size())
    return std::nullopt;
  std::vector<PriceOf> prices;
  for (auto [port, message] :
       llvm::zip_equal(net.ports, messages.nets[number])) {
    PriceOf given, &own = prices.emplace_back();
    for (auto [layout, price] :
         llvm::zip_equal(message.layouts, message.prices))
      given[layout] = price;
    for (const Label &label : problem.variables[port.variable].labels) {
      auto found = given.find(label.layouts[port.port]);
      if (found == given.end())
        return std::nullopt;
      own[found->first] = found->second;
    }
  }
  return prices;
}

/// The least a net costs if `produced` is, less the prices of the uses: each
/// set of further layouts is tried.
static Wide getLeastBySets(const Net &net, llvm::ArrayRef<PriceOf> uses,
                           int64_t produced, const std::vector<int64_t> &others,
                           Wide scale) {
  std::optional<Wide> least;
  for (unsigned set = 0; set < (1u << others.size()); ++set) {
    std::set<int64_t> there = {produced};
    Wide cost = 0;
    for (unsigned bit = 0; bit < others.size(); ++bit)
      if (set & (1u << bit)) {
        there.insert(others[bit]);
        cost += getRewrite(net, produced, others[bit]) * scale;
      }
    bool isPossible = true;
    for (const PriceOf &use : uses) {
      std::optional<Wide> most;
      for (auto [layout, price] : use)
        if (there.count(layout))
          most = std::max(most.value_or(price), price);
      isPossible &= most.has_value();
      cost -= most.value_or(0);
    }
    if (isPossible && (!least || cost < *least))
      least = cost;
  }
  return *least;
}

/// The same where every use is on its own: of a free net, and of one with more
/// layouts than sets can be tried of, whose rewrites are shared out.
static Wide getLeastByUses(const Net &net, llvm::ArrayRef<PriceOf> uses,
                           int64_t produced, Wide scale) {
  std::map<int64_t, int64_t> sharers;
  for (const PriceOf &use : uses)
    for (auto [layout, price] : use)
      ++sharers[layout];
  Wide sum = 0;
  for (const PriceOf &use : uses) {
    std::optional<Wide> least;
    for (auto [layout, price] : use) {
      Wide cost = getRewrite(net, produced, layout) * scale / sharers[layout];
      if (!least || cost - price < *least)
        least = cost - price;
    }
    sum += *least;
  }
  return sum;
}

static Wide getLeast(const Net &net, llvm::ArrayRef<PriceOf> prices,
                     Wide scale) {
  std::set<int64_t> wanted;
  for (const PriceOf &use : prices.drop_front())
    for (auto [layout, price] : use)
      wanted.insert(layout);
  std::optional<Wide> least;
  for (auto [produced, price] : prices.front()) {
    std::vector<int64_t> others;
    for (int64_t layout : wanted)
      if (layout != produced)
        others.push_back(layout);
    Wide cost =
        net.isFree || wanted.size() > mostWanted
            ? getLeastByUses(net, prices.drop_front(), produced, scale)
            : getLeastBySets(net, prices.drop_front(), produced, others, scale);
    if (!least || cost - price < *least)
      least = cost - price;
  }
  return *least;
}

llvm::Expected<Minima> checkplan::getMinima(const Problem &problem,
                                            const Messages &messages) {
  if (messages.nets.size() != problem.nets.size())
    return reject("requires messages of " + Twine(problem.nets.size()) +
                  " nets, found " + Twine(messages.nets.size()));
  Minima minima;
  for (const Variable &variable : problem.variables) {
    std::vector<Wide> &own = minima.labels.emplace_back();
    for (const Label &label : variable.labels)
      own.push_back(Wide(label.cost) * messages.scale);
  }
  for (auto [number, net] : llvm::enumerate(problem.nets)) {
    std::optional<std::vector<PriceOf>> prices =
        getPrices(problem, messages, number);
    if (!prices)
      return reject("net " + Twine(number) +
                    " has not one price per layout of its ports");
    minima.sum += getLeast(net, *prices, messages.scale);
    for (auto [port, price] : llvm::zip_equal(net.ports, *prices))
      for (auto [cost, label] :
           llvm::zip_equal(minima.labels[port.variable],
                           problem.variables[port.variable].labels))
        cost += price.at(label.layouts[port.port]);
  }
  for (const std::vector<Wide> &own : minima.labels)
    minima.sum += *llvm::min_element(own);
  return minima;
}

Wide checkplan::getBound(const Problem &problem, const Messages &messages,
                         Wide sum) {
  if (sum <= 0)
    return 0;
  Wide unit = getUnit(problem), step = unit * messages.scale;
  return (sum + step - 1) / step * unit;
}

std::vector<std::vector<int64_t>>
checkplan::getDomains(const Problem &problem, const Messages &messages,
                      const Minima &minima, Wide limit) {
  Wide unit = getUnit(problem);
  // What plans below the limit cost at most.
  Wide most = limit <= 0 ? -1 : (limit - 1) / unit * unit;
  std::vector<std::vector<int64_t>> left;
  for (const std::vector<Wide> &costs : minima.labels) {
    Wide others = minima.sum - *llvm::min_element(costs);
    std::vector<int64_t> &own = left.emplace_back();
    for (auto [label, cost] : llvm::enumerate(costs))
      if (others + cost <= most * messages.scale)
        own.push_back(label);
  }
  return left;
}
