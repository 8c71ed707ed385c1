//===- CarriedBuffers.cpp - Buffers that loops carry ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedBuffers.h"
#include "Placement/BufferAccesses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Empty tensors
//===----------------------------------------------------------------------===//

/// The operand whose buffer `result` gets; null if it gets another one.
static OpOperand *getDestination(OpResult result) {
  Operation *op = result.getOwner();
  if (auto destinations = dyn_cast<DestinationStyleOpInterface>(op))
    return destinations.getTiedOpOperand(result);
  if (isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return &op->getOpOperand(0);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return loop.getTiedLoopInit(result);
  return nullptr;
}

/// The use of an empty tensor outside of `loop` whose buffer the value of
/// `yielded` gets; null if there is none.
static OpOperand *findEmptyOutside(OpOperand &yielded, Operation *loop) {
  OpOperand *use = &yielded;
  while (use) {
    auto result = dyn_cast<OpResult>(use->get());
    if (!result)
      return nullptr;
    bool isInside = loop->isProperAncestor(result.getOwner());
    if (isa<tensor::EmptyOp>(result.getOwner()))
      return isInside ? nullptr : use;
    use = isInside ? getDestination(result) : nullptr;
  }
  return nullptr;
}

void layout::separateYieldedValues(RewriterBase &rewriter, ModuleOp module) {
  SmallVector<OpOperand *> uses;
  module.walk([&](RegionBranchTerminatorOpInterface yield) {
    if (!isa<LoopLikeOpInterface>(yield->getParentOp()))
      return;
    for (OpOperand &yielded : yield->getOpOperands())
      if (isa<RankedTensorType>(yielded.get().getType()))
        if (OpOperand *use = findEmptyOutside(yielded, yield->getParentOp()))
          uses.push_back(use);
  });
  for (OpOperand *use : uses) {
    rewriter.setInsertionPoint(use->getOwner());
    Operation *own = rewriter.clone(*use->get().getDefiningOp());
    rewriter.modifyOpInPlace(use->getOwner(),
                             [&] { use->set(own->getResult(0)); });
  }
}

//===----------------------------------------------------------------------===//
// Arguments of loops with a condition
//===----------------------------------------------------------------------===//

/// Whether each iteration begins with buffers that differ from each other, and
/// from all that are known outside: those of the last one, or new ones.
static bool yieldsOwnBuffers(scf::WhileOp loop) {
  llvm::SmallPtrSet<Value, 4> buffers;
  for (Value yielded : loop.getYieldOp().getResults()) {
    if (!isa<BaseMemRefType>(yielded.getType()))
      continue;
    Value buffer = getRootBuffer(yielded);
    bool isOwn = buffer.getParentBlock() == loop.getAfterBody() &&
                 (isa<BlockArgument>(buffer) || isFreshBuffer(buffer));
    if (!isOwn || !buffers.insert(buffer).second)
      return false;
  }
  return true;
}

/// The copy of an argument of the loop that becomes the argument of its body,
/// if it is all that is done with a buffer of its own; null for others.
static memref::CopyOp getCopyOfArgument(scf::WhileOp loop, unsigned number) {
  scf::ConditionOp end = loop.getConditionOp();
  auto own = end.getArgs()[number].getDefiningOp<memref::AllocOp>();
  if (!own || number >= loop.getBeforeArguments().size() ||
      own->getBlock() != loop.getBeforeBody())
    return nullptr;
  Value argument = loop.getBeforeArguments()[number];
  if (argument.getType() != own.getType() ||
      llvm::range_size(own->getUses()) != 2 ||
      llvm::is_contained(end.getArgs(), argument))
    return nullptr;
  for (Operation *user : own->getUsers())
    if (auto copy = dyn_cast<memref::CopyOp>(user);
        copy && copy.getTarget() == own && copy->getBlock() == end->getBlock())
      return skipCasts(copy.getSource()) == argument ? copy : nullptr;
  return nullptr;
}

/// Whether nothing writes memory between the copy and the end of its block but
/// other copies of arguments.
static bool isLast(memref::CopyOp copy, ArrayRef<memref::CopyOp> others) {
  for (Operation *op = copy->getNextNode(); op; op = op->getNextNode())
    if (!isMemoryEffectFree(op) &&
        !isa<memref::AllocOp, scf::ConditionOp>(op) &&
        !llvm::is_contained(others, op))
      return false;
  return true;
}

void layout::handOverArguments(RewriterBase &rewriter, ModuleOp module) {
  SmallVector<scf::WhileOp> loops;
  module.walk([&](scf::WhileOp loop) {
    if (yieldsOwnBuffers(loop))
      loops.push_back(loop);
  });
  for (scf::WhileOp loop : loops) {
    SmallVector<memref::CopyOp> copies;
    scf::ConditionOp end = loop.getConditionOp();
    for (unsigned number : llvm::seq<unsigned>(end.getArgs().size()))
      if (memref::CopyOp copy = getCopyOfArgument(loop, number))
        copies.push_back(copy);
    llvm::erase_if(copies, [copies](memref::CopyOp copy) {
      return !isLast(copy, copies);
    });
    for (memref::CopyOp copy : copies) {
      auto own = copy.getTarget().getDefiningOp<memref::AllocOp>();
      Value argument = skipCasts(copy.getSource());
      rewriter.eraseOp(copy);
      rewriter.replaceOp(own, argument);
    }
  }
}
