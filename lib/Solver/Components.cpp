//===- Components.cpp - Restricted domains and components -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Components.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::layout;

Domains layout::getDomains(const Problem &problem, const DualVariables &duals,
                           Cost limit) {
  Cost dualValue = getDualValue(problem, duals);
  // Plans below the limit cost at most the largest multiple of the unit there.
  Cost most = (limit - 1) / duals.unit * duals.unit * duals.scale;
  Domains domains;
  for (unsigned variable : llvm::seq(problem.variables.size())) {
    SmallVector<Cost, 8> costs = getReducedCosts(problem, duals, variable);
    Cost least = *llvm::min_element(costs);
    SmallVector<unsigned, 4> &domain = domains.emplace_back();
    for (auto [candidate, cost] : llvm::enumerate(costs))
      if (dualValue + cost - least <= most)
        domain.push_back(candidate);
  }
  return domains;
}

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

/// Returns the variables with a choice, grouped such that variables that share
/// a net are in one group.
static std::vector<SmallVector<unsigned>> groupByNets(const Problem &problem,
                                                      const Domains &domains) {
  llvm::EquivalenceClasses<unsigned> links;
  auto hasChoice = [&](unsigned variable) {
    return domains[variable].size() > 1;
  };
  for (unsigned variable : llvm::seq(problem.variables.size()))
    if (hasChoice(variable))
      links.insert(variable);
  for (const Problem::Net &net : problem.nets) {
    std::optional<unsigned> first;
    auto visit = [&](unsigned variable) {
      if (!hasChoice(variable))
        return;
      if (first)
        links.unionSets(*first, variable);
      first = variable;
    };
    visit(net.producer.variable);
    for (Problem::PortRef use : net.uses)
      visit(use.variable);
  }
  llvm::MapVector<unsigned, SmallVector<unsigned>> byLeader;
  for (unsigned variable : llvm::seq(problem.variables.size()))
    if (hasChoice(variable))
      byLeader[links.getLeaderValue(variable)].push_back(variable);
  std::vector<SmallVector<unsigned>> groups;
  for (auto &[leader, group] : byLeader)
    groups.push_back(std::move(group));
  return groups;
}

//===----------------------------------------------------------------------===//
// Construction of smaller problems
//===----------------------------------------------------------------------===//

void Component::copyPlan(const Plan &own, Plan &plan) const {
  for (auto [variable, domain, candidate] :
       llvm::zip_equal(variables, domains, own))
    plan[variable] = domain[candidate];
}

namespace {
using Numbers = SmallVector<unsigned, 0>;

/// Builds the problem of some variables and nets of another problem, given by
/// their numbers in ascending order. Ports at other nets are left out.
class ComponentBuilder {
public:
  ComponentBuilder(const Problem &whole, const Domains &domains,
                   Numbers variables, Numbers nets)
      : whole(whole), domains(domains), variables(std::move(variables)),
        nets(std::move(nets)) {}

  Component build() const {
    Component component;
    for (unsigned variable : variables) {
      component.problem.variables.push_back(makeVariable(variable));
      component.domains.push_back(domains[variable]);
    }
    for (unsigned net : nets)
      component.problem.nets.push_back(makeNet(whole.nets[net]));
    component.variables = variables;
    return component;
  }

private:
  static unsigned getIndex(const Numbers &numbers, unsigned number) {
    return llvm::lower_bound(numbers, number) - numbers.begin();
  }
  bool isIncluded(const Problem::Port &port) const {
    return std::binary_search(nets.begin(), nets.end(), port.net);
  }

  Problem::PortRef makePort(Problem::PortRef port) const {
    ArrayRef<Problem::Port> ports = whole.variables[port.variable].ports;
    auto index = llvm::count_if(
        ports.take_front(port.port),
        [&](const Problem::Port &other) { return isIncluded(other); });
    return {getIndex(variables, port.variable), static_cast<unsigned>(index)};
  }

  Problem::Variable makeVariable(unsigned number) const {
    const Problem::Variable &old = whole.variables[number];
    Problem::Variable variable;
    variable.kind = Problem::Kind::Critical;
    for (unsigned candidate : domains[number])
      variable.candidates.push_back({old.candidates[candidate].cost, {}});
    for (auto [index, port] : llvm::enumerate(old.ports)) {
      if (!isIncluded(port))
        continue;
      variable.ports.push_back({getIndex(nets, port.net), port.isResult});
      for (auto [candidate, own] :
           llvm::zip_equal(domains[number], variable.candidates))
        own.layouts.push_back(old.candidates[candidate].layouts[index]);
    }
    return variable;
  }

  Problem::Net makeNet(const Problem::Net &old) const {
    Problem::Net net = old;
    net.producer = makePort(old.producer);
    for (Problem::PortRef &use : net.uses)
      use = makePort(use);
    return net;
  }

  const Problem &whole;
  const Domains &domains;
  Numbers variables, nets;
};
} // namespace

static void sortUnique(Numbers &numbers) {
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
}

/// Returns the component of a group of variables with a choice.
static Component buildComponent(const Problem &whole, const Domains &domains,
                                ArrayRef<unsigned> group) {
  Numbers variables(group), nets;
  for (unsigned variable : group)
    for (const Problem::Port &port : whole.variables[variable].ports)
      nets.push_back(port.net);
  sortUnique(nets);
  for (unsigned net : nets) {
    variables.push_back(whole.nets[net].producer.variable);
    for (Problem::PortRef use : whole.nets[net].uses)
      variables.push_back(use.variable);
  }
  sortUnique(variables);
  return ComponentBuilder(whole, domains, std::move(variables), std::move(nets))
      .build();
}

Component layout::restrict(const Problem &problem, const Domains &domains) {
  auto getAll = [](size_t size) {
    return llvm::to_vector<0>(llvm::seq<unsigned>(size));
  };
  return ComponentBuilder(problem, domains, getAll(problem.variables.size()),
                          getAll(problem.nets.size()))
      .build();
}

Components::Components(const Problem &problem, const Domains &domains) {
  for (ArrayRef<unsigned> domain : domains)
    first.push_back(domain.front());
  fixedCost = problem.getCost(first);
  for (ArrayRef<unsigned> group : groupByNets(problem, domains)) {
    const Problem &component =
        components.emplace_back(buildComponent(problem, domains, group))
            .problem;
    fixedCost -= component.getCost(component.getBaselinePlan());
  }
}
