//===- BufferOrder.cpp - The order of ops on buffers ----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferOrder.h"
#include "BufferAccesses.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::precedes(Operation *a, Operation *b) {
  Operation *ancestor = a->getBlock()->findAncestorOpInBlock(*b);
  return ancestor && a->isBeforeInBlock(ancestor);
}

/// Whether `op` may run earlier in its block, as soon as its operands are
/// known.
static bool mayMove(Operation *op) {
  return !isFrozen(op) && op->getNumRegions() == 0 &&
         (isPure(op) ||
          (op->getNumResults() == 1 && isFreshBuffer(op->getResult(0))));
}

LogicalResult Hoisting::add(Value value, Operation *before, Value excluded) {
  if (value == excluded)
    return failure();
  // Arguments of blocks and ops around `before` are known behind it, and so in
  // front of it as well.
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != before->getBlock() ||
      op->isBeforeInBlock(before) || ops.contains(op))
    return success();
  if (op == before || !mayMove(op))
    return failure();
  for (Value operand : op->getOperands())
    if (failed(add(operand, before, excluded)))
      return failure();
  ops.insert(op);
  return success();
}

void Hoisting::apply(Operation *before) {
  for (Operation *op : ops)
    op->moveBefore(before);
}

LogicalResult layout::hoist(Value value, Operation *before) {
  Hoisting hoisting;
  if (failed(hoisting.add(value, before)))
    return failure();
  hoisting.apply(before);
  return success();
}
