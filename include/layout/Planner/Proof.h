//===- Proof.h - Why no plan is cheaper -------------------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages prove a bound (Messages.h). Where no prices reach the cost of the
// cheapest plan, cases go on: labels that, as the messages prove, are in no
// plan below a limit are dropped, and what is left is proved case by case, each
// case a problem of its own, with messages and perhaps cases of its own.
//
// Either a variable takes each of its labels left in turn; or variables with a
// choice that no net joins are proved apart, each part with what is around it
// standing still, and what all parts cost adds up. A part may be proved by an
// order in which it is eliminated node by node: variables, and nets behind them
// (lib/Planner/Elimination.h); whoever does so finds its minimum.
//
// So a bound is checked without a search (Land and Doig's branch and bound,
// written down).
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PLANNER_PROOF_H
#define LAYOUT_PLANNER_PROOF_H

#include "layout/Planner/Messages.h"

namespace mlir::layout {

struct Proof;

struct Cases {
  /// Labels are dropped that are in no plan which costs less.
  Cost limit = 0;
  /// The variable that takes each of its labels left, in their order; where
  /// there is none, the parts are proved, in the order of their first
  /// variables.
  std::optional<unsigned> variable;
  std::vector<Proof> proofs;
};

/// An order of elimination; or messages, and where they prove too little,
/// cases.
struct Proof {
  std::vector<unsigned> order;
  Messages messages;
  std::optional<Cases> cases;
};

/// No plan costs less.
Cost getBound(const Problem &problem, const Proof &proof);

} // namespace mlir::layout

#endif // LAYOUT_PLANNER_PROOF_H
