//===- CostTables.cpp - A problem as tables -------------------------------===//
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
#include <set>

using namespace mlir;
using namespace mlir::layout;

/// What a net may choose.
struct layout::NetState {
  unsigned produced;
  SmallVector<unsigned, 4> made; ///< layouts it is rewritten to

  bool has(unsigned layout) const {
    return layout == produced || llvm::is_contained(made, layout);
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

static void insertLayouts(const Problem &problem, Problem::PortRef port,
                          std::set<unsigned> &layouts) {
  for (const Problem::Candidate &candidate :
       problem.variables[port.variable].candidates)
    layouts.insert(candidate.layouts[port.port]);
}

std::vector<NetState> CostTables::getStates(const Problem::Net &net) const {
  std::set<unsigned> produced, wanted;
  insertLayouts(problem, net.producer, produced);
  for (Problem::PortRef use : net.uses)
    insertLayouts(problem, use, wanted);
  std::vector<NetState> states;
  if (wanted.size() > kMostWanted)
    return states;
  for (unsigned from : produced)
    for (unsigned set : llvm::seq(1u << wanted.size())) {
      NetState state{from, {}};
      for (auto [bit, layout] : llvm::enumerate(wanted))
        if (set >> bit & 1)
          state.made.push_back(layout);
      // A use needs one layout, no set more than one for each.
      if (state.made.size() <= net.uses.size() &&
          !llvm::is_contained(state.made, from))
        states.push_back(std::move(state));
    }
  return states;
}

void CostTables::addNet(unsigned number) {
  const Problem::Net &net = problem.nets[number];
  unsigned node = sizes.size();
  if (net.isFree || net.uses.empty()) {
    sizes.push_back(1);
    return;
  }
  std::vector<NetState> states = getStates(net);
  areComplete &= !states.empty();
  sizes.push_back(states.size());
  std::vector<Cost> costs;
  costs.reserve(states.size());
  for (const NetState &state : states)
    costs.push_back(getRewriteCost(net, state.produced, state.made));
  add({node}, std::move(costs));
  addPort(node, states, net.producer, /*isProducer=*/true);
  for (Problem::PortRef use : net.uses)
    addPort(node, states, use, /*isProducer=*/false);
}

void CostTables::addPort(unsigned node, ArrayRef<NetState> states,
                         Problem::PortRef port, bool isProducer) {
  if (!areComplete)
    return;
  std::vector<Cost> costs;
  for (const Problem::Candidate &candidate :
       problem.variables[port.variable].candidates)
    for (const NetState &state : states) {
      unsigned layout = candidate.layouts[port.port];
      bool fits = isProducer ? layout == state.produced : state.has(layout);
      costs.push_back(fits ? 0 : kForbidden);
    }
  add({port.variable, node}, std::move(costs));
}

size_t Odometer::getIndex(ArrayRef<unsigned> component) const {
  size_t index = 0;
  const unsigned *place = scope.begin();
  for (unsigned node : component) {
    place = std::lower_bound(place, scope.end(), node);
    bool isHere = place != scope.end() && *place == node;
    index = index * sizes[node] + (isHere ? choices[place - scope.begin()] : 0);
  }
  return index;
}

bool Odometer::next() {
  for (size_t place = scope.size(); place-- > 0;) {
    if (++choices[place] < sizes[scope[place]])
      return true;
    choices[place] = 0;
  }
  return false;
}
