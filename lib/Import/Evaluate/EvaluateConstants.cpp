//===- EvaluateConstants.cpp - Computes constants at compile time ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/ConstantArguments.h"
#include "Analysis/ConstantGlobals.h"
#include "ConstantTensors.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Remarks.h"
#include "layout/Dialect/Marks.h"
#include "layout/Import/Passes.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Iterators.h"
#include "llvm/ADT/SetVector.h"

#define DEBUG_TYPE "layout-evaluate-constants"
ALWAYS_ENABLED_STATISTIC(numComputed, "Constants computed");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTEVALUATECONSTANTS
#include "layout/Import/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Replaces the computed tensors of a function that ops at run time read. What
/// only moves elements is left in between: a broadcast costs nothing in the op
/// that reads it, and `layout-fold` moves transposes into constants.
class FunctionEvaluator {
public:
  FunctionEvaluator(func::FuncOp function, uint64_t limit)
      : function(function), limit(limit), tensors(limit) {}

  /// Returns whether a tensor was replaced.
  bool run();

private:
  void find();
  void settle(Value value);
  void replace(Operation *op);
  void eraseUnused();

  func::FuncOp function;
  uint64_t limit;
  ConstantTensors tensors;
  /// Constants, and ops whose results are known, in an order in which they can
  /// run.
  SmallVector<Operation *> known;
  /// The known tensors that other ops read.
  llvm::SetVector<Value> read;
  DenseSet<Operation *> settled;
  bool isChanged = false;
};

struct LayoutEvaluateConstants
    : layout::impl::LayoutEvaluateConstantsBase<LayoutEvaluateConstants> {
  using LayoutEvaluateConstantsBase::LayoutEvaluateConstantsBase;

  void runOnProgram() override {
    bool isChanged = false;
    for (func::FuncOp function : getAnalysis<PlanningScope>().getFunctions())
      if (!function.isExternal() && !isMarked(function))
        isChanged |= FunctionEvaluator(function, evaluateLimit).run();
    if (!isChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace

void FunctionEvaluator::find() {
  function.walk<WalkOrder::PreOrder, ForwardDominanceIterator<>>(
      [&](Operation *op) {
        if (op == function)
          return WalkResult::advance();
        if (tensors.add(op) != ConstantWork::None) {
          known.push_back(op);
          return WalkResult::skip();
        }
        if (int64_t bytes = tensors.getExcess(op))
          remark::missed(op->getLoc(), getRemark("left", DEBUG_TYPE, op))
              << remark::add("{0} on constants stays: its result has {1} "
                             "bytes, the limit is {2}",
                             op->getName().getStringRef(), bytes, limit);
        for (Value operand : op->getOperands())
          if (tensors.isKnown(operand))
            read.insert(operand);
        return isMarked(op) ? WalkResult::skip() : WalkResult::advance();
      });
}

/// Replaces what a value that is read at run time is computed from.
void FunctionEvaluator::settle(Value value) {
  Operation *op = value.getDefiningOp();
  ConstantWork work = tensors.getWork(op);
  if (work == ConstantWork::None || work == ConstantWork::Constant ||
      !settled.insert(op).second)
    return;
  if (work == ConstantWork::Compute) {
    Operation *obstacle = nullptr;
    if (tensors.evaluate(value, obstacle)) {
      replace(op);
      return;
    }
    remark::missed(op->getLoc(), getRemark("left", DEBUG_TYPE, op))
        << remark::add("{0} on constants stays: {1} does not fold on them",
                       op->getName().getStringRef(),
                       obstacle->getName().getStringRef());
  }
  llvm::for_each(getReads(op), [&](Value operand) { settle(operand); });
}

/// Replaces the results of `op` by constants:
///
///   %c = arith.constant dense<[1.0, 4.0]> : tensor<2xf32>
///   %0 = linalg.sqrt ins(%c : tensor<2xf32>) outs(%e : tensor<2xf32>)
///
/// becomes
///
///   %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
void FunctionEvaluator::replace(Operation *op) {
  OpBuilder builder(op);
  Operation *obstacle = nullptr;
  for (Value result : op->getResults()) {
    SharedElements elements = tensors.evaluate(result, obstacle);
    auto type = cast<RankedTensorType>(result.getType());
    auto constant = arith::ConstantOp::create(builder, op->getLoc(),
                                              elements->toAttribute(type));
    tensors.add(constant);
    result.replaceAllUsesWith(constant);
  }
  tensors.forgetComputed();
  ++numComputed;
  isChanged = true;
  remark::passed(op->getLoc(), getRemark("computed", DEBUG_TYPE, op))
      << remark::add("{0} on constants is computed at compile time",
                     op->getName().getStringRef());
}

void FunctionEvaluator::eraseUnused() {
  for (Operation *op : llvm::reverse(known))
    if (tensors.getWork(op) == ConstantWork::Constant)
      eraseUnusedConstant(op);
    else if (isOpTriviallyDead(op))
      op->erase();
}

bool FunctionEvaluator::run() {
  find();
  llvm::for_each(read, [&](Value value) { settle(value); });
  if (isChanged)
    eraseUnused();
  return isChanged;
}
