//===- Cost.cpp - Recomputes the cost of a plan ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace checkplan;
using llvm::Twine;

Wide checkplan::getRewriteCost(const Net &net, int64_t from, int64_t to) {
  if (net.isFree || from == to)
    return 0;
  if (!net.rewrites.empty())
    return Wide(net.weight) * net.rewrites[from * net.bytes.size() + to];
  return Wide(net.weight) * (Wide(net.bytes[from]) + net.bytes[to]);
}

Wide checkplan::getUnit(const Problem &problem) {
  Wide unit = 0;
  auto include = [&](Wide cost) {
    while (cost != 0) // Euclid's algorithm.
      unit = std::exchange(cost, unit % cost);
  };
  for (const Variable &variable : problem.variables)
    for (const Candidate &candidate : variable.candidates)
      include(candidate.cost);
  for (const Net &net : problem.nets) {
    if (!net.isRewritten())
      continue;
    for (unsigned to = 0; to < net.bytes.size(); ++to)
      for (unsigned from = 0; from < net.bytes.size(); ++from)
        include(getRewriteCost(net, from, to));
  }
  return unit == 0 ? 1 : unit;
}

llvm::Error checkplan::checkCost(const Problem &problem, const Plan &plan) {
  if (plan.candidates.size() != problem.variables.size())
    return reject("requires " + Twine(problem.variables.size()) +
                  " candidates, found " + Twine(plan.candidates.size()));
  Wide cost = 0;
  for (auto [number, variable] : llvm::enumerate(problem.variables)) {
    if (plan.candidates[number] >= int64_t(variable.candidates.size()))
      return reject("variable " + Twine(number) + " has no candidate " +
                    Twine(plan.candidates[number]));
    cost += variable.candidates[plan.candidates[number]].cost;
  }
  for (auto [number, net] : llvm::enumerate(problem.nets)) {
    auto getLayout = [&](const Port &port) {
      return problem.variables[port.variable]
          .candidates[plan.candidates[port.variable]]
          .layouts[port.port];
    };
    int64_t produced = getLayout(net.ports.front());
    std::set<int64_t> required;
    for (const Port &use : llvm::drop_begin(net.ports))
      if (getLayout(use) != produced)
        required.insert(getLayout(use));
    for (int64_t layout : required)
      cost += getRewriteCost(net, produced, layout);
    if (std::vector<int64_t>(required.begin(), required.end()) !=
        plan.materialized[number])
      return reject("net " + Twine(number) +
                    " is rewritten to other layouts than the plan says");
  }
  if (cost != plan.cost)
    return reject("the plan costs " + Twine(int64_t(cost)) + ", it says " +
                  Twine(plan.cost));
  return llvm::Error::success();
}
