//===- CopyConflicts.cpp - What requires a copy ---------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyConflicts.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

Operation *Span::find(Operation *op) const {
  Operation *ancestor = first->getBlock()->findAncestorOpInBlock(*op);
  return ancestor && !ancestor->isBeforeInBlock(first) &&
                 !last->isBeforeInBlock(ancestor)
             ? ancestor
             : nullptr;
}

Span Span::get(ArrayRef<BufferAccess> accesses, Operation *copy) {
  Span span = {copy, copy};
  for (const BufferAccess &access : accesses) {
    if (isa<memref::DeallocOp>(access.getOp()))
      continue;
    Operation *op = copy->getBlock()->findAncestorOpInBlock(*access.getOp());
    if (op->isBeforeInBlock(span.first))
      span.first = op;
    if (span.last->isBeforeInBlock(op))
      span.last = op;
  }
  return span;
}

/// Whether `op` may access a buffer that is no fresh one, other than through a
/// view that is known to be disjoint from `part`, a view of such a buffer.
static bool mayAccessUnknown(Operation *op, Value part, bool writesOnly) {
  if (isMemoryEffectFree(op) || isView(op))
    return false;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::any_of(instances, [&](MemoryEffects::EffectInstance &instance) {
    if (writesOnly && isa<MemoryEffects::Read>(instance.getEffect()))
      return false;
    Value value = instance.getValue();
    if (!value || !isa<BaseMemRefType>(value.getType()))
      return true; // A pointer may point to any buffer.
    Value root = getRootBuffer(value);
    return !isFreshBuffer(root) &&
           !(root == getRootBuffer(part) && areDisjointViews(value, part));
  });
}

/// Returns an op in `span`, other than `copy`, that may access the buffer of
/// `part` through a value not known to be a view of it; null if there is none.
/// Behind `copy`, only writes count.
static Operation *findUnknownAccess(const Span &span, Operation *copy,
                                    Value part) {
  for (Operation &op : llvm::make_range(span.first->getIterator(),
                                        std::next(span.last->getIterator()))) {
    if (&op == copy)
      continue;
    bool writesOnly = copy->isBeforeInBlock(&op);
    WalkResult result = op.walk([&](Operation *inner) {
      return WalkResult(failure(mayAccessUnknown(inner, part, writesOnly)));
    });
    if (result.wasInterrupted())
      return &op;
  }
  return nullptr;
}

/// Whether values other than views may stand for the buffer before the end of
/// `span`: it is captured there, or around it.
static bool isCapturedBefore(Value buffer, const BufferAccesses &accesses,
                             const Span &span) {
  Block *block = buffer.getParentBlock();
  Operation *end = block->findAncestorOpInBlock(*span.last);
  return llvm::any_of(accesses.captures, [&](OpOperand *use) {
    Operation *op = block->findAncestorOpInBlock(*use->getOwner());
    return !op || !end || !end->isBeforeInBlock(op);
  });
}

Obstacle layout::findConflict(Value whole, Value part, Operation *copy,
                              const Span &span) {
  BufferAccesses accesses = BufferAccesses::get(whole);
  for (const BufferAccess &access : accesses.all) {
    Operation *op = span.find(access.getOp());
    if (!op || op == copy || areDisjointViews(access.getView(), part))
      continue;
    if (op->isBeforeInBlock(copy))
      return Reason{"the target is accessed before, here", access.getOp()};
    if (access.writes)
      return Reason{"the target is written while the source is read, here",
                    access.getOp()};
  }
  if (isFreshBuffer(whole) && !isCapturedBefore(whole, accesses, span))
    return std::nullopt;
  if (Operation *op = findUnknownAccess(span, copy, part))
    return Reason{"memory that may be the target is accessed, here", op};
  return std::nullopt;
}

/// A user of the buffer, or of a view of it, that is not inside of `block`, but
/// in another one of the same region; null if there is none.
static Operation *findUserOutside(Block &block, Value buffer,
                                  const BufferAccesses &accesses) {
  auto find = [&](Value value) -> Operation * {
    for (Operation *user : value.getUsers())
      if (!block.findAncestorOpInBlock(*user))
        return user;
    return nullptr;
  };
  Operation *user = find(buffer);
  for (Operation *view : accesses.views)
    if (!user)
      user = find(view->getResult(0));
  return user;
}

Obstacle layout::checkAllocation(Value buffer, const BufferAccesses &accesses,
                                 Operation *copy) {
  if (!isFreshBuffer(buffer))
    return Reason{"the buffer is not allocated in this function"};
  Operation *allocation = buffer.getDefiningOp();
  if (isFrozen(allocation))
    return Reason{"the buffer is frozen", allocation};
  if (allocation->hasAttr(LayoutDialect::kBufferTransforms))
    return Reason{"the buffer has a layout of its own", allocation};
  if (allocation->getBlock() != copy->getBlock())
    return Reason{"the buffer is allocated in another block", allocation};
  if (!accesses.captures.empty())
    return Reason{"the buffer becomes known under another name, here",
                  accesses.captures.front()->getOwner()};
  if (Operation *user =
          findUserOutside(*allocation->getBlock(), buffer, accesses))
    return Reason{"the buffer is used in another block, here", user};
  return std::nullopt;
}
