//===- ShareCopies.cpp - Copies that read other copies --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShareCopies.h"
#include "BufferAccesses.h"
#include "BufferOrder.h"
#include "CopyConflicts.h"
#include "ReplaceBuffer.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

/// The operand of a copy that is its source.
static OpOperand &getSourceOperand(const Copy &copy) {
  return *llvm::find_if(copy.op->getOpOperands(), [&](OpOperand &operand) {
    return operand.get() == copy.source;
  });
}

/// Whether one buffer may be read in place of the other.
static bool haveSameShape(Value a, Value b) {
  auto typeA = dyn_cast<MemRefType>(a.getType());
  auto typeB = dyn_cast<MemRefType>(b.getType());
  return typeA && typeB && typeA.getShape() == typeB.getShape() &&
         typeA.getElementType() == typeB.getElementType();
}

/// Lets `others` read the target of `main`, which must not change as long as
/// they run. All of them copy one buffer.
static bool share(RewriterBase &rewriter, const Copy &main,
                  ArrayRef<Copy> others) {
  Value source = getRootBuffer(main.source), whole = getRootBuffer(main.target);
  Span span = {main.op, main.op};
  const Copy *first = &main;
  for (const Copy &other : others) {
    if (other.op->isBeforeInBlock(span.first)) {
      span.first = other.op;
      first = &other;
    }
    if (span.last->isBeforeInBlock(other.op))
      span.last = other.op;
  }
  bool isConstant = getConstantGlobal(source) != nullptr;
  if (source == whole ||
      (!isConstant && findConflict(source, first->source, span.first, span)) ||
      checkAllocation(whole, BufferAccesses::get(whole), main.op) ||
      findConflict(whole, main.target, main.op, span))
    return false;
  Hoisting hoisting;
  if (failed(hoisting.add(main.target, span.first)))
    return false;
  hoisting.apply(span.first);
  rewriter.modifyOpInPlace(main.op,
                           [&] { getSourceOperand(main).set(first->source); });
  if (span.first != main.op)
    rewriter.moveOpBefore(main.op, span.first);
  for (const Copy &other : others)
    rewriter.modifyOpInPlace(other.op,
                             [&] { getSourceOperand(other).set(main.target); });
  return true;
}

/// Whether `other` copies what `main` copies, and may copy it from its target.
static bool mayShareWith(const Copy &main, const Copy &other) {
  return other.op->getBlock() == main.op->getBlock() &&
         areEqualViews(other.source, main.source) &&
         getRootBuffer(other.target) != getRootBuffer(main.target) &&
         acceptsType(getSourceOperand(other),
                     cast<MemRefType>(main.target.getType()));
}

bool layout::shareCopies(RewriterBase &rewriter, ArrayRef<Operation *> copies) {
  llvm::MapVector<Value, SmallVector<Copy>> copiesOf;
  for (Operation *op : copies) {
    Copy copy = *getCopy(op);
    if (isFreshBuffer(getRootBuffer(copy.target)) &&
        haveSameShape(copy.source, copy.target))
      copiesOf[getRootBuffer(copy.source)].push_back(copy);
  }
  bool changed = false;
  for (auto &[source, list] : copiesOf)
    while (!list.empty()) {
      Copy main = list.front();
      SmallVector<Copy> others, rest;
      for (const Copy &other : llvm::drop_begin(list))
        (mayShareWith(main, other) ? others : rest).push_back(other);
      list = std::move(rest);
      if (!others.empty())
        changed |= share(rewriter, main, others);
    }
  return changed;
}
