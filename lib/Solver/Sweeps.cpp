//===- Sweeps.cpp - Heuristic solvers that sweep --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One class holds the present plan, and every step of a sweep reads and changes
// it: propagation, shifting of rewrites and trials that are taken back. They
// stay in one file because none of them is used without the others.
//
//===----------------------------------------------------------------------===//

#include "Sweeps.h"
#include "NetTally.h"
#include "layout/Support/Debug.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>
#include <tuple>

using namespace mlir;
using namespace mlir::layout;

#define DEBUG_TYPE "layout-solver"
ALWAYS_ENABLED_STATISTIC(numRounds, "Rounds of the sweep heuristics");

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

namespace {
enum class Direction { Backward, Forward };
} // namespace

static Direction getOpposite(Direction direction) {
  return direction == Direction::Backward ? Direction::Forward
                                          : Direction::Backward;
}

/// Returns the variables in order. A variable whose value flows through regions
/// occurs a second time after these regions, inner regions first.
static std::vector<unsigned> getForwardOrder(const Problem &problem) {
  std::vector<unsigned> order;
  /// Pairs of the last variable in the regions and the variable to repeat.
  std::vector<std::pair<unsigned, unsigned>> pending;
  for (auto [number, variable] : llvm::enumerate(problem.variables)) {
    order.push_back(number);
    if (variable.last)
      pending.push_back({*variable.last, number});
    while (!pending.empty() && pending.back().first <= number) {
      order.push_back(pending.back().second);
      pending.pop_back();
    }
  }
  return order;
}

/// Returns the variables in reverse order, except that a variable whose value
/// flows through regions precedes all variables in these regions, outer regions
/// first.
static std::vector<unsigned> getBackwardOrder(const Problem &problem) {
  std::vector<unsigned> order(problem.variables.size());
  std::iota(order.begin(), order.end(), 0);
  auto getKey = [&](unsigned variable) {
    std::optional<unsigned> last = problem.variables[variable].last;
    return std::tuple(last.value_or(variable), last.has_value(),
                      last ? ~variable : 0);
  };
  llvm::sort(order,
             [&](unsigned a, unsigned b) { return getKey(a) > getKey(b); });
  return order;
}

//===----------------------------------------------------------------------===//
// Sweeper
//===----------------------------------------------------------------------===//

namespace {
/// The nets at the results, or at the operands, of a variable under one of its
/// candidates.
struct SideCost {
  Cost cost = 0;
  /// The number of uses of the results (or of operands) that need a rewrite.
  unsigned numRewrites = 0;
};
using SideCosts = llvm::SmallVector<SideCost, 4>;

/// How good a candidate is for a shifting sweep; less is better.
struct ShiftRank {
  /// The cost of the candidate and of all nets at the variable.
  Cost total;
  /// The cost of the nets on the side from which rewrites shift away.
  Cost behind;
  /// The uses there that need a rewrite. If several share one, the first that
  /// no longer needs it changes no cost, but must prefer to shift.
  unsigned numRewrites;

  bool operator<(const ShiftRank &other) const {
    return std::tie(total, behind, numRewrites) <
           std::tie(other.total, other.behind, other.numRewrites);
  }
  bool clearsMoreThan(const ShiftRank &other) const {
    return std::tie(behind, numRewrites) <
           std::tie(other.behind, other.numRewrites);
  }
};
/// The rank of each candidate of a variable.
using ShiftRanks = llvm::SmallVector<ShiftRank, 4>;

class Sweeper {
public:
  Sweeper(const Problem &problem, Direction direction)
      : problem(problem), direction(direction),
        forwardOrder(getForwardOrder(problem)),
        backwardOrder(getBackwardOrder(problem)), uses(problem.nets.size()),
        hasPreference(problem.variables.size(), false) {}

  Plan run(Plan start);

private:
  using Kind = Problem::Kind;
  struct NetContext;
  class Trial;

  // Rounds. Each returns whether it found a better plan than `best`.
  bool sweep();
  bool improve();
  bool polish();
  bool updateBest(Cost cost);

  // Changes of the present plan.
  void setPlan(const Plan &other);
  void assign(unsigned variable, unsigned candidate);
  void setPreference(unsigned variable, bool prefers);

  // Propagation.
  void propagate(unsigned variable);
  bool canPropagateFurther() const;
  bool hasPreferringNeighbor(unsigned variable, bool atResults) const;

  // Shifting.
  void shift(unsigned variable, Direction towards);
  ShiftRanks rankCandidates(unsigned variable, Direction towards) const;
  unsigned getBestCandidate(unsigned variable, const ShiftRanks &ranks) const;
  bool tryCandidate(unsigned variable, unsigned candidate,
                    const ShiftRanks &ranks, Direction towards);
  void shiftPastUses(const Problem::Net &net);
  void shiftPastUses(const Problem::Net &net, unsigned layout,
                     unsigned produced);
  std::optional<unsigned> getBestReader(Problem::PortRef use, unsigned layout,
                                        const ShiftRanks &ranks) const;
  void appendNeighbors(unsigned variable, Direction towards,
                       llvm::SmallVectorImpl<unsigned> &next) const;
  bool isFlexible(unsigned variable) const;

  // Costs of the nets on one side of a variable.
  SideCosts getSideCosts(unsigned variable, bool atResults,
                         bool preferringOnly) const;
  NetContext getNetContext(unsigned variable, unsigned net,
                           bool preferringOnly) const;

  template <typename Fn>
  void forEachVariable(Direction order, Fn visit) {
    for (unsigned variable :
         order == Direction::Forward ? forwardOrder : backwardOrder)
      visit(variable);
  }

  const Problem &problem;
  /// The direction of the propagating sweeps.
  Direction direction;
  std::vector<unsigned> forwardOrder;
  std::vector<unsigned> backwardOrder;
  /// The layouts that the uses of a net require under the present plan: all
  /// uses, and those by variables that have a preference.
  struct UseTallies {
    NetTally all, preferring;
  };
  std::vector<UseTallies> uses; ///< by net
  Plan plan;
  Plan best;
  Cost bestCost = 0;
  /// The variables whose present candidate was chosen for a reason, so that
  /// propagation may adapt their neighbors to it.
  std::vector<bool> hasPreference;
};
} // namespace

//===----------------------------------------------------------------------===//
// Changes of the present plan
//===----------------------------------------------------------------------===//

/// Starts with a plan in which the variables that are not agnostic have a
/// preference.
void Sweeper::setPlan(const Plan &other) {
  plan = other;
  for (auto [number, variable] : llvm::enumerate(problem.variables))
    hasPreference[number] = variable.kind != Kind::Agnostic;
  for (auto [tallies, net] : llvm::zip_equal(uses, problem.nets)) {
    tallies = {};
    for (Problem::PortRef use : net.uses) {
      unsigned layout = problem.getLayout(plan, use);
      tallies.all.add(layout);
      if (hasPreference[use.variable])
        tallies.preferring.add(layout);
    }
  }
}

void Sweeper::assign(unsigned variable, unsigned candidate) {
  const Problem::Variable &self = problem.variables[variable];
  unsigned present = std::exchange(plan[variable], candidate);
  if (present == candidate)
    return;
  for (auto [index, port] : llvm::enumerate(self.ports)) {
    if (port.isResult)
      continue;
    auto &[all, preferring] = uses[port.net];
    unsigned before = self.candidates[present].layouts[index];
    unsigned after = self.candidates[candidate].layouts[index];
    all.remove(before);
    all.add(after);
    if (hasPreference[variable]) {
      preferring.remove(before);
      preferring.add(after);
    }
  }
}

void Sweeper::setPreference(unsigned variable, bool prefers) {
  if (hasPreference[variable] == prefers)
    return;
  hasPreference[variable] = prefers;
  const Problem::Variable &self = problem.variables[variable];
  for (auto [index, port] : llvm::enumerate(self.ports)) {
    if (port.isResult)
      continue;
    NetTally &preferring = uses[port.net].preferring;
    unsigned layout = self.candidates[plan[variable]].layouts[index];
    if (prefers)
      preferring.add(layout);
    else
      preferring.remove(layout);
  }
}

//===----------------------------------------------------------------------===//
// Costs of the nets on one side of a variable
//===----------------------------------------------------------------------===//

/// A net as seen by one variable: the layouts that the other variables give it.
struct Sweeper::NetContext {
  const Problem::Net &net;
  /// The layout of the producer; none if the variable is the producer.
  std::optional<unsigned> produced;
  /// The layouts that uses by other variables require.
  NetTally required;
  /// The ports at which the variable uses the value.
  llvm::SmallVector<unsigned, 4> ports;

  unsigned getProduced(const Problem::Candidate &candidate) const {
    return produced ? *produced : candidate.layouts[net.producer.port];
  }
  Cost getCost(const Problem::Candidate &candidate) const {
    NetTally all = required;
    for (unsigned port : ports)
      all.add(candidate.layouts[port]);
    return all.getCost(net, getProduced(candidate));
  }
  /// Counts the uses by the variable that need a rewrite.
  unsigned countOwnRewrites(const Problem::Candidate &candidate) const {
    return llvm::count_if(ports, [&](unsigned port) {
      return candidate.layouts[port] != getProduced(candidate);
    });
  }
  /// Counts all uses that need a rewrite.
  unsigned countRewrites(const Problem::Candidate &candidate) const {
    unsigned count = countOwnRewrites(candidate);
    for (const NetTally::Entry &entry : required.getEntries())
      if (entry.layout != getProduced(candidate))
        count += entry.numUses;
    return count;
  }
};

Sweeper::NetContext Sweeper::getNetContext(unsigned variable, unsigned number,
                                           bool preferringOnly) const {
  const Problem::Net &net = problem.nets[number];
  const auto &[all, preferring] = uses[number];
  NetContext context{net, std::nullopt, preferringOnly ? preferring : all, {}};
  if (net.producer.variable != variable)
    context.produced = problem.getLayout(plan, net.producer);
  const Problem::Variable &self = problem.variables[variable];
  const Problem::Candidate &present = self.candidates[plan[variable]];
  for (auto [index, port] : llvm::enumerate(self.ports)) {
    if (port.net != number || port.isResult)
      continue;
    context.ports.push_back(index);
    if (!preferringOnly || hasPreference[variable])
      context.required.remove(present.layouts[index]);
  }
  return context;
}

/// Returns the cost of the nets at the results (or operands) of a variable for
/// each of its candidates, given the present candidates of all other variables.
/// With `preferringOnly`, users and producers without a preference are ignored.
SideCosts Sweeper::getSideCosts(unsigned variable, bool atResults,
                                bool preferringOnly) const {
  const Problem::Variable &self = problem.variables[variable];
  SideCosts sides(self.candidates.size());
  for (auto [index, port] : llvm::enumerate(self.ports)) {
    const Problem::Net &net = problem.nets[port.net];
    if (port.isResult != atResults || net.isFree ||
        (preferringOnly && !atResults && !hasPreference[net.producer.variable]))
      continue;
    // Count a net with several ports of the variable at the first of them.
    auto isSameNet = [&, net = port.net](Problem::Port other) {
      return other.net == net && other.isResult == atResults;
    };
    if (llvm::any_of(llvm::ArrayRef(self.ports).take_front(index), isSameNet))
      continue;
    NetContext context = getNetContext(variable, port.net, preferringOnly);
    for (auto [side, candidate] : llvm::zip_equal(sides, self.candidates)) {
      side.cost = addSaturating(side.cost, context.getCost(candidate));
      side.numRewrites += atResults ? context.countRewrites(candidate)
                                    : context.countOwnRewrites(candidate);
    }
  }
  return sides;
}

//===----------------------------------------------------------------------===//
// Propagation
//===----------------------------------------------------------------------===//

bool Sweeper::hasPreferringNeighbor(unsigned variable, bool atResults) const {
  for (Problem::Port port : problem.variables[variable].ports) {
    const Problem::Net &net = problem.nets[port.net];
    if (port.isResult != atResults || net.isFree)
      continue;
    if (atResults ? !uses[port.net].preferring.isEmpty()
                  : hasPreference[net.producer.variable])
      return true;
  }
  return false;
}

/// Gives a variable the candidate that suits its neighbors best.
void Sweeper::propagate(unsigned variable) {
  const Problem::Variable &self = problem.variables[variable];
  if (self.kind == Kind::Fixed)
    return;
  bool fromResults = direction == Direction::Backward;
  if (self.kind == Kind::Agnostic) {
    setPreference(variable, hasPreferringNeighbor(variable, fromResults));
    if (!hasPreference[variable])
      return;
  }

  bool isCritical = self.kind == Kind::Critical;
  SideCosts preferring = getSideCosts(variable, isCritical || fromResults,
                                      /*preferringOnly=*/true);
  SideCosts other = getSideCosts(variable, !isCritical && !fromResults,
                                 /*preferringOnly=*/false);
  auto rank = [&](unsigned candidate) {
    Cost first = addSaturating(self.candidates[candidate].cost,
                               preferring[candidate].cost);
    Cost second = other[candidate].cost;
    if (isCritical) {
      first = addSaturating(first, second);
      second = 0;
    }
    return std::tuple(first, second, candidate != best[variable], candidate);
  };
  auto least = rank(0);
  for (unsigned candidate = 1; candidate < self.candidates.size(); ++candidate)
    least = std::min(least, rank(candidate));
  assign(variable, std::get<3>(least));
}

/// Returns whether another propagating sweep would reach a variable that no
/// preference has reached yet. This happens in loops, where a neighbor is
/// visited later than the variable.
bool Sweeper::canPropagateFurther() const {
  for (auto [number, variable] : llvm::enumerate(problem.variables))
    if (variable.kind == Kind::Agnostic && !hasPreference[number] &&
        hasPreferringNeighbor(number, direction == Direction::Backward))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Shifting of rewrites
//===----------------------------------------------------------------------===//

bool Sweeper::isFlexible(unsigned variable) const {
  const Problem::Variable &self = problem.variables[variable];
  return self.kind != Kind::Fixed && self.candidates.size() > 1;
}

ShiftRanks Sweeper::rankCandidates(unsigned variable, Direction towards) const {
  bool isBehindAtResults = towards == Direction::Backward;
  SideCosts behind = getSideCosts(variable, isBehindAtResults,
                                  /*preferringOnly=*/false);
  SideCosts ahead = getSideCosts(variable, !isBehindAtResults,
                                 /*preferringOnly=*/false);
  ShiftRanks ranks;
  for (auto [candidate, cleared, other] :
       llvm::zip_equal(problem.variables[variable].candidates, behind, ahead))
    ranks.push_back(
        {addSaturating(candidate.cost, addSaturating(cleared.cost, other.cost)),
         cleared.cost, cleared.numRewrites});
  return ranks;
}

/// Returns the present candidate, or one of a strictly lower rank.
unsigned Sweeper::getBestCandidate(unsigned variable,
                                   const ShiftRanks &ranks) const {
  unsigned best = plan[variable];
  for (auto [candidate, rank] : llvm::enumerate(ranks))
    if (rank < ranks[best])
      best = candidate;
  return best;
}

/// Shifts the rewrites on one side of a variable to the side in the direction
/// `towards`, unless this costs more.
void Sweeper::shift(unsigned variable, Direction towards) {
  if (!isFlexible(variable))
    return;
  ShiftRanks ranks = rankCandidates(variable, towards);
  assign(variable, getBestCandidate(variable, ranks));
  const ShiftRank &present = ranks[plan[variable]];
  if (present.behind == 0)
    return;
  // Rewrites remain behind this variable. Shifting them costs more here, but
  // the variables ahead may let them pass at a lower cost. For example, the
  // operands of a concatenation are small and its result is not.
  for (auto [candidate, rank] : llvm::enumerate(ranks))
    if (rank.clearsMoreThan(present) &&
        tryCandidate(variable, candidate, ranks, towards))
      return;
}

/// A series of changes to the plan that is kept or undone as a whole.
class Sweeper::Trial {
public:
  Trial(Sweeper &sweeper, Direction towards)
      : sweeper(sweeper), towards(towards) {}

  void assign(unsigned variable, unsigned candidate, const ShiftRanks &ranks) {
    unsigned present = sweeper.plan[variable];
    sweeper.assign(variable, candidate);
    before = addSaturating(before, ranks[present].total);
    after = addSaturating(after, ranks[candidate].total);
    undo.push_back({variable, present});
    sweeper.appendNeighbors(variable, towards, next);
  }

  /// Lets the variables ahead react to the changes, one after the other.
  void propagate() {
    constexpr unsigned maxChanges = 64;
    for (unsigned i = 0; i < next.size() && undo.size() < maxChanges; ++i) {
      ShiftRanks ranks = sweeper.rankCandidates(next[i], towards);
      if (unsigned reaction = sweeper.getBestCandidate(next[i], ranks);
          reaction != sweeper.plan[next[i]])
        assign(next[i], reaction, ranks);
    }
  }

  /// Keep the changes under a condition and undo them otherwise; return whether
  /// they were kept.
  bool keepUnlessWorse() { return after <= before || rollBack(); }
  bool keepIfBetter() { return after < before || rollBack(); }

  bool rollBack() {
    for (auto [variable, candidate] : llvm::reverse(undo))
      sweeper.assign(variable, candidate);
    return false;
  }

private:
  Sweeper &sweeper;
  Direction towards;
  Cost before = 0, after = 0;
  llvm::SmallVector<std::pair<unsigned, unsigned>> undo;
  llvm::SmallVector<unsigned> next;
};

/// Gives a variable a candidate and lets the variables ahead react. Keeps the
/// changes unless the cost grows, and returns whether it keeps them.
bool Sweeper::tryCandidate(unsigned variable, unsigned candidate,
                           const ShiftRanks &ranks, Direction towards) {
  Trial trial(*this, towards);
  trial.assign(variable, candidate, ranks);
  trial.propagate();
  return trial.keepUnlessWorse();
}

/// Shifts each rewrite of a net forward past all uses that share it, if this is
/// cheaper. A rewrite that is shifted past some of them only is not saved.
void Sweeper::shiftPastUses(const Problem::Net &net) {
  if (net.isFree || net.uses.size() < 2)
    return;
  unsigned produced = problem.getLayout(plan, net.producer);
  llvm::SmallVector<unsigned> required;
  for (Problem::PortRef use : net.uses)
    if (unsigned layout = problem.getLayout(plan, use);
        layout != produced && !llvm::is_contained(required, layout))
      required.push_back(layout);
  for (unsigned layout : required)
    shiftPastUses(net, layout, produced);
}

/// Shifts only the rewrite to `layout` past its uses.
void Sweeper::shiftPastUses(const Problem::Net &net, unsigned layout,
                            unsigned produced) {
  Trial trial(*this, Direction::Forward);
  unsigned numShifted = 0;
  for (Problem::PortRef use : net.uses) {
    if (problem.getLayout(plan, use) != layout)
      continue;
    ShiftRanks ranks = rankCandidates(use.variable, Direction::Forward);
    std::optional<unsigned> candidate = getBestReader(use, produced, ranks);
    if (!candidate) { // This use still needs the rewrite.
      trial.rollBack();
      return;
    }
    trial.assign(use.variable, *candidate, ranks);
    ++numShifted;
  }
  if (numShifted < 2) { // `shift` has handled single uses.
    trial.rollBack();
    return;
  }
  trial.propagate();
  trial.keepIfBetter();
}

/// Returns the best candidate that gives a use the layout `layout`, if any.
std::optional<unsigned> Sweeper::getBestReader(Problem::PortRef use,
                                               unsigned layout,
                                               const ShiftRanks &ranks) const {
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

/// Appends the flexible users (or producers) of a variable.
void Sweeper::appendNeighbors(unsigned variable, Direction towards,
                              llvm::SmallVectorImpl<unsigned> &next) const {
  bool isForward = towards == Direction::Forward;
  for (Problem::Port port : problem.variables[variable].ports) {
    const Problem::Net &net = problem.nets[port.net];
    if (port.isResult != isForward || net.isFree)
      continue;
    if (!isForward) {
      if (isFlexible(net.producer.variable))
        next.push_back(net.producer.variable);
      continue;
    }
    for (Problem::PortRef use : net.uses)
      if (isFlexible(use.variable))
        next.push_back(use.variable);
  }
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

bool Sweeper::updateBest(Cost cost) {
  if (cost >= bestCost)
    return false;
  best = plan;
  bestCost = cost;
  return true;
}

/// Repeats propagating and shifting sweeps, starting with the best plan, until
/// the cost stops falling. The first round may pass through plans that cost
/// more than the best one.
bool Sweeper::sweep() {
  setPlan(best);
  bool isImproved = false;
  std::optional<Cost> previous;
  while (true) {
    ++numRounds;
    do {
      forEachVariable(direction,
                      [&](unsigned variable) { propagate(variable); });
    } while (canPropagateFurther());
    forEachVariable(getOpposite(direction), [&](unsigned variable) {
      shift(variable, getOpposite(direction));
    });
    Cost cost = problem.getCost(plan);
    isImproved |= updateBest(cost);
    if (previous && cost >= *previous)
      return isImproved;
    previous = cost;
  }
}

/// Gives each variable its cheapest candidate, starting with the best plan.
/// Unlike a shifting sweep, this passes through no plan that costs as much,
/// from which the best change of a single variable may no longer be one.
bool Sweeper::improve() {
  setPlan(best);
  forEachVariable(direction, [&](unsigned variable) {
    if (!isFlexible(variable))
      return;
    ShiftRanks ranks = rankCandidates(variable, direction);
    auto costsLess = [](const ShiftRank &a, const ShiftRank &b) {
      return a.total < b.total;
    };
    const ShiftRank *least = llvm::min_element(ranks, costsLess);
    if (costsLess(*least, ranks[plan[variable]]))
      assign(variable, least - ranks.begin());
  });
  return updateBest(problem.getCost(plan));
}

/// Repeats shifting sweeps in both directions, starting with the best plan,
/// until it gets no cheaper.
bool Sweeper::polish() {
  bool isImproved = false, isBetter = true;
  while (isBetter) {
    isBetter = improve(); // The present plan is the best one then.
    for (Direction towards : {getOpposite(direction), direction})
      forEachVariable(towards,
                      [&](unsigned variable) { shift(variable, towards); });
    for (const Problem::Net &net : problem.nets)
      shiftPastUses(net);
    isBetter |= updateBest(problem.getCost(plan));
    isImproved |= isBetter;
  }
  return isImproved;
}

Plan Sweeper::run(Plan start) {
  best = std::move(start);
  bestCost = problem.getCost(best);
  // Repeat until nothing improves, since ties depend on the plan at the start.
  // A program that was planned once is then not changed by planning it again.
  bool isImproved = true;
  while (isImproved) {
    isImproved = sweep();
    isImproved |= polish();
  }
  LAYOUT_DEBUG(llvm::dbgs()
               << (direction == Direction::Forward ? "forward" : "backward")
               << " sweeps: cost " << bestCost << "\n");
  return best;
}

static Plan solve(const Problem &problem, Direction direction,
                  std::optional<Plan> start) {
  return Sweeper(problem, direction)
      .run(start ? std::move(*start) : problem.getBaselinePlan());
}

Plan layout::solveBackward(const Problem &problem, std::optional<Plan> start) {
  return solve(problem, Direction::Backward, std::move(start));
}

Plan layout::solveForward(const Problem &problem, std::optional<Plan> start) {
  return solve(problem, Direction::Forward, std::move(start));
}
