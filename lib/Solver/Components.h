//===- Components.h - Restricted domains and components ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problems become smaller in two ways: domains lose candidates that no plan
// below a limit contains (reduced-cost fixing), and what remains decomposes
// into components that share no choice.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_COMPONENTS_H
#define LAYOUT_LIB_SOLVER_COMPONENTS_H

#include "layout/Solver/DualVariables.h"

namespace mlir::layout {

/// For each variable its remaining candidates, in ascending order.
using Domains = std::vector<llvm::SmallVector<unsigned, 4>>;

/// Reduced-cost fixing: returns the candidates that may occur in a plan of less
/// than `limit`. No domain is empty if the bound of `duals` is below `limit`.
Domains getDomains(const Problem &problem, const DualVariables &duals,
                   Cost limit);

/// A problem with some variables of another problem (the whole) and some of
/// their candidates.
struct Component {
  Problem problem;
  /// For each variable, its number in the whole.
  llvm::SmallVector<unsigned, 0> variables;
  /// For each variable and candidate, the number of the candidate in the whole.
  Domains domains;

  /// Copies `own`, a plan of this component, into `plan`, one of the whole.
  void copyPlan(const Plan &own, Plan &plan) const;
};

/// Returns the whole problem with the remaining candidates. The numbers of
/// variables and nets stay the same.
Component restrict(const Problem &problem, const Domains &domains);

/// A restricted problem, decomposed. Variables with a choice that share a net
/// are in the same component. A component also has the nets at these variables
/// and all variables at these nets.
struct Components {
  Components(const Problem &problem, const Domains &domains);

  /// In the order of their first variables with a choice.
  std::vector<Component> components;
  /// The plan that selects the first remaining candidate of each variable.
  Plan first;
  /// The part of the cost of `first` that belongs to no component. It is the
  /// same for all plans of the restricted problem.
  Cost fixedCost = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_COMPONENTS_H
