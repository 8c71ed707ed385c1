//===- ActiveSet.h - Where the bound leaves a gap ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gap between a plan and the bound is a sum of local gaps, one for each
// variable and net: what the plan's choice costs there, with duals, above the
// minimum. None is negative. Where they do not matter even together, duals may
// stay as they are, and in a large program that is nearly everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_ACTIVESET_H
#define LAYOUT_LIB_SOLVER_ACTIVESET_H

#include "layout/Solver/DualVariables.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::layout {

/// The variables whose duals are to move; keeps the sum of minima as they do.
class ActiveSet {
public:
  /// Everything.
  ActiveSet(const Problem &problem, const DualVariables &duals);

  /// Rising.
  llvm::ArrayRef<unsigned> getVariables() const { return variables; }

  /// What a plan costs in the region: its variables and the nets at them.
  Cost getCost(const Plan &plan) const;

  /// The sum of all minima, after duals have moved in the region.
  Cost updateSumOfMinima();

  /// Keeps what is within `radius` nets of a local gap that matters. Says
  /// whether there is more that duals could come from. Since the last time the
  /// plan may have changed in the region only, as duals have.
  bool narrow(const Plan &plan, unsigned radius);

private:
  void setVariables(const llvm::BitVector &isOpen);
  /// The variables with, or at nets with, a local gap that matters.
  llvm::BitVector getGaps(const Plan &plan) const;
  Cost getNetGap(unsigned number, const Plan &plan) const;
  template <typename Fn>
  void forEachAt(const Problem::Net &net, Fn visit) const {
    visit(net.producer.variable);
    for (Problem::PortRef use : net.uses)
      visit(use.variable);
  }

  const Problem &problem;
  const DualVariables &duals;
  std::vector<unsigned> variables;
  /// Those at the variables that may cost something.
  std::vector<unsigned> nets;
  /// Of all variables and nets, not those in the region alone.
  std::vector<Cost> variableMinima, netMinima;
  Cost sum = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_ACTIVESET_H
