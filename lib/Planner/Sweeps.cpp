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
  bool keepIfCheaper(Cost cost);

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
  using Ranks = llvm::SmallVector<Rank, 4>;
  /// Of every label.
  Ranks rankToSettle(unsigned variable, Direction towards) const;
  /// The present label, unless another ranks lower.
  unsigned getBestToSettle(unsigned variable, const Ranks &ranks) const;
  /// Gives a variable a label and lets what lies onward answer; keeps the
  /// change unless bytes grow.
  bool pushOn(unsigned variable, unsigned label, const Ranks &ranks,
              Direction towards);
  /// Makes all that share a rewrite of a net do without it at once, where that
  /// is cheaper: a part that is left alone would still pay for the whole.
  void pushPastUsers(const Problem::Net &net);
  void pushPastUsers(const Problem::Net &net, unsigned layout,
                     unsigned produced);
  /// The cheapest label of a use that wants the layout there.
  std::optional<unsigned> getBestReading(Problem::PortRef use, unsigned layout,
                                         const Ranks &ranks) const;
  class Trial;
  void appendOnward(unsigned variable, Direction towards,
                    llvm::SmallVectorImpl<unsigned> &next) const;
  bool isFlexible(unsigned variable) const;

  /// The nets at the result (or operand) ports of a variable.
  struct Side {
    Cost cost = 0;
    /// How many uses of the results (or operand ports) want a rewrite.
    unsigned numRewrites = 0;
  };
  using Sides = llvm::SmallVector<Side, 4>;
  /// Under every label of the variable. With `wantedOnly` users and producers
  /// count only where they want something.
  Sides getSides(unsigned variable, bool results, bool wantedOnly) const;
  struct Surroundings;
  Surroundings getSurroundings(unsigned variable, const Problem::Net &net,
                               bool wantedOnly) const;
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

/// What stands at a net whatever label one of its variables takes.
struct Sweeper::Surroundings {
  struct Want {
    unsigned layout;
    unsigned numUses;
  };
  const Problem::Net &net;
  /// Of the producer, nothing where the variable is that.
  std::optional<unsigned> produced;
  /// By the uses of others, each layout once.
  llvm::SmallVector<Want, 4> wanted;
  /// The ports at which the variable uses the value.
  llvm::SmallVector<unsigned, 4> ports;

  void want(unsigned layout) {
    auto same = llvm::find_if(
        wanted, [&](const Want &other) { return other.layout == layout; });
    if (same == wanted.end())
      wanted.push_back({layout, 1});
    else
      ++same->numUses;
  }
  unsigned getProduced(const Problem::Label &label) const {
    return produced ? *produced : label.layouts[net.producer.port];
  }
  Cost getCost(const Problem::Label &label) const {
    llvm::SmallVector<unsigned, 8> all;
    for (const Want &want : wanted)
      all.push_back(want.layout);
    for (unsigned port : ports)
      all.push_back(label.layouts[port]);
    return getRewriteCost(net, getProduced(label), all);
  }
  unsigned countOwnRewrites(const Problem::Label &label) const {
    return llvm::count_if(ports, [&](unsigned port) {
      return label.layouts[port] != getProduced(label);
    });
  }
  unsigned countRewrites(const Problem::Label &label) const {
    unsigned count = countOwnRewrites(label);
    for (const Want &want : wanted)
      count += want.layout != getProduced(label) ? want.numUses : 0;
    return count;
  }
};

Sweeper::Surroundings Sweeper::getSurroundings(unsigned variable,
                                               const Problem::Net &net,
                                               bool wantedOnly) const {
  Surroundings around{net, std::nullopt, {}, {}};
  if (net.producer.variable != variable)
    around.produced = problem.getLayout(plan, net.producer);
  for (Problem::PortRef use : net.uses) {
    if (use.variable == variable)
      around.ports.push_back(use.port);
    else if (!wantedOnly || wants[use.variable])
      around.want(problem.getLayout(plan, use));
  }
  return around;
}

Sweeper::Sides Sweeper::getSides(unsigned variable, bool results,
                                 bool wantedOnly) const {
  const Problem::Variable &self = problem.variables[variable];
  Sides sides(self.labels.size());
  for (auto [index, port] : llvm::enumerate(self.ports)) {
    const Problem::Net &net = problem.nets[port.net];
    if (port.isResult != results || net.isFree ||
        (wantedOnly && !results && !wants[net.producer.variable]))
      continue;
    // A net that two ports share is counted at the first of them.
    auto isSameNet = [&, net = port.net](Problem::Port other) {
      return other.net == net && other.isResult == results;
    };
    if (llvm::any_of(llvm::ArrayRef(self.ports).take_front(index), isSameNet))
      continue;
    Surroundings around = getSurroundings(variable, net, wantedOnly);
    for (auto [side, label] : llvm::zip_equal(sides, self.labels)) {
      side.cost = addSaturating(side.cost, around.getCost(label));
      side.numRewrites += results ? around.countRewrites(label)
                                  : around.countOwnRewrites(label);
    }
  }
  return sides;
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

  bool isCritical = self.kind == Kind::Critical;
  Sides wanting = getSides(variable, isCritical || towards, true);
  Sides other = getSides(variable, !isCritical && !towards, false);
  auto rank = [&](unsigned label) {
    Cost first = addSaturating(self.labels[label].cost, wanting[label].cost);
    Cost second = other[label].cost;
    if (isCritical) {
      first = addSaturating(first, second);
      second = 0;
    }
    return std::tuple(first, second, label != best[variable], label);
  };
  auto least = rank(0);
  for (unsigned label = 1; label < self.labels.size(); ++label)
    least = std::min(least, rank(label));
  plan[variable] = std::get<3>(least);
}

bool Sweeper::spreadsFurther() const {
  for (auto [index, variable] : llvm::enumerate(problem.variables))
    if (variable.kind == Kind::Agnostic && !wants[index] &&
        hasWants(index, direction == Direction::Backward))
      return true;
  return false;
}

Sweeper::Ranks Sweeper::rankToSettle(unsigned variable,
                                     Direction towards) const {
  bool behind = towards == Direction::Backward;
  Sides cleared = getSides(variable, behind, false);
  Sides onward = getSides(variable, !behind, false);
  Ranks ranks;
  for (auto [label, one, other] :
       llvm::zip_equal(problem.variables[variable].labels, cleared, onward))
    ranks.push_back(
        {addSaturating(label.cost, addSaturating(one.cost, other.cost)),
         one.cost, one.numRewrites});
  return ranks;
}

unsigned Sweeper::getBestToSettle(unsigned variable, const Ranks &ranks) const {
  unsigned best = plan[variable];
  for (auto [label, rank] : llvm::enumerate(ranks))
    if (rank < ranks[best])
      best = label;
  return best;
}

bool Sweeper::isFlexible(unsigned variable) const {
  const Problem::Variable &self = problem.variables[variable];
  return self.kind != Kind::Fixed && self.labels.size() > 1;
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
  // but what comes next may let it through more cheaply: the parts of a
  // concatenation are small, what they are written into is not.
  for (auto [label, rank] : llvm::enumerate(ranks))
    if (rank.clearsMoreThan(present) && pushOn(variable, label, ranks, towards))
      return;
}

/// Changes of a plan that are tried together.
class Sweeper::Trial {
public:
  Trial(Sweeper &sweeper, Direction towards)
      : sweeper(sweeper), towards(towards) {}

  void take(unsigned variable, unsigned label, const Ranks &ranks) {
    unsigned present = std::exchange(sweeper.plan[variable], label);
    gain(ranks[present].total, before);
    gain(ranks[label].total, after);
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

bool Sweeper::pushOn(unsigned variable, unsigned label, const Ranks &ranks,
                     Direction towards) {
  Trial trial(*this, towards);
  trial.take(variable, label, ranks);
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
    std::optional<unsigned> label = getBestReading(use, produced, ranks);
    if (!label) { // What stays pays for the rewrite.
      trial.takeBack();
      return;
    }
    trial.take(use.variable, *label, ranks);
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
  for (auto [number, label] :
       llvm::enumerate(problem.variables[use.variable].labels))
    if (label.layouts[use.port] == layout &&
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

bool Sweeper::keepIfCheaper(Cost cost) {
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
    Cost cost = problem.getCost(plan);
    improved |= keepIfCheaper(cost);
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
  } while (keepIfCheaper(problem.getCost(plan)) && (improved = true));
  return improved;
}

Plan layout::solveBackward(const Problem &problem) {
  return Sweeper(problem, Direction::Backward).run();
}

Plan layout::solveForward(const Problem &problem) {
  return Sweeper(problem, Direction::Forward).run();
}
