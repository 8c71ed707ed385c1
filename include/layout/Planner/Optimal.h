//===- Optimal.h - The cheapest plan, and why it is -------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exact solver. It begins with the best of the sweeps, and raises a lower
// bound by moving prices between variables and nets, variable by variable to
// and fro (sequential message passing: Kolmogorov, TRW-S; here on nets with any
// number of ports, where shared rewrites are counted exactly). Labels that the
// bound rules out are dropped. What is left falls apart into components, which
// are searched.
//
// Deterministic, in integers; never worse than the frozen plan.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PLANNER_OPTIMAL_H
#define LAYOUT_PLANNER_OPTIMAL_H

#include "layout/Planner/Messages.h"

namespace mlir::layout {

struct OptimalOptions {
  /// Sweeps of prices, each to and fro.
  unsigned maxSweeps = 200;
  /// Variables that the search visits anew, over all its branches.
  uint64_t maxVisits = 1 << 17;
};

struct Solution {
  Plan plan;
  Cost cost = 0;
  /// No plan costs less; the messages prove it.
  Cost bound = 0;
  /// Whether the search went through all that the bound leaves open, so that
  /// the plan is an optimum even if the bound is lower.
  bool isComplete = false;
  Messages messages;

  Cost getGap() const { return cost - bound; }
};

Solution solveOptimal(const Problem &problem, OptimalOptions options = {});

} // namespace mlir::layout

#endif // LAYOUT_PLANNER_OPTIMAL_H
