//===- BufferDecisions.cpp - How every class is to lie --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferRewriter.h"
#include "Views.h"
#include "layout/Dialect/Layout/IR/BufferAnnotations.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

/// The type of a buffer of this type that lies as `map` says.
static std::optional<MemRefType> getPhysicalType(MemRefType type,
                                                 const IndexMap &map) {
  std::optional<SmallVector<int64_t>> shape =
      map.getPhysicalShape(type.getShape());
  if (!shape)
    return std::nullopt;
  MemRefLayoutAttrInterface groups;
  if (!map.getSeparators().empty())
    groups = IndexMapAttr::get(IndexMap(
        AffineMap::getMultiDimIdentityMap(shape->size(), type.getContext()),
        map.getSeparators()));
  return MemRefType::get(*shape, type.getElementType(), groups,
                         type.getMemorySpace());
}

/// Where a class is talked about.
static Operation *getLocationText(const BufferClass &buffer) {
  if (buffer.request)
    return buffer.request;
  if (!buffer.globals.empty())
    return buffer.globals.front();
  Value value = buffer.values.front();
  Operation *maker = value.getDefiningOp();
  return maker ? maker : value.getParentBlock()->getParentOp();
}

/// Whether there are views in the class; what they show says how they lie.
static bool isView(const BufferClass &buffer) {
  return llvm::any_of(buffer.values, [](Value value) {
    Operation *maker = value.getDefiningOp();
    return maker && getViewed(maker);
  });
}

LogicalResult BufferClasses::layOut() {
  for (BufferClass &buffer : classes) {
    auto layout = dyn_cast<IndexMapAttr>(buffer.type.getLayout());
    if (!buffer.request && (!layout || buffer.keeper || isView(buffer)))
      continue;
    if (!buffer.request)
      buffer.map = layout.getIndexMap();
    std::optional<MemRefType> type = getPhysicalType(buffer.type, buffer.map);
    if (!type)
      return getLocationText(buffer)->emitOpError()
             << "requires an index map that spans a box of a known size, found "
             << IndexMapAttr::get(buffer.map);
    buffer.physicalType = *type;
  }
  return layOutViews();
}

/// The one allocation of a buffer that has no names but those it has behind it
/// in its function; null if there are others.
static Operation *getOwnAllocation(const BufferClass &buffer) {
  Operation *allocation = nullptr;
  for (Value value : buffer.values) {
    Operation *maker = value.getDefiningOp();
    if (!isAllocation(maker))
      continue;
    if (allocation)
      return nullptr;
    allocation = maker;
  }
  if (!allocation)
    return nullptr;
  for (Value value : buffer.values) {
    Operation *maker = value.getDefiningOp();
    bool isName =
        maker ? maker == allocation || isa<RegionBranchOpInterface>(maker)
              : !isa<FunctionOpInterface>(
                    value.getParentBlock()->getParentOp()) ||
                    !value.getParentBlock()->isEntryBlock();
    // From a region that it is yielded out of, its sizes are not.
    if (!isName ||
        !allocation->getParentRegion()->isAncestor(value.getParentRegion()))
      return nullptr;
  }
  return allocation;
}

/// Extents that are multiplied are those of the allocation.
LogicalResult BufferClasses::flattenAtRunTime(BufferClass &buffer,
                                              const IndexMap &map) {
  Operation *allocation = getOwnAllocation(buffer);
  if (!allocation || !map.getAffineMap().isIdentity())
    return getLocationText(buffer)->emitOpError()
           << "requires static extents behind the first of a group to flatten "
              "it, or one allocation in the function that all names of the "
              "buffer are in, found "
           << buffer.type;
  MLIRContext *context = buffer.type.getContext();
  SmallVector<AffineExpr> results;
  SmallVector<int64_t> shape, separators;
  unsigned next = 0;
  for (auto [dim, extent] : llvm::enumerate(buffer.type.getShape())) {
    AffineExpr size = ShapedType::isDynamic(extent)
                          ? getAffineSymbolExpr(next++, context)
                          : getAffineConstantExpr(extent, context);
    AffineExpr index = getAffineDimExpr(dim, context);
    if (dim == 0 || llvm::is_contained(map.getSeparators(), dim)) {
      if (dim != 0)
        separators.push_back(results.size());
      results.push_back(index);
      shape.push_back(extent);
      continue;
    }
    results.back() = results.back() * size + index;
    shape.back() =
        ShapedType::isDynamic(shape.back()) || ShapedType::isDynamic(extent)
            ? ShapedType::kDynamic
            : shape.back() * extent;
  }
  AffineMap flat = AffineMap::get(map.getNumDims(), next, results, context);
  MemRefLayoutAttrInterface groups;
  if (!separators.empty())
    groups = IndexMapAttr::get(IndexMap(
        AffineMap::getMultiDimIdentityMap(shape.size(), context), separators));
  buffer.map = IndexMap(flat, separators);
  buffer.allocation = allocation;
  buffer.physicalType = MemRefType::get(shape, buffer.type.getElementType(),
                                        groups, buffer.type.getMemorySpace());
  return success();
}

LogicalResult BufferClasses::flatten(std::optional<unsigned> maxRank) {
  for (BufferClass &buffer : classes) {
    // What is asked for is applied on the way.
    std::optional<IndexMap> map =
        buffer.request ? buffer.map : getLayoutMap(buffer.type);
    if (buffer.keeper || buffer.type.getRank() == 0 || !map || isView(buffer))
      continue;
    std::optional<IndexMap> flat = map->flatten(buffer.type.getShape());
    std::optional<MemRefType> type =
        flat ? getPhysicalType(buffer.type, *flat) : std::nullopt;
    if (type) {
      buffer.map = *flat;
      buffer.physicalType = *type;
    } else if (failed(flattenAtRunTime(buffer, *map))) {
      return failure();
    }
    if (maxRank && buffer.physicalType.getRank() > *maxRank)
      return getLocationText(buffer)->emitOpError()
             << "requires a buffer of at most " << *maxRank
             << " dims once it is flattened: unsupported rank "
             << buffer.physicalType.getRank() << " of " << buffer.physicalType;
  }
  return layOutViews();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// How a buffer lies, laid out or not.
static ViewLayout getLayout(const BufferClass &buffer) {
  if (buffer.isLaidOut())
    return {buffer.map, buffer.physicalType};
  return {
      IndexMap::getIdentity(buffer.type.getRank(), buffer.type.getContext()),
      buffer.type};
}

/// Lays out a class of views if what one of them shows is laid out, and returns
/// whether that is so.
FailureOr<bool> BufferClasses::layOutView(BufferClass &buffer) {
  SmallVector<Operation *> views;
  for (Value value : buffer.values)
    if (Operation *maker = value.getDefiningOp(); maker && getViewed(maker))
      views.push_back(maker);
  auto getShown = [&](Operation *view) -> BufferClass & {
    return classes[numbers.lookup(getViewed(view))];
  };
  if (llvm::none_of(views, [&](Operation *view) {
        return (isa<ReindexOp>(view) && !buffer.keeper) ||
               getShown(view).changes();
      }))
    return false;
  std::optional<ViewLayout> layout;
  Operation *unlike = buffer.keeper;
  for (Operation *view : views) {
    const BufferClass &shown = getShown(view);
    std::optional<ViewLayout> own;
    if (!shown.isSeenThrough)
      own = getViewLayout(view, getLayout(shown));
    if (!own || (layout && (own->map != layout->map ||
                            own->physicalType != layout->physicalType)))
      unlike = view;
    layout = own;
  }
  if (!unlike && !buffer.request) {
    buffer.map = layout->map;
    buffer.physicalType = layout->physicalType;
    buffer.follows = true;
    if (isa<memref::ReallocOp>(views.front()))
      buffer.padValue = getShown(views.front()).padValue;
    return true;
  }
  Operation *view = views.front();
  if (!buffer.keeper && !buffer.request && buffer.values.size() == 1 &&
      hasViewedIndices(view)) {
    buffer.isSeenThrough = true;
    buffer.follows = true;
    return true;
  }
  Operation *first = view;
  while (getShown(first).isSeenThrough)
    first = getViewed(first).getDefiningOp();
  const BufferClass &shown = getShown(first);
  InFlightDiagnostic error =
      view->emitOpError()
      << "requires a view that keeps the tiles of its buffer whole, or that "
         "loads and stores alone use, found one of a buffer laid out by "
      << IndexMapAttr::get(getLayout(shown).map);
  error.attachNote(view->getLoc())
      << "with a copy of the buffer (memref.copy) it would have one";
  if (shown.request)
    error.attachNote(shown.request->getLoc()) << "the layout is asked for here";
  return failure();
}

LogicalResult BufferClasses::layOutViews() {
  // Views of views come later, but for those around loops.
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (BufferClass &buffer : classes) {
      if (buffer.follows || buffer.isLaidOut())
        continue;
      FailureOr<bool> isLaidOut = layOutView(buffer);
      if (failed(isLaidOut))
        return failure();
      isNew |= *isLaidOut;
    }
  }
  return success();
}
