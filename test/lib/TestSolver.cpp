//===- TestSolver.cpp - A solver that fails on some problems --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Solver/Problem.h"
#include "layout/Solver/Solvers.h"

using namespace mlir::layout;

/// Solves a problem with a critical variable, and returns no plan of others. An
/// op that took a layout option is no longer critical, so a group of functions
/// that is planned again is changed by the first plan when this fails.
static Solution solveCriticalOnly(const Problem &problem,
                                  const SolverOptions &options) {
  bool isCritical =
      llvm::any_of(problem.variables, [](const Problem::Variable &variable) {
        return variable.kind == Problem::Kind::Critical;
      });
  llvm::Expected<const Solver *> backward = findSolver("backward");
  if (!backward)
    llvm::report_fatal_error(backward.takeError());
  return isCritical ? (*backward)->solve(problem, options) : Solution();
}

namespace mlir::layout {
void registerTestSolver() {
  registerSolver({"test-critical-only", "fails without critical variables",
                  /*provesBound=*/false, solveCriticalOnly});
}
} // namespace mlir::layout
