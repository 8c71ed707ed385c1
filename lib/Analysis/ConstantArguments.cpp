//===- ConstantArguments.cpp - Arguments that never change ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/ConstantArguments.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/IR/Marks.h"
#include "layout/Support/Saturating.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isConstantArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return false;
  auto function =
      dyn_cast_or_null<FunctionOpInterface>(argument.getOwner()->getParentOp());
  // Callers have been told the type of an argument with a descriptor.
  unsigned number = argument.getArgNumber();
  return function && isa<RankedTensorType>(value.getType()) &&
         function.getArgAttr(number, LayoutDialect::kConstant) &&
         !function.getArgAttr(number, LayoutDialect::kHost);
}

static int64_t sumBytes(TypeRange types) {
  int64_t sum = 0;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      sum = addSaturating(sum, getByteCount(tensor).bytes);
  return sum;
}

bool layout::canBePrepared(Operation *op) {
  bool givesTensors =
      op->getNumResults() > 0 &&
      llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
  if (!givesTensors || op->hasTrait<OpTrait::IsTerminator>() ||
      isa<CallOpInterface>(op) || isFrozen(op) || !isMemoryEffectFree(op))
    return false;
  // A destination is overwritten, and no input.
  SmallVector<Type> inputs;
  auto destinations = dyn_cast<DestinationStyleOpInterface>(op);
  for (OpOperand &operand : op->getOpOperands())
    if (!destinations || !destinations.isDpsInit(&operand))
      inputs.push_back(operand.get().getType());
  return isa<LayoutTransformOp, PadOp, CropOp>(op) || getRewriteEndingAt(op) ||
         sumBytes(op->getResultTypes()) <= sumBytes(inputs);
}

/// Whether the function around `value` has such an argument. Most have none,
/// and ask for many values.
static bool hasConstantArguments(Value value) {
  auto function =
      value.getParentRegion()->getParentOfType<FunctionOpInterface>();
  return function && !function.isExternal() && function.getArgAttrsAttr() &&
         llvm::any_of(function.getArguments(), isConstantArgument);
}

bool layout::dependsOnConstantArgumentsAlone(Value value) {
  if (!hasConstantArguments(value))
    return false;
  constexpr size_t limit = 64;
  bool readsArgument = false;
  llvm::SmallSetVector<Operation *, 8> ops;
  auto visit = [&](Value operand) {
    if (isConstantArgument(operand))
      return readsArgument = true;
    Operation *producer = operand.getDefiningOp();
    if (!producer)
      return false;
    ops.insert(producer);
    return ops.size() <= limit;
  };
  if (!visit(value))
    return false;
  for (size_t next = 0; next < ops.size(); ++next) {
    Operation *op = ops[next];
    // What has no tensor operands is a constant, or made from constants.
    bool isSource =
        llvm::none_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) &&
        isMemoryEffectFree(op);
    if (!isSource && !canBePrepared(op))
      return false;
    SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    if (!llvm::all_of(op->getOperands(), visit) ||
        !llvm::all_of(captured, visit))
      return false;
  }
  return readsArgument;
}
