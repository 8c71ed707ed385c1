//===- RegionFlow.cpp - Values that regions and calls carry ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an op with regions hands from its operands to arguments, from yields to
// arguments and results, is one value with one layout. Its variable is made
// before the regions are read, so that arguments have nets, and gets its
// candidates behind them, once the yields are known.
//
// A call hands its operands to a private function in the same way, which is
// read where the first call of it stands.
//
//===----------------------------------------------------------------------===//

#include "PaddedLayouts.h"
#include "PlanningModel.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether all parts are tensors of one type that says nothing else.
static bool isOneTensor(const RegionFlow &regionFlow) {
  auto type = dyn_cast<RankedTensorType>(regionFlow.values.front().getType());
  return type && !type.getEncoding() &&
         !llvm::is_contained(type.getShape(), 0) &&
         llvm::all_of(regionFlow.values,
                      [&](Value value) { return value.getType() == type; }) &&
         llvm::all_of(regionFlow.uses, [&](OpOperand *use) {
           return use->get().getType() == type;
         });
}

/// What `op` carries.
static SmallVector<RegionFlow> getCarried(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch || isFrozen(op))
    return {};
  RegionBranchSuccessorMapping mapping;
  branch.getSuccessorOperandInputMapping(mapping);
  llvm::EquivalenceClasses<Value> groups;
  DenseMap<Value, unsigned> numbers;
  SmallVector<OpOperand *> uses;
  auto addUses = [&](Operation *of) {
    for (OpOperand &use : of->getOpOperands())
      if (!mapping.lookup(&use).empty())
        uses.push_back(&use);
  };
  addUses(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      addUses(block.getTerminator());
  for (OpOperand *use : uses) {
    SmallVector<Value> inputs = mapping.lookup(use);
    for (Value input : inputs)
      groups.unionSets(inputs.front(), input);
  }
  // What comes out last comes first, as it does seen from behind.
  SmallVector<RegionFlow> list;
  for (OpOperand *use : llvm::reverse(uses)) {
    Value leader = groups.getLeaderValue(mapping.lookup(use).front());
    auto [place, isNew] = numbers.insert({leader, list.size()});
    if (isNew) {
      list.emplace_back();
      for (Value value : groups.members(leader))
        list.back().values.push_back(value);
    }
    list[place->second].uses.push_back(use);
  }
  llvm::erase_if(list, [](const RegionFlow &regionFlow) {
    return !isOneTensor(regionFlow);
  });
  return list;
}

SmallVector<unsigned> PlanningModel::addRegionFlow(Operation *op) {
  return llvm::map_to_vector(getCarried(op), [&](RegionFlow &regionFlow) {
    return addRegionFlow(op, std::move(regionFlow));
  });
}

unsigned PlanningModel::addRegionFlow(Operation *op, RegionFlow regionFlow) {
  unsigned variable = nodes.size();
  for (OpOperand *use : regionFlow.uses)
    carriedUses.insert({use, variable});
  ModelVariable node;
  node.op = op;
  Problem::Variable numbers;
  for (Value value : regionFlow.values) {
    carriedValues.insert(value);
    unsigned net = addNet(value, /*isFree=*/false);
    problem.nets[net].producer = {variable,
                                  static_cast<unsigned>(node.ports.size())};
    node.ports.push_back({value, 0});
    numbers.ports.push_back({net, /*isResult=*/true});
  }
  node.regionFlow = std::move(regionFlow);
  nodes.push_back(std::move(node));
  problem.variables.push_back(std::move(numbers));
  return variable;
}

/// What the calls of a function hand to its arguments.
static SmallVector<RegionFlow> getHandedIn(func::FuncOp function,
                                           ArrayRef<func::CallOp> calls) {
  SmallVector<RegionFlow> list;
  for (BlockArgument argument : function.getArguments()) {
    RegionFlow regionFlow;
    regionFlow.values.push_back(argument);
    for (func::CallOp call : calls)
      regionFlow.uses.push_back(&call->getOpOperand(argument.getArgNumber()));
    if (isOneTensor(regionFlow))
      list.push_back(std::move(regionFlow));
  }
  return list;
}

/// What a function hands to the results of its calls.
static SmallVector<RegionFlow> getHandedBack(func::FuncOp function,
                                             ArrayRef<func::CallOp> calls) {
  SmallVector<RegionFlow> list;
  for (unsigned result : llvm::seq(function.getNumResults())) {
    RegionFlow regionFlow;
    for (func::CallOp call : calls)
      regionFlow.values.push_back(call.getResult(result));
    for (auto end : function.getOps<func::ReturnOp>())
      regionFlow.uses.push_back(&end->getOpOperand(result));
    if (isOneTensor(regionFlow))
      list.push_back(std::move(regionFlow));
  }
  return list;
}

void PlanningModel::enterCallee(func::FuncOp function) {
  callees.erase(function.getSymNameAttr());
  functionsWithKnownCallers.push_back(function);
  ArrayRef<func::CallOp> callers = calls.getCallsOf(function);
  for (RegionFlow &regionFlow : getHandedIn(function, callers))
    carriedByCalls.push_back(addRegionFlow(function, std::move(regionFlow)));
  SmallVector<unsigned> handedBack;
  for (RegionFlow &regionFlow : getHandedBack(function, callers))
    handedBack.push_back(addRegionFlow(function, std::move(regionFlow)));
  visitRegion(function.getBody());
  // Its results are wanted by what comes behind the call.
  for (unsigned variable : handedBack)
    problem.variables[variable].last = nodes.size() - 1;
  llvm::append_range(carriedByCalls, handedBack);
}

void PlanningModel::closeRegionFlow(unsigned variable) {
  ModelVariable &node = nodes[variable];
  Problem::Variable &numbers = problem.variables[variable];
  for (OpOperand *use : node.regionFlow->uses) {
    unsigned net = getDerivation(use->get()).net;
    problem.nets[net].uses.push_back(
        {variable, static_cast<unsigned>(node.ports.size())});
    node.ports.push_back({use->get(), 0});
    numbers.ports.push_back({net, /*isResult=*/false});
  }
  numbers.kind = Problem::Kind::Agnostic;
  node.rule = rules.keep(getPassingRule(
      cast<RankedTensorType>(node.ports.front().value.getType()), 1));
  addAsItStands(variable, OpCandidate(), 0);
}
