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

void PlanningScope::restrictToCriticalOps(
    const CallSites &calls, const CriticalOpAnalysis &criticalOps) {
  auto isOfInterest = [&](func::FuncOp function) {
    if (statesLayouts(function))
      return true;
    auto result = function.walk([&](Operation *op) {
      return criticalOps.lookupOnTensors(op) ? WalkResult::interrupt()
                                             : WalkResult::advance();
    });
    return result.wasInterrupted();
  };
  excluded.clear();
  for (ArrayRef<func::FuncOp> group :
       calls.group(llvm::to_vector(module.getOps<func::FuncOp>())))
    if (llvm::none_of(group, isOfInterest))
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
