//===- ActiveSet.h - Variables whose duals may still change -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gap between the cost of a plan and the dual value is a sum of local gaps,
// one for each variable and each net: the cost of the plan's choice there,
// including dual variables, minus the minimum there. No local gap is negative,
// and by complementary slackness all are 0 if the dual variables prove the plan
// optimal. In a large program most local gaps close early. Dual ascent is then
// restricted to the variables near the remaining ones.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_ACTIVESET_H
#define LAYOUT_LIB_SOLVER_ACTIVESET_H

#include "layout/Solver/DualVariables.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::layout {

/// The variables to which dual ascent is restricted. Also maintains the dual
/// value while the dual variables at these change.
class ActiveSet {
public:
  /// Initially all variables are active.
  ActiveSet(const Problem &problem, const DualVariables &duals);

  /// The active variables, in ascending order.
  llvm::ArrayRef<unsigned> getVariables() const { return variables; }

  /// Returns the cost of the active variables and the nets at them.
  Cost getCost(const Plan &plan) const;

  /// Returns the dual value of the whole problem, after dual variables at
  /// active variables have changed.
  Cost updateDualValue();

  /// Reduces the set to the variables within `radius` nets of a local gap that
  /// matters. Returns whether the radius cut something off, so that a larger
  /// one may help. Since the previous call `plan` and the dual variables must
  /// have changed at active variables only.
  bool narrow(const Plan &plan, unsigned radius);

private:
  void setVariables(const llvm::BitVector &isActive);
  /// Returns the variables that have, or are at a net that has, a local gap
  /// that matters.
  llvm::BitVector getGaps(const Plan &plan) const;
  Cost getNetGap(unsigned number, const Plan &plan) const;

  const Problem &problem;
  const DualVariables &duals;
  std::vector<unsigned> variables;
  /// The nets at active variables, without free nets.
  std::vector<unsigned> nets;
  /// The minima of all variables and all nets, active or not, and their sum.
  std::vector<Cost> variableMinima, netMinima;
  Cost dualValue = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_ACTIVESET_H
