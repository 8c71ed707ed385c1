//===- MergeBuffers.cpp - Parts of a common buffer ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeBuffers.h"
#include "Algebra/StridedRegion.h"
#include "BufferAccesses.h"
#include "BufferPart.h"
#include "ReplaceBuffer.h"
#include "Trial.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The buffer of which two others are parts such that given parts of them
/// coincide, and where in it they lie: what the dims of each are there.
/// Nothing if they would share more, or if it would take more memory.
struct CommonBuffer {
  SmallVector<int64_t> shape;
  SmallVector<std::optional<unsigned>> axesA, axesB; ///< per dim
  SmallVector<int64_t> originA, originB;             ///< per dim

  static std::optional<CommonBuffer> get(BufferPart &a, BufferPart &b);

  /// The part that becomes of the buffer with these axes.
  StridedRegion getRegion(ArrayRef<BufferAxis> axes,
                          ArrayRef<std::optional<unsigned>> numbers,
                          ArrayRef<int64_t> origin) const;

private:
  bool add(const BufferPart &a, std::optional<unsigned> axisA,
           const BufferPart &b, std::optional<unsigned> axisB, int64_t size);
};
} // namespace

/// Adds a dim: an axis of one of the buffers, or of both, of which the parts
/// have `size` indices. Returns whether they share no others.
bool CommonBuffer::add(const BufferPart &a, std::optional<unsigned> axisA,
                       const BufferPart &b, std::optional<unsigned> axisB,
                       int64_t size) {
  int64_t offsetA = axisA ? a.getOffset(*axisA) : 0,
          offsetB = axisB ? b.getOffset(*axisB) : 0;
  int64_t extentA = axisA ? a.axes[*axisA].extent : 1,
          extentB = axisB ? b.axes[*axisB].extent : 1;
  // Only one of them may extend beyond the part, to each side.
  if ((offsetA != 0 && offsetB != 0) ||
      (offsetA + size != extentA && offsetB + size != extentB))
    return false;
  int64_t begin = std::max(offsetA, offsetB);
  axesA.push_back(axisA);
  axesB.push_back(axisB);
  originA.push_back(begin - offsetA);
  originB.push_back(begin - offsetB);
  shape.push_back(begin + std::max(extentA - offsetA, extentB - offsetB));
  return true;
}

std::optional<CommonBuffer> CommonBuffer::get(BufferPart &a, BufferPart &b) {
  std::optional<SmallVector<SharedAxis>> shared = getSharedAxes(a, b);
  if (!shared)
    return std::nullopt;
  CommonBuffer common;
  unsigned nextA = 0, nextB = 0;
  // In front of a shared axis, each buffer may have axes on which its part has
  // one index. Those nearest to it are the same dims.
  auto addUpTo = [&](unsigned endA, unsigned endB) {
    while (nextA != endA || nextB != endB) {
      bool takesA = endA - nextA >= endB - nextB,
           takesB = endB - nextB >= endA - nextA;
      if (!common.add(a, takesA ? std::optional(nextA++) : std::nullopt, b,
                      takesB ? std::optional(nextB++) : std::nullopt, 1))
        return false;
    }
    return true;
  };
  for (const SharedAxis &axis : *shared) {
    if (!addUpTo(axis.a, axis.b) ||
        !common.add(a, axis.a, b, axis.b, axis.size))
      return std::nullopt;
    ++nextA;
    ++nextB;
  }
  if (!addUpTo(a.axes.size(), b.axes.size()))
    return std::nullopt;
  auto getSize = [](Value buffer) {
    return cast<ShapedType>(buffer.getType()).getNumElements();
  };
  if (ShapedType::getNumElements(common.shape) >
      getSize(a.whole) + getSize(b.whole))
    return std::nullopt;
  return common;
}

StridedRegion CommonBuffer::getRegion(ArrayRef<BufferAxis> axes,
                                      ArrayRef<std::optional<unsigned>> numbers,
                                      ArrayRef<int64_t> origin) const {
  StridedRegion region;
  for (auto [stride, begin, axis] :
       llvm::zip_equal(computeSuffixProduct(shape), origin, numbers)) {
    region.offset += begin * stride;
    if (axis && axes[*axis].extent != 1)
      region.dims.push_back({axes[*axis].extent, stride});
  }
  return region;
}

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
  auto source = BufferPart::get(copy.source),
       target = BufferPart::get(copy.target);
  if (!source || !target || source->whole == target->whole)
    return Reason{"source and target are no parts of two buffers"};
  for (Value whole : {source->whole, target->whole}) {
    auto allocation = whole.getDefiningOp<memref::AllocOp>();
    if (!allocation)
      return Reason{"source and target are no parts of two buffers"};
    if (Obstacle obstacle =
            checkAllocation(whole, BufferAccesses::get(whole), copy.op))
      return obstacle;
  }
  auto sourceType = cast<MemRefType>(source->whole.getType());
  auto targetType = cast<MemRefType>(target->whole.getType());
  std::optional<CommonBuffer> common = CommonBuffer::get(*source, *target);
  if (!common || sourceType.getElementType() != targetType.getElementType() ||
      sourceType.getMemorySpace() != targetType.getMemorySpace())
    return Reason{"source and target have no common buffer"};
  if (Obstacle obstacle =
          findSharingConflict(copy, source->whole, target->whole))
    return obstacle;
  auto allocation = source->whole.getDefiningOp<memref::AllocOp>();
  Operation *first = target->whole.getDefiningOp();
  if (allocation->isBeforeInBlock(first))
    first = allocation;
  rewriter.setInsertionPoint(first);
  auto type = MemRefType::get(common->shape, sourceType.getElementType(),
                              nullptr, sourceType.getMemorySpace());
  Trial trial(rewriter);
  Value buffer = trial.add(memref::AllocOp::create(
      rewriter, copy.op->getLoc(), type, allocation.getAlignmentAttr()));
  auto createPlace = [&](const BufferPart &part,
                         ArrayRef<std::optional<unsigned>> axes,
                         ArrayRef<int64_t> origin) {
    return createPart(rewriter, trial, buffer,
                      common->getRegion(part.axes, axes, origin),
                      cast<MemRefType>(part.whole.getType()).getShape());
  };
  std::pair<Value, Value> places[] = {
      {source->whole, createPlace(*source, common->axesA, common->originA)},
      {target->whole, createPlace(*target, common->axesB, common->originB)}};
  for (auto [whole, place] : places) {
    if (!place)
      return Reason{"source and target have no common buffer"};
    if (Operation *user =
            findUserThatRequiresType(whole, cast<MemRefType>(place.getType())))
      return Reason{"a user requires a contiguous buffer, here", user};
  }
  if (Operation *last = getLastDeallocation(copy.op->getBlock(), source->whole,
                                            target->whole)) {
    rewriter.setInsertionPointAfter(last);
    memref::DeallocOp::create(rewriter, last->getLoc(), buffer);
  }
  rewriter.eraseOp(copy.op);
  for (auto [whole, place] : places) {
    eraseDeallocations(rewriter, whole);
    replaceBuffer(rewriter, whole, place);
    rewriter.eraseOp(whole.getDefiningOp());
  }
  return std::nullopt;
}
