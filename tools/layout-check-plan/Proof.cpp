//===- Proof.cpp - Does a proof prove its bound ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof.h"
#include "Elimination.h"
#include "Prices.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace checkplan;
using llvm::Twine;

using Domains = std::vector<std::vector<int64_t>>;

static llvm::Expected<Wide> prove(const Problem &problem, const Proof &proof);

/// The problem of some variables and some nets, with the labels that are left.
static Problem take(const Problem &problem, const Domains &left,
                    const std::set<int64_t> &variables,
                    const std::set<int64_t> &nets) {
  std::map<int64_t, int64_t> newVariable, newNet;
  for (int64_t variable : variables)
    newVariable.insert({variable, newVariable.size()});
  for (int64_t net : nets)
    newNet.insert({net, newNet.size()});
  Problem taken;
  std::map<std::pair<int64_t, int64_t>, int64_t> newPort;
  for (int64_t number : variables) {
    const Variable &old = problem.variables[number];
    Variable &made = taken.variables.emplace_back();
    for (int64_t label : left[number])
      made.labels.push_back({old.labels[label].cost, {}});
    for (auto [port, net] : llvm::enumerate(old.nets)) {
      if (!nets.count(net))
        continue;
      newPort[{number, port}] = made.nets.size();
      made.nets.push_back(newNet.at(net));
      for (auto [place, label] : llvm::enumerate(left[number]))
        made.labels[place].layouts.push_back(old.labels[label].layouts[port]);
    }
  }
  for (int64_t number : nets) {
    Net &made = taken.nets.emplace_back(problem.nets[number]);
    for (Port &port : made.ports)
      port = {newVariable.at(port.variable),
              newPort.at({port.variable, port.port})};
  }
  return taken;
}

//===----------------------------------------------------------------------===//
// Label by label
//===----------------------------------------------------------------------===//

static std::set<int64_t> getNumbers(size_t size) {
  std::set<int64_t> numbers;
  for (size_t number = 0; number < size; ++number)
    numbers.insert(number);
  return numbers;
}

static llvm::Expected<Wide> proveByLabel(const Problem &problem, Domains left,
                                         const Cases &cases) {
  if (*cases.variable >= int64_t(left.size()) ||
      left[*cases.variable].size() != cases.proofs.size())
    return reject("cases do not prove each label left of variable " +
                  Twine(*cases.variable));
  std::vector<int64_t> labels = left[*cases.variable];
  std::optional<Wide> least;
  for (auto [label, proof] : llvm::zip_equal(labels, cases.proofs)) {
    left[*cases.variable] = {label};
    llvm::Expected<Wide> bound =
        prove(take(problem, left, getNumbers(problem.variables.size()),
                   getNumbers(problem.nets.size())),
              proof);
    if (!bound)
      return bound;
    least = std::min(least.value_or(*bound), *bound);
  }
  return *least;
}

//===----------------------------------------------------------------------===//
// Part by part
//===----------------------------------------------------------------------===//

/// The variables with a choice that nets join, by their first.
static std::vector<std::set<int64_t>> getParts(const Problem &problem,
                                               const Domains &left) {
  std::vector<std::set<int64_t>> parts;
  std::vector<bool> isSeen(left.size(), false);
  for (size_t first = 0; first < left.size(); ++first) {
    if (isSeen[first] || left[first].size() < 2)
      continue;
    std::set<int64_t> &part = parts.emplace_back();
    std::vector<int64_t> next = {int64_t(first)};
    isSeen[first] = true;
    while (!next.empty()) {
      int64_t variable = next.back();
      next.pop_back();
      part.insert(variable);
      for (int64_t net : problem.variables[variable].nets)
        for (const Port &port : problem.nets[net].ports)
          if (left[port.variable].size() > 1 && !isSeen[port.variable]) {
            isSeen[port.variable] = true;
            next.push_back(port.variable);
          }
    }
  }
  return parts;
}

/// What a net costs where all at it have one label left.
static Wide getCost(const Problem &problem, const Domains &left,
                    const Net &net) {
  auto getLayout = [&](const Port &port) {
    return problem.variables[port.variable]
        .labels[left[port.variable].front()]
        .layouts[port.port];
  };
  int64_t produced = getLayout(net.ports.front());
  std::set<int64_t> wanted;
  for (const Port &use : llvm::drop_begin(net.ports))
    wanted.insert(getLayout(use));
  Wide cost = 0;
  for (int64_t layout : wanted)
    cost += getRewrite(net, produced, layout);
  return cost;
}

static llvm::Expected<Wide>
proveByPart(const Problem &problem, const Domains &left, const Cases &cases) {
  std::vector<std::set<int64_t>> parts = getParts(problem, left);
  if (parts.size() != cases.proofs.size())
    return reject("requires proofs of " + Twine(parts.size()) +
                  " parts, found " + Twine(cases.proofs.size()));
  Wide bound = 0;
  // A variable with one label left may be beside several parts.
  std::map<int64_t, int64_t> numTimes;
  std::set<int64_t> inParts;
  for (auto [variables, proof] : llvm::zip_equal(parts, cases.proofs)) {
    std::set<int64_t> nets;
    for (int64_t variable : variables)
      nets.insert(problem.variables[variable].nets.begin(),
                  problem.variables[variable].nets.end());
    std::set<int64_t> all = variables;
    for (int64_t net : nets)
      for (const Port &port : problem.nets[net].ports)
        all.insert(port.variable);
    llvm::Expected<Wide> least = prove(take(problem, left, all, nets), proof);
    if (!least)
      return least;
    bound += *least;
    inParts.insert(nets.begin(), nets.end());
    for (int64_t variable : all)
      ++numTimes[variable];
  }
  for (auto [number, variable] : llvm::enumerate(problem.variables))
    if (left[number].size() == 1)
      bound += Wide(variable.labels[left[number].front()].cost) *
               (1 - numTimes[number]);
  for (auto [number, net] : llvm::enumerate(problem.nets))
    if (!inParts.count(number))
      bound += getCost(problem, left, net);
  return bound;
}

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

/// What every plan costs at least.
static llvm::Expected<Wide> prove(const Problem &problem, const Proof &proof) {
  if (!proof.order.empty())
    return getMinimum(problem, proof.order);
  llvm::Expected<Minima> minima = getMinima(problem, proof.messages);
  if (!minima)
    return minima.takeError();
  Wide bound = getBound(problem, proof.messages, minima->sum);
  if (proof.cases.empty())
    return bound;
  // Plans with a label that is dropped cost the limit.
  const Cases &cases = proof.cases.front();
  Domains left = getDomains(problem, proof.messages, *minima, cases.limit);
  bool isNoneLeft = llvm::any_of(
      left, [](const std::vector<int64_t> &own) { return own.empty(); });
  if (isNoneLeft)
    return std::max(bound, Wide(cases.limit));
  llvm::Expected<Wide> least = cases.variable
                                   ? proveByLabel(problem, left, cases)
                                   : proveByPart(problem, left, cases);
  if (!least)
    return least;
  return std::max(bound, std::min(Wide(cases.limit), *least));
}

llvm::Error checkplan::checkBound(const Problem &problem, const Plan &plan) {
  llvm::Expected<Wide> bound = prove(problem, plan.proof);
  if (!bound)
    return bound.takeError();
  if (*plan.bound > *bound)
    return reject("the proof shows a bound of " + Twine(int64_t(*bound)) +
                  ", the plan says " + Twine(*plan.bound));
  return llvm::Error::success();
}
