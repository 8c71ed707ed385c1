//===- GroupPlanner.h - Plans functions linked by calls ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_GROUPPLANNER_H
#define LAYOUT_LIB_PLANNING_GROUPPLANNER_H

#include "PlanDescription.h"
#include "Planning/Apply/PlanApplier.h"
#include "layout/Planning/Passes.h"
#include "mlir/Pass/PassInstrumentation.h"

namespace mlir::layout {

/// The options of `layout-flow` that concern single functions.
struct PlanningOptions {
  /// Never null.
  const Solver *solver = nullptr;
  SolverOptions limits;
  ModelOptions model;
  /// The unit of costs; null means bytes.
  const Calibration *calibration = nullptr;
  /// Whether places of values are planned, for buffers that are placed
  /// (PlacementProblem.h).
  bool plansPlaces = false;
  /// Whether the baseline is applied instead of the solver's plan. Places are
  /// not planned then.
  bool appliesBaseline = false;
  bool needsGraph = false;
  /// Paths of files, or empty (`PlanFiles`).
  std::string problemPath, planPath;
};

/// The outcome of planning a group of functions. If they are planned in several
/// rounds, costs and texts are those of the last one.
struct GroupPlan {
  /// If false, an error has been emitted, the functions are as they were, and
  /// only `remarks` is valid.
  bool isApplied = false;
  BaselineFigures baseline; ///< of the first round
  Cost cost = 0;
  PlanFigures figures;
  /// The part of the moves that are borders of pads; nothing if places are not
  /// planned.
  std::optional<Cost> borders;
  Cost bound = 0;
  bool isCapped = false;
  PlanSpace space;
  PlannedMovement movement;
  std::vector<AbsorbedRead> absorbedReads;
  std::vector<ChosenOption> chosenOptions;
  std::vector<UnmetHint> unmetPreferences, unmetOffloads;
  std::optional<PlanGraph> graph;
  std::vector<PlannedValue> values; ///< if there is a graph
  PlanFiles files;
  Remarks remarks;
};

/// Plans the layouts of functions that are linked by calls (`CallSites::group`)
/// and rewrites them. Groups may be planned by several threads at once: this
/// changes only the bodies and signatures of `functions`, and reads of other
/// functions only what does not change (their names and call sites).
GroupPlan planAndApply(ArrayRef<func::FuncOp> functions, const CallSites &calls,
                       const PlanningOptions &options,
                       PassInstrumentor *instrumentor);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_GROUPPLANNER_H
