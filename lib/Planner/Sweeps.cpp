//===- Sweeps.cpp - Backward and forward flow -----------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Planner/Sweeps.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <tuple>

using namespace mlir;
using namespace mlir::layout;

namespace {
enum class Direction { Backward, Forward };

Direction getOpposite(Direction direction) {
  return direction == Direction::Backward ? Direction::Forward
                                          : Direction::Backward;
}

class Sweeper {
public:
  Sweeper(const Problem &problem, Direction direction)
      : problem(problem), direction(direction),
        fromFront(getOrderFromFront(problem)),
        fromBehind(getOrderFromBehind(problem)),
        wants(problem.variables.size(), false) {}

  Plan run();

private:
  using Kind = Problem::Kind;

  /// Rounds of adopting and settling, from the best plan on; whether a better
  /// one was found.
  bool sweep();
  /// Settling alone, both ways; whether a better plan was found.
  bool polish();
  bool keepIfCheaper();

  void adopt(unsigned variable);
  /// Whether something that wants nothing would want it by now.
  bool spreadsFurther() const;

  /// Moves what is left at a variable on, in the direction `towards`.
  void settle(unsigned variable, Direction towards);
  /// What settling makes less: the cost of the nets of a variable under a
  /// label; then of those on the side that is to be cleared; then the rewrites
  /// wanted there, for where several share one, the first to do without it has
  /// to move on a tie.
  struct Rank {
    Cost total;
    Cost behind;
    unsigned numRewrites;
    bool operator<(const Rank &other) const {
      return std::tie(total, behind, numRewrites) <
             std::tie(other.total, other.behind, other.numRewrites);
    }
    bool clearsMoreThan(const Rank &other) const {
      return std::tie(behind, numRewrites) <
             std::tie(other.behind, other.numRewrites);
    }
  };
  Rank rankToSettle(unsigned variable, unsigned label, Direction towards);
  /// How many uses at the result (or operand) ports want a rewrite.
  unsigned countRewrites(unsigned variable, unsigned label, bool results);
  unsigned getBestToSettle(unsigned variable, Direction towards);
  /// Gives a variable a label and lets what lies onward answer; keeps the
  /// change unless bytes grow.
  bool pushOn(unsigned variable, unsigned label, Direction towards);
  /// Makes all that share a rewrite of a net do without it at once, where that
  /// is cheaper: a part that is left alone would still pay for the whole.
  void pushPastUsers(const Problem::Net &net);
  void pushPastUsers(const Problem::Net &net, unsigned layout,
                     unsigned produced);
  /// The cheapest label of a use that wants the layout there.
  std::optional<unsigned> getBestReading(Problem::PortRef use, unsigned layout);
  class Trial;
  void appendOnward(unsigned variable, Direction towards,
                    llvm::SmallVectorImpl<unsigned> &next) const;
  bool isFlexible(unsigned variable) const;

  /// Cost of the nets at the result (or operand) ports of a variable, were it
  /// to take `label`. With `wantedOnly` users and producers count only where
  /// they want something.
  Cost getSideCost(unsigned variable, unsigned label, bool results,
                   bool wantedOnly);
  bool hasWants(unsigned variable, bool results) const;

  /// Calls `visit(variable)` for every variable in sweep order.
  template <typename Fn>
  void forEach(Direction order, Fn visit) {
    for (unsigned variable :
         order == Direction::Forward ? fromFront : fromBehind)
      visit(variable);
  }

  static std::vector<unsigned> getOrderFromFront(const Problem &problem);
  static std::vector<unsigned> getOrderFromBehind(const Problem &problem);

  const Problem &problem;
  Direction direction;
  std::vector<unsigned> fromFront;
  std::vector<unsigned> fromBehind;
  Plan plan;
  Plan best;
  Cost bestCost = 0;
  /// Variables whose present label is wanted, not merely there.
  std::vector<bool> wants;
};
} // namespace

std::vector<unsigned> Sweeper::getOrderFromFront(const Problem &problem) {
  std::vector<unsigned> order;
  // What goes through regions comes again behind them, the innermost first.
  std::vector<std::pair<unsigned, unsigned>> again;
  for (auto [number, variable] : llvm::enumerate(problem.variables)) {
    order.push_back(number);
    if (variable.last)
      again.push_back({*variable.last, number});
    while (!again.empty() && again.back().first <= number) {
      order.push_back(again.back().second);
      again.pop_back();
    }
  }
  return order;
}

std::vector<unsigned> Sweeper::getOrderFromBehind(const Problem &problem) {
  std::vector<unsigned> order(problem.variables.size());
  std::iota(order.begin(), order.end(), 0);
  // What goes through regions comes before all that is in them, the outermost
  // first.
  auto getKey = [&](unsigned variable) {
    std::optional<unsigned> last = problem.variables[variable].last;
    return std::tuple(last.value_or(variable), last.has_value(),
                      last ? ~variable : 0);
  };
  llvm::sort(order,
             [&](unsigned a, unsigned b) { return getKey(a) > getKey(b); });
  return order;
}

bool Sweeper::hasWants(unsigned variable, bool results) const {
  for (Problem::Port port : problem.variables[variable].ports) {
    if (port.isResult != results)
      continue;
    const Problem::Net &net = problem.nets[port.net];
    if (net.isFree)
      continue;
    if (results ? llvm::any_of(
                      net.uses,
                      [&](Problem::PortRef use) { return wants[use.variable]; })
                : wants[net.producer.variable])
      return true;
  }
  return false;
}

Cost Sweeper::getSideCost(unsigned variable, unsigned label, bool results,
                          bool wantedOnly) {
  const Problem::Variable &self = problem.variables[variable];
  unsigned present = std::exchange(plan[variable], label);
  Cost cost = 0;
  for (auto [index, port] : llvm::enumerate(self.ports)) {
    // A net that two ports share is counted at the first of them.
    auto isSameNet = [&, net = port.net](Problem::Port other) {
      return other.net == net && other.isResult == results;
    };
    if (port.isResult != results ||
        llvm::any_of(llvm::ArrayRef(self.ports).take_front(index), isSameNet))
      continue;
    const Problem::Net &net = problem.nets[port.net];
    if (net.isFree || (wantedOnly && !results && !wants[net.producer.variable]))
      continue;
    llvm::SmallVector<unsigned, 8> wanted;
    for (Problem::PortRef use : net.uses)
      if (!wantedOnly || use.variable == variable || wants[use.variable])
        wanted.push_back(problem.getLayout(plan, use));
    cost = addSaturating(
        cost,
        getRewriteCost(net, problem.getLayout(plan, net.producer), wanted));
  }
  plan[variable] = present;
  return cost;
}

void Sweeper::adopt(unsigned variable) {
  const Problem::Variable &self = problem.variables[variable];
  if (self.kind == Kind::Fixed)
    return;
  bool towards = direction == Direction::Backward; // Looks at the results.
  if (self.kind == Kind::Agnostic) {
    wants[variable] = hasWants(variable, towards);
    if (!wants[variable])
      return;
  }

  auto rank = [&](unsigned label) {
    Cost own = self.labels[label].cost;
    if (self.kind == Kind::Critical)
      return std::tuple(
          addSaturating(
              own, addSaturating(getSideCost(variable, label, true, true),
                                 getSideCost(variable, label, false, false))),
          Cost(0), label != best[variable], label);
    return std::tuple(
        addSaturating(own, getSideCost(variable, label, towards, true)),
        getSideCost(variable, label, !towards, false), label != best[variable],
        label);
  };
  unsigned least = 0;
  for (unsigned label = 1; label < self.labels.size(); ++label)
    if (rank(label) < rank(least))
      least = label;
  plan[variable] = least;
}

bool Sweeper::spreadsFurther() const {
  for (auto [index, variable] : llvm::enumerate(problem.variables))
    if (variable.kind == Kind::Agnostic && !wants[index] &&
        hasWants(index, direction == Direction::Backward))
      return true;
  return false;
}

unsigned Sweeper::countRewrites(unsigned variable, unsigned label,
                                bool results) {
  const Problem::Variable &self = problem.variables[variable];
  unsigned present = std::exchange(plan[variable], label);
  unsigned count = 0;
  for (auto [index, port] : llvm::enumerate(self.ports)) {
    const Problem::Net &net = problem.nets[port.net];
    if (port.isResult != results || net.isFree)
      continue;
    unsigned produced = problem.getLayout(plan, net.producer);
    if (results)
      count += llvm::count_if(net.uses, [&](Problem::PortRef use) {
        return problem.getLayout(plan, use) != produced;
      });
    else
      count += self.labels[label].layouts[index] != produced;
  }
  plan[variable] = present;
  return count;
}

Sweeper::Rank Sweeper::rankToSettle(unsigned variable, unsigned label,
                                    Direction towards) {
  bool behind = towards == Direction::Backward;
  Cost cleared = getSideCost(variable, label, behind, false);
  Cost total = addSaturating(
      problem.variables[variable].labels[label].cost,
      addSaturating(cleared, getSideCost(variable, label, !behind, false)));
  return {total, cleared, countRewrites(variable, label, behind)};
}

unsigned Sweeper::getBestToSettle(unsigned variable, Direction towards) {
  unsigned best = plan[variable];
  Rank bestRank = rankToSettle(variable, best, towards);
  for (unsigned label = 0; label < problem.variables[variable].labels.size();
       ++label) {
    Rank rank = rankToSettle(variable, label, towards);
    if (rank < bestRank) {
      best = label;
      bestRank = rank;
    }
  }
  return best;
}

bool Sweeper::isFlexible(unsigned variable) const {
  const Problem::Variable &self = problem.variables[variable];
  return self.kind != Kind::Fixed && self.labels.size() > 1;
}

void Sweeper::settle(unsigned variable, Direction towards) {
  if (!isFlexible(variable))
    return;
  plan[variable] = getBestToSettle(variable, towards);
  Rank rank = rankToSettle(variable, plan[variable], towards);
  if (rank.behind == 0)
    return;
  // Something is left behind this variable. Pushing it past grows bytes here,
  // but what comes next may let it through more cheaply: the parts of a
  // concatenation are small, what they are written into is not.
  for (unsigned label = 0; label < problem.variables[variable].labels.size();
       ++label)
    if (rankToSettle(variable, label, towards).clearsMoreThan(rank) &&
        pushOn(variable, label, towards))
      return;
}

/// Changes of a plan that are tried together.
class Sweeper::Trial {
public:
  Trial(Sweeper &sweeper, Direction towards)
      : sweeper(sweeper), towards(towards) {}

  void take(unsigned variable, unsigned label) {
    gain(sweeper.rankToSettle(variable, sweeper.plan[variable], towards).total,
         before);
    undo.push_back({variable, sweeper.plan[variable]});
    sweeper.plan[variable] = label;
    gain(sweeper.rankToSettle(variable, label, towards).total, after);
    sweeper.appendOnward(variable, towards, next);
  }

  /// Lets what lies onward answer.
  void spread() {
    constexpr unsigned maxChanged = 64;
    for (unsigned i = 0; i < next.size() && undo.size() < maxChanged; ++i)
      if (unsigned answer = sweeper.getBestToSettle(next[i], towards);
          answer != sweeper.plan[next[i]])
        take(next[i], answer);
  }

  /// Each takes the changes back otherwise; whether they were kept.
  bool keepUnlessMore() { return after <= before || takeBack(); }
  bool keepIfLess() { return after < before || takeBack(); }

  bool takeBack() {
    for (auto [variable, label] : llvm::reverse(undo))
      sweeper.plan[variable] = label;
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

bool Sweeper::pushOn(unsigned variable, unsigned label, Direction towards) {
  Trial trial(*this, towards);
  trial.take(variable, label);
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
    std::optional<unsigned> label = getBestReading(use, produced);
    if (!label) { // What stays pays for the rewrite.
      trial.takeBack();
      return;
    }
    trial.take(use.variable, *label);
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
                                                unsigned layout) {
  const Problem::Variable &variable = problem.variables[use.variable];
  std::optional<unsigned> best;
  std::optional<Rank> bestRank;
  for (auto [number, label] : llvm::enumerate(variable.labels)) {
    if (label.layouts[use.port] != layout || !isFlexible(use.variable))
      continue;
    Rank rank = rankToSettle(use.variable, number, Direction::Forward);
    if (!bestRank || rank < *bestRank) {
      best = number;
      bestRank = rank;
    }
  }
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

Plan Sweeper::run() {
  best = problem.getFrozenPlan();
  bestCost = problem.getCost(best);
  // From a better start other ties are broken. Going on until nothing gets
  // cheaper makes a planned program its own plan.
  bool improved = true;
  while (improved) {
    improved = sweep();
    improved |= polish();
  }
  return best;
}

bool Sweeper::keepIfCheaper() {
  Cost cost = problem.getCost(plan);
  if (cost >= bestCost)
    return false;
  best = plan;
  bestCost = cost;
  return true;
}

bool Sweeper::sweep() {
  plan = best;
  for (auto [index, variable] : llvm::enumerate(problem.variables))
    wants[index] = variable.kind != Kind::Agnostic;
  // The first round may pass through plans that cost more than the best.
  bool improved = false;
  std::optional<Cost> previous;
  while (true) {
    // What goes round a loop is wanted by what has been passed already.
    do {
      forEach(direction, [&](unsigned variable) { adopt(variable); });
    } while (spreadsFurther());
    forEach(getOpposite(direction), [&](unsigned variable) {
      settle(variable, getOpposite(direction));
    });
    improved |= keepIfCheaper();
    Cost cost = problem.getCost(plan);
    if (previous && cost >= *previous)
      return improved;
    previous = cost;
  }
}

bool Sweeper::polish() {
  // A late move may have made an earlier one a bad one.
  bool improved = false;
  do {
    plan = best;
    for (Direction towards : {getOpposite(direction), direction})
      forEach(towards, [&](unsigned variable) { settle(variable, towards); });
    for (const Problem::Net &net : problem.nets)
      pushPastUsers(net);
  } while (keepIfCheaper() && (improved = true));
  return improved;
}

Plan layout::solveBackward(const Problem &problem) {
  return Sweeper(problem, Direction::Backward).run();
}

Plan layout::solveForward(const Problem &problem) {
  return Sweeper(problem, Direction::Forward).run();
}
