//===- PlanningScope.cpp - The functions that are planned -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Analysis/ModuleFunctions.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/IR/ValueAnnotations.h"

using namespace mlir;
using namespace mlir::layout;

static PlanningScope::FunctionName getName(func::FuncOp function) {
  return {function->getParentOp(), function.getSymNameAttr()};
}

void PlanningScope::restrictTo(
    const CallSites &calls,
    llvm::function_ref<bool(func::FuncOp)> hasSomethingToPlan) {
  excluded.clear();
  known.clear();
  SmallVector<func::FuncOp> functions = layout::getFunctions(module);
  for (func::FuncOp function : functions)
    known.insert(getName(function));
  for (ArrayRef<func::FuncOp> group : calls.group(functions))
    if (llvm::none_of(group, [&](func::FuncOp function) {
          return statesLayouts(function) || hasSomethingToPlan(function);
        }))
      for (func::FuncOp function : group)
        excluded.insert(getName(function));
}

SmallVector<func::FuncOp> PlanningScope::getFunctions() const {
  SmallVector<func::FuncOp> functions;
  for (func::FuncOp function : layout::getFunctions(module))
    if (!function.isExternal() && !isFrozen(function) &&
        !excluded.contains(getName(function)))
      functions.push_back(function);
  return functions;
}

SmallVector<func::FuncOp> PlanningScope::getNewFunctions() const {
  return llvm::filter_to_vector(getFunctions(), [&](func::FuncOp function) {
    return !known.contains(getName(function));
  });
}
