//===- Certificate.h - Why no plan is cheaper -------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DualVariables prove a bound (DualVariables.h). Where no duals reach the cost
// of the cheapest plan, cases go on. Candidates that are in no plan below a
// limit are dropped: candidate x of a variable stays iff, in units of 1 /
// scale,
//
//   sum of all minima - minimum of the variable + what x costs with duals
//     <= scale · the greatest multiple of the unit below the limit
//
// If none is left of some variable, the limit is the bound. Otherwise what is
// left is proved case by case, each case a problem of its own, with its own
// unit and duals, and perhaps cases:
//
//   - a variable takes each of its candidates left in turn. The least of what
//   is
//     proved counts;
//   - or variables with a choice that nets join are proved apart from others.
//     Such a component is these variables, the nets at them, and all variables
//     at those nets, in the order of the whole. What is proved of all
//     components adds up, with what costs in none of them; a variable with one
//     candidate that is in several components counts once.
//
// Dropped candidates cost the limit at least, so the bound is at most that.
//
// A component may be proved by an order in which it is eliminated node by node:
// variables, and nets behind them (lib/Planner/Elimination.h). Whoever does so
// finds its minimum. No net of it has uses that want more than kMostWanted
// layouts.
//
// So a bound is checked without a search (Land and Doig's branch and bound,
// written down).
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SOLVER_CERTIFICATE_H
#define LAYOUT_SOLVER_CERTIFICATE_H

#include "layout/Solver/DualVariables.h"

namespace mlir::layout {

struct Certificate;

struct Cases {
  /// Candidates are dropped that are in no plan which costs less.
  Cost limit = 0;
  /// The variable that takes each of its candidates left, in their order; where
  /// there is none, the components are proved, in the order of their first
  /// variables.
  std::optional<unsigned> variable;
  std::vector<Certificate> proofs;
};

/// An order of elimination; or duals, and where they prove too little,
/// cases.
struct Certificate {
  std::vector<unsigned> order;
  DualVariables duals;
  std::optional<Cases> cases;
};

/// No plan costs less.
Cost getBound(const Problem &problem, const Certificate &certificate);

} // namespace mlir::layout

#endif // LAYOUT_SOLVER_CERTIFICATE_H
