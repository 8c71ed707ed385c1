//===- PlanLayouts.h - Planning from C++ ------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For compilers that plan a module and read what became of it, without files:
//
//   DialectRegistry registry;
//   layout::registerAllDialects(registry);  // layout/InitAll.h
//   ...
//   LayoutPipelineOptions options;
//   options.target = "nhwc";
//   FailureOr<PlanReport> report = planLayouts(module, options);
//   for (const PlannedValue &planned : report->values)
//     if (planned.value)
//       use(planned.value, planned.layout);
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PIPELINES_PLANLAYOUTS_H
#define LAYOUT_PIPELINES_PLANLAYOUTS_H

#include "layout/Pipelines/Passes.h"
#include "layout/Report/PlanReport.h"

namespace mlir::layout {

/// Plans the layouts of `module` by the passes of `layout-pipeline` and returns
/// the report, with the certified cost and its bound, the rewrites that are
/// left and why, and the graph of the plan. It refers to the planned module:
/// its values, each with its layout, its convolutions and matmuls, and the ops
/// that are rewrites, until the module is changed. The context must have the
/// dialects and models of `layout/InitAll.h`. On failure errors have been
/// emitted, and the module is of no use.
FailureOr<PlanReport> planLayouts(ModuleOp module,
                                  const LayoutPipelineOptions &options);

} // namespace mlir::layout

#endif // LAYOUT_PIPELINES_PLANLAYOUTS_H
