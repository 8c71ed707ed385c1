//===- Parts.h - What a bound leaves open -----------------------*- C++ -*-===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNER_PARTS_H
#define LAYOUT_LIB_PLANNER_PARTS_H

#include "layout/Planner/Messages.h"

namespace mlir::layout {

/// For every variable the labels that are left, rising.
using LabelsLeft = std::vector<llvm::SmallVector<unsigned, 4>>;

/// The labels that may be in a plan which costs less than `limit`. Each
/// variable has some if the bound is less.
LabelsLeft getLabelsLeft(const Problem &problem, const Messages &messages,
                         Cost limit);

/// Some variables of a problem, with some of their labels, as a problem.
struct Part {
  Problem problem;
  /// Of every variable, its number and those of its labels in the whole.
  llvm::SmallVector<unsigned, 0> variables;
  LabelsLeft labels;

  void choose(const Plan &own, Plan &plan) const;
};

/// The whole problem with the labels that are left. Numbers of variables and
/// nets stay.
Part restrict(const Problem &problem, const LabelsLeft &labels);

/// What is left of a problem, taken apart: variables with a choice that share
/// nets stay together, each part has the nets at them and what else is there.
struct Parts {
  Parts(const Problem &problem, const LabelsLeft &labels);

  /// In the order of their first variables with a choice.
  std::vector<Part> parts;
  /// A plan that has the first label left of all variables, and what of its
  /// cost is in no part.
  Plan first;
  Cost settled = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNER_PARTS_H
