//===- BufferUses.cpp - What becomes of a buffer --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferUses.h"
#include "BufferAccesses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

bool BufferUsesAnalysis::isSequential(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp,
             scf::ExecuteRegionOp, affine::AffineForOp, affine::AffineIfOp,
             memref::AllocaScopeOp>(op);
}

/// Whether the regions of `op` have been run when it ends.
static bool isSynchronous(Operation *op) {
  return isa<scf::SCFDialect, affine::AffineDialect, linalg::LinalgDialect,
             memref::MemRefDialect>(op->getDialect());
}

/// Whether every address among the results is a memref, which the analysis of
/// views knows.
static bool hasKnownResults(Operation *op) {
  return llvm::all_of(op->getResultTypes(), [](Type type) {
    return isa<BaseMemRefType>(type) || isPlainType(type);
  });
}

/// Whether `op` hands its operands to blocks, regions and results only.
static bool forwardsOperands(Operation *op) {
  if (isa<BranchOpInterface>(op))
    return true;
  if (isa<RegionBranchTerminatorOpInterface>(op))
    op = op->getParentOp();
  return BufferUsesAnalysis::isSequential(op);
}

/// Whether `op` makes views or chooses among memrefs, and does nothing else.
static bool makesViews(Operation *op) {
  // This promises that its operands are objects of their own.
  if (isa<memref::DistinctObjectsOp>(op))
    return false;
  return hasKnownResults(op) && isMemoryEffectFree(op) &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
}

BufferUsesAnalysis::Use BufferUsesAnalysis::classify(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<memref::DeallocOp>(op))
    return Use::Dealloc;
  // A memref.reshape reads the memref that gives its shape.
  if (isa<memref::ReshapeOp>(op))
    return Use::Access;
  if (isa<ShapedDimOpInterface, memref::RankOp>(op) || makesViews(op) ||
      forwardsOperands(op))
    return Use::Forward;
  if (auto call = dyn_cast<func::CallOp>(op))
    return isBorrowed(call, use) ? Use::Access : Use::Escape;
  std::optional<BufferAccess> access = getStatedAccess(use);
  return access && !access->isEnd ? Use::Access : Use::Escape;
}

bool BufferUsesAnalysis::isBorrowed(func::CallOp call, OpOperand &operand) {
  auto callee =
      dyn_cast_or_null<func::FuncOp>(call.resolveCallableInTable(&symbols));
  if (!callee || callee.isDeclaration())
    return false;
  BlockArgument argument = callee.getArgument(operand.getOperandNumber());
  auto [known, isNew] = borrowed.try_emplace(argument, false);
  if (!isNew)
    return known->second;
  BufferUses uses = getUses(argument);
  return borrowed[argument] = uses.escapes.empty() && uses.deallocs.empty();
}

BufferViewFlowAnalysis &BufferUsesAnalysis::getFlow(func::FuncOp function) {
  std::unique_ptr<BufferViewFlowAnalysis> &flow = flows[function];
  if (!flow)
    flow = std::make_unique<BufferViewFlowAnalysis>(function);
  return *flow;
}

/// Returns an op around `op` that may run it on another thread, or later.
static Operation *getAsynchronousParent(Operation *op, func::FuncOp function) {
  for (Operation *parent = op->getParentOp(); parent != function;
       parent = parent->getParentOp())
    if (!isSynchronous(parent))
      return parent;
  return nullptr;
}

static func::FuncOp getFunction(Value value) {
  return value.getParentRegion()->getParentOfType<func::FuncOp>();
}

void BufferUsesAnalysis::addUse(OpOperand &use, BufferUses &uses) {
  Operation *op = use.getOwner();
  if (Operation *parent = getAsynchronousParent(op, getFunction(use.get()))) {
    uses.escapes.push_back(parent);
    return;
  }
  switch (classify(use)) {
  case Use::Escape:
    uses.escapes.push_back(op);
    return;
  case Use::Access:
    uses.accesses.push_back(op);
    return;
  case Use::Dealloc:
    uses.deallocs.push_back(cast<memref::DeallocOp>(op));
    return;
  case Use::Forward:
    return;
  }
}

BufferUses BufferUsesAnalysis::getUses(Value buffer) {
  BufferViewFlowAnalysis &flow = getFlow(getFunction(buffer));
  BufferUses uses;
  uses.aliases.insert(buffer);
  for (unsigned i = 0; i != uses.aliases.size(); ++i) {
    Value value = uses.aliases[i];
    for (OpOperand &use : value.getUses())
      addUse(use, uses);
    auto views = flow.find(value);
    if (views == flow.end())
      continue;
    // A call returns nothing that its function borrows.
    for (Value view : views->second)
      if (!view.getDefiningOp<func::CallOp>())
        uses.aliases.insert(view);
  }
  return uses;
}

SmallVector<Value> BufferUsesAnalysis::getOrigins(Value value) {
  BufferViewFlowAnalysis &flow = getFlow(getFunction(value));
  SmallVector<Value> origins;
  for (Value source : flow.resolveReverse(value))
    if (flow.mayBeTerminalBuffer(source))
      origins.push_back(source);
  return origins;
}
