//===- Components.h - What a bound leaves open ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_COMPONENTS_H
#define LAYOUT_LIB_SOLVER_COMPONENTS_H

#include "layout/Solver/DualVariables.h"

namespace mlir::layout {

/// For every variable the candidates that are left, rising.
using Domains = std::vector<llvm::SmallVector<unsigned, 4>>;

/// The candidates that may be in a plan which costs less than `limit`. Each
/// variable has some if the bound is less.
Domains getDomains(const Problem &problem, const DualVariables &duals,
                   Cost limit);

/// Some variables of a problem, with some of their candidates, as a problem.
struct Component {
  Problem problem;
  /// Of every variable, its number and those of its candidates in the whole.
  llvm::SmallVector<unsigned, 0> variables;
  Domains candidates;

  void choose(const Plan &own, Plan &plan) const;
};

/// The whole problem with the candidates that are left. Numbers of variables
/// and nets stay.
Component restrict(const Problem &problem, const Domains &candidates);

/// What is left of a problem, taken apart: variables with a choice that share
/// nets stay together, each component has the nets at them and what else is
/// there.
struct Components {
  Components(const Problem &problem, const Domains &candidates);

  /// In the order of their first variables with a choice.
  std::vector<Component> components;
  /// A plan that has the first candidate left of all variables, and what of its
  /// cost is in no component.
  Plan first;
  Cost settled = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_COMPONENTS_H
