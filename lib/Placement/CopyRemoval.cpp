//===- CopyRemoval.cpp - Copies that are not needed -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyRemoval.h"
#include "BufferAccesses.h"
#include "BufferOrder.h"
#include "BufferPart.h"
#include "CopyConflicts.h"
#include "ReplaceBuffer.h"
#include "Trial.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Producing the source in place
//===----------------------------------------------------------------------===//

/// Creates, in front of `copy`, the view of `value` that stands for the buffer
/// of which `view` is a view of all elements. Null if there is none.
static Value createWholeBuffer(RewriterBase &rewriter, Trial &trial, Value view,
                               Value buffer, Value value) {
  SmallVector<Operation *> views;
  for (; view != buffer; view = view.getDefiningOp()->getOperand(0))
    views.push_back(view.getDefiningOp());
  for (Operation *op : views) {
    if (!isWholeView(op))
      return nullptr;
    Value inverse = createInverseView(rewriter, op, value);
    if (!inverse)
      return nullptr;
    value = inverse == value ? value : trial.add(inverse);
  }
  return value;
}

/// The first op in `block` that is or contains a user of `buffer`.
static Operation *getFirstUser(Value buffer, Block *block) {
  Operation *first = nullptr;
  for (Operation *user : buffer.getUsers()) {
    Operation *op = block->findAncestorOpInBlock(*user);
    if (!first || op->isBeforeInBlock(first))
      first = op;
  }
  return first;
}

/// Whether two types differ in their strides only.
static bool haveSameElements(MemRefType a, MemRefType b) {
  return a.getShape() == b.getShape() &&
         a.getElementType() == b.getElementType() &&
         a.getMemorySpace() == b.getMemorySpace();
}

/// Whether the function returns the buffer of which `accesses` are all.
static bool isReturned(const BufferAccesses &accesses) {
  return llvm::any_of(accesses.all, [](const BufferAccess &access) {
    return access.getOp()->hasTrait<OpTrait::ReturnLike>();
  });
}

/// Whether the function may hand `buffer` over to the caller, who may write and
/// deallocate it: it is all of an allocation that nobody else knows.
static bool mayHandOver(Value buffer) {
  if (!buffer.getDefiningOp<memref::AllocOp>())
    return false;
  BufferAccesses accesses = BufferAccesses::get(buffer);
  return accesses.captures.empty() && !isReturned(accesses);
}

/// Replaces `buffer`, an allocation, by `by`, a value in front of `copy`, and
/// erases the copies. Changes nothing if users of the buffer do not accept it.
static Obstacle replaceAllocation(RewriterBase &rewriter, Value buffer,
                                  Value by, ArrayRef<Operation *> copies) {
  auto type = cast<MemRefType>(buffer.getType());
  auto newType = cast<MemRefType>(by.getType());
  if (!haveSameElements(type, newType))
    return Reason{"source and target have different types"};
  if (Operation *user = findUserThatRequiresType(buffer, newType))
    return Reason{"a user requires a contiguous buffer, here", user};
  if (isReturned(BufferAccesses::get(buffer)) && !mayHandOver(by))
    return Reason{"the function returns the buffer as one of its own"};
  Operation *first = getFirstUser(buffer, copies.front()->getBlock());
  Hoisting hoisting;
  if (failed(hoisting.add(by, first, buffer)))
    return Reason{"the other buffer is not known early enough"};
  hoisting.apply(first);
  eraseDeallocations(rewriter, buffer);
  for (Operation *copy : copies)
    rewriter.eraseOp(copy);
  Operation *allocation = buffer.getDefiningOp();
  replaceBuffer(rewriter, buffer, by);
  rewriter.eraseOp(allocation);
  return std::nullopt;
}

/// Whether a view of `buffer` has all its elements.
static bool isWhole(Value view, Value buffer) {
  for (; view != buffer; view = view.getDefiningOp()->getOperand(0))
    if (!isWholeView(view.getDefiningOp()))
      return false;
  return true;
}

Obstacle layout::writeInPlace(RewriterBase &rewriter, const Copy &copy) {
  Value source = getRootBuffer(copy.source), whole = getRootBuffer(copy.target);
  if (source == whole) {
    if (!areEqualViews(copy.source, copy.target))
      return Reason{"source and target are parts of one buffer"};
    rewriter.eraseOp(copy.op);
    return std::nullopt;
  }
  // A buffer with many parts has many accesses, so this is checked first.
  if (isFreshBuffer(source) && !isWhole(copy.source, source))
    return Reason{"the source is a part of a buffer"};
  BufferAccesses accesses = BufferAccesses::get(source);
  if (Obstacle obstacle = checkAllocation(source, accesses, copy.op))
    return obstacle;
  Span span = Span::get(accesses.all, copy.op);
  for (const BufferAccess &access : accesses.all)
    if (access.writes && !isa<memref::DeallocOp>(access.getOp()) &&
        copy.op->isBeforeInBlock(span.find(access.getOp())))
      return Reason{"the source is written later, here", access.getOp()};
  if (Obstacle obstacle = findConflict(whole, copy.target, copy.op, span))
    return obstacle;
  Trial trial(rewriter);
  rewriter.setInsertionPoint(copy.op);
  Value by =
      createWholeBuffer(rewriter, trial, copy.source, source, copy.target);
  if (!by)
    return Reason{"the source cannot be reshaped"};
  return replaceAllocation(rewriter, source, by, copy.op);
}

//===----------------------------------------------------------------------===//
// Reading the source in place of the target
//===----------------------------------------------------------------------===//

/// The box of one buffer that copies write to `target`, in the same dims, so
/// that each element has the same distance from its origin. Created in front of
/// the first copy; null if there is none.
///
///   memref.copy %s[0, 0] [4, 32], %t[0, 0] [4, 32]
///   memref.copy %s[0, 32] [4, 16], %t[0, 32] [4, 16]   // %t is 4x48
///
/// results in %s[0, 0] [4, 48].
static Value createSourceBox(RewriterBase &rewriter, Trial &trial,
                             ArrayRef<Copy> copies, Value target) {
  auto type = cast<MemRefType>(target.getType());
  Value source;
  SmallVector<int64_t> distance;
  for (const Copy &copy : copies) {
    if (!isa<MemRefType>(copy.source.getType()) ||
        !isa<MemRefType>(copy.target.getType()))
      return nullptr;
    FixedBox from = FixedBox::get(copy.source), to = FixedBox::get(copy.target);
    if (to.source != target || (source && from.source != source) ||
        from.offsets.size() != to.offsets.size())
      return nullptr;
    SmallVector<int64_t> offsets;
    for (auto [a, b] : llvm::zip_equal(from.offsets, to.offsets))
      offsets.push_back(a - b);
    if (source && offsets != distance)
      return nullptr;
    source = from.source;
    distance = std::move(offsets);
  }
  auto sourceType = cast<MemRefType>(source.getType());
  if (!type.hasStaticShape() || !sourceType.hasStaticShape())
    return nullptr;
  for (auto [offset, size, limit] :
       llvm::zip_equal(distance, type.getShape(), sourceType.getShape()))
    if (offset < 0 || offset + size > limit)
      return nullptr;
  return trial.add(createBox(rewriter, copies.front().op->getLoc(), source,
                             distance, type.getShape()));
}

/// Checks copies through any slices and reshapes: each step in a dim of
/// `target` is one distance in memory in all sources.
///
///   %r = memref.collapse_shape %s[0, 0, 0] [1, 1, 32]   // of 1x1x96
///   memref.copy %r, %t[0] [32]
///   %q = memref.collapse_shape %s[0, 0, 32] [1, 1, 16]
///   memref.copy %q, %t[32] [16]                         // %t is 48
///
/// results in the collapsed %s[0, 0, 0] [1, 1, 48].
static std::optional<StridedRegion> getSourceRegion(ArrayRef<Copy> copies,
                                                    Value target) {
  std::optional<BufferPart> whole = BufferPart::get(target, StridedRegion{});
  if (!whole)
    return std::nullopt;
  size_t rank = whole->axes.size();
  SmallVector<std::optional<int64_t>> steps(rank);
  SmallVector<std::pair<BufferPart, int64_t>> begins;
  for (const Copy &copy : copies) {
    auto from = BufferPart::get(copy.source), to = BufferPart::get(copy.target);
    if (!from || !to || to->whole != target)
      return std::nullopt;
    for (auto [source, own] :
         llvm::zip_equal(from->region.dims, to->region.dims)) {
      unsigned axis = whole->findAxis(own.stride);
      if (axis == rank ||
          to->getOffset(axis) + own.size > whole->axes[axis].extent ||
          steps[axis].value_or(source.stride) != source.stride)
        return std::nullopt;
      steps[axis] = source.stride;
    }
    begins.push_back({*to, from->region.offset});
  }
  // On other axes, each part has one index.
  auto getBegin = [&](const std::pair<BufferPart, int64_t> &begin) {
    int64_t position = begin.second;
    for (auto [axis, step] : llvm::enumerate(steps))
      position -= begin.first.getOffset(axis) * step.value_or(0);
    return position;
  };
  for (unsigned axis : llvm::seq<unsigned>(rank)) {
    int64_t first = begins.front().first.getOffset(axis);
    const auto *other = llvm::find_if(begins, [&](const auto &begin) {
      return begin.first.getOffset(axis) != first;
    });
    if (steps[axis] || other == begins.end())
      continue;
    int64_t distance = getBegin(*other) - getBegin(begins.front());
    steps[axis] = distance / (other->first.getOffset(axis) - first);
  }
  StridedRegion region;
  region.offset = getBegin(begins.front());
  for (const auto &begin : begins)
    if (getBegin(begin) != region.offset)
      return std::nullopt;
  for (auto [axis, step] : llvm::zip_equal(whole->axes, steps)) {
    if (axis.extent == 1)
      continue;
    if (step.value_or(0) <= 0)
      return std::nullopt;
    region.dims.push_back({axis.extent, *step});
  }
  return region.offset < 0 ? std::nullopt : std::optional(region);
}

/// The part of one buffer that `copies` write to `target`; null if they write
/// another one.
static Value createCommonSource(RewriterBase &rewriter, Trial &trial,
                                ArrayRef<Copy> copies, Value target) {
  if (Value box = createSourceBox(rewriter, trial, copies, target))
    return box;
  Value source = getRootBuffer(copies.front().source);
  bool isOne = llvm::all_of(copies, [&](const Copy &copy) {
    return getRootBuffer(copy.source) == source;
  });
  std::optional<StridedRegion> region =
      isOne ? getSourceRegion(copies, target) : std::nullopt;
  return region ? createPart(rewriter, trial, source, *region,
                             cast<MemRefType>(target.getType()).getShape())
                : Value();
}

/// Returns why the target of copies cannot be the memory of their sources: a
/// source may not be written while the target is needed, and a target that is
/// written may not change a source that is needed. `taken` is the memory of all
/// of such a target, which may extend beyond the source; null for others.
static Obstacle findReadConflict(ArrayRef<BufferAccess> accesses,
                                 const Copy &copy, Value taken) {
  Value whole = getRootBuffer(copy.source);
  Span span = Span::get(accesses, copy.op);
  span.first = copy.op;
  if (!taken && getConstantGlobal(whole))
    return std::nullopt;
  if (!taken)
    return findConflict(whole, copy.source, copy.op, span);
  // The target takes over the memory for good.
  BufferAccesses others = BufferAccesses::get(whole);
  if (!isFreshBuffer(whole) || !others.captures.empty() ||
      whole.getParentBlock() != copy.op->getBlock())
    return Reason{"the target is written later, and the source may be read"};
  for (const BufferAccess &access : others.all) {
    Operation *op = copy.op->getBlock()->findAncestorOpInBlock(*access.getOp());
    bool isOver = op && (isa<memref::DeallocOp>(access.getOp())
                             ? span.last->isBeforeInBlock(op)
                             : !copy.op->isBeforeInBlock(op));
    if (!isOver && !areDisjointViews(access.getView(), taken))
      return Reason{"the target is written later, and the source accessed, "
                    "here",
                    access.getOp()};
  }
  return std::nullopt;
}

Obstacle layout::readInPlace(RewriterBase &rewriter, Value target,
                             const llvm::SmallPtrSetImpl<Operation *> &kept) {
  BufferAccesses accesses = BufferAccesses::get(target);
  SmallVector<Copy> copies;
  SmallVector<Operation *> writers;
  for (const BufferAccess &access : accesses.all) {
    std::optional<Copy> copy = getCopy(access.getOp());
    bool isCopy = copy && !isFrozen(copy->op) && !kept.contains(copy->op) &&
                  access.writes && !access.reads &&
                  getRootBuffer(copy->source) != target &&
                  copy->op->getBlock() == target.getParentBlock();
    if (isCopy)
      copies.push_back(*copy);
    else if (access.writes && !isa<memref::DeallocOp>(access.getOp()))
      writers.push_back(access.getOp());
  }
  if (copies.empty())
    return Reason{"the target is allocated in another block"};
  if (Obstacle obstacle = checkAllocation(target, accesses, copies.front().op))
    return obstacle;
  llvm::sort(copies, [](const Copy &a, const Copy &b) {
    return a.op->isBeforeInBlock(b.op);
  });
  for (Operation *writer : writers)
    if (copies.size() != 1 || !precedes(copies.front().op, writer))
      return Reason{"the target is written elsewhere, here", writer};
  Trial trial(rewriter);
  rewriter.setInsertionPoint(copies.front().op);
  Value by = copies.size() == 1
                 ? createWholeBuffer(rewriter, trial, copies.front().target,
                                     target, copies.front().source)
                 : createCommonSource(rewriter, trial, copies, target);
  if (!by && copies.size() == 1)
    by = createCommonSource(rewriter, trial, copies, target);
  if (!by)
    return Reason{"the target has elements from elsewhere"};
  for (const Copy &copy : copies)
    if (Obstacle obstacle = findReadConflict(accesses.all, copy,
                                             writers.empty() ? Value() : by))
      return obstacle;
  SmallVector<Operation *> ops =
      llvm::map_to_vector(copies, [](const Copy &copy) { return copy.op; });
  return replaceAllocation(rewriter, target, by, ops);
}
