//===- Search.h - What the bound leaves open --------------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNER_SEARCH_H
#define LAYOUT_LIB_PLANNER_SEARCH_H

#include "layout/Planner/Messages.h"

namespace mlir::layout {

/// Drops labels that no plan cheaper than `plan` has, as the messages prove,
/// and searches the rest, component by component. `plan` becomes the best that
/// is found. Returns whether everything was looked at, branches of the search
/// visiting at most `maxVisits` variables: then it is an optimum.
bool search(const Problem &problem, const Messages &messages, Plan &plan,
            uint64_t maxVisits);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNER_SEARCH_H
