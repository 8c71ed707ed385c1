//===- PlanningScope.cpp - The functions that are planned -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/PlanningScope.h"
#include "Dialect/ValueAnnotations.h"
#include "ModuleFunctions.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace mlir::layout;

static PlanningScope::FunctionName getName(func::FuncOp function) {
  return {function->getParentOp(), function.getSymNameAttr()};
}

/// The private functions that `function` has as constants. An indirect call of
/// one becomes a call when the program is cleaned:
///
///   %f = func.constant @layer : (tensor<4xf32>) -> tensor<4xf32>
///   %0 = func.call_indirect %f(%x) : (tensor<4xf32>) -> tensor<4xf32>
static SmallVector<func::FuncOp>
getPassedFunctions(func::FuncOp function, SymbolTableCollection &tables) {
  SmallVector<func::FuncOp> passed;
  function.walk([&](Operation *op) {
    SymbolRefAttr name;
    if (op->getNumResults() != 1 ||
        !isa<FunctionType>(op->getResult(0).getType()) ||
        !matchPattern(op, m_Constant(&name)))
      return;
    auto other = tables.lookupNearestSymbolFrom<func::FuncOp>(op, name);
    if (other && other.isPrivate() && !other.isExternal())
      passed.push_back(other);
  });
  return passed;
}

/// Links functions that others have as constants with those, and with all that
/// call them: `CallSites` has no calls of these.
static void linkPassedFunctions(ArrayRef<func::FuncOp> functions,
                                llvm::EquivalenceClasses<Operation *> &linked) {
  SymbolTableCollection tables;
  llvm::SmallPtrSet<Operation *, 4> passed;
  for (func::FuncOp function : functions)
    for (func::FuncOp other : getPassedFunctions(function, tables)) {
      linked.unionSets(function, other);
      passed.insert(other);
    }
  if (passed.empty())
    return;
  for (func::FuncOp function : functions)
    function.walk([&](func::CallOp call) {
      Operation *callee =
          tables.lookupNearestSymbolFrom(call, call.getCalleeAttr());
      if (passed.contains(callee))
        linked.unionSets(function, callee);
    });
}

void PlanningScope::restrictTo(
    const CallSites &calls,
    llvm::function_ref<bool(func::FuncOp)> hasSomethingToPlan) {
  excluded.clear();
  known.clear();
  SmallVector<func::FuncOp> functions = layout::getFunctions(module);
  for (func::FuncOp function : functions)
    known.insert(getName(function));
  llvm::EquivalenceClasses<Operation *> linked;
  for (ArrayRef<func::FuncOp> group : calls.group(functions))
    for (func::FuncOp function : group)
      linked.unionSets(group.front(), function);
  linkPassedFunctions(functions, linked);
  llvm::SmallDenseSet<Operation *> planned;
  for (func::FuncOp function : functions)
    if (Operation *leader = linked.getLeaderValue(function);
        !planned.contains(leader) &&
        (statesLayouts(function) || hasSomethingToPlan(function)))
      planned.insert(leader);
  for (func::FuncOp function : functions)
    if (!planned.contains(linked.getLeaderValue(function)))
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
