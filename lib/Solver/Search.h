//===- Search.h - Branch and bound ------------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_SEARCH_H
#define LAYOUT_LIB_SOLVER_SEARCH_H

#include "Deadline.h"
#include "layout/Solver/Solvers.h"

namespace mlir::layout {

/// Searches what the duals of `certificate` leave open for plans cheaper than
/// `plan`, which becomes the best that is found, and adds the cases that were
/// looked at to the certificate. Unless it is given up for its limits, the
/// bound is the cost of the plan then.
void search(const Problem &problem, Plan &plan, Certificate &certificate,
            const SolverOptions &options, const Deadline &deadline);

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_SEARCH_H
