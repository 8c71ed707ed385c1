//===- PlanDescription.h - A plan for people --------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_PLANDESCRIPTION_H
#define LAYOUT_LIB_PLANNING_PLANDESCRIPTION_H

#include "Model/PlanningModel.h"
#include "layout/Report/PlanGraph.h"

namespace mlir::layout {

/// What `plan` does to the program, beside what the frozen plan does; before
/// the plan is applied.
PlanGraph describePlan(const PlanningModel &graph, const Plan &plan);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_PLANDESCRIPTION_H
