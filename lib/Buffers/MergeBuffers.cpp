//===- MergeBuffers.cpp - Parts of a common buffer ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeBuffers.h"
#include "BufferAccesses.h"
#include "ReplaceBuffer.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A part of an allocation of static shape.
struct Part {
  memref::AllocOp whole;
  SmallVector<int64_t> offsets, sizes;

  static std::optional<Part> get(Value view) {
    Part part;
    part.sizes = llvm::to_vector(cast<ShapedType>(view.getType()).getShape());
    FixedBox box = FixedBox::get(view);
    part.offsets = std::move(box.offsets);
    part.whole = box.source.getDefiningOp<memref::AllocOp>();
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
  Span span = Span::get(accesses, copy.op);
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
