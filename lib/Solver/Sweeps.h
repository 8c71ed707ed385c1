//===- Sweeps.h - Heuristic solvers that sweep ------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two greedy heuristics, similar to the layout passes of other compilers (for
// example ConvertLayout in TVM's Relax). Both repeat rounds of two sweeps until
// the plan gets no cheaper:
//
//   - The *propagating* sweep visits the variables against the direction of
//     data (backward) or along it (forward). An agnostic variable takes the
//     candidate that is cheapest for its users (producers). Only users
//     (producers) with a preference count: fixed and critical variables have
//     one from the start, an agnostic variable has one as soon as a preference
//     has reached it. A critical variable takes the candidate that is cheapest
//     for its own cost, its users with a preference and its producers.
//   - The *shifting* sweep goes the opposite way. It shifts the remaining
//     rewrites past variables as long as the cost does not grow. On equal cost
//     a rewrite moves on, because it may cancel or be cheaper further on.
//
// Then shifting sweeps in both directions polish the best plan. The plan at the
// start, the baseline unless another one is given, is returned unless that one
// is strictly cheaper. A sweep takes linear time in the size of the problem.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_SWEEPS_H
#define LAYOUT_LIB_SOLVER_SWEEPS_H

#include "layout/Solver/Problem.h"

namespace mlir::layout {

/// Propagates layouts from results to operands and shifts rewrites forward.
Plan solveBackward(const Problem &problem, std::optional<Plan> start = {});

/// Propagates layouts from operands to results and shifts rewrites backward.
Plan solveForward(const Problem &problem, std::optional<Plan> start = {});

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_SWEEPS_H
