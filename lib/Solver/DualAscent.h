//===- DualAscent.h - Prices that raise the bound ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_DUALASCENT_H
#define LAYOUT_LIB_SOLVER_DUALASCENT_H

#include "layout/Solver/DualVariables.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::layout {

/// Moves duals variable by variable. A variable takes from its nets what they
/// cost with each of its layouts, and passes its share on to those that go on
/// in the direction of the sweep: the bound never falls.
class DualAscent {
public:
  explicit DualAscent(const Problem &problem);

  /// One sweep over all variables in order, or backwards. Candidates chosen on
  /// the way, each the best by what is chosen and the duals of what is not,
  /// make a plan.
  Plan sweep(bool isForward) {
    return sweep(isForward, problem.getBaselinePlan());
  }
  /// The same over those that sweeps are restricted to; what the others have in
  /// `plan` is chosen.
  Plan sweep(bool isForward, Plan plan);

  /// To variables whose numbers rise.
  void restrictTo(llvm::ArrayRef<unsigned> open);

  DualVariables &getDuals() { return duals; }

private:
  void takeFromNets(unsigned variable);
  void passOn(unsigned variable, bool isForward);
  unsigned choose(unsigned variable, const Plan &plan,
                  const llvm::BitVector &isChosen) const;

  const Problem &problem;
  DualVariables duals;
  std::vector<unsigned> variables;
  /// Of the nets at those variables, the first and the last of them at each.
  std::vector<std::pair<unsigned, unsigned>> ends;
};

/// Gives single variables better candidates until there are none.
void improve(const Problem &problem, Plan &plan,
             llvm::ArrayRef<unsigned> variables);

/// The same with all variables; returns the cost.
Cost improve(const Problem &problem, Plan &plan);

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_DUALASCENT_H
