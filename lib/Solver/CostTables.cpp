//===- CostTables.cpp - Costs of a problem as tables ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostTables.h"
#include "layout/Solver/DualVariables.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

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
  for (unsigned number : llvm::seq<unsigned>(problem.nets.size()))
    if (areComplete)
      addNet(number);
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

std::vector<NetChoice> CostTables::getChoices(const Problem::Net &net) const {
  SmallVector<unsigned> produced = getLayouts(problem, net.producer),
                        required = getLayouts(problem, net.uses);
  std::vector<NetChoice> choices;
  if (required.size() > kMaxEnumeratedLayouts)
    return choices;
  for (unsigned from : produced)
    for (unsigned set : llvm::seq(1u << required.size())) {
      // An optimal plan has no rewrite to the produced layout and no more
      // rewrites than uses.
      if (static_cast<size_t>(llvm::popcount(set)) > net.uses.size())
        continue;
      NetChoice choice{from, {}};
      for (unsigned rest = set; rest != 0; rest &= rest - 1)
        choice.rewritten.push_back(required[llvm::countr_zero(rest)]);
      if (!llvm::is_contained(choice.rewritten, from))
        choices.push_back(std::move(choice));
    }
  return choices;
}

void CostTables::addNet(unsigned number) {
  const Problem::Net &net = problem.nets[number];
  unsigned node = sizes.size();
  if (net.isFree || net.uses.empty()) {
    sizes.push_back(1);
    return;
  }
  std::vector<NetChoice> choices = getChoices(net);
  areComplete &= !choices.empty();
  sizes.push_back(choices.size());
  std::vector<Cost> costs;
  costs.reserve(choices.size());
  for (const NetChoice &choice : choices)
    costs.push_back(getRewriteCost(net, choice.produced, choice.rewritten));
  add({node}, std::move(costs));
  addPort(node, choices, net.producer, /*isProducer=*/true);
  for (Problem::PortRef use : net.uses)
    addPort(node, choices, use, /*isProducer=*/false);
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
