//===- Optimal.h - The exact solver -----------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds a cheapest plan and proves that no plan is cheaper:
//
//   1. The baseline and the plan of the backward sweep (Sweeps.h), improved by
//      local search, are the first plans.
//   2. Dual ascent raises the bound of dual variables and decodes plans. Its
//      first sweep covers all variables. Later sweeps cover the surroundings of
//      the variables at which the gap remains, which grow from sweep to sweep.
//      From time to time the candidates that remain after reduced-cost fixing
//      are eliminated if their cost tables are small, which ends the search.
//   3. If a gap remains, the forward sweep and the baseline are improved by
//      local search. Branch and bound then closes the gap with reduced-cost
//      fixing, decomposition into components and bucket elimination.
//
// The certificate consists of the dual variables of step 2 and the cases of
// steps 2 and 3. The result is never worse than the baseline, which wins on
// equal cost. It does not depend on the machine, unless there is a time limit;
// all arithmetic is in integers.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_OPTIMAL_H
#define LAYOUT_LIB_SOLVER_OPTIMAL_H

#include "layout/Solver/Solvers.h"

namespace mlir::layout {

/// Returns a cheapest plan and a certificate of its optimality. If a limit of
/// `options` stops the search, the plan may cost more than the bound.
Solution solveOptimal(const Problem &problem,
                      const SolverOptions &options = {});

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_OPTIMAL_H
