//===- PlanningScope.cpp - The functions that are planned -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/Analysis/CriticalOps.h"
#include "layout/Dialect/Layout/IR/Layout.h"

using namespace mlir;
using namespace mlir::layout;

static bool isMarked(Operation *op, ArrayRef<StringRef> names) {
  for (; op; op = op->getParentOp())
    if (llvm::any_of(names, [&](StringRef name) { return op->hasAttr(name); }))
      return true;
  return false;
}

bool layout::isSkipped(Operation *op) {
  return isMarked(op, {LayoutDialect::kSkip});
}

bool layout::isFrozen(Operation *op) {
  return isMarked(op, {LayoutDialect::kFrozen, LayoutDialect::kSkip});
}

static bool holdsCriticalOp(func::FuncOp function) {
  auto result = function.walk([](linalg::LinalgOp op) {
    return op.hasPureTensorSemantics() && classify(op) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
  });
  return result.wasInterrupted();
}

void PlanningScope::restrictToCriticalOps(const CallSites &calls) {
  excluded.clear();
  for (ArrayRef<func::FuncOp> group :
       calls.group(llvm::to_vector(module.getOps<func::FuncOp>())))
    if (llvm::none_of(group, holdsCriticalOp))
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
