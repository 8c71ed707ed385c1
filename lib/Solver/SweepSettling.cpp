//===- SweepSettling.cpp - Rewrites moved on ------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sweeper.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

Sweeper::Ranks Sweeper::rankToSettle(unsigned variable,
                                     Direction towards) const {
  bool behind = towards == Direction::Backward;
  Sides cleared = getSides(variable, behind, false);
  Sides onward = getSides(variable, !behind, false);
  Ranks ranks;
  for (auto [candidate, one, other] :
       llvm::zip_equal(problem.variables[variable].candidates, cleared, onward))
    ranks.push_back(
        {addSaturating(candidate.cost, addSaturating(one.cost, other.cost)),
         one.cost, one.numRewrites});
  return ranks;
}

unsigned Sweeper::getBestToSettle(unsigned variable, const Ranks &ranks) const {
  unsigned best = plan[variable];
  for (auto [candidate, rank] : llvm::enumerate(ranks))
    if (rank < ranks[best])
      best = candidate;
  return best;
}

bool Sweeper::isFlexible(unsigned variable) const {
  const Problem::Variable &self = problem.variables[variable];
  return self.kind != Kind::Fixed && self.candidates.size() > 1;
}

void Sweeper::settle(unsigned variable, Direction towards) {
  if (!isFlexible(variable))
    return;
  Ranks ranks = rankToSettle(variable, towards);
  plan[variable] = getBestToSettle(variable, ranks);
  const Rank &present = ranks[plan[variable]];
  if (present.behind == 0)
    return;
  // Something is left behind this variable. Pushing it past grows bytes here,
  // but what comes next may let it through more cheaply: the components of a
  // concatenation are small, what they are written into is not.
  for (auto [candidate, rank] : llvm::enumerate(ranks))
    if (rank.clearsMoreThan(present) &&
        pushOn(variable, candidate, ranks, towards))
      return;
}

/// Changes of a plan that are tried together.
class Sweeper::Trial {
public:
  Trial(Sweeper &sweeper, Direction towards)
      : sweeper(sweeper), towards(towards) {}

  void take(unsigned variable, unsigned candidate, const Ranks &ranks) {
    unsigned present = std::exchange(sweeper.plan[variable], candidate);
    gain(ranks[present].total, before);
    gain(ranks[candidate].total, after);
    undo.push_back({variable, present});
    sweeper.appendOnward(variable, towards, next);
  }

  /// Lets what lies onward answer.
  void spread() {
    constexpr unsigned maxChanged = 64;
    for (unsigned i = 0; i < next.size() && undo.size() < maxChanged; ++i) {
      Ranks ranks = sweeper.rankToSettle(next[i], towards);
      if (unsigned answer = sweeper.getBestToSettle(next[i], ranks);
          answer != sweeper.plan[next[i]])
        take(next[i], answer, ranks);
    }
  }

  /// Each takes the changes back otherwise; whether they were kept.
  bool keepUnlessMore() { return after <= before || takeBack(); }
  bool keepIfLess() { return after < before || takeBack(); }

  bool takeBack() {
    for (auto [variable, candidate] : llvm::reverse(undo))
      sweeper.plan[variable] = candidate;
    return false;
  }

private:
  static void gain(Cost cost, Cost &sum) { sum = addSaturating(sum, cost); }

  Sweeper &sweeper;
  Direction towards;
  Cost before = 0, after = 0;
  llvm::SmallVector<std::pair<unsigned, unsigned>> undo;
  llvm::SmallVector<unsigned> next;
};

bool Sweeper::pushOn(unsigned variable, unsigned candidate, const Ranks &ranks,
                     Direction towards) {
  Trial trial(*this, towards);
  trial.take(variable, candidate, ranks);
  trial.spread();
  return trial.keepUnlessMore();
}

void Sweeper::pushPastUsers(const Problem::Net &net) {
  if (net.isFree || net.uses.size() < 2)
    return;
  unsigned produced = problem.getLayout(plan, net.producer);
  llvm::SmallVector<unsigned> wanted;
  for (Problem::PortRef use : net.uses)
    if (unsigned layout = problem.getLayout(plan, use);
        layout != produced && !llvm::is_contained(wanted, layout))
      wanted.push_back(layout);
  for (unsigned layout : wanted)
    pushPastUsers(net, layout, produced);
}

void Sweeper::pushPastUsers(const Problem::Net &net, unsigned layout,
                            unsigned produced) {
  Trial trial(*this, Direction::Forward);
  unsigned numPushed = 0;
  for (Problem::PortRef use : net.uses) {
    if (problem.getLayout(plan, use) != layout)
      continue;
    Ranks ranks = rankToSettle(use.variable, Direction::Forward);
    std::optional<unsigned> candidate = getBestReading(use, produced, ranks);
    if (!candidate) { // What stays pays for the rewrite.
      trial.takeBack();
      return;
    }
    trial.take(use.variable, *candidate, ranks);
    ++numPushed;
  }
  if (numPushed < 2) { // Settling has seen to one alone.
    trial.takeBack();
    return;
  }
  trial.spread();
  trial.keepIfLess();
}

std::optional<unsigned> Sweeper::getBestReading(Problem::PortRef use,
                                                unsigned layout,
                                                const Ranks &ranks) const {
  if (!isFlexible(use.variable))
    return std::nullopt;
  std::optional<unsigned> best;
  for (auto [number, candidate] :
       llvm::enumerate(problem.variables[use.variable].candidates))
    if (candidate.layouts[use.port] == layout &&
        (!best || ranks[number] < ranks[*best]))
      best = number;
  return best;
}

void Sweeper::appendOnward(unsigned variable, Direction towards,
                           llvm::SmallVectorImpl<unsigned> &next) const {
  bool onwards = towards == Direction::Forward;
  for (Problem::Port port : problem.variables[variable].ports) {
    const Problem::Net &net = problem.nets[port.net];
    if (port.isResult != onwards || net.isFree)
      continue;
    if (!onwards) {
      if (isFlexible(net.producer.variable))
        next.push_back(net.producer.variable);
      continue;
    }
    for (Problem::PortRef use : net.uses)
      if (isFlexible(use.variable))
        next.push_back(use.variable);
  }
}
