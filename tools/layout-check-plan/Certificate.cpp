//===- Certificate.cpp - Recomputes the bound of a certificate ------------===//
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

static llvm::Expected<Wide> getBound(const Problem &problem,
                                     const Certificate &certificate);

/// Returns the problem of some variables and some nets, with the remaining
/// candidates.
static Problem restrict(const Problem &problem, const Domains &domains,
                        const std::set<int64_t> &variables,
                        const std::set<int64_t> &nets) {
  std::map<int64_t, int64_t> newVariable, newNet;
  for (int64_t variable : variables)
    newVariable.insert({variable, newVariable.size()});
  for (int64_t net : nets)
    newNet.insert({net, newNet.size()});
  Problem restricted;
  std::map<std::pair<int64_t, int64_t>, int64_t> newPort;
  for (int64_t number : variables) {
    const Variable &old = problem.variables[number];
    Variable &variable = restricted.variables.emplace_back();
    for (int64_t candidate : domains[number])
      variable.candidates.push_back({old.candidates[candidate].cost, {}});
    for (auto [port, net] : llvm::enumerate(old.nets)) {
      if (!nets.count(net))
        continue;
      newPort[{number, port}] = variable.nets.size();
      variable.nets.push_back(newNet.at(net));
      for (auto [index, candidate] : llvm::enumerate(domains[number]))
        variable.candidates[index].layouts.push_back(
            old.candidates[candidate].layouts[port]);
    }
  }
  for (int64_t number : nets) {
    Net &net = restricted.nets.emplace_back(problem.nets[number]);
    for (Port &port : net.ports)
      port = {newVariable.at(port.variable),
              newPort.at({port.variable, port.port})};
  }
  return restricted;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static std::set<int64_t> getNumbers(size_t size) {
  std::set<int64_t> numbers;
  for (size_t number = 0; number < size; ++number)
    numbers.insert(number);
  return numbers;
}

/// The smallest bound of all branches holds for the problem.
static llvm::Expected<Wide> getBoundOfBranches(const Problem &problem,
                                               Domains domains,
                                               const Cases &cases) {
  if (*cases.variable >= int64_t(domains.size()) ||
      domains[*cases.variable].size() != cases.certificates.size())
    return reject("requires a certificate for each remaining candidate of "
                  "variable " +
                  Twine(*cases.variable));
  std::vector<int64_t> remaining = domains[*cases.variable];
  std::optional<Wide> least;
  for (auto [candidate, certificate] :
       llvm::zip_equal(remaining, cases.certificates)) {
    domains[*cases.variable] = {candidate};
    llvm::Expected<Wide> bound = getBound(
        restrict(problem, domains, getNumbers(problem.variables.size()),
                 getNumbers(problem.nets.size())),
        certificate);
    if (!bound)
      return bound;
    least = std::min(least.value_or(*bound), *bound);
  }
  return *least;
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

/// Returns the variables with a choice, grouped such that variables that share
/// a net are in one group, in the order of the first variables of the groups.
static std::vector<std::set<int64_t>> groupByNets(const Problem &problem,
                                                  const Domains &domains) {
  std::vector<std::set<int64_t>> groups;
  std::vector<bool> isSeen(domains.size(), false);
  for (size_t first = 0; first < domains.size(); ++first) {
    if (isSeen[first] || domains[first].size() < 2)
      continue;
    std::set<int64_t> &group = groups.emplace_back();
    std::vector<int64_t> next = {int64_t(first)};
    isSeen[first] = true;
    while (!next.empty()) {
      int64_t variable = next.back();
      next.pop_back();
      group.insert(variable);
      for (int64_t net : problem.variables[variable].nets)
        for (const Port &port : problem.nets[net].ports)
          if (domains[port.variable].size() > 1 && !isSeen[port.variable]) {
            isSeen[port.variable] = true;
            next.push_back(port.variable);
          }
    }
  }
  return groups;
}

/// Returns the cost of a net if each variable at it has one remaining
/// candidate.
static Wide getCost(const Problem &problem, const Domains &domains,
                    const Net &net) {
  auto getLayout = [&](const Port &port) {
    return problem.variables[port.variable]
        .candidates[domains[port.variable].front()]
        .layouts[port.port];
  };
  int64_t produced = getLayout(net.ports.front());
  std::set<int64_t> required;
  for (const Port &use : llvm::drop_begin(net.ports))
    required.insert(getLayout(use));
  Wide cost = 0;
  for (int64_t layout : required)
    cost += getRewriteCost(net, produced, layout);
  return cost;
}

/// The bounds of all components add up, together with the cost of what is in no
/// component.
static llvm::Expected<Wide> getBoundOfComponents(const Problem &problem,
                                                 const Domains &domains,
                                                 const Cases &cases) {
  std::vector<std::set<int64_t>> groups = groupByNets(problem, domains);
  if (groups.size() != cases.certificates.size())
    return reject("requires certificates of " + Twine(groups.size()) +
                  " components, found " + Twine(cases.certificates.size()));
  Wide bound = 0;
  // A variable with one remaining candidate may be in several components.
  std::map<int64_t, int64_t> numComponents;
  std::set<int64_t> netsInComponents;
  for (auto [variables, certificate] :
       llvm::zip_equal(groups, cases.certificates)) {
    std::set<int64_t> nets;
    for (int64_t variable : variables)
      nets.insert(problem.variables[variable].nets.begin(),
                  problem.variables[variable].nets.end());
    std::set<int64_t> all = variables;
    for (int64_t net : nets)
      for (const Port &port : problem.nets[net].ports)
        all.insert(port.variable);
    llvm::Expected<Wide> least =
        getBound(restrict(problem, domains, all, nets), certificate);
    if (!least)
      return least;
    bound += *least;
    netsInComponents.insert(nets.begin(), nets.end());
    for (int64_t variable : all)
      ++numComponents[variable];
  }
  for (auto [number, variable] : llvm::enumerate(problem.variables))
    if (domains[number].size() == 1)
      bound += Wide(variable.candidates[domains[number].front()].cost) *
               (1 - numComponents[number]);
  for (auto [number, net] : llvm::enumerate(problem.nets))
    if (!netsInComponents.count(number))
      bound += getCost(problem, domains, net);
  return bound;
}

//===----------------------------------------------------------------------===//
// Certificates
//===----------------------------------------------------------------------===//

/// Returns a lower bound of the cost of every plan.
static llvm::Expected<Wide> getBound(const Problem &problem,
                                     const Certificate &certificate) {
  if (!certificate.order.empty())
    return getMinimum(problem, certificate.order);
  llvm::Expected<DualValue> dualValue =
      getDualValue(problem, certificate.duals);
  if (!dualValue)
    return dualValue.takeError();
  Wide bound = getBound(problem, certificate.duals, dualValue->sum);
  if (certificate.cases.empty())
    return bound;
  // Plans with a candidate that does not remain cost at least the limit.
  const Cases &cases = certificate.cases.front();
  Domains domains =
      getDomains(problem, certificate.duals, *dualValue, cases.limit);
  bool isInfeasible =
      llvm::any_of(domains, [](const std::vector<int64_t> &domain) {
        return domain.empty();
      });
  if (isInfeasible)
    return std::max(bound, Wide(cases.limit));
  llvm::Expected<Wide> caseBound =
      cases.variable ? getBoundOfBranches(problem, domains, cases)
                     : getBoundOfComponents(problem, domains, cases);
  if (!caseBound)
    return caseBound;
  return std::max(bound, std::min(Wide(cases.limit), *caseBound));
}

llvm::Error checkplan::checkBound(const Problem &problem, const Plan &plan) {
  llvm::Expected<Wide> bound = ::getBound(problem, plan.certificate);
  if (!bound)
    return bound.takeError();
  if (*plan.bound > *bound)
    return reject("the certificate proves a bound of " +
                  Twine(int64_t(*bound)) + ", the plan says " +
                  Twine(*plan.bound));
  return llvm::Error::success();
}
