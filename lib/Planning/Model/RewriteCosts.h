//===- RewriteCosts.h - A planning problem in time --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_REWRITECOSTS_H
#define LAYOUT_LIB_PLANNING_MODEL_REWRITECOSTS_H

#include "PlanningModel.h"
#include "layout/Analysis/Calibration.h"

namespace mlir::layout {

/// The problem of the graph with costs in the unit of the calibration: rewrites
/// by the runs of elements that stay beside each other, prices in bytes as
/// copies of those. Its plans are those of the graph.
Problem getProblemIn(const Calibration &calibration,
                     const PlanningModel &graph);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_REWRITECOSTS_H
