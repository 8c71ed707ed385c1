//===- FlowPrices.h - A planning problem in time ----------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_FLOWPRICES_H
#define LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_FLOWPRICES_H

#include "FlowGraph.h"
#include "layout/Analysis/Calibration.h"

namespace mlir::layout {

/// The problem of the graph with costs in the unit of the calibration: rewrites
/// by the runs of elements that stay beside each other, prices in bytes as
/// copies of those. Its plans are those of the graph.
Problem getProblemIn(const Calibration &calibration, const FlowGraph &graph);

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_TRANSFORMS_FLOW_FLOWPRICES_H
