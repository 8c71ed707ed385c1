//===- PlanFiles.h - Problems and plans as files ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_PLANFILES_H
#define LAYOUT_LIB_PLANNING_PLANFILES_H

#include "Model/PlanningModel.h"
#include "layout/Solver/Optimal.h"

namespace mlir::layout {

/// The problem and the plan of functions that belong together, on their way
/// into files (ProblemFile.h).
class PlanFiles {
public:
  PlanFiles() = default;
  /// Without a path a file is not written.
  PlanFiles(std::string problemPath, std::string planPath)
      : problemPath(std::move(problemPath)), planPath(std::move(planPath)) {}

  /// What the files are to hold, in place of what was stated before.
  void state(const PlanningModel &graph, const Problem &problem,
             const Solution &solution, bool isProved);
  /// X-NAME.problem.json for X.problem.json.
  LogicalResult write(func::FuncOp function) const;

private:
  std::string problemPath, planPath;
  std::string problemText, planText;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_PLANFILES_H
