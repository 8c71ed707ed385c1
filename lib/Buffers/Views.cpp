//===- Views.cpp - Views of buffers that are laid out ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Views.h"
#include "ApplyMap.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/ViewLikeInterfaceUtils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

Value layout::getViewed(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([](memref::SubViewOp view) { return view.getSource(); })
      .Case<memref::ExpandShapeOp, memref::CollapseShapeOp>(
          [](auto view) { return view.getSrc(); })
      .Case([](memref::TransposeOp view) { return view.getIn(); })
      .Case([](ReindexOp view) { return view.getSource(); })
      .Case<memref::MemorySpaceCastOp, memref::ReallocOp>(
          [](auto view) { return view.getSource(); })
      .Case([](memref::AssumeAlignmentOp view) { return view.getMemref(); })
      .Case([](memref::CastOp view) -> Value {
        bool isRanked = isa<MemRefType>(view.getSource().getType()) &&
                        isa<MemRefType>(view.getType());
        return isRanked ? view.getSource() : nullptr;
      })
      .Default(Value());
}

//===----------------------------------------------------------------------===//
// Views that are an index map
//===----------------------------------------------------------------------===//

/// From the index of a group of dims to those of the dims, row-major.
static void splitGroup(AffineExpr index, ArrayRef<int64_t> extents,
                       MutableArrayRef<AffineExpr> results) {
  int64_t stride = 1;
  for (unsigned dim = extents.size(); dim-- > 0;) {
    AffineExpr digit = index.floorDiv(stride);
    results[dim] = dim == 0 ? digit : digit % extents[dim];
    stride *= extents[dim];
  }
}

static AffineExpr joinGroup(ArrayRef<AffineExpr> indices,
                            ArrayRef<int64_t> extents) {
  AffineExpr index = indices.front();
  for (unsigned dim : llvm::seq<unsigned>(1, extents.size()))
    index = index * extents[dim] + indices[dim];
  return index;
}

/// Whether the extents that are multiplied are known and not zero.
static bool hasStrides(ArrayRef<ReassociationIndices> groups,
                       ArrayRef<int64_t> shape) {
  return llvm::all_of(groups, [&](const ReassociationIndices &group) {
    return llvm::all_of(ArrayRef(group).drop_front(group.empty() ? 0 : 1),
                        [&](int64_t dim) { return shape[dim] > 0; });
  });
}

/// From the indices of the view to those of what it shows.
static AffineMap getReindexMap(Operation *view) {
  MLIRContext *context = view->getContext();
  auto getDims = [&](unsigned rank) {
    SmallVector<AffineExpr> dims;
    for (unsigned dim : llvm::seq(rank))
      dims.push_back(getAffineDimExpr(dim, context));
    return dims;
  };
  auto getAll = [](auto list, const ReassociationIndices &group) {
    SmallVector<std::decay_t<decltype(list[0])>> entries;
    for (int64_t dim : group)
      entries.push_back(list[dim]);
    return entries;
  };
  if (auto reindex = dyn_cast<ReindexOp>(view))
    return reindex.getType().getLayout().getAffineMap();
  if (auto transpose = dyn_cast<memref::TransposeOp>(view))
    return inversePermutation(transpose.getPermutation());
  if (auto expand = dyn_cast<memref::ExpandShapeOp>(view)) {
    ArrayRef<int64_t> shape = expand.getType().getShape();
    SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
    if (!hasStrides(groups, shape))
      return AffineMap();
    SmallVector<AffineExpr> dims = getDims(shape.size()), results;
    for (const ReassociationIndices &group : groups)
      results.push_back(
          joinGroup(getAll(ArrayRef(dims), group), getAll(shape, group)));
    return AffineMap::get(shape.size(), 0, results, context);
  }
  if (auto collapse = dyn_cast<memref::CollapseShapeOp>(view)) {
    ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
    SmallVector<ReassociationIndices> groups =
        collapse.getReassociationIndices();
    if (!hasStrides(groups, shape))
      return AffineMap();
    // Of a rank of zero there are no groups, but dims of size 1.
    SmallVector<AffineExpr> results(shape.size(),
                                    getAffineConstantExpr(0, context));
    unsigned next = 0;
    for (auto [number, group] : llvm::enumerate(groups)) {
      splitGroup(getAffineDimExpr(number, context), getAll(shape, group),
                 MutableArrayRef(results).slice(next, group.size()));
      next += group.size();
    }
    return AffineMap::get(groups.size(), 0, results, context);
  }
  return AffineMap();
}

//===----------------------------------------------------------------------===//
// Views that stay ops
//===----------------------------------------------------------------------===//

/// The physical type of a cast: of the box of its own shape, with as much of
/// the strides as it knew of its own.
static MemRefType getCastType(MemRefType type, const ViewLayout &layout) {
  unsigned rank = layout.physicalType.getRank();
  SmallVector<int64_t> shape =
      layout.map.getPhysicalShape(type.getShape())
          .value_or(SmallVector<int64_t>(rank, ShapedType::kDynamic));
  MemRefLayoutAttrInterface strides = layout.physicalType.getLayout();
  if (auto strided = dyn_cast<StridedLayoutAttr>(type.getLayout()))
    if (llvm::is_contained(strided.getStrides(), ShapedType::kDynamic) ||
        ShapedType::isDynamic(strided.getOffset()))
      strides = StridedLayoutAttr::get(
          type.getContext(), ShapedType::kDynamic,
          SmallVector<int64_t>(rank, ShapedType::kDynamic));
  return MemRefType::get(shape, type.getElementType(), strides,
                         type.getMemorySpace());
}

std::optional<ViewLayout> layout::getViewLayout(Operation *view,
                                                const ViewLayout &layout) {
  auto type = cast<MemRefType>(view->getResult(0).getType());
  // A flat buffer of unknown strides has no boxes, and nothing is known of its
  // digits.
  if (layout.map.getAffineMap().getNumSymbols() != 0)
    return std::nullopt;
  if (isa<memref::AssumeAlignmentOp>(view))
    return layout;
  if (isa<memref::CastOp, memref::MemorySpaceCastOp, memref::ReallocOp>(view))
    return ViewLayout{layout.map, getCastType(type, layout)};
  if (auto subview = dyn_cast<memref::SubViewOp>(view)) {
    std::optional<PhysicalBox> box = PhysicalBox::get(subview, layout.map);
    std::optional<MemRefType> physicalType =
        box ? box->inferType(layout.physicalType) : std::nullopt;
    if (!physicalType)
      return std::nullopt;
    return ViewLayout{box->getMap(), *physicalType};
  }
  AffineMap reindex = getReindexMap(view);
  if (!reindex)
    return std::nullopt;
  return ViewLayout{layout.map.compose(IndexMap(reindex), type.getShape()),
                    layout.physicalType};
}

void layout::makePhysicalView(RewriterBase &rewriter, Operation *view,
                              std::optional<PhysicalBox> box,
                              MemRefType physicalType) {
  rewriter.setInsertionPoint(view);
  if (box)
    rewriter.replaceOp(view, box->create(rewriter, physicalType));
  else if (isa<ReindexOp, memref::TransposeOp, memref::ExpandShapeOp,
               memref::CollapseShapeOp>(view))
    rewriter.replaceOp(view, getViewed(view));
  else
    view->getResult(0).setType(physicalType);
}

//===----------------------------------------------------------------------===//
// Views that accesses go through
//===----------------------------------------------------------------------===//

bool layout::hasViewedIndices(Operation *view) {
  return isa<memref::SubViewOp, memref::CastOp, memref::AssumeAlignmentOp,
             memref::MemorySpaceCastOp>(view) ||
         getReindexMap(view);
}

SmallVector<Value> layout::getViewedIndices(RewriterBase &rewriter,
                                            Operation *view,
                                            ValueRange indices) {
  Location loc = view->getLoc();
  SmallVector<Value> viewed;
  if (auto subview = dyn_cast<memref::SubViewOp>(view)) {
    affine::resolveIndicesIntoOpWithOffsetsAndStrides(
        rewriter, loc, subview.getMixedOffsets(), subview.getMixedStrides(),
        subview.getDroppedDims(), getAsOpFoldResult(indices), viewed);
    return viewed;
  }
  AffineMap reindex = getReindexMap(view);
  if (!reindex)
    return llvm::to_vector(indices); // A cast.
  return applyMap(rewriter, loc, reindex, indices);
}

std::optional<OpFoldResult> layout::getViewSize(Operation *view, int64_t dim) {
  if (auto expand = dyn_cast_or_null<memref::ExpandShapeOp>(view))
    return expand.getMixedOutputShape()[dim];
  auto subview = dyn_cast_or_null<memref::SubViewOp>(view);
  if (!subview)
    return std::nullopt;
  llvm::SmallBitVector dropped = subview.getDroppedDims();
  SmallVector<OpFoldResult> sizes;
  for (auto [index, size] : llvm::enumerate(subview.getMixedSizes()))
    if (!dropped.test(index))
      sizes.push_back(size);
  return sizes[dim];
}
