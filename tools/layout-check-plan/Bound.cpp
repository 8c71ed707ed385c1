//===- Bound.cpp - What a plan costs, and at least ------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// However prices are chosen, no plan costs less than the sum, over variables,
// of the least a label costs with the prices of its layouts and, over nets, of
// the least that rewrites cost less the prices of the layouts at its ports: in
// a plan all prices are paid once and got back once.
//
//===----------------------------------------------------------------------===//

#include "Bound.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <map>
#include <numeric>
#include <set>

using namespace checkplan;
using llvm::Twine;

/// Sums of products of what files hold.
using Wide = __int128;

static llvm::Error reject(const Twine &why) {
  return llvm::createStringError(why);
}

static Wide getRewrite(const Net &net, int64_t from, int64_t to) {
  if (net.isFree || from == to)
    return 0;
  if (!net.rewrites.empty())
    return Wide(net.weight) * net.rewrites[from * net.bytes.size() + to];
  return Wide(net.weight) * (Wide(net.bytes[from]) + net.bytes[to]);
}

//===----------------------------------------------------------------------===//
// Cost
//===----------------------------------------------------------------------===//

llvm::Error checkplan::checkCost(const Problem &problem, const Plan &plan) {
  if (plan.labels.size() != problem.variables.size())
    return reject("requires " + Twine(problem.variables.size()) +
                  " labels, found " + Twine(plan.labels.size()));
  Wide cost = 0;
  for (auto [number, variable] : llvm::enumerate(problem.variables)) {
    if (plan.labels[number] >= int64_t(variable.labels.size()))
      return reject("variable " + Twine(number) + " has no label " +
                    Twine(plan.labels[number]));
    cost += variable.labels[plan.labels[number]].cost;
  }
  for (auto [number, net] : llvm::enumerate(problem.nets)) {
    auto getLayout = [&](const Port &port) {
      return problem.variables[port.variable]
          .labels[plan.labels[port.variable]]
          .layouts[port.port];
    };
    int64_t produced = getLayout(net.ports.front());
    std::set<int64_t> wanted;
    for (const Port &use : llvm::drop_begin(net.ports))
      if (getLayout(use) != produced)
        wanted.insert(getLayout(use));
    for (int64_t layout : wanted)
      cost += getRewrite(net, produced, layout);
    if (std::vector<int64_t>(wanted.begin(), wanted.end()) !=
        plan.materialized[number])
      return reject("net " + Twine(number) +
                    " is rewritten to other layouts than the plan says");
  }
  if (cost != plan.cost)
    return reject("the plan costs " + Twine(int64_t(cost)) + ", it says " +
                  Twine(plan.cost));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Bound
//===----------------------------------------------------------------------===//

namespace {
/// The price of every layout a port may have.
using PriceOf = std::map<int64_t, Wide>;
} // namespace

/// The prices of the ports of a net; nothing if one has no price.
static std::optional<std::vector<PriceOf>>
getPrices(const Problem &problem, const Plan &plan, unsigned number) {
  const Net &net = problem.nets[number];
  if (plan.messages[number].size() != net.ports.size())
    return std::nullopt;
  std::vector<PriceOf> prices;
  for (auto [port, message] :
       llvm::zip_equal(net.ports, plan.messages[number])) {
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
  constexpr unsigned mostSets = 10;
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
        net.isFree || wanted.size() > mostSets
            ? getLeastByUses(net, prices.drop_front(), produced, scale)
            : getLeastBySets(net, prices.drop_front(), produced, others, scale);
    if (!least || cost - price < *least)
      least = cost - price;
  }
  return *least;
}

/// What all costs are multiples of, at least 1.
static int64_t getUnit(const Problem &problem) {
  Wide unit = 0;
  auto take = [&](Wide cost) {
    while (cost != 0)
      unit = std::exchange(cost, unit % cost);
  };
  for (const Variable &variable : problem.variables)
    for (const Label &label : variable.labels)
      take(label.cost);
  for (const Net &net : problem.nets)
    for (unsigned to = 0; to < net.bytes.size(); ++to)
      for (unsigned from = 0; from < net.bytes.size(); ++from)
        take(getRewrite(net, from, to));
  return unit == 0 ? 1 : int64_t(unit);
}

llvm::Error checkplan::checkBound(const Problem &problem, const Plan &plan) {
  if (plan.messages.size() != problem.nets.size())
    return reject("requires messages of " + Twine(problem.nets.size()) +
                  " nets, found " + Twine(plan.messages.size()));
  std::vector<std::vector<Wide>> costs;
  for (const Variable &variable : problem.variables) {
    std::vector<Wide> &own = costs.emplace_back();
    for (const Label &label : variable.labels)
      own.push_back(Wide(label.cost) * plan.scale);
  }
  Wide sum = 0;
  for (auto [number, net] : llvm::enumerate(problem.nets)) {
    std::optional<std::vector<PriceOf>> prices =
        getPrices(problem, plan, number);
    if (!prices)
      return reject("net " + Twine(number) +
                    " has not one price per layout of its ports");
    sum += getLeast(net, *prices, plan.scale);
    for (auto [port, price] : llvm::zip_equal(net.ports, *prices))
      for (auto [cost, label] : llvm::zip_equal(
               costs[port.variable], problem.variables[port.variable].labels))
        cost += price.at(label.layouts[port.port]);
  }
  for (const std::vector<Wide> &own : costs)
    sum += *llvm::min_element(own);
  // A plan costs a multiple of the unit.
  Wide step = Wide(plan.scale) * getUnit(problem);
  Wide bound = sum <= 0 ? 0 : (sum + step - 1) / step * (step / plan.scale);
  if (*plan.bound > bound)
    return reject("the messages prove a bound of " + Twine(int64_t(bound)) +
                  ", the plan says " + Twine(*plan.bound));
  return llvm::Error::success();
}
