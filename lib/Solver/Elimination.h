//===- Elimination.h - Elimination of variables and nets --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bucket elimination (Dechter, "Bucket Elimination: A Unifying Framework for
// Reasoning", 1999). To eliminate a node (CostTables.h), add up the tables that
// contain it and replace them by one table over its neighbors, which holds the
// cost of the best choice of the node for each combination of their choices.
// When all nodes are gone, the rest is the minimum. The stored best choices
// yield a cheapest plan in reverse order. With zero, one and two neighbors
// these are the reductions R0, RI and RII of PBQP solvers (Scholz and Eckstein,
// 2002; Hames and Scholz, "Nearly Optimal Register Allocation with PBQP",
// 2006). Unlike these solvers there is no heuristic reduction RN: the result is
// exact, and a problem whose tables become too large is refused.
//
// Time and space are exponential only in the largest number of neighbors that
// a node has when it is eliminated.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_ELIMINATION_H
#define LAYOUT_LIB_SOLVER_ELIMINATION_H

#include "layout/Solver/Problem.h"

namespace mlir::layout {

struct Optimum {
  Plan plan;
  Cost cost;
  /// The nodes in the order of their elimination.
  std::vector<unsigned> order;
};

/// Returns a cheapest plan, or nothing if the elimination takes more than
/// `maxEntries` entries of cost tables.
std::optional<Optimum> eliminate(const Problem &problem, uint64_t maxEntries);

/// Returns the cost of a cheapest plan by elimination in the given order of
/// nodes, without a limit.
Cost getMinimum(const Problem &problem, llvm::ArrayRef<unsigned> order);

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_ELIMINATION_H
