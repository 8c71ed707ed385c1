//===- LocalSearch.cpp - Improves a plan one variable at a time -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalSearch.h"
#include "NetTally.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class LocalSearch {
public:
  LocalSearch(const Problem &problem, Plan &plan)
      : problem(problem), plan(plan), isUpToDate(plan.size()) {}

  void run(ArrayRef<unsigned> variables);

private:
  /// The requirements of all uses of a net.
  struct Requirements {
    NetTally tally;
    /// The cost of the net.
    Cost cost = 0;
    /// A bound of the number of uses by one variable.
    unsigned maxOwnUses = 0;
  };

  Requirements &getRequirements(unsigned net);
  Cost getCost(unsigned variable);
  unsigned getBestCandidate(unsigned variable);
  void assign(unsigned variable, unsigned candidate);
  bool moveUse(unsigned net, unsigned from, unsigned to);
  void updateProduced(unsigned variable, const Problem::Candidate &before);
  void change(unsigned variable, unsigned candidate);

  const Problem &problem;
  Plan &plan;
  /// Whether no neighbor of a variable has changed since its last visit in a
  /// way that concerns it.
  llvm::BitVector isUpToDate;
  /// By net, as far as nets have been looked at.
  llvm::DenseMap<unsigned, Requirements> requirements;
};
} // namespace

LocalSearch::Requirements &LocalSearch::getRequirements(unsigned number) {
  auto [place, isNew] = requirements.try_emplace(number);
  Requirements &self = place->second;
  if (!isNew)
    return self;
  const Problem::Net &net = problem.nets[number];
  for (Problem::PortRef use : net.uses) {
    self.tally.add(problem.getLayout(plan, use));
    unsigned numPorts = problem.variables[use.variable].ports.size();
    self.maxOwnUses = std::max(self.maxOwnUses, numPorts);
  }
  self.cost = self.tally.getCost(net, problem.getLayout(plan, net.producer));
  return self;
}

/// Returns the cost of a variable's candidate and of the nets at the variable.
Cost LocalSearch::getCost(unsigned number) {
  const Problem::Variable &variable = problem.variables[number];
  Cost cost = variable.candidates[plan[number]].cost;
  SmallVector<unsigned, 8> seen;
  for (const Problem::Port &port : variable.ports) {
    const Problem::Net &net = problem.nets[port.net];
    if (net.isFree || llvm::is_contained(seen, port.net))
      continue;
    seen.push_back(port.net);
    cost += getRequirements(port.net).cost;
  }
  return cost;
}

/// Moves a use of a net from one layout to another. Returns whether this may
/// change the costs of candidates of other variables at the net: they depend on
/// which layouts the uses by others require.
bool LocalSearch::moveUse(unsigned net, unsigned from, unsigned to) {
  if (from == to)
    return false;
  Requirements &self = getRequirements(net);
  unsigned numFrom = self.tally.getNumUses(from);
  unsigned numTo = self.tally.getNumUses(to);
  unsigned produced = problem.getLayout(plan, problem.nets[net].producer);
  if (numFrom == 1)
    self.cost -= getRewriteCost(problem.nets[net], produced, from);
  if (numTo == 0)
    self.cost += getRewriteCost(problem.nets[net], produced, to);
  self.tally.remove(from);
  self.tally.add(to);
  return numFrom - 1 <= self.maxOwnUses || numTo <= self.maxOwnUses;
}

/// Updates the costs of the nets that a variable produces, after it has got
/// another candidate than `before`.
void LocalSearch::updateProduced(unsigned number,
                                 const Problem::Candidate &before) {
  const Problem::Variable &variable = problem.variables[number];
  const Problem::Candidate &after = variable.candidates[plan[number]];
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    const Problem::Net &net = problem.nets[port.net];
    if (!port.isResult || net.isFree ||
        before.layouts[index] == after.layouts[index])
      continue;
    Requirements &self = getRequirements(port.net);
    self.cost = self.tally.getCost(net, after.layouts[index]);
  }
}

/// Gives a variable a candidate for a trial: nothing else is marked.
void LocalSearch::assign(unsigned number, unsigned candidate) {
  const Problem::Variable &variable = problem.variables[number];
  const Problem::Candidate &before = variable.candidates[plan[number]];
  const Problem::Candidate &after = variable.candidates[candidate];
  for (auto [index, port] : llvm::enumerate(variable.ports))
    if (!port.isResult && !problem.nets[port.net].isFree)
      moveUse(port.net, before.layouts[index], after.layouts[index]);
  plan[number] = candidate;
  updateProduced(number, before);
}

/// Gives a variable a candidate for good, and marks the neighbors it concerns.
void LocalSearch::change(unsigned number, unsigned candidate) {
  const Problem::Variable &variable = problem.variables[number];
  const Problem::Candidate &before = variable.candidates[plan[number]];
  const Problem::Candidate &after = variable.candidates[candidate];
  for (auto [index, port] : llvm::enumerate(variable.ports)) {
    const Problem::Net &net = problem.nets[port.net];
    unsigned from = before.layouts[index], to = after.layouts[index];
    if (net.isFree ||
        !(port.isResult ? from != to : moveUse(port.net, from, to)))
      continue;
    isUpToDate.reset(net.producer.variable);
    for (Problem::PortRef use : net.uses)
      isUpToDate.reset(use.variable);
  }
  plan[number] = candidate;
  updateProduced(number, before);
}

/// Returns the candidate of a variable that is best given all others. On equal
/// cost the present candidate stays, or else the first one wins.
unsigned LocalSearch::getBestCandidate(unsigned number) {
  unsigned present = plan[number], best = present;
  Cost least = getCost(number);
  for (unsigned candidate :
       llvm::seq(problem.variables[number].candidates.size())) {
    if (candidate == present)
      continue;
    assign(number, candidate);
    if (Cost cost = getCost(number); cost < least) {
      least = cost;
      best = candidate;
    }
  }
  assign(number, present);
  return best;
}

void LocalSearch::run(ArrayRef<unsigned> variables) {
  constexpr unsigned maxRounds = 16;
  bool isBetter = true;
  for (unsigned round = 0; isBetter && round < maxRounds; ++round) {
    isBetter = false;
    for (unsigned number : variables) {
      if (problem.variables[number].candidates.size() == 1 ||
          isUpToDate.test(number))
        continue;
      unsigned best = getBestCandidate(number);
      if (best != plan[number]) {
        change(number, best);
        isBetter = true;
      }
      isUpToDate.set(number);
    }
  }
}

void layout::improve(const Problem &problem, Plan &plan,
                     ArrayRef<unsigned> variables) {
  LocalSearch(problem, plan).run(variables);
}

Cost layout::improve(const Problem &problem, Plan &plan) {
  improve(problem, plan,
          llvm::to_vector(llvm::seq<unsigned>(problem.variables.size())));
  return problem.getCost(plan);
}
