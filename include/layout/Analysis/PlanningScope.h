//===- PlanningScope.h - The functions that are planned ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_PLANNINGSCOPE_H
#define LAYOUT_ANALYSIS_PLANNINGSCOPE_H

#include "layout/Analysis/CallSites.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/AnalysisManager.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {

/// A module analysis: the functions that the passes may change. A pass that
/// runs alone plans every function with a body that is marked neither
/// `layout.frozen` nor `layout.skip`. After `restrictTo`, which `layout-survey`
/// calls, the passes that follow in the same run do not modify functions that
/// hold nothing to plan either. The analysis survives every change of the
/// module, because the scope is fixed before the first change: an op that was
/// critical may be a plain generic op later.
class PlanningScope {
public:
  /// The module that a function is in, and its name there: passes replace
  /// functions, but not modules.
  using FunctionName = std::pair<Operation *, StringAttr>;

  explicit PlanningScope(Operation *module) : module(cast<ModuleOp>(module)) {}

  /// Excludes the functions without anything to plan and without a layout
  /// stated of a value (ValueAnnotations.h), unless calls of private functions,
  /// or such functions as constants, link them to one that has something.
  /// `calls` are those of the module.
  void restrictTo(const CallSites &calls,
                  llvm::function_ref<bool(func::FuncOp)> hasSomethingToPlan);

  /// The functions of the module, and of modules in it, that are planned, in
  /// program order.
  SmallVector<func::FuncOp> getFunctions() const;
  /// Those of them that were not there when `restrictTo` was called; all if it
  /// was not.
  SmallVector<func::FuncOp> getNewFunctions() const;

  /// The functions that `restrictTo` excluded.
  ArrayRef<FunctionName> getExcluded() const { return excluded.getArrayRef(); }

  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) const {
    return false;
  }

private:
  ModuleOp module;
  llvm::SmallSetVector<FunctionName, 4> excluded;
  llvm::SmallDenseSet<FunctionName> known; ///< all functions at that time
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_PLANNINGSCOPE_H
