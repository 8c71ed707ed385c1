//===- Passes.h - Passes that report on a program ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes.td documents the pre- and postconditions of each pass.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REPORT_PASSES_H
#define LAYOUT_REPORT_PASSES_H

#include "layout/Interfaces/LayoutPass.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::layout {

/// What `layout-list-rewrites` does about rewrites that are left.
enum class Relayouts {
  Insert, ///< lists them
  Refuse  ///< reports each as an error
};

} // namespace mlir::layout

LAYOUT_CHOICE_PARSER(mlir::layout::Relayouts)

namespace mlir::layout {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "layout/Report/Passes.h.inc"

struct PlanReport;

/// Takes the report of a run, which is gone afterwards.
using ReportReader = std::function<void(const PlanReport &)>;

/// Creates a `layout-survey` that counts nothing, nor do passes behind it, if
/// no `layout-report` of the run is read.
std::unique_ptr<Pass> createLayoutSurvey(const LayoutSurveyOptions &options,
                                         bool isReportRead);

/// Creates a `layout-report` that also hands the report to `read`.
std::unique_ptr<Pass> createLayoutReport(const LayoutReportOptions &options,
                                         ReportReader read);

/// Creates a `layout-verify-plan` with the pipeline of its option `fallback` as
/// passes, so that they need not be registered.
std::unique_ptr<Pass>
createLayoutVerifyPlan(const LayoutVerifyPlanOptions &options,
                       OpPassManager fallback);

/// Creates a pass that copies the report, the last one of a pipeline that a
/// pass runs in turn: all analyses are gone when that ends.
std::unique_ptr<Pass> createSaveReport(std::optional<PlanReport> &saved);

} // namespace mlir::layout

#endif // LAYOUT_REPORT_PASSES_H
