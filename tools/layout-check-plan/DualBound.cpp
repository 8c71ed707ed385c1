//===- DualBound.cpp - Recomputes the bound of dual variables -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace checkplan;
using llvm::Twine;

namespace {
/// The dual variable of each layout that candidates give a port.
using DualOf = std::map<int64_t, Wide>;
} // namespace

/// Returns the dual variables of the ports of a net; nothing if one is missing.
static std::optional<std::vector<DualOf>>
getDualsOfNet(const Problem &problem, const Duals &duals, unsigned number) {
  const Net &net = problem.nets[number];
  if (duals.nets[number].size() != net.ports.size())
    return std::nullopt;
  std::vector<DualOf> result;
  for (auto [port, portDuals] :
       llvm::zip_equal(net.ports, duals.nets[number])) {
    DualOf given, &own = result.emplace_back();
    for (auto [layout, value] :
         llvm::zip_equal(portDuals.layouts, portDuals.values))
      given[layout] = value;
    for (const Candidate &candidate :
         problem.variables[port.variable].candidates) {
      auto found = given.find(candidate.layouts[port.port]);
      if (found == given.end())
        return std::nullopt;
      own[found->first] = found->second;
    }
  }
  return result;
}

/// Returns the minimum of a net whose producer has layout `produced`, without
/// the dual variable of the producer. Tries each set of `others` as the layouts
/// to which the value is rewritten.
static Wide minimizeBySubsets(const Net &net, llvm::ArrayRef<DualOf> uses,
                              int64_t produced,
                              const std::vector<int64_t> &others, Wide scale) {
  std::optional<Wide> least;
  for (unsigned set = 0; set < (1u << others.size()); ++set) {
    std::set<int64_t> available = {produced};
    Wide cost = 0;
    for (unsigned bit = 0; bit < others.size(); ++bit)
      if (set & (1u << bit)) {
        available.insert(others[bit]);
        cost += getRewriteCost(net, produced, others[bit]) * scale;
      }
    bool isPossible = true;
    for (const DualOf &use : uses) {
      std::optional<Wide> largest;
      for (auto [layout, value] : use)
        if (available.count(layout))
          largest = std::max(largest.value_or(value), value);
      isPossible &= largest.has_value();
      cost -= largest.value_or(0);
    }
    if (isPossible && (!least || cost < *least))
      least = cost;
  }
  return *least;
}

/// Returns the same minimum for few uses, in any number of layouts. Tries each
/// division of the uses into groups that share a layout: the uses from `next`
/// on join one of `groups`, or open another one.
static Wide minimizeByGroups(const Net &net, llvm::ArrayRef<DualOf> uses,
                             int64_t produced, Wide scale, size_t next,
                             std::vector<DualOf> &groups) {
  if (next == uses.size()) {
    // Each group takes the cheapest of the layouts that all its uses may take.
    Wide sum = 0;
    for (const DualOf &group : groups) {
      std::optional<Wide> least;
      for (auto [layout, value] : group) {
        Wide cost = getRewriteCost(net, produced, layout) * scale - value;
        least = std::min(least.value_or(cost), cost);
      }
      sum += *least;
    }
    return sum;
  }
  groups.push_back(uses[next]);
  Wide least = minimizeByGroups(net, uses, produced, scale, next + 1, groups);
  groups.pop_back();
  for (size_t index = 0; index < groups.size(); ++index) {
    DualOf both, alone = groups[index];
    for (auto [layout, value] : alone)
      if (auto found = uses[next].find(layout); found != uses[next].end())
        both[layout] = value + found->second;
    if (both.empty())
      continue;
    groups[index] = std::move(both);
    least = std::min(
        least, minimizeByGroups(net, uses, produced, scale, next + 1, groups));
    groups[index] = std::move(alone);
  }
  return least;
}

/// A lower bound of the same minimum, for free nets and for nets with too many
/// layouts and uses to enumerate: charges each rewrite in equal shares to the
/// uses that may require its layout.
static Wide minimizeBySharing(const Net &net, llvm::ArrayRef<DualOf> uses,
                              int64_t produced, Wide scale) {
  std::map<int64_t, int64_t> numSharers;
  for (const DualOf &use : uses)
    for (auto [layout, value] : use)
      ++numSharers[layout];
  Wide sum = 0;
  for (const DualOf &use : uses) {
    std::optional<Wide> least;
    for (auto [layout, value] : use) {
      Wide cost =
          getRewriteCost(net, produced, layout) * scale / numSharers[layout];
      if (!least || cost - value < *least)
        least = cost - value;
    }
    sum += *least;
  }
  return sum;
}

static Wide minimizeNet(const Net &net, llvm::ArrayRef<DualOf> duals,
                        Wide scale) {
  std::set<int64_t> required;
  for (const DualOf &use : duals.drop_front())
    for (auto [layout, value] : use)
      required.insert(layout);
  llvm::ArrayRef<DualOf> uses = duals.drop_front();
  auto minimize = [&](int64_t produced) {
    if (!net.isFree && required.size() <= maxEnumeratedLayouts) {
      std::set<int64_t> others = required;
      others.erase(produced);
      return minimizeBySubsets(net, uses, produced,
                               {others.begin(), others.end()}, scale);
    }
    if (!net.isFree && uses.size() <= maxEnumeratedUses) {
      std::vector<DualOf> groups;
      return minimizeByGroups(net, uses, produced, scale, /*next=*/0, groups);
    }
    return minimizeBySharing(net, uses, produced, scale);
  };
  std::optional<Wide> least;
  for (auto [produced, value] : duals.front()) {
    Wide cost = minimize(produced);
    if (!least || cost - value < *least)
      least = cost - value;
  }
  return *least;
}

llvm::Expected<DualValue> checkplan::getDualValue(const Problem &problem,
                                                  const Duals &duals) {
  if (duals.nets.size() != problem.nets.size())
    return reject("requires dual variables of " + Twine(problem.nets.size()) +
                  " nets, found " + Twine(duals.nets.size()));
  DualValue result;
  for (const Variable &variable : problem.variables) {
    std::vector<Wide> &costs = result.reducedCosts.emplace_back();
    for (const Candidate &candidate : variable.candidates)
      costs.push_back(Wide(candidate.cost) * duals.scale);
  }
  for (auto [number, net] : llvm::enumerate(problem.nets)) {
    std::optional<std::vector<DualOf>> netDuals =
        getDualsOfNet(problem, duals, number);
    if (!netDuals)
      return reject("net " + Twine(number) +
                    " lacks a dual variable for a layout of its ports");
    result.sum += minimizeNet(net, *netDuals, duals.scale);
    for (auto [port, dualOf] : llvm::zip_equal(net.ports, *netDuals))
      for (auto [cost, candidate] :
           llvm::zip_equal(result.reducedCosts[port.variable],
                           problem.variables[port.variable].candidates))
        cost += dualOf.at(candidate.layouts[port.port]);
  }
  for (const std::vector<Wide> &costs : result.reducedCosts)
    result.sum += *llvm::min_element(costs);
  return result;
}

Wide checkplan::getBound(const Problem &problem, const Duals &duals,
                         Wide dualValue) {
  if (dualValue <= 0)
    return 0;
  Wide unit = getUnit(problem), step = unit * duals.scale;
  return (dualValue + step - 1) / step * unit;
}

Domains checkplan::getDomains(const Problem &problem, const Duals &duals,
                              const DualValue &dualValue, Wide limit) {
  Wide unit = getUnit(problem);
  // The largest cost of a plan below the limit.
  Wide most = limit <= 0 ? -1 : (limit - 1) / unit * unit;
  Domains domains;
  for (const std::vector<Wide> &costs : dualValue.reducedCosts) {
    Wide others = dualValue.sum - *llvm::min_element(costs);
    std::vector<int64_t> &domain = domains.emplace_back();
    for (auto [candidate, cost] : llvm::enumerate(costs))
      if (others + cost <= most * duals.scale)
        domain.push_back(candidate);
  }
  return domains;
}
