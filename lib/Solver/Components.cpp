//===- Components.cpp - What a bound leaves open --------------------------===//
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
  Cost sum = getSumOfMinima(problem, duals);
  // Plans below the limit cost at most the last multiple of the unit there.
  Cost most = (limit - 1) / duals.unit * duals.unit * duals.scale;
  Domains candidates;
  for (unsigned variable : llvm::seq(problem.variables.size())) {
    SmallVector<Cost, 8> costs = getCandidateCosts(problem, duals, variable);
    Cost least = *llvm::min_element(costs);
    SmallVector<unsigned, 4> &left = candidates.emplace_back();
    for (auto [candidate, cost] : llvm::enumerate(costs))
      if (sum + cost - least <= most)
        left.push_back(candidate);
  }
  return candidates;
}

/// The variables with a choice, those that share a net together.
static std::vector<SmallVector<unsigned>>
getComponents(const Problem &problem, const Domains &candidates) {
  llvm::EquivalenceClasses<unsigned> links;
  auto isOpen = [&](unsigned variable) {
    return candidates[variable].size() > 1;
  };
  for (unsigned variable : llvm::seq(problem.variables.size()))
    if (isOpen(variable))
      links.insert(variable);
  for (const Problem::Net &net : problem.nets) {
    std::optional<unsigned> first;
    auto visit = [&](unsigned variable) {
      if (!isOpen(variable))
        return;
      if (first)
        links.unionSets(*first, variable);
      first = variable;
    };
    visit(net.producer.variable);
    for (Problem::PortRef use : net.uses)
      visit(use.variable);
  }
  llvm::MapVector<unsigned, SmallVector<unsigned>> groups;
  for (unsigned variable : llvm::seq(problem.variables.size()))
    if (isOpen(variable))
      groups[links.getLeaderValue(variable)].push_back(variable);
  std::vector<SmallVector<unsigned>> components;
  for (auto &[leader, group] : groups)
    components.push_back(std::move(group));
  return components;
}

//===----------------------------------------------------------------------===//
// Problems of components
//===----------------------------------------------------------------------===//

void Component::choose(const Plan &own, Plan &plan) const {
  for (auto [variable, left, candidate] :
       llvm::zip_equal(variables, candidates, own))
    plan[variable] = left[candidate];
}

namespace {
using Numbers = SmallVector<unsigned, 0>;

/// Makes a problem of some variables and some nets of another, whose numbers
/// rise.
class Extraction {
public:
  Extraction(const Problem &whole, const Domains &candidates, Numbers variables,
             Numbers nets)
      : whole(whole), candidates(candidates), variables(std::move(variables)),
        nets(std::move(nets)) {}

  Component get() const {
    Component component;
    for (unsigned variable : variables) {
      component.problem.variables.push_back(makeVariable(variable));
      component.candidates.push_back(candidates[variable]);
    }
    for (unsigned net : nets)
      component.problem.nets.push_back(makeNet(whole.nets[net]));
    component.variables = variables;
    return component;
  }

private:
  static unsigned getLocationText(const Numbers &numbers, unsigned number) {
    return llvm::lower_bound(numbers, number) - numbers.begin();
  }
  bool isPart(const Problem::Port &port) const {
    return std::binary_search(nets.begin(), nets.end(), port.net);
  }

  Problem::PortRef makePort(Problem::PortRef port) const {
    ArrayRef<Problem::Port> ports = whole.variables[port.variable].ports;
    auto place = llvm::count_if(
        ports.take_front(port.port),
        [&](const Problem::Port &other) { return isPart(other); });
    return {getLocationText(variables, port.variable),
            static_cast<unsigned>(place)};
  }

  Problem::Variable makeVariable(unsigned number) const {
    const Problem::Variable &old = whole.variables[number];
    Problem::Variable made;
    made.kind = Problem::Kind::Critical;
    for (unsigned candidate : candidates[number])
      made.candidates.push_back({old.candidates[candidate].cost, {}});
    for (auto [index, port] : llvm::enumerate(old.ports)) {
      if (!isPart(port))
        continue;
      made.ports.push_back({getLocationText(nets, port.net), port.isResult});
      for (auto [candidate, own] :
           llvm::zip_equal(candidates[number], made.candidates))
        own.layouts.push_back(old.candidates[candidate].layouts[index]);
    }
    return made;
  }

  Problem::Net makeNet(const Problem::Net &old) const {
    Problem::Net made = old;
    made.producer = makePort(old.producer);
    for (Problem::PortRef &use : made.uses)
      use = makePort(use);
    return made;
  }

  const Problem &whole;
  const Domains &candidates;
  Numbers variables, nets;
};
} // namespace

static void makeUnique(Numbers &numbers) {
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
}

/// The variables with a choice, and all that shares a net with them.
static Component extract(const Problem &whole, const Domains &candidates,
                         ArrayRef<unsigned> component) {
  Numbers variables(component), nets;
  for (unsigned variable : component)
    for (const Problem::Port &port : whole.variables[variable].ports)
      nets.push_back(port.net);
  makeUnique(nets);
  for (unsigned net : nets) {
    variables.push_back(whole.nets[net].producer.variable);
    for (Problem::PortRef use : whole.nets[net].uses)
      variables.push_back(use.variable);
  }
  makeUnique(variables);
  return Extraction(whole, candidates, std::move(variables), std::move(nets))
      .get();
}

Component layout::restrict(const Problem &problem, const Domains &candidates) {
  auto getAll = [](size_t size) {
    return llvm::to_vector<0>(llvm::seq<unsigned>(size));
  };
  return Extraction(problem, candidates, getAll(problem.variables.size()),
                    getAll(problem.nets.size()))
      .get();
}

Components::Components(const Problem &problem, const Domains &candidates) {
  for (ArrayRef<unsigned> left : candidates)
    first.push_back(left.front());
  settled = problem.getCost(first);
  for (ArrayRef<unsigned> variables : getComponents(problem, candidates)) {
    const Problem &component =
        components.emplace_back(extract(problem, candidates, variables))
            .problem;
    settled -= component.getCost(component.getBaselinePlan());
  }
}
