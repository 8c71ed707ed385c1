//===- PriceSweeps.h - Prices that raise the bound --------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNER_PRICESWEEPS_H
#define LAYOUT_LIB_PLANNER_PRICESWEEPS_H

#include "layout/Planner/Messages.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::layout {

/// Moves prices variable by variable. A variable takes from its nets what they
/// cost with each of its layouts, and passes its share on to those that go on
/// in the direction of the sweep: the bound never falls.
class PriceSweeps {
public:
  explicit PriceSweeps(const Problem &problem);

  /// One sweep over all variables in order, or backwards. Labels chosen on the
  /// way, each the best by what is chosen and the prices of what is not, make a
  /// plan.
  Plan sweep(bool isForward) {
    return sweep(isForward, problem.getFrozenPlan());
  }
  /// The same over those that sweeps are restricted to; what the others have in
  /// `plan` is chosen.
  Plan sweep(bool isForward, Plan plan);

  /// To variables whose numbers rise.
  void restrictTo(llvm::ArrayRef<unsigned> open);

  Messages &getMessages() { return messages; }

private:
  void takeFromNets(unsigned variable);
  void passOn(unsigned variable, bool isForward);
  unsigned choose(unsigned variable, const Plan &plan,
                  const llvm::BitVector &isChosen) const;

  const Problem &problem;
  Messages messages;
  std::vector<unsigned> variables;
  /// Of the nets at those variables, the first and the last of them at each.
  std::vector<std::pair<unsigned, unsigned>> ends;
};

/// Gives single variables better labels until there are none.
void improve(const Problem &problem, Plan &plan,
             llvm::ArrayRef<unsigned> variables);

/// The same with all variables; returns the cost.
Cost improve(const Problem &problem, Plan &plan);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNER_PRICESWEEPS_H
