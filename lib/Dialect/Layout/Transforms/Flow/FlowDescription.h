//===- FlowDescription.h - A plan for people --------------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_FLOWDESCRIPTION_H
#define LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_FLOWDESCRIPTION_H

#include "FlowGraph.h"
#include "layout/Report/PlanGraph.h"

namespace mlir::layout {

/// What `plan` does to the program, beside what the frozen plan does; before
/// the plan is applied.
PlanGraph describePlan(const FlowGraph &graph, const Plan &plan);

/// Adds the graph to those of `layout.report`.
void addToReport(ModuleOp module, const PlanGraph &graph);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_FLOWDESCRIPTION_H
