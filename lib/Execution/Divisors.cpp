//===- Divisors.cpp - Arguments that reach a divisor ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Divisors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::layout::execution {

/// The divisor of an integer division; null if the op is none.
static Value getDivisor(Operation *op) {
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
          arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
          arith::RemUIOp, index::DivSOp, index::DivUOp, index::CeilDivSOp,
          index::CeilDivUOp, index::FloorDivSOp, index::RemSOp, index::RemUOp>(
          op))
    return op->getOperand(1);
  return {};
}

namespace {
/// Follows values to what they are computed from.
class Sources {
public:
  explicit Sources(ModuleOp module) : module(module) {}

  void add(Value value) {
    if (visited.insert(value).second)
      open.push_back(value);
  }
  void follow() {
    while (!open.empty())
      visit(open.pop_back_val());
  }
  bool contain(Value value) const { return visited.contains(value); }

private:
  void visit(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      visitArgument(argument);
    else
      visitResult(cast<OpResult>(value));
  }

  void visitArgument(BlockArgument argument) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (auto function = dyn_cast<func::FuncOp>(parent)) {
      if (argument.getOwner()->isEntryBlock())
        addPassed(function, argument.getArgNumber());
      else
        addBranched(argument.getOwner());
    } else if (auto structured = dyn_cast<linalg::LinalgOp>(parent)) {
      add(structured.getMatchingOpOperand(argument)->get());
    } else {
      addAll(parent);
    }
  }

  void visitResult(OpResult result) {
    Operation *op = result.getOwner();
    if (auto call = dyn_cast<func::CallOp>(op))
      if (auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee()))
        callee.walk([&](func::ReturnOp end) {
          add(end.getOperand(result.getResultNumber()));
        });
    addAll(op);
  }

  /// Adds the operands that calls pass for an argument.
  void addPassed(func::FuncOp function, unsigned number) {
    module.walk([&](func::CallOp call) {
      if (call.getCallee() == function.getName())
        add(call.getOperand(number));
    });
  }

  /// Adds all operands of the branches to a block.
  void addBranched(Block *block) {
    for (Block *before : block->getPredecessors())
      for (Value operand : before->getTerminator()->getOperands())
        add(operand);
  }

  /// Adds the operands of an op and those of the terminators of its regions.
  void addAll(Operation *op) {
    for (Value operand : op->getOperands())
      add(operand);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (!block.empty())
          for (Value operand : block.back().getOperands())
            add(operand);
  }

  ModuleOp module;
  DenseSet<Value> visited;
  SmallVector<Value> open;
};
} // namespace

SmallVector<bool> findDivisors(func::FuncOp entry) {
  auto module = entry->getParentOfType<ModuleOp>();
  Sources sources(module);
  module.walk([&](Operation *op) {
    if (Value divisor = getDivisor(op))
      sources.add(divisor);
  });
  sources.follow();
  SmallVector<bool> result;
  if (entry.isExternal())
    return SmallVector<bool>(entry.getNumArguments(), false);
  for (BlockArgument argument : entry.getArguments())
    result.push_back(sources.contain(argument));
  return result;
}

} // namespace mlir::layout::execution
