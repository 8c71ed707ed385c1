//===- LocalSearch.h - Improves a plan one variable at a time ---*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_LOCALSEARCH_H
#define LAYOUT_LIB_SOLVER_LOCALSEARCH_H

#include "layout/Solver/Problem.h"

namespace mlir::layout {

/// Improves a plan by local search: gives single variables cheaper candidates
/// until none is left, or for 16 rounds (iterated conditional modes: Besag, "On
/// the Statistical Analysis of Dirty Pictures", 1986).
void improve(const Problem &problem, Plan &plan,
             llvm::ArrayRef<unsigned> variables);

/// Improves a plan at all variables; returns its cost.
Cost improve(const Problem &problem, Plan &plan);

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_LOCALSEARCH_H
