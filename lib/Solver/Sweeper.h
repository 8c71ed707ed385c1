//===- Sweeper.h - Flow in one direction ------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables adopt what is wanted of them, from one end of the program to the
// other; what is left between them is then moved on, back to where it came from
// or past what does not mind.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_SWEEPER_H
#define LAYOUT_LIB_SOLVER_SWEEPER_H

#include "layout/Solver/Problem.h"
#include <tuple>

namespace mlir::layout {

enum class Direction { Backward, Forward };

inline Direction getOpposite(Direction direction) {
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
  /// candidate; then of those on the side that is to be cleared; then the
  /// rewrites wanted there, for where several share one, the first to do
  /// without it has to move on a tie.
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
  /// Of every candidate.
  Ranks rankToSettle(unsigned variable, Direction towards) const;
  /// The present candidate, unless another ranks lower.
  unsigned getBestToSettle(unsigned variable, const Ranks &ranks) const;
  /// Gives a variable a candidate and lets what lies onward answer; keeps the
  /// change unless bytes grow.
  bool pushOn(unsigned variable, unsigned candidate, const Ranks &ranks,
              Direction towards);
  /// Makes all that share a rewrite of a net do without it at once, where that
  /// is cheaper: a component that is left alone would still pay for the whole.
  void pushPastUsers(const Problem::Net &net);
  void pushPastUsers(const Problem::Net &net, unsigned layout,
                     unsigned produced);
  /// The cheapest candidate of a use that wants the layout there.
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
  /// Under every candidate of the variable. With `wantedOnly` users and
  /// producers count only where they want something.
  Sides getSides(unsigned variable, bool results, bool wantedOnly) const;
  struct Surroundings;
  Surroundings getSurroundings(unsigned variable, const Problem::Net &net,
                               bool wantedOnly) const;
  bool hasWants(unsigned variable, bool results) const;

  /// CallSites `visit(variable)` for every variable in sweep order.
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
  /// Variables whose present candidate is wanted, not merely there.
  std::vector<bool> wants;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_SWEEPER_H
