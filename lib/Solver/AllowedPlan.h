//===- AllowedPlan.h - Plans without forbidden costs ------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Candidates and rewrites that cost `kForbidden` state constraints: variables
// between which a rewrite is forbidden change their layouts together. A
// heuristic that changes one variable at a time may see no way from the
// baseline to a plan that obeys them, although there is one. Whether there is
// one is a problem of its own, with few costs, which the exact solver decides
// quickly.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_ALLOWEDPLAN_H
#define LAYOUT_LIB_SOLVER_ALLOWEDPLAN_H

#include "layout/Solver/Solvers.h"

namespace mlir::layout {

/// Whether a plan has a forbidden candidate or rewrite, as far as its cost
/// tells.
bool hasForbidden(const Problem &problem, const Plan &plan);

/// Returns a plan with as few forbidden candidates and rewrites as possible, at
/// any cost of the others.
Plan findAllowedPlan(const Problem &problem, const SolverOptions &options = {});

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_ALLOWEDPLAN_H
