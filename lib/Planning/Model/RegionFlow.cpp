//===- RegionFlow.cpp - Values that regions and calls pass on -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionFlow.h"
#include "OpModels/AsyncResults.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ParallelCombiningOpInterface.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether all values and uses have one tensor type that has elements and no
/// encoding.
static bool hasCommonTensorType(const RegionFlow &flow) {
  auto type = dyn_cast<RankedTensorType>(flow.values.front().getType());
  return type && !type.getEncoding() &&
         !llvm::is_contained(type.getShape(), 0) &&
         llvm::all_of(flow.values,
                      [&](Value value) { return value.getType() == type; }) &&
         llvm::all_of(flow.uses, [&](OpOperand *use) {
           return use->get().getType() == type;
         });
}

/// The flows of a loop whose iterations insert their parts of the results at
/// the same time: each destination, its region argument and its result.
static SmallVector<RegionFlow> getParallelFlows(LoopLikeOpInterface loop) {
  SmallVector<RegionFlow> flows;
  auto destinations = cast<DestinationStyleOpInterface>(*loop);
  for (OpOperand &init : destinations.getDpsInitsMutable()) {
    RegionFlow flow;
    flow.uses.push_back(&init);
    flow.values.push_back(loop.getTiedLoopRegionIterArg(&init));
    flow.values.push_back(destinations.getTiedOpResult(&init));
    if (hasCommonTensorType(flow))
      flows.push_back(std::move(flow));
  }
  return flows;
}

/// Whether the iterations of a loop insert their results into destinations.
static bool isParallelInserting(Operation *op) {
  return isa<LoopLikeOpInterface>(op) && isa<DestinationStyleOpInterface>(op) &&
         op->getNumRegions() == 1 && op->getRegion(0).hasOneBlock() &&
         isa<InParallelOpInterface>(op->getRegion(0).front().getTerminator());
}

/// The flows out of an async region.
static SmallVector<RegionFlow> getAsyncFlows(ArrayRef<AsyncResult> results) {
  SmallVector<RegionFlow> flows;
  for (const AsyncResult &result : results) {
    if (llvm::any_of(result.carrier.getUsers(), isFrozen))
      continue;
    RegionFlow flow;
    flow.uses.push_back(result.yielded);
    flow.values.append(result.takenOut.begin(), result.takenOut.end());
    flow.carrier = result.carrier;
    if (hasCommonTensorType(flow))
      flows.push_back(std::move(flow));
  }
  return flows;
}

/// Whether a region with tensors as arguments is never entered, such as the
/// body of an affine.for without iterations. Nothing flows into it then, but
/// its arguments and what it yields keep the types of the results.
static bool hasUnreachableRegion(Operation *op,
                                 const RegionBranchSuccessorMapping &mapping) {
  llvm::SmallDenseSet<Value> inputs;
  for (const auto &[use, values] : mapping)
    inputs.insert(values.begin(), values.end());
  return llvm::any_of(op->getRegions(), [&](Region &region) {
    return llvm::any_of(region.getArguments(), [&](BlockArgument argument) {
      return isa<TensorType>(argument.getType()) && !inputs.contains(argument);
    });
  });
}

SmallVector<RegionFlow> layout::getRegionFlows(Operation *op) {
  if (isFrozen(op))
    return {};
  if (SmallVector<AsyncResult> results = getAsyncResults(op); !results.empty())
    return getAsyncFlows(results);
  if (isParallelInserting(op))
    return getParallelFlows(cast<LoopLikeOpInterface>(op));
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch)
    return {};
  RegionBranchSuccessorMapping mapping;
  branch.getSuccessorOperandInputMapping(mapping);
  if (hasUnreachableRegion(op, mapping))
    return {};
  SmallVector<OpOperand *> uses;
  auto addUses = [&](Operation *source) {
    for (OpOperand &use : source->getOpOperands())
      if (!mapping.lookup(&use).empty())
        uses.push_back(&use);
  };
  addUses(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      addUses(block.getTerminator());

  // Two values are in one flow if some operand is passed to both.
  llvm::EquivalenceClasses<Value> groups;
  for (OpOperand *use : uses) {
    SmallVector<Value> inputs = mapping.lookup(use);
    for (Value input : inputs)
      groups.unionSets(inputs.front(), input);
  }
  // Flows are numbered from the last use on, as a backward sweep meets them.
  DenseMap<Value, unsigned> numbers;
  SmallVector<RegionFlow> flows;
  for (OpOperand *use : llvm::reverse(uses)) {
    Value leader = groups.getLeaderValue(mapping.lookup(use).front());
    auto [entry, isNew] = numbers.insert({leader, flows.size()});
    if (isNew) {
      flows.emplace_back();
      for (Value value : groups.members(leader))
        flows.back().values.push_back(value);
    }
    flows[entry->second].uses.push_back(use);
  }
  llvm::erase_if(
      flows, [](const RegionFlow &flow) { return !hasCommonTensorType(flow); });
  return flows;
}

/// Adds the operands that the branches to `block` pass to its argument `number`
/// to `uses`. Fails if a branch computes the argument itself, or must not be
/// changed.
static LogicalResult collectBranchOperands(Block *block, unsigned number,
                                           SmallVectorImpl<OpOperand *> &uses) {
  llvm::SmallSetVector<Operation *, 4> terminators;
  for (Block *predecessor : block->getPredecessors())
    terminators.insert(predecessor->getTerminator());
  for (Operation *terminator : terminators) {
    auto branch = dyn_cast<BranchOpInterface>(terminator);
    if (!branch || isFrozen(terminator))
      return failure();
    for (unsigned index : llvm::seq(terminator->getNumSuccessors())) {
      if (terminator->getSuccessor(index) != block)
        continue;
      SuccessorOperands operands = branch.getSuccessorOperands(index);
      if (operands.isOperandProduced(number))
        return failure();
      uses.push_back(
          &terminator->getOpOperand(operands.getOperandIndex(number)));
    }
  }
  return success();
}

SmallVector<RegionFlow> layout::getBranchFlows(Region &region) {
  SmallVector<RegionFlow> flows;
  if (isFrozen(region.getParentOp()))
    return flows;
  for (Block &block : llvm::drop_begin(region))
    for (BlockArgument argument : block.getArguments()) {
      RegionFlow flow;
      flow.values.push_back(argument);
      if (isa<RankedTensorType>(argument.getType()) &&
          succeeded(collectBranchOperands(&block, argument.getArgNumber(),
                                          flow.uses)) &&
          hasCommonTensorType(flow))
        flows.push_back(std::move(flow));
    }
  return flows;
}

/// Whether an attribute lays out the buffer of a value, such as
/// `bufferization.buffer_layout`: a map from the dims that the value has now;
/// or describes the value to callers.
static bool hasBufferLayout(DictionaryAttr attributes) {
  return attributes && llvm::any_of(attributes, [](NamedAttribute attribute) {
           return attribute.getName() == LayoutDialect::kHost ||
                  isa<MemRefLayoutAttrInterface>(attribute.getValue());
         });
}

SmallVector<RegionFlow> layout::getArgumentFlows(func::FuncOp function,
                                                 ArrayRef<func::CallOp> calls) {
  SmallVector<RegionFlow> flows;
  for (BlockArgument argument : function.getArguments()) {
    if (hasBufferLayout(function.getArgAttrDict(argument.getArgNumber())))
      continue;
    RegionFlow flow;
    flow.values.push_back(argument);
    for (func::CallOp call : calls)
      flow.uses.push_back(&call->getOpOperand(argument.getArgNumber()));
    if (hasCommonTensorType(flow))
      flows.push_back(std::move(flow));
  }
  return flows;
}

SmallVector<RegionFlow> layout::getResultFlows(func::FuncOp function,
                                               ArrayRef<func::CallOp> calls) {
  SmallVector<RegionFlow> flows;
  for (unsigned result : llvm::seq(function.getNumResults())) {
    if (hasBufferLayout(function.getResultAttrDict(result)))
      continue;
    RegionFlow flow;
    for (func::CallOp call : calls)
      flow.values.push_back(call.getResult(result));
    for (auto returnOp : function.getOps<func::ReturnOp>())
      flow.uses.push_back(&returnOp->getOpOperand(result));
    if (hasCommonTensorType(flow))
      flows.push_back(std::move(flow));
  }
  return flows;
}
