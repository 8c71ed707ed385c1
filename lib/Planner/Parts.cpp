//===- Parts.cpp - What a bound leaves open -------------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::layout;

LabelsLeft layout::getLabelsLeft(const Problem &problem,
                                 const Messages &messages, Cost limit) {
  Cost sum = getSumOfMinima(problem, messages);
  // Plans below the limit cost at most the last multiple of the unit there.
  Cost most = (limit - 1) / messages.unit * messages.unit * messages.scale;
  LabelsLeft labels;
  for (unsigned variable : llvm::seq(problem.variables.size())) {
    SmallVector<Cost, 8> costs = getLabelCosts(problem, messages, variable);
    Cost least = *llvm::min_element(costs);
    SmallVector<unsigned, 4> &left = labels.emplace_back();
    for (auto [label, cost] : llvm::enumerate(costs))
      if (sum + cost - least <= most)
        left.push_back(label);
  }
  return labels;
}

/// The variables with a choice, those that share a net together.
static std::vector<SmallVector<unsigned>>
getComponents(const Problem &problem, const LabelsLeft &labels) {
  llvm::EquivalenceClasses<unsigned> links;
  auto isOpen = [&](unsigned variable) { return labels[variable].size() > 1; };
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
// Problems of parts
//===----------------------------------------------------------------------===//

void Part::choose(const Plan &own, Plan &plan) const {
  for (auto [variable, left, label] : llvm::zip_equal(variables, labels, own))
    plan[variable] = left[label];
}

namespace {
using Numbers = SmallVector<unsigned, 0>;

/// Makes a problem of some variables and some nets of another, whose numbers
/// rise.
class Extraction {
public:
  Extraction(const Problem &whole, const LabelsLeft &labels, Numbers variables,
             Numbers nets)
      : whole(whole), labels(labels), variables(std::move(variables)),
        nets(std::move(nets)) {}

  Part get() const {
    Part part;
    for (unsigned variable : variables) {
      part.problem.variables.push_back(makeVariable(variable));
      part.labels.push_back(labels[variable]);
    }
    for (unsigned net : nets)
      part.problem.nets.push_back(makeNet(whole.nets[net]));
    part.variables = variables;
    return part;
  }

private:
  static unsigned getPlace(const Numbers &numbers, unsigned number) {
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
    return {getPlace(variables, port.variable), static_cast<unsigned>(place)};
  }

  Problem::Variable makeVariable(unsigned number) const {
    const Problem::Variable &old = whole.variables[number];
    Problem::Variable made;
    made.kind = Problem::Kind::Critical;
    for (unsigned label : labels[number])
      made.labels.push_back({old.labels[label].cost, {}});
    for (auto [index, port] : llvm::enumerate(old.ports)) {
      if (!isPart(port))
        continue;
      made.ports.push_back({getPlace(nets, port.net), port.isResult});
      for (auto [label, own] : llvm::zip_equal(labels[number], made.labels))
        own.layouts.push_back(old.labels[label].layouts[index]);
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
  const LabelsLeft &labels;
  Numbers variables, nets;
};
} // namespace

static void makeUnique(Numbers &numbers) {
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
}

/// The variables with a choice, and all that shares a net with them.
static Part extract(const Problem &whole, const LabelsLeft &labels,
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
  return Extraction(whole, labels, std::move(variables), std::move(nets)).get();
}

Part layout::restrict(const Problem &problem, const LabelsLeft &labels) {
  auto getAll = [](size_t size) {
    return llvm::to_vector<0>(llvm::seq<unsigned>(size));
  };
  return Extraction(problem, labels, getAll(problem.variables.size()),
                    getAll(problem.nets.size()))
      .get();
}

Parts::Parts(const Problem &problem, const LabelsLeft &labels) {
  for (ArrayRef<unsigned> left : labels)
    first.push_back(left.front());
  settled = problem.getCost(first);
  for (ArrayRef<unsigned> component : getComponents(problem, labels)) {
    const Problem &part =
        parts.emplace_back(extract(problem, labels, component)).problem;
    settled -= part.getCost(part.getFrozenPlan());
  }
}
