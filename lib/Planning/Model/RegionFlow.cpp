//===- RegionFlow.cpp - Values that regions and calls pass on -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionFlow.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/EquivalenceClasses.h"

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

SmallVector<RegionFlow> layout::getRegionFlows(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch || isFrozen(op))
    return {};
  RegionBranchSuccessorMapping mapping;
  branch.getSuccessorOperandInputMapping(mapping);
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
