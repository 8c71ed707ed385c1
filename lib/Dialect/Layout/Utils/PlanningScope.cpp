//===- PlanningScope.cpp - The functions that are planned -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/IR/ValueAnnotations.h"

using namespace mlir;
using namespace mlir::layout;

void PlanningScope::restrictTo(
    const CallSites &calls,
    llvm::function_ref<bool(func::FuncOp)> hasSomethingToPlan) {
  excluded.clear();
  known.clear();
  for (auto function : module.getOps<func::FuncOp>())
    known.insert(function.getSymNameAttr());
  for (ArrayRef<func::FuncOp> group :
       calls.group(llvm::to_vector(module.getOps<func::FuncOp>())))
    if (llvm::none_of(group, [&](func::FuncOp function) {
          return statesLayouts(function) || hasSomethingToPlan(function);
        }))
      for (func::FuncOp function : group)
        excluded.insert(function.getSymNameAttr());
}

SmallVector<func::FuncOp> PlanningScope::getFunctions() const {
  SmallVector<func::FuncOp> functions;
  for (auto function : ModuleOp(module).getOps<func::FuncOp>())
    if (!function.isExternal() && !isFrozen(function) &&
        !excluded.contains(function.getSymNameAttr()))
      functions.push_back(function);
  return functions;
}

SmallVector<func::FuncOp> PlanningScope::getNewFunctions() const {
  return llvm::filter_to_vector(getFunctions(), [&](func::FuncOp function) {
    return !known.contains(function.getSymNameAttr());
  });
}
