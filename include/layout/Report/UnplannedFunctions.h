//===- UnplannedFunctions.h - Functions that are not planned ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program without anything to plan ends as it came, as one does in which
// nothing can be gained. The report and a warning tell them apart, and say what
// stands there instead: ops of a dialect that is to be lowered first, or
// buffers.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REPORT_UNPLANNEDFUNCTIONS_H
#define LAYOUT_REPORT_UNPLANNEDFUNCTIONS_H

#include "layout/Analysis/PlanningScope.h"
#include <string>
#include <vector>

namespace mlir::layout {

/// A function with a body that is not planned, and why.
struct UnplannedFunction {
  Location location;
  std::string name;
  /// "holds 12 ops of tosa, which have no layout rule; lower them first, by
  /// tosa-to-linalg-named and tosa-to-linalg".
  std::string reason;
};

/// Returns the functions of `module` that `scope` leaves out, in program order,
/// those of other types than `func.func` included.
std::vector<UnplannedFunction> findUnplanned(ModuleOp module,
                                             const PlanningScope &scope);

} // namespace mlir::layout

#endif // LAYOUT_REPORT_UNPLANNEDFUNCTIONS_H
