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

#include "layout/Solver/Solvers.h"

namespace mlir::layout {

/// Returns the cheapest plan and a certificate that no plan is cheaper. If a
/// limit of `options` stops it, the plan may cost more than the bound.
Solution solveOptimal(const Problem &problem,
                      const SolverOptions &options = {});

} // namespace mlir::layout

#endif // LAYOUT_SOLVER_OPTIMAL_H
