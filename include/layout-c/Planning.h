/*===- layout-c/Planning.h - C API of the planner -----------------*- C -*-===*\
|*                                                                            *|
|* Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.    *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef LAYOUT_C_PLANNING_H
#define LAYOUT_C_PLANNING_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a run of the planner did. Its context must outlive it.
typedef struct LayoutReport {
  void *ptr;
} LayoutReport;

typedef enum LayoutReportFormat {
  LayoutReportText,
  LayoutReportJson,
  /// One page that needs nothing else.
  LayoutReportHtml,
  /// The plan as a graph, for Graphviz.
  LayoutReportDot,
  /// That graph as a picture.
  LayoutReportSvg
} LayoutReportFormat;

/// Reads a program: text, with or without a module around it, or bytecode,
/// which needs no alignment. Locations name the program `name`. The caller
/// destroys the module.
MLIR_CAPI_EXPORTED MlirModule layoutModuleParse(MlirContext context,
                                                MlirStringRef source,
                                                MlirStringRef name);

/// Plans the layouts of a program, which is changed. `options` are those of
/// `layout-pipeline`, as "target=nhwc" (tools/docs/options.md). Returns null
/// with errors emitted if that fails; the program is of no use then. The caller
/// destroys the report.
MLIR_CAPI_EXPORTED LayoutReport layoutPlan(MlirModule module,
                                           MlirStringRef options);

/// An option of `layout-pipeline` by its name.
typedef struct LayoutOption {
  MlirStringRef name;
  MlirStringRef value;
} LayoutOption;

/// Plans as `layoutPlan` does, with options by their names. A value may have
/// any characters: blanks, quotes and braces stand for themselves.
MLIR_CAPI_EXPORTED LayoutReport layoutPlanWithOptions(
    MlirModule module, intptr_t numOptions, const LayoutOption *options);

static inline bool layoutReportIsNull(LayoutReport report) {
  return !report.ptr;
}

/// Prints a report. Fails, with an error at `location`, if this build has no
/// page.
MLIR_CAPI_EXPORTED MlirLogicalResult layoutReportPrint(
    LayoutReport report, LayoutReportFormat format, MlirLocation location,
    MlirStringCallback callback, void *userData);

MLIR_CAPI_EXPORTED void layoutReportDestroy(LayoutReport report);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_PLANNING_H
