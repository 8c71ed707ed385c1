//===- BufferPart.cpp - Parts of buffers, behind all views ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferPart.h"
#include "BufferAccesses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

std::optional<BufferPart> BufferPart::get(Value whole, StridedRegion region) {
  auto type = dyn_cast<MemRefType>(whole.getType());
  if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getNumElements() == 0 || region.isEmpty())
    return std::nullopt;
  BufferPart part = {whole, std::move(region), {}};
  for (auto [extent, stride] :
       llvm::zip_equal(type.getShape(), computeSuffixProduct(type.getShape())))
    part.axes.push_back({extent, stride});
  return part;
}

std::optional<BufferPart> BufferPart::get(Value view) {
  auto type = dyn_cast<MemRefType>(view.getType());
  Value whole = getRootBuffer(view);
  std::optional<StridedRegion> region =
      type ? StridedRegion::get(type) : std::nullopt;
  if (!region || type.getElementType() !=
                     cast<ShapedType>(whole.getType()).getElementType())
    return std::nullopt;
  return get(whole, std::move(*region));
}

bool BufferPart::divideAt(int64_t stride) {
  for (auto [number, axis] : llvm::enumerate(axes)) {
    if (stride < axis.stride || stride >= axis.stride * axis.extent)
      continue;
    int64_t inner = stride / axis.stride;
    if (stride % axis.stride != 0 || axis.extent % inner != 0)
      return false;
    if (inner == 1)
      return true;
    BufferAxis outer = {axis.extent / inner, stride};
    axis.extent = inner;
    axes.insert(axes.begin() + number, outer);
    return true;
  }
  return false;
}

unsigned BufferPart::findAxis(int64_t stride) const {
  const BufferAxis *found = llvm::find_if(axes, [&](const BufferAxis &axis) {
    return axis.extent != 1 && axis.stride == stride;
  });
  return found - axes.begin();
}

int64_t BufferPart::getOffset(unsigned axis) const {
  return region.offset / axes[axis].stride % axes[axis].extent;
}

void BufferPart::joinFor(int64_t stride, int64_t size) {
  for (unsigned number = findAxis(stride); number != 0; --number) {
    BufferAxis &axis = axes[number], &outer = axes[number - 1];
    bool isDivided = size % axis.extent == 0 && getOffset(number) == 0;
    if (size <= axis.extent || isDivided)
      return;
    outer = {outer.extent * axis.extent, axis.stride};
    axes.erase(axes.begin() + number);
  }
}

namespace {
/// A dim of two parts of one shape, and how far its elements are from each
/// other in both buffers.
struct SharedDim {
  int64_t size, strideA, strideB;
};
} // namespace

/// Divides the dims of two parts, and divides or joins the axes of their
/// buffers, until each dim lies on one axis of each. Returns nothing if that is
/// not possible.
static std::optional<SmallVector<SharedDim>> divideDims(BufferPart &a,
                                                        BufferPart &b) {
  SmallVector<SharedDim> pending, dims;
  for (auto [dimA, dimB] : llvm::zip_equal(a.region.dims, b.region.dims))
    pending.push_back({dimA.size, dimA.stride, dimB.stride});
  while (!pending.empty()) {
    SharedDim dim = pending.pop_back_val();
    if (!a.divideAt(dim.strideA) || !b.divideAt(dim.strideB))
      return std::nullopt;
    a.joinFor(dim.strideA, dim.size);
    b.joinFor(dim.strideB, dim.size);
    int64_t inner = std::min(a.axes[a.findAxis(dim.strideA)].extent,
                             b.axes[b.findAxis(dim.strideB)].extent);
    if (dim.size > inner) {
      if (dim.size % inner != 0)
        return std::nullopt;
      pending.push_back(
          {dim.size / inner, dim.strideA * inner, dim.strideB * inner});
      dim.size = inner;
    }
    dims.push_back(dim);
  }
  return dims;
}

std::optional<SmallVector<SharedAxis>> layout::getSharedAxes(BufferPart &a,
                                                             BufferPart &b) {
  std::optional<SmallVector<SharedDim>> dims = divideDims(a, b);
  if (!dims)
    return std::nullopt;
  llvm::sort(*dims, [](const SharedDim &x, const SharedDim &y) {
    return x.strideA > y.strideA;
  });
  SmallVector<SharedAxis> shared;
  for (const SharedDim &dim : *dims) {
    SharedAxis axis = {a.findAxis(dim.strideA), b.findAxis(dim.strideB),
                       dim.size};
    if (axis.a == a.axes.size() || axis.b == b.axes.size())
      return std::nullopt; // joined with another one later
    bool isBox = a.getOffset(axis.a) + dim.size <= a.axes[axis.a].extent &&
                 b.getOffset(axis.b) + dim.size <= b.axes[axis.b].extent;
    bool isBehind = shared.empty() ||
                    (shared.back().a < axis.a && shared.back().b < axis.b);
    if (!isBox || !isBehind)
      return std::nullopt;
    shared.push_back(axis);
  }
  return shared;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The extents but those of 1.
static SmallVector<int64_t> dropUnits(ArrayRef<int64_t> shape) {
  return llvm::filter_to_vector(shape,
                                [](int64_t extent) { return extent != 1; });
}

/// The most dims of which the dims of both shapes are factors: 8x3x16 and
/// 24x4x4 are both 24x16. They have the same number of elements.
static SmallVector<int64_t> getCommonShape(ArrayRef<int64_t> a,
                                           ArrayRef<int64_t> b) {
  SmallVector<int64_t> common;
  int64_t sizeA = 1, sizeB = 1;
  while (!a.empty() || !b.empty()) {
    bool takesA = b.empty() || (!a.empty() && sizeA <= sizeB);
    ArrayRef<int64_t> &shape = takesA ? a : b;
    (takesA ? sizeA : sizeB) *= shape.front();
    shape = shape.drop_front();
    if (sizeA != sizeB)
      continue;
    common.push_back(sizeA);
    sizeA = sizeB = 1;
  }
  return common;
}

/// Reshapes a buffer by one op that makes more or fewer dims. Returns null if
/// there is none.
static Value reshapeOnce(RewriterBase &rewriter, Trial &trial, Value buffer,
                         ArrayRef<int64_t> shape) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getShape() == shape)
    return buffer;
  auto groups = getReassociationIndicesForReshape(
      type, RankedTensorType::get(shape, type.getElementType()));
  if (!groups)
    return nullptr;
  Location loc = buffer.getLoc();
  if (shape.size() > static_cast<size_t>(type.getRank())) {
    FailureOr<MemRefType> expanded =
        memref::ExpandShapeOp::computeExpandedType(type, shape, *groups);
    return failed(expanded) ? Value()
                            : trial.add(memref::ExpandShapeOp::create(
                                  rewriter, loc, *expanded, buffer, *groups));
  }
  if (!memref::CollapseShapeOp::isGuaranteedCollapsible(type, *groups))
    return nullptr;
  return trial.add(
      memref::CollapseShapeOp::create(rewriter, loc, buffer, *groups));
}

/// Reshapes a buffer to as many elements. Returns null if its strides do not
/// permit that.
static Value reshape(RewriterBase &rewriter, Trial &trial, Value buffer,
                     ArrayRef<int64_t> shape) {
  ArrayRef<int64_t> own = cast<MemRefType>(buffer.getType()).getShape();
  if (own == shape)
    return buffer;
  SmallVector<int64_t> common =
      getCommonShape(dropUnits(own), dropUnits(shape));
  buffer = reshapeOnce(rewriter, trial, buffer, common);
  return buffer ? reshapeOnce(rewriter, trial, buffer, shape) : nullptr;
}

Value layout::createPart(RewriterBase &rewriter, Trial &trial, Value whole,
                         const StridedRegion &region, ArrayRef<int64_t> shape) {
  std::optional<BufferPart> part = BufferPart::get(whole, region);
  if (!part)
    return nullptr;
  // The part as a buffer of its own.
  SmallVector<int64_t> extents = llvm::map_to_vector(
      region.dims, [](const StridedRegion::Dim &dim) { return dim.size; });
  BufferPart compact = {nullptr, {}, {}};
  for (auto [extent, stride] :
       llvm::zip_equal(extents, computeSuffixProduct(extents))) {
    compact.axes.push_back({extent, stride});
    compact.region.dims.push_back({extent, stride});
  }
  std::optional<SmallVector<SharedAxis>> shared = getSharedAxes(*part, compact);
  if (!shared)
    return nullptr;
  SmallVector<int64_t> divided, offsets, sizes(part->axes.size(), 1),
      ones(part->axes.size(), 1);
  for (auto [number, axis] : llvm::enumerate(part->axes)) {
    divided.push_back(axis.extent);
    offsets.push_back(part->getOffset(number));
  }
  for (const SharedAxis &axis : *shared)
    sizes[axis.a] = axis.size;
  Value source = reshape(rewriter, trial, whole, divided);
  if (!source)
    return nullptr;
  SmallVector<int64_t> reduced =
      ArrayRef(sizes) == shape ? sizes : dropUnits(sizes);
  MemRefType type = memref::SubViewOp::inferRankReducedResultType(
      reduced, cast<MemRefType>(source.getType()), offsets, sizes, ones);
  Value view = trial.add(memref::SubViewOp::create(
      rewriter, whole.getLoc(), type, source, offsets, sizes, ones));
  return reshape(rewriter, trial, view, shape);
}
