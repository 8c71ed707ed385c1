//===- Search.h - Branch and bound ------------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branch and bound (Land and Doig, 1960) on what dual ascent leaves open. At
// each node of the search tree
//
//   1. dual ascent computes a bound and plans (DualAscent.h),
//   2. reduced-cost fixing drops candidates, and the rest decomposes into
//      components (Components.h),
//   3. a component is eliminated if its cost tables are small (Elimination.h);
//      otherwise it is a node of the tree again,
//   4. if nothing was dropped and there is one component, the search branches
//      on the candidates of the variable with the most neighbors.
//
// The search records what it did as the cases of a certificate.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_SEARCH_H
#define LAYOUT_LIB_SOLVER_SEARCH_H

#include "layout/Solver/Solvers.h"
#include <chrono>

namespace mlir::layout {

/// The time at which a solver returns the best plan that it has.
class Deadline {
  using Clock = std::chrono::steady_clock;

public:
  /// A deadline in `seconds` from now; none if they are 0 or at least 1e9.
  explicit Deadline(double seconds) {
    if (seconds > 0 && seconds < 1e9)
      end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(seconds));
  }

  bool isOver() const { return end && Clock::now() >= *end; }

private:
  std::optional<Clock::time_point> end;
};

/// What a search proves.
struct Proof {
  /// Nothing, or cases that prove less, if a limit stopped the search.
  std::optional<Cases> cases;
  /// Whether the cases prove, together with the dual variables, that the plan
  /// is optimal: `getBound` would return its cost, after the same work again.
  bool isComplete = false;
};

/// Searches for plans cheaper than `plan` among the candidates that `duals` do
/// not exclude, and replaces `plan` by the best plan found.
Proof search(const Problem &problem, const DualVariables &duals, Plan &plan,
             const SolverOptions &options, const Deadline &deadline);

/// The same without branches. Returns cases that prove, together with `duals`,
/// that the plan is optimal. Returns nothing, and keeps `plan`, if one of the
/// components that remain is too large to eliminate.
std::optional<Cases> searchByElimination(const Problem &problem,
                                         const DualVariables &duals, Plan &plan,
                                         const SolverOptions &options,
                                         const Deadline &deadline);

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_SEARCH_H
