//===- ConstantArguments.cpp - Arguments that never change ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantArguments.h"
#include "ConstantGlobals.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "layout/Interfaces/DivisionInterface.h"
#include "layout/Support/Saturating.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

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

bool layout::loadsPreparedGlobal(Operation *op) {
  if (!loadsMarkedGlobal(op))
    return false;
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function && function.isPublic();
}

static int64_t sumBytes(TypeRange types) {
  int64_t sum = 0;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      sum = addSaturating(sum, getByteCount(tensor).bytes);
  return sum;
}

/// Whether `op` may be computed in front of its function, whatever branches and
/// loops run there: it has no effects, and it runs in each call or cannot fail.
static bool canRunEarly(Operation *op) {
  if (!isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>() ||
      isa<CallOpInterface>(op))
    return false;
  bool runsAlways = isa<FunctionOpInterface>(op->getParentOp()) &&
                    op->getBlock()->isEntryBlock();
  return runsAlways || isSafeToSpeculate(op);
}

llvm::SetVector<Value> layout::getReads(Operation *op) {
  llvm::SetVector<Value> reads;
  getUsedValuesDefinedAbove(op->getRegions(), reads);
  reads.insert(op->operand_begin(), op->operand_end());
  return reads;
}

bool layout::canBePrepared(Operation *op) {
  bool givesTensors =
      op->getNumResults() > 0 &&
      llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
  // A plan freezes the ops whose layouts it chooses where they stand.
  if (!givesTensors || isFrozen(op) || op->hasAttr(LayoutDialect::kOpLayout) ||
      !canRunEarly(op))
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

KnownBefore KnownValues::get(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  // In unreachable blocks a value may depend on itself.
  known[value] = KnownBefore::No;
  KnownBefore result = compute(value);
  known[value] = result;
  return result;
}

KnownBefore KnownValues::compute(Value value) {
  if (isConstantArgument(value))
    return KnownBefore::Prepared;
  Operation *producer = value.getDefiningOp();
  if (!producer || limit == 0)
    return KnownBefore::No;
  --limit;
  if (loadsPreparedGlobal(producer))
    return KnownBefore::Prepared;
  if (getConstantElements(producer))
    return KnownBefore::Constant;
  if (!canRunEarly(producer))
    return KnownBefore::No;
  llvm::SetVector<Value> reads = getReads(producer);
  // Most values come from an argument: look for it before the long way back to
  // a constant.
  if (llvm::any_of(reads, [](Value read) {
        return isa<BlockArgument>(read) && !isConstantArgument(read);
      }))
    return KnownBefore::No;
  KnownBefore all = KnownBefore::Constant;
  for (Value read : reads) {
    KnownBefore one = get(read);
    if (one == KnownBefore::No)
      return one;
    if (one == KnownBefore::Prepared)
      all = one;
  }
  return all == KnownBefore::Prepared && !canBePrepared(producer)
             ? KnownBefore::No
             : all;
}

/// How many ops `dependsOnConstantArgumentsAlone` looks at.
static constexpr size_t kMostOps = 64;

/// Whether the function around `value` has a constant argument, or a global
/// beside it is marked as constant. Modules beside it may hold such a global,
/// and of many ops one is taken to be one.
static bool hasPreparedValues(Value value) {
  constexpr size_t mostOps = 256;
  auto function =
      value.getParentRegion()->getParentOfType<FunctionOpInterface>();
  if (!function || !function->getBlock())
    return false;
  ArrayAttr attributes = function.getArgAttrsAttr();
  if (attributes && llvm::any_of(attributes, [](Attribute attribute) {
        return cast<DictionaryAttr>(attribute).contains(
            LayoutDialect::kConstant);
      }))
    return true;
  size_t number = 0;
  return llvm::any_of(*function->getBlock(), [&](Operation &op) {
    bool mayHoldGlobals =
        op.getNumRegions() != 0 && !isa<FunctionOpInterface>(op);
    return mayHoldGlobals || ++number > mostOps ||
           op.hasAttr(LayoutDialect::kConstant);
  });
}

/// Returns false if `value` is computed, by way of first operands, from an
/// argument that is not constant: it cannot be prepared. A hot query, which
/// rejects most values. Loads of globals have no operands.
static bool mayBePrepared(Value value) {
  for (size_t number = 0; number < kMostOps; ++number) {
    Operation *producer = value.getDefiningOp();
    if (!producer)
      return isConstantArgument(value);
    if (producer->getNumOperands() == 0)
      return hasPreparedValues(value);
    value = producer->getOperand(0);
  }
  return false;
}

bool layout::dependsOnConstantArgumentsAlone(Value value) {
  return mayBePrepared(value) &&
         KnownValues(kMostOps).get(value) == KnownBefore::Prepared;
}
