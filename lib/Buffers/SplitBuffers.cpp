//===- SplitBuffers.cpp - One buffer for each live range ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitBuffers.h"
#include "BufferAccesses.h"
#include "Copies.h"
#include "ReplaceBuffer.h"
#include "layout/Algebra/StridedRegion.h"
#include "layout/Dialect/Layout/IR/Marks.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether an access writes all elements of its view and reads none.
static bool overwritesView(const BufferAccess &access) {
  if (access.reads || !access.writes)
    return false;
  if (isa<memref::CopyOp>(access.getOp()))
    return true;
  auto op = dyn_cast<linalg::LinalgOp>(access.getOp());
  return op && op.isDpsInit(access.operand) &&
         !op.payloadUsesValueFromOperand(access.operand) &&
         op.getMatchingIndexingMap(access.operand).isPermutation();
}

/// Whether a view has all elements of `buffer`.
static bool isWhole(Value view, Value buffer) {
  for (; view != buffer; view = view.getDefiningOp()->getOperand(0))
    if (!isWholeView(view.getDefiningOp()))
      return false;
  return true;
}

namespace {
/// The accesses of a buffer by an op of its block, or inside of that.
struct Step {
  Operation *op;
  SmallVector<BufferAccess, 2> accesses;

  bool reads() const {
    return llvm::any_of(
        accesses, [](const BufferAccess &access) { return access.reads; });
  }
  /// Whether the op itself overwrites the views that it writes.
  bool overwrites() const {
    return llvm::all_of(accesses, [&](const BufferAccess &access) {
      return access.getOp() == op &&
             (access.writes ? overwritesView(access) : access.reads);
    });
  }
};
} // namespace

/// Whether the first steps overwrite all parts of `buffer` before one of them
/// reads it, except for the first one.
static bool overwrite(ArrayRef<Step> steps, Value buffer) {
  std::optional<StridedRegion> whole =
      StridedRegion::get(cast<MemRefType>(buffer.getType()));
  SmallVector<StridedRegion> written;
  int64_t count = 0;
  for (const Step &step : steps) {
    if (!step.overwrites() || (step.reads() && &step != steps.begin()))
      return false;
    for (const BufferAccess &access : step.accesses) {
      if (access.reads)
        continue;
      if (isWhole(access.getView(), buffer))
        return true;
      std::optional<StridedRegion> part =
          StridedRegion::get(cast<MemRefType>(access.getView().getType()));
      if (!whole || !part ||
          !llvm::all_of(written, [&](const StridedRegion &other) {
            return areDisjoint(*part, other);
          }))
        return false;
      count += part->getNumElements();
      written.push_back(std::move(*part));
    }
    if (whole && count == whole->getNumElements())
      return true;
  }
  return false;
}

/// The same view of `to` as `view` is of `from`, created where the rewriter
/// stands.
static Value cloneViews(RewriterBase &rewriter, Value view, Value from,
                        Value to) {
  if (view == from)
    return to;
  Operation *op = view.getDefiningOp();
  Value source = cloneViews(rewriter, op->getOperand(0), from, to);
  IRMapping mapping;
  mapping.map(op->getOperand(0), source);
  return rewriter.clone(*op, mapping)->getResult(0);
}

/// Lets accesses access a new buffer, which is allocated in front of `first`.
static void moveToNewBuffer(RewriterBase &rewriter, Value buffer,
                            Operation *first, ArrayRef<BufferAccess> accesses) {
  rewriter.setInsertionPoint(first);
  Value copy = rewriter.clone(*buffer.getDefiningOp())->getResult(0);
  for (const BufferAccess &access : accesses) {
    rewriter.setInsertionPoint(access.getOp());
    Value view = cloneViews(rewriter, access.getView(), buffer, copy);
    rewriter.modifyOpInPlace(access.getOp(),
                             [&] { access.operand->set(view); });
  }
}

/// Splits one buffer where ops of its block begin to overwrite all of it.
static void split(RewriterBase &rewriter, Value buffer) {
  BufferAccesses accesses = BufferAccesses::get(buffer);
  if (!accesses.captures.empty())
    return;
  Block *block = buffer.getParentBlock();
  llvm::MapVector<Operation *, Step> byOp;
  for (const BufferAccess &access : accesses.all) {
    if (isFrozen(access.getOp()) || isa<memref::DeallocOp>(access.getOp()))
      return;
    Operation *op = block->findAncestorOpInBlock(*access.getOp());
    Step &step = byOp[op];
    step.op = op;
    step.accesses.push_back(access);
  }
  auto steps =
      llvm::map_to_vector(byOp, [](const auto &entry) { return entry.second; });
  llvm::sort(steps, [](const Step &a, const Step &b) {
    return a.op->isBeforeInBlock(b.op);
  });
  SmallVector<BufferAccess> range;
  Operation *first = nullptr;
  for (auto [i, step] : llvm::enumerate(steps)) {
    if (i == 0 || !overwrite(ArrayRef(steps).drop_front(i), buffer)) {
      llvm::append_range(range, step.accesses);
      continue;
    }
    // An op may read what the buffer held before.
    auto isRead = [](const BufferAccess &access) { return access.reads; };
    llvm::copy_if(step.accesses, std::back_inserter(range), isRead);
    if (first)
      moveToNewBuffer(rewriter, buffer, first, range);
    first = step.op;
    range.clear();
    llvm::copy_if(step.accesses, std::back_inserter(range),
                  std::not_fn(isRead));
  }
  if (first)
    moveToNewBuffer(rewriter, buffer, first, range);
}

/// Gives a part of a buffer, of which no other part in use has elements, an
/// allocation of its own.
static void separateParts(RewriterBase &rewriter, Value buffer) {
  SmallVector<memref::SubViewOp> parts;
  for (Operation *user : buffer.getUsers()) {
    auto part = dyn_cast<memref::SubViewOp>(user);
    if (!part || !part.getType().hasStaticShape())
      return;
    parts.push_back(part);
  }
  // Equal parts share an allocation.
  SmallVector<SmallVector<memref::SubViewOp, 2>> groups;
  for (memref::SubViewOp part : parts) {
    auto *group = llvm::find_if(groups, [&](auto &others) {
      return areEqualViews(others.front().getResult(), part.getResult());
    });
    if (group == groups.end()) {
      groups.emplace_back();
      group = &groups.back();
    }
    group->push_back(part);
  }
  for (auto [i, group] : llvm::enumerate(groups))
    for (auto &other : llvm::make_range(groups.begin(), groups.begin() + i))
      if (!areDisjointViews(group.front().getResult(),
                            other.front().getResult()))
        return;
  auto allocation = buffer.getDefiningOp<memref::AllocOp>();
  if (!allocation || allocation->getNumOperands() != 0)
    return;
  for (SmallVector<memref::SubViewOp, 2> &group : groups) {
    MemRefType old = group.front().getType();
    auto type = MemRefType::get(old.getShape(), old.getElementType(), nullptr,
                                old.getMemorySpace());
    if (llvm::any_of(group, [&](memref::SubViewOp part) {
          return findUserThatRequiresType(part, type);
        }))
      continue;
    rewriter.setInsertionPoint(allocation);
    Value separate = memref::AllocOp::create(
        rewriter, allocation.getLoc(), type, allocation.getAlignmentAttr());
    for (memref::SubViewOp part : group) {
      replaceBuffer(rewriter, part, separate);
      rewriter.eraseOp(part);
    }
  }
}

void layout::splitBuffers(RewriterBase &rewriter, Operation *function) {
  llvm::SetVector<Value> buffers;
  function->walk([&](Operation *op) {
    std::optional<Copy> copy = getCopy(op);
    if (!copy || isFrozen(op))
      return;
    for (Value side : {copy->source, copy->target})
      if (Value root = getRootBuffer(side); isFreshBuffer(root))
        buffers.insert(root);
  });
  for (Value buffer : buffers) {
    if (isFrozen(buffer.getDefiningOp()))
      continue;
    split(rewriter, buffer);
    separateParts(rewriter, buffer);
  }
}
