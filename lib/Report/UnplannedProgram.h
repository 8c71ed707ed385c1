//===- UnplannedProgram.h - A program before it is planned ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_REPORT_UNPLANNEDPROGRAM_H
#define LAYOUT_LIB_REPORT_UNPLANNEDPROGRAM_H

#include "layout/Report/PlanReport.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::layout {

/// A module analysis: the module and its report as they were in front of
/// `layout-flow`, for `layout-verify-plan` to return to. It survives every
/// change of the module.
class UnplannedProgram {
public:
  explicit UnplannedProgram(Operation *) {}

  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) const {
    return false;
  }

  bool isKept() const { return static_cast<bool>(kept); }
  /// The module as it was. Precondition: `isKept()`.
  ModuleOp get() const { return *kept; }

  /// Keeps a clone of the module and a copy of the report.
  void keep(ModuleOp module, const PlanReport &report);
  void drop();

  /// Gives the module and the report the contents that were kept, and keeps
  /// nothing any more. Modules stay the same operations, all ops in them are
  /// replaced, so other analyses of them are invalid. Precondition: `isKept()`.
  void restore(ModuleOp module, PlanReport &report);

private:
  OwningOpRef<ModuleOp> kept;
  std::optional<PlanReport> report;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_REPORT_UNPLANNEDPROGRAM_H
