//===- CostTables.cpp - Costs of a problem as tables ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostTables.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

struct layout::NetChoice {
  unsigned produced;
  /// The layouts to which the value is rewritten.
  SmallVector<unsigned, 4> rewritten;

  bool provides(unsigned layout) const {
    return layout == produced || llvm::is_contained(rewritten, layout);
  }
};

CostTables::CostTables(const Problem &problem, uint64_t maxEntries)
    : problem(problem), entriesLeft(maxEntries) {
  for (const Problem::Variable &variable : problem.variables) {
    std::vector<Cost> costs;
    for (const Problem::Candidate &candidate : variable.candidates)
      costs.push_back(candidate.cost);
    sizes.push_back(costs.size());
    add({static_cast<unsigned>(sizes.size()) - 1}, std::move(costs));
  }
  for (const Problem::Net &net : problem.nets)
    if (areComplete)
      addNet(net);
}

void CostTables::add(Scope scope, std::vector<Cost> costs) {
  areComplete &= costs.size() <= entriesLeft;
  entriesLeft -= std::min<uint64_t>(entriesLeft, costs.size());
  llvm::erase_if(scope, [&](unsigned node) { return sizes[node] == 1; });
  tables.push_back({std::move(scope), std::move(costs)});
}

/// Returns the layouts of all candidates at some ports, in ascending order.
static SmallVector<unsigned> getLayouts(const Problem &problem,
                                        ArrayRef<Problem::PortRef> ports) {
  SmallVector<unsigned> layouts;
  for (Problem::PortRef port : ports)
    for (const Problem::Candidate &candidate :
         problem.variables[port.variable].candidates)
      layouts.push_back(candidate.layouts[port.port]);
  llvm::sort(layouts);
  layouts.erase(llvm::unique(layouts), layouts.end());
  return layouts;
}

/// Returns the number of choices of a net whose value may be produced in some
/// layouts and required in others.
static uint64_t countChoices(ArrayRef<unsigned> produced,
                             ArrayRef<unsigned> required, size_t numUses) {
  uint64_t sum = 0;
  for (unsigned from : produced) {
    uint64_t numOthers = required.size() - llvm::is_contained(required, from);
    // The number of sets of `size` other layouts.
    uint64_t numSets = 1;
    for (uint64_t size = 0; size <= std::min<uint64_t>(numOthers, numUses);
         ++size) {
      sum = llvm::SaturatingAdd(sum, numSets);
      numSets =
          llvm::SaturatingMultiply(numSets, numOthers - size) / (size + 1);
    }
  }
  return sum;
}

/// Returns the choices of a net. An optimal plan has no rewrite to the produced
/// layout and no more rewrites than uses.
static std::vector<NetChoice> getChoices(ArrayRef<unsigned> produced,
                                         ArrayRef<unsigned> required,
                                         size_t numUses) {
  std::vector<NetChoice> choices;
  for (unsigned from : produced) {
    size_t first = choices.size();
    choices.push_back({from, {}});
    for (unsigned layout : required)
      for (size_t index = first, end = choices.size();
           layout != from && index < end; ++index) {
        NetChoice more = choices[index];
        if (more.rewritten.size() == numUses)
          continue;
        more.rewritten.push_back(layout);
        choices.push_back(std::move(more));
      }
  }
  return choices;
}

/// Returns the variables at a net that have a choice, in ascending order.
static Scope getScope(const Problem::Net &net, ArrayRef<unsigned> sizes) {
  Scope scope = {net.producer.variable};
  for (Problem::PortRef use : net.uses)
    scope.push_back(use.variable);
  llvm::erase_if(scope,
                 [&](unsigned variable) { return sizes[variable] == 1; });
  llvm::sort(scope);
  scope.erase(llvm::unique(scope), scope.end());
  return scope;
}

void CostTables::addNet(const Problem::Net &net) {
  unsigned node = sizes.size();
  sizes.push_back(1);
  if (net.isFree || net.uses.empty())
    return;
  SmallVector<unsigned> produced = getLayouts(problem, net.producer),
                        required = getLayouts(problem, net.uses);
  Scope scope = getScope(net, sizes);
  uint64_t numPlans = 1, mostCandidates = 1;
  for (unsigned variable : scope) {
    numPlans = llvm::SaturatingMultiply<uint64_t>(numPlans, sizes[variable]);
    mostCandidates = std::max<uint64_t>(mostCandidates, sizes[variable]);
  }
  uint64_t numChoices = countChoices(produced, required, net.uses.size());
  uint64_t entriesOfPort = llvm::SaturatingMultiply(numChoices, mostCandidates);
  areComplete &= std::min(numPlans, entriesOfPort) <= entriesLeft;
  if (!areComplete)
    return;
  if (numPlans <= entriesOfPort) {
    addToVariables(net, std::move(scope));
    return;
  }
  std::vector<NetChoice> choices =
      getChoices(produced, required, net.uses.size());
  sizes.back() = choices.size();
  std::vector<Cost> costs;
  costs.reserve(choices.size());
  for (const NetChoice &choice : choices)
    costs.push_back(getRewriteCost(net, choice.produced, choice.rewritten));
  add({node}, std::move(costs));
  addPort(node, choices, net.producer, /*isProducer=*/true);
  for (Problem::PortRef use : net.uses)
    addPort(node, choices, use, /*isProducer=*/false);
}

/// Adds the costs of a net for each plan of the variables at it.
void CostTables::addToVariables(const Problem::Net &net, Scope scope) {
  SmallVector<unsigned, 4> plan(scope.size(), 0);
  auto getLayout = [&](Problem::PortRef port) {
    const unsigned *found = llvm::lower_bound(scope, port.variable);
    bool hasChoice = found != scope.end() && *found == port.variable;
    unsigned candidate = hasChoice ? plan[found - scope.begin()] : 0;
    return problem.variables[port.variable]
        .candidates[candidate]
        .layouts[port.port];
  };
  std::vector<Cost> costs;
  bool isLast = false;
  while (!isLast) {
    SmallVector<unsigned, 4> required =
        llvm::map_to_vector<4>(net.uses, getLayout);
    costs.push_back(getRewriteCost(net, getLayout(net.producer), required));
    // The choice of the last variable varies fastest.
    isLast = true;
    for (size_t position = scope.size(); position-- > 0;) {
      isLast = ++plan[position] == sizes[scope[position]];
      if (!isLast)
        break;
      plan[position] = 0;
    }
  }
  add(std::move(scope), std::move(costs));
}

/// Adds the table that makes the choices of a net and of the variable at one of
/// its ports agree.
void CostTables::addPort(unsigned node, ArrayRef<NetChoice> choices,
                         Problem::PortRef port, bool isProducer) {
  if (!areComplete)
    return;
  std::vector<Cost> costs;
  for (const Problem::Candidate &candidate :
       problem.variables[port.variable].candidates)
    for (const NetChoice &choice : choices) {
      unsigned layout = candidate.layouts[port.port];
      bool agrees =
          isProducer ? layout == choice.produced : choice.provides(layout);
      costs.push_back(agrees ? 0 : kInfeasible);
    }
  add({port.variable, node}, std::move(costs));
}
