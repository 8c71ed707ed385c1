//===- PlanDescription.h - Plans in reports and files -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes a plan in terms of the program, for the report and for files. Call
// these functions before the plan is applied: applying it erases ops that the
// model refers to.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_PLANDESCRIPTION_H
#define LAYOUT_LIB_PLANNING_PLANDESCRIPTION_H

#include "Planning/Model/PlacementProblem.h"
#include "layout/Report/PlanReport.h"
#include "layout/Solver/Solvers.h"

namespace mlir::layout {
class LayoutNames;

/// The program as a graph, with the rewrites under the baseline plan and under
/// `plan`.
PlanGraph describePlan(const PlanningModel &model, const LayoutNames &names,
                       const Plan &plan);

/// The tensors of the program, each in the layout that `plan` gives it.
std::vector<PlannedValue> getPlannedValues(const PlanningModel &model,
                                           const LayoutNames &names,
                                           const Plan &plan);

/// The plans that a model allows.
PlanSpace getPlanSpace(const PlanningModel &model);

/// The reads with strides that a plan gives ops with `order = absorbed`, in
/// program order.
std::vector<AbsorbedRead> getAbsorbedReads(const PlanningModel &model,
                                           const Plan &plan);

/// The layout options that a plan gives ops, in program order.
std::vector<ChosenOption> getChosenOptions(const PlanningModel &model,
                                           const Plan &plan);

/// The preferences of values (`layout.prefer`) that a plan does not meet, in
/// program order. Prices are in `unit`.
std::vector<UnmetHint> getUnmetPreferences(const PlanningModel &model,
                                           const Plan &plan, StringRef unit);

/// How the names of these files end.
inline constexpr llvm::StringLiteral kProblemEnding = ".problem.json",
                                     kPlanEnding = ".plan.json";

/// The texts of the files that the options `problem` and `plan` ask for
/// (Solver/ProblemFile.h), of one group of functions.
class PlanFiles {
public:
  PlanFiles() = default;
  /// A file with an empty path is not written.
  PlanFiles(std::string problemPath, std::string planPath)
      : problemPath(std::move(problemPath)), planPath(std::move(planPath)) {}

  /// Sets the texts. The plan's file contains the certificate of `solution`, if
  /// it has one.
  /// `places` is null if the plan says nothing about places.
  void setTexts(const PlanningModel &model, const PlacementProblem *places,
                const Problem &problem, const Solution &solution);
  /// Returns the files; for X.problem.json and a function NAME, that is
  /// X-NAME.problem.json.
  std::vector<PlanFile> get(func::FuncOp function) const;

private:
  std::string problemPath, planPath;
  std::string problemText, planText;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_PLANDESCRIPTION_H
