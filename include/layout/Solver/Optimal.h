//===- Optimal.h - The cheapest plan, and why it is -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exact solver. It begins with the backward sweep, and raises a lower bound
// by moving duals between variables and nets, variable by variable to and fro
// (sequential message passing: Kolmogorov, TRW-S; here on nets with any number
// of ports, where shared rewrites are counted exactly). After the first of
// these sweeps it goes on where there is a gap, and around it. What closes none
// has the forward sweep looked at, too. Candidates that the bound rules out are
// dropped. What is left falls apart into components, which are eliminated
// variable by variable, or searched by branch and bound where that takes too
// much; the cases become component of the certificate.
//
// Deterministic, in integers; never worse than the frozen plan.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SOLVER_OPTIMAL_H
#define LAYOUT_SOLVER_OPTIMAL_H

#include "layout/Solver/Certificate.h"

namespace mlir::layout {

struct OptimalOptions {
  /// Sweeps of duals, each to and fro.
  unsigned maxSweeps = 200;
  /// Entries of the tables by which a component that the bound leaves open may
  /// be eliminated; a component that takes more is searched.
  uint64_t maxEntries = 1 << 20;
  /// Variables that the search visits anew, over all its branches.
  uint64_t maxVisits = 1 << 17;
  /// After which the best plan so far is returned, so that it depends on the
  /// machine; 0 is never.
  double maxSeconds = 0;
};

struct Solution {
  Plan plan;
  Cost cost = 0;
  /// No plan costs less. It is the cost unless the search was given up.
  Cost bound = 0;
  Certificate certificate;

  Cost getGap() const { return cost - bound; }
};

Solution solveOptimal(const Problem &problem, OptimalOptions options = {});

} // namespace mlir::layout

#endif // LAYOUT_SOLVER_OPTIMAL_H
