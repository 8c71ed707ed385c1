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
#include "ReplaceBuffer.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/IR/Marks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

namespace {
/// A span of ops in a block, both ends included.
struct Span {
  Operation *first, *last;

  Block *getBlock() const { return first->getBlock(); }
  /// The op of the block that is or contains `op`, if it is in the span.
  Operation *find(Operation *op) const {
    Operation *ancestor = getBlock()->findAncestorOpInBlock(*op);
    return ancestor && !ancestor->isBeforeInBlock(first) &&
                   !last->isBeforeInBlock(ancestor)
               ? ancestor
               : nullptr;
  }
};
} // namespace

/// The span of the accesses of a buffer that is allocated in `block`.
static Span getSpan(ArrayRef<BufferAccess> accesses, Operation *copy) {
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

/// Returns the op through which something else than the views of the buffer
/// behind `part` may access it within `span`; null if there is none. Only
/// writes count behind `copy`.
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

/// Returns why `part`, a view of the buffer `whole`, may not hold what the
/// other buffer of a copy holds, which is accessed within `span` only: in front
/// of the copy nothing else may access `part`, and behind it nothing may write
/// it.
static Obstacle findConflict(Value whole, Value part, Operation *copy,
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

//===----------------------------------------------------------------------===//
// Producing the source in place
//===----------------------------------------------------------------------===//

namespace {
/// The views that were created to try something, erased unless it works.
class Trial {
public:
  explicit Trial(RewriterBase &rewriter) : rewriter(rewriter) {}
  ~Trial() {
    for (Operation *op : llvm::reverse(ops))
      if (op->use_empty())
        rewriter.eraseOp(op);
  }
  Value add(Value value) {
    if (value && value.getDefiningOp())
      ops.push_back(value.getDefiningOp());
    return value;
  }

private:
  RewriterBase &rewriter;
  SmallVector<Operation *> ops;
};
} // namespace

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

/// Erases all deallocations of `buffer`.
static void eraseDeallocations(RewriterBase &rewriter, Value buffer) {
  for (const BufferAccess &access : BufferAccesses::get(buffer).all)
    if (isa<memref::DeallocOp>(access.getOp()))
      rewriter.eraseOp(access.getOp());
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

/// Whether a buffer may become a view: it is allocated in the block of `copy`
/// and all its accesses are known.
static Obstacle checkAllocation(Value buffer, const BufferAccesses &accesses,
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

Obstacle layout::writeInPlace(RewriterBase &rewriter, const Copy &copy) {
  Value source = getRootBuffer(copy.source), whole = getRootBuffer(copy.target);
  if (source == whole) {
    if (!areEqualViews(copy.source, copy.target))
      return Reason{"source and target are parts of one buffer"};
    rewriter.eraseOp(copy.op);
    return std::nullopt;
  }
  BufferAccesses accesses = BufferAccesses::get(source);
  if (Obstacle obstacle = checkAllocation(source, accesses, copy.op))
    return obstacle;
  Span span = getSpan(accesses.all, copy.op);
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
    return Reason{"the source is a part of a buffer, or cannot be reshaped"};
  return replaceAllocation(rewriter, source, by, copy.op);
}

//===----------------------------------------------------------------------===//
// Reading the source in place of the target
//===----------------------------------------------------------------------===//

/// Whether `copies` write the same part of one buffer to which they write: each
/// element has the same distance from its origin. Returns that part, created in
/// front of the first copy; null if they do not.
///
///   memref.copy %s[0, 0] [4, 32], %t[0, 0] [4, 32]
///   memref.copy %s[0, 32] [4, 16], %t[0, 32] [4, 16]   // %t is 4x48
///
/// results in %s[0, 0] [4, 48].
static Value createCommonSource(RewriterBase &rewriter, Trial &trial,
                                ArrayRef<Copy> copies, Value target) {
  auto type = cast<MemRefType>(target.getType());
  Value source;
  SmallVector<int64_t> distance;
  for (const Copy &copy : copies) {
    auto from = copy.source.getDefiningOp<memref::SubViewOp>();
    auto to = copy.target.getDefiningOp<memref::SubViewOp>();
    if (!from || !to || !isFixedBox(from) || !isFixedBox(to) ||
        to.getSource() != target || (source && from.getSource() != source) ||
        from.getSourceType().getRank() != type.getRank())
      return nullptr;
    SmallVector<int64_t> offsets;
    for (auto [a, b] :
         llvm::zip_equal(from.getStaticOffsets(), to.getStaticOffsets()))
      offsets.push_back(a - b);
    if (source && offsets != distance)
      return nullptr;
    source = from.getSource();
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

/// Returns why the target of copies cannot be the memory of their sources: a
/// source may not be written while the target is needed, and a target that is
/// written may not change a source that is needed. `taken` is the memory of all
/// of such a target, which may extend beyond the source; null for others.
static Obstacle findReadConflict(ArrayRef<BufferAccess> accesses,
                                 const Copy &copy, Value taken) {
  Value whole = getRootBuffer(copy.source);
  Span span = getSpan(accesses, copy.op);
  span.first = copy.op;
  auto global = whole.getDefiningOp<memref::GetGlobalOp>();
  if (global) {
    auto definition = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        global, global.getNameAttr());
    if (definition && definition.getConstant() && !taken)
      return std::nullopt;
  }
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

//===----------------------------------------------------------------------===//
// Parts of a common buffer
//===----------------------------------------------------------------------===//

namespace {
/// A part of an allocation of static shape.
struct Part {
  memref::AllocOp whole;
  SmallVector<int64_t> offsets, sizes;

  static std::optional<Part> get(Value view) {
    Part part;
    part.sizes = llvm::to_vector(cast<ShapedType>(view.getType()).getShape());
    if (auto slice = view.getDefiningOp<memref::SubViewOp>()) {
      if (!isFixedBox(slice))
        return std::nullopt;
      part.offsets = llvm::to_vector(slice.getStaticOffsets());
      view = slice.getSource();
    } else {
      part.offsets.assign(part.sizes.size(), 0);
    }
    part.whole = view.getDefiningOp<memref::AllocOp>();
    if (!part.whole || part.whole->getNumOperands() != 0 ||
        !part.whole.getType().getLayout().isIdentity())
      return std::nullopt;
    return part;
  }
};

/// The buffer of which both allocations are parts such that the given parts of
/// them coincide, and where in it they begin. Nothing if they would share more,
/// or if it would take more memory.
struct CommonBuffer {
  SmallVector<int64_t> shape, originA, originB;

  static std::optional<CommonBuffer> get(Part &a, Part &b) {
    CommonBuffer common;
    for (auto [offsetA, offsetB, size, extentA, extentB] : llvm::zip_equal(
             a.offsets, b.offsets, a.sizes, a.whole.getType().getShape(),
             b.whole.getType().getShape())) {
      // Only one of them may extend beyond the part, to each side.
      if ((offsetA != 0 && offsetB != 0) ||
          (offsetA + size != extentA && offsetB + size != extentB))
        return std::nullopt;
      int64_t begin = std::max(offsetA, offsetB);
      common.originA.push_back(begin - offsetA);
      common.originB.push_back(begin - offsetB);
      common.shape.push_back(begin +
                             std::max(extentA - offsetA, extentB - offsetB));
    }
    auto getSize = [](ArrayRef<int64_t> shape) {
      return ShapedType::getNumElements(shape);
    };
    if (getSize(common.shape) > getSize(a.whole.getType().getShape()) +
                                    getSize(b.whole.getType().getShape()))
      return std::nullopt;
    return common;
  }
};
} // namespace

/// Returns why the source and the target of a copy may not be the same memory,
/// though they belong to different buffers.
static Obstacle findSharingConflict(const Copy &copy, Value from, Value to) {
  BufferAccesses readers = BufferAccesses::get(to);
  SmallVector<BufferAccess> accesses;
  for (const BufferAccess &access : readers.all)
    if (!areDisjointViews(access.getView(), copy.target))
      accesses.push_back(access);
  for (const BufferAccess &access : accesses) {
    Operation *op = copy.op->getBlock()->findAncestorOpInBlock(*access.getOp());
    if (op != copy.op && (access.writes || op->isBeforeInBlock(copy.op)) &&
        !isa<memref::DeallocOp>(op))
      return Reason{"the target is accessed otherwise, here", access.getOp()};
  }
  Span span = getSpan(accesses, copy.op);
  span.first = copy.op;
  return findConflict(from, copy.source, copy.op, span);
}

/// The later one of the deallocations of two buffers in `block`; null if one of
/// them is not deallocated there.
static Operation *getLastDeallocation(Block *block, Value a, Value b) {
  Operation *last = nullptr;
  for (Value buffer : {a, b}) {
    Operation *own = nullptr;
    for (const BufferAccess &access : BufferAccesses::get(buffer).all)
      if (isa<memref::DeallocOp>(access.getOp()) &&
          access.getOp()->getBlock() == block)
        own = access.getOp();
    if (!own)
      return nullptr;
    if (!last || last->isBeforeInBlock(own))
      last = own;
  }
  return last;
}

Obstacle layout::mergeBuffers(RewriterBase &rewriter, const Copy &copy) {
  std::optional<Part> source = Part::get(copy.source);
  std::optional<Part> target = Part::get(copy.target);
  if (!source || !target || source->whole == target->whole)
    return Reason{"source and target are no slices of two buffers"};
  for (Part *part : {&*source, &*target})
    if (Obstacle obstacle = checkAllocation(
            part->whole, BufferAccesses::get(part->whole), copy.op))
      return obstacle;
  MemRefType sourceType = source->whole.getType();
  MemRefType targetType = target->whole.getType();
  std::optional<CommonBuffer> common = CommonBuffer::get(*source, *target);
  if (!common || sourceType.getElementType() != targetType.getElementType() ||
      sourceType.getMemorySpace() != targetType.getMemorySpace())
    return Reason{"source and target have no common buffer"};
  if (Obstacle obstacle =
          findSharingConflict(copy, source->whole, target->whole))
    return obstacle;
  auto type = MemRefType::get(common->shape, sourceType.getElementType(),
                              nullptr, sourceType.getMemorySpace());
  SmallVector<int64_t> ones(type.getRank(), 1);
  auto getPartType = [&](ArrayRef<int64_t> origin, MemRefType part) {
    return memref::SubViewOp::inferResultType(type, origin, part.getShape(),
                                              ones);
  };
  for (auto [part, origin] : {std::pair(&*source, &common->originA),
                              std::pair(&*target, &common->originB)})
    if (Operation *user = findUserThatRequiresType(
            part->whole, getPartType(*origin, part->whole.getType())))
      return Reason{"a user requires a contiguous buffer, here", user};
  Operation *lastDealloc =
      getLastDeallocation(copy.op->getBlock(), source->whole, target->whole);
  Operation *first = source->whole;
  if (target->whole->isBeforeInBlock(first))
    first = target->whole;
  rewriter.setInsertionPoint(first);
  Value buffer = memref::AllocOp::create(rewriter, copy.op->getLoc(), type,
                                         source->whole.getAlignmentAttr());
  if (lastDealloc) {
    rewriter.setInsertionPointAfter(lastDealloc);
    memref::DeallocOp::create(rewriter, lastDealloc->getLoc(), buffer);
    rewriter.setInsertionPointAfterValue(buffer);
  }
  rewriter.eraseOp(copy.op);
  for (auto [part, origin] : {std::pair(&*source, &common->originA),
                              std::pair(&*target, &common->originB)}) {
    memref::AllocOp whole = part->whole;
    Value place = createBox(rewriter, whole.getLoc(), buffer, *origin,
                            whole.getType().getShape());
    eraseDeallocations(rewriter, whole);
    replaceBuffer(rewriter, whole, place);
    rewriter.eraseOp(whole);
  }
  return std::nullopt;
}
