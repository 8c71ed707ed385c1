//===- FlowCarried.cpp - Values that regions and calls carry --------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an op with regions hands from its operands to arguments, from yields to
// arguments and results, is one value with one layout. Its variable is made
// before the regions are read, so that arguments have nets, and gets its labels
// behind them, once the yields are known.
//
// A call hands its operands to a private function in the same way, which is
// read where the first call of it stands.
//
//===----------------------------------------------------------------------===//

#include "FlowGraph.h"
#include "FlowPadding.h"
#include "layout/Dialect/Layout/Transforms/Scope.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether all parts are tensors of one type that says nothing else.
static bool isOneTensor(const Carried &carried) {
  auto type = dyn_cast<RankedTensorType>(carried.values.front().getType());
  return type && !type.getEncoding() &&
         !llvm::is_contained(type.getShape(), 0) &&
         llvm::all_of(carried.values,
                      [&](Value value) { return value.getType() == type; }) &&
         llvm::all_of(carried.uses, [&](OpOperand *use) {
           return use->get().getType() == type;
         });
}

/// What `op` carries.
static SmallVector<Carried> getCarried(Operation *op) {
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
  SmallVector<Carried> list;
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
  llvm::erase_if(list,
                 [](const Carried &carried) { return !isOneTensor(carried); });
  return list;
}

SmallVector<unsigned> FlowGraph::addCarried(Operation *op) {
  return llvm::map_to_vector(getCarried(op), [&](Carried &carried) {
    return addCarried(op, std::move(carried));
  });
}

unsigned FlowGraph::addCarried(Operation *op, Carried carried) {
  unsigned variable = nodes.size();
  for (OpOperand *use : carried.uses)
    carriedUses.insert({use, variable});
  FlowNode node;
  node.op = op;
  Problem::Variable numbers;
  for (Value value : carried.values) {
    carriedValues.insert(value);
    unsigned net = addNet(value, /*isFree=*/false);
    problem.nets[net].producer = {variable,
                                  static_cast<unsigned>(node.ports.size())};
    node.ports.push_back({value, 0});
    numbers.ports.push_back({net, /*isResult=*/true});
  }
  node.carried = std::move(carried);
  nodes.push_back(std::move(node));
  problem.variables.push_back(std::move(numbers));
  return variable;
}

/// What the calls of a function hand to its arguments.
static SmallVector<Carried> getHandedIn(func::FuncOp function,
                                        ArrayRef<func::CallOp> calls) {
  SmallVector<Carried> list;
  for (BlockArgument argument : function.getArguments()) {
    Carried carried;
    carried.values.push_back(argument);
    for (func::CallOp call : calls)
      carried.uses.push_back(&call->getOpOperand(argument.getArgNumber()));
    if (isOneTensor(carried))
      list.push_back(std::move(carried));
  }
  return list;
}

/// What a function hands to the results of its calls.
static SmallVector<Carried> getHandedBack(func::FuncOp function,
                                          ArrayRef<func::CallOp> calls) {
  SmallVector<Carried> list;
  for (unsigned result : llvm::seq(function.getNumResults())) {
    Carried carried;
    for (func::CallOp call : calls)
      carried.values.push_back(call.getResult(result));
    for (auto end : function.getOps<func::ReturnOp>())
      carried.uses.push_back(&end->getOpOperand(result));
    if (isOneTensor(carried))
      list.push_back(std::move(carried));
  }
  return list;
}

void FlowGraph::enterCallee(func::FuncOp function) {
  callees.erase(function.getSymNameAttr());
  openFunctions.push_back(function);
  ArrayRef<func::CallOp> callers = calls.getCallsOf(function);
  for (Carried &carried : getHandedIn(function, callers))
    carriedByCalls.push_back(addCarried(function, std::move(carried)));
  SmallVector<unsigned> handedBack;
  for (Carried &carried : getHandedBack(function, callers))
    handedBack.push_back(addCarried(function, std::move(carried)));
  visitRegion(function.getBody());
  // Its results are wanted by what comes behind the call.
  for (unsigned variable : handedBack)
    problem.variables[variable].last = nodes.size() - 1;
  llvm::append_range(carriedByCalls, handedBack);
}

void FlowGraph::closeCarried(unsigned variable) {
  FlowNode &node = nodes[variable];
  Problem::Variable &numbers = problem.variables[variable];
  for (OpOperand *use : node.carried->uses) {
    unsigned net = getDerivation(use->get()).net;
    problem.nets[net].uses.push_back(
        {variable, static_cast<unsigned>(node.ports.size())});
    node.ports.push_back({use->get(), 0});
    numbers.ports.push_back({net, /*isResult=*/false});
  }
  numbers.kind = Problem::Kind::Agnostic;
  node.rule = rules.keep(getPassingRule(
      cast<RankedTensorType>(node.ports.front().value.getType()), 1));
  addAsItStands(variable, FlowLabel(), 0);
}
