//===- Elimination.h - Node by node to the optimum --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bucket elimination (Dechter, 1999): what the best choice at a node costs is
// written down for every choice of its neighbours, and the node is gone. With
// one and two neighbours these are the reductions RI and RII of PBQP (Scholz
// and Eckstein, 2002). Exact, in time exponential in the number of neighbours
// only.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SOLVER_ELIMINATION_H
#define LAYOUT_LIB_SOLVER_ELIMINATION_H

#include "layout/Solver/Problem.h"

namespace mlir::layout {

struct Optimum {
  Plan plan;
  Cost cost;
  /// Nodes as they were eliminated.
  std::vector<unsigned> order;
};

/// The cheapest plan; nothing if that takes more than `maxEntries` entries of
/// tables.
std::optional<Optimum> eliminate(const Problem &problem, uint64_t maxEntries);

/// What it costs, by a known order.
Cost getMinimum(const Problem &problem, llvm::ArrayRef<unsigned> order);

} // namespace mlir::layout

#endif // LAYOUT_LIB_SOLVER_ELIMINATION_H
