//===- Search.h - Branch and bound ------------------------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNER_SEARCH_H
#define LAYOUT_LIB_PLANNER_SEARCH_H

#include "Deadline.h"
#include "layout/Planner/Optimal.h"

namespace mlir::layout {

/// Searches what the messages of `proof` leave open for plans cheaper than
/// `plan`, which becomes the best that is found, and adds the cases that were
/// looked at to the proof. Unless it is given up for its limits, the bound is
/// the cost of the plan then.
void search(const Problem &problem, Plan &plan, Proof &proof,
            const OptimalOptions &options, const Deadline &deadline);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNER_SEARCH_H
