//===- PlanningScope.h - What the passes may touch --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_UTILS_PLANNINGSCOPE_H
#define LAYOUT_DIALECT_LAYOUT_UTILS_PLANNINGSCOPE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// The functions passes work on: those with a body that are neither marked
/// `layout.leave` or `layout.frozen` nor noted as unplanned by the survey.
SmallVector<func::FuncOp> getPlannedFunctions(ModuleOp module);

/// Whether `op` is marked `layout.leave`, or lies in an op that is.
bool isSkipped(Operation *op);

/// Whether no pass may change the layouts of `op`: it is marked
/// `layout.frozen` or `layout.leave`, or lies in an op that is.
bool isFrozen(Operation *op);

/// The figures gathered so far under `key` in `layout.report` on the module;
/// null if there are none.
Attribute getReportEntry(ModuleOp module, StringRef key);
void setReportEntry(ModuleOp module, StringRef key, Attribute value);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_UTILS_PLANNINGSCOPE_H
