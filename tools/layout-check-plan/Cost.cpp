//===- Cost.cpp - What plans and rewrites cost ----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace checkplan;
using llvm::Twine;

Wide checkplan::getRewrite(const Net &net, int64_t from, int64_t to) {
  if (net.isFree || from == to)
    return 0;
  if (!net.rewrites.empty())
    return Wide(net.weight) * net.rewrites[from * net.bytes.size() + to];
  return Wide(net.weight) * (Wide(net.bytes[from]) + net.bytes[to]);
}

Wide checkplan::getUnit(const Problem &problem) {
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
  return unit == 0 ? 1 : unit;
}

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
