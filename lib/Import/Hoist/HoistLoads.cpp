//===- HoistLoads.cpp - Loads of marked globals, in callers ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistLoads.h"
#include "Analysis/ConstantGlobals.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class LoadHoisting {
public:
  explicit LoadHoisting(const CallSites &sites) : sites(sites) {}

  unsigned run(ArrayRef<func::FuncOp> functions);

private:
  void orderByCallers(func::FuncOp function);
  bool isLedToByPublic(func::FuncOp function);
  void moveLoads(func::FuncOp function);

  const CallSites &sites;
  /// Functions, each behind all that call it.
  SmallVector<Operation *> ordered;
  llvm::SmallPtrSet<Operation *, 8> visited;
  DenseMap<Operation *, bool> ledToByPublic;
  unsigned numHoisted = 0;
};
} // namespace

void LoadHoisting::orderByCallers(func::FuncOp function) {
  if (!visited.insert(function).second)
    return;
  for (func::CallOp call : sites.getCallsOf(function))
    orderByCallers(call->getParentOfType<func::FuncOp>());
  ordered.push_back(function);
}

/// Whether public functions alone lead to `function`, by calls that may change
/// and are not recursive.
bool LoadHoisting::isLedToByPublic(func::FuncOp function) {
  if (function.isPublic())
    return true;
  // A recursive function is asked for again before its answer is known.
  if (auto [found, isNew] = ledToByPublic.insert({function, false}); !isNew)
    return found->second;
  ArrayRef<func::CallOp> calls = sites.getCallsOf(function);
  bool result = !calls.empty() && !isSkipped(function) &&
                llvm::all_of(calls, [&](func::CallOp call) {
                  return !isFrozen(call) &&
                         isLedToByPublic(call->getParentOfType<func::FuncOp>());
                });
  return ledToByPublic[function] = result;
}

/// The loads of marked globals in a function that passes may move.
static SmallVector<Operation *> findLoads(func::FuncOp function) {
  SmallVector<Operation *> loads;
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isMarked(op))
      return WalkResult::skip();
    if (loadsMarkedGlobal(op))
      loads.push_back(op);
    return WalkResult::advance();
  });
  return loads;
}

/// Adds an argument for what `load` loads behind all others.
static Value addArgument(func::FuncOp function, Operation *load) {
  unsigned number = function.getNumArguments();
  LogicalResult added = function.insertArgument(
      number, load->getResult(0).getType(), {}, load->getLoc());
  assert(succeeded(added) && "functions of func take tensors");
  (void)added;
  return function.getArgument(number);
}

/// Returns a load of the same global as `load`, one that is there already or a
/// copy, behind other loads at the beginning of `function`.
static Value loadIn(func::FuncOp function, Operation *load) {
  Block &entry = function.front();
  auto end = llvm::find_if_not(entry, [](Operation &op) {
    return loadsMarkedGlobal(&op) || isa<memref::GetGlobalOp>(op);
  });
  auto same = llvm::find_if(entry, [&](Operation &op) {
    return op.getName() == load->getName() && !isMarked(&op) &&
           getLoadedGlobal(&op) == getLoadedGlobal(load);
  });
  if (same != entry.end()) {
    for (Value operand : same->getOperands())
      operand.getDefiningOp()->moveBefore(&entry, end);
    same->moveBefore(&entry, end);
    return same->getResult(0);
  }
  OpBuilder builder(&entry, end);
  IRMapping copies;
  for (Value operand : load->getOperands())
    builder.clone(*operand.getDefiningOp(), copies);
  return builder.clone(*load, copies)->getResult(0);
}

/// Makes an argument of each global that is loaded. With
///
///   func.func private @layer(%x: tensor<1x3x4x4xf32>) -> ... {
///     %w = ml_program.global_load @weights : tensor<2x3x1x1xf32>
///
/// the function takes %w, and each caller has
///
///   %0 = ml_program.global_load @weights : tensor<2x3x1x1xf32>
///
/// at its beginning and calls @layer(%y, %0).
void LoadHoisting::moveLoads(func::FuncOp function) {
  if (function.isPublic() || !isLedToByPublic(function))
    return;
  SmallVector<Operation *> loads = findLoads(function);
  if (loads.empty())
    return;
  ArrayRef<func::CallOp> calls = sites.getCallsOf(function);
  llvm::SmallDenseMap<Operation *, Value> arguments;
  for (Operation *load : loads) {
    Value &argument = arguments[getLoadedGlobal(load)];
    if (!argument) {
      argument = addArgument(function, load);
      for (func::CallOp call : calls)
        call->insertOperands(
            call->getNumOperands(),
            loadIn(call->getParentOfType<func::FuncOp>(), load));
    }
    load->getResult(0).replaceAllUsesWith(argument);
  }
  llvm::for_each(loads, eraseUnusedConstant);
  numHoisted += loads.size();
  remark::passed(function.getLoc(), getRemark("load", "layout-hoist", function))
      << remark::add("{0} loads of marked globals moved to the callers",
                     loads.size());
}

/// A load that comes from several callees moves on as one.
unsigned LoadHoisting::run(ArrayRef<func::FuncOp> functions) {
  llvm::for_each(functions,
                 [&](func::FuncOp function) { orderByCallers(function); });
  for (Operation *function : llvm::reverse(ordered))
    moveLoads(cast<func::FuncOp>(function));
  return numHoisted;
}

unsigned layout::hoistLoads(ArrayRef<func::FuncOp> functions,
                            const CallSites &sites) {
  return LoadHoisting(sites).run(functions);
}
