//===- Views.cpp - Views of buffers with layouts --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All decisions about an op that is a view in one place: the layout that it
// has, whether its users can bypass it, and its rewrite. A new kind of view is
// added to each of them.
//
//===----------------------------------------------------------------------===//

#include "Views.h"
#include "BufferRewrite.h"
#include "MapUtils.h"
#include "PhysicalSubview.h"
#include "layout/Dialect/Layout.h"
#include "layout/Support/Debug.h"
#include "layout/Support/Saturating.h"
#include "mlir/Dialect/Affine/ViewLikeInterfaceUtils.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

#define DEBUG_TYPE "layout-apply-buffer-layouts"
ALWAYS_ENABLED_STATISTIC(numPhysicalViews, "Views of physical buffers");
ALWAYS_ENABLED_STATISTIC(numBypassedViews, "Views that accesses bypass");

using namespace mlir;
using namespace mlir::layout;

/// The op that `base` is the base buffer of; null for any other value.
static memref::ExtractStridedMetadataOp getMetadata(Value base) {
  auto metadata = base.getDefiningOp<memref::ExtractStridedMetadataOp>();
  return metadata && base == metadata.getBaseBuffer() ? metadata : nullptr;
}

Value layout::getViewSource(Operation *op) {
  if (!op)
    return Value();
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([](memref::SubViewOp view) { return view.getSource(); })
      .Case<memref::ExpandShapeOp, memref::CollapseShapeOp>(
          [](auto view) { return view.getSrc(); })
      .Case([](memref::TransposeOp view) { return view.getIn(); })
      .Case([](ReindexOp view) { return view.getSource(); })
      .Case<memref::MemorySpaceCastOp, memref::ReallocOp>(
          [](auto view) { return view.getSource(); })
      .Case([](memref::AssumeAlignmentOp view) { return view.getMemref(); })
      .Case([](memref::ReinterpretCastOp view) -> Value {
        // The base of a buffer stands for the buffer: offsets count from there.
        if (auto metadata = getMetadata(view.getSource()))
          return metadata.getSource();
        bool isRanked = isa<MemRefType>(view.getSource().getType());
        return isRanked ? view.getSource() : nullptr;
      })
      .Case([](memref::ReshapeOp view) -> Value {
        bool isRanked = isa<MemRefType>(view.getSource().getType()) &&
                        isa<MemRefType>(view.getType());
        return isRanked ? view.getSource() : nullptr;
      })
      .Case([](memref::CastOp view) -> Value {
        bool isRanked = isa<MemRefType>(view.getSource().getType()) &&
                        isa<MemRefType>(view.getType());
        return isRanked ? view.getSource() : nullptr;
      })
      .Default(Value());
}

Value layout::getViewedBuffer(Value buffer) {
  while (Value source = getViewSource(buffer.getDefiningOp()))
    buffer = source;
  return buffer;
}

/// The views whose results are members of the set.
static SmallVector<Operation *> getViews(const AliasSet &set) {
  SmallVector<Operation *> views;
  for (Value value : set.values)
    if (Operation *op = value.getDefiningOp(); op && getViewSource(op))
      views.push_back(op);
  return views;
}

bool layout::containsView(const AliasSets &sets, const AliasSet &set) {
  return llvm::any_of(getViews(set), [&](Operation *view) {
    return &sets.lookup(getViewSource(view)) != &set;
  });
}

//===----------------------------------------------------------------------===//
// Views that only reindex
//===----------------------------------------------------------------------===//

/// The indices of the dims of a collapsed group in terms of its index.
static void delinearizeGroup(AffineExpr index, ArrayRef<int64_t> extents,
                             MutableArrayRef<AffineExpr> results) {
  int64_t stride = 1;
  for (unsigned dim = extents.size(); dim-- > 0;) {
    AffineExpr digit = index.floorDiv(stride);
    results[dim] = dim == 0 ? digit : digit % extents[dim];
    // The outermost extent may be dynamic.
    if (dim != 0)
      stride *= extents[dim];
  }
}

/// Returns the index into a collapsed dim, computed from the indices of the
/// dims that it consists of.
static AffineExpr linearizeGroup(ArrayRef<AffineExpr> indices,
                                 ArrayRef<int64_t> extents) {
  AffineExpr index = indices.front();
  for (unsigned dim : llvm::seq<unsigned>(1, extents.size()))
    index = index * extents[dim] + indices[dim];
  return index;
}

/// Whether all extents but the first one of each group are static and positive,
/// and their product fits into an int64_t, so that the strides within the group
/// are known.
static bool hasKnownStrides(ArrayRef<ReassociationIndices> groups,
                            ArrayRef<int64_t> shape) {
  return llvm::all_of(groups, [&](const ReassociationIndices &group) {
    std::optional<int64_t> stride = 1;
    for (int64_t dim : ArrayRef(group).drop_front(group.empty() ? 0 : 1))
      stride = stride && shape[dim] > 0 ? llvm::checkedMul(*stride, shape[dim])
                                        : std::nullopt;
    return stride.has_value();
  });
}

template <typename T>
static SmallVector<T> select(ArrayRef<T> list,
                             const ReassociationIndices &indices) {
  SmallVector<T> selected;
  for (int64_t index : indices)
    selected.push_back(list[index]);
  return selected;
}

static AffineMap getExpandMap(memref::ExpandShapeOp expand) {
  MLIRContext *context = expand.getContext();
  ArrayRef<int64_t> shape = expand.getType().getShape();
  SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
  if (!hasKnownStrides(groups, shape))
    return AffineMap();
  SmallVector<AffineExpr> dims, results;
  for (unsigned dim : llvm::seq(shape.size()))
    dims.push_back(getAffineDimExpr(dim, context));
  for (const ReassociationIndices &group : groups)
    results.push_back(
        linearizeGroup(select(ArrayRef(dims), group), select(shape, group)));
  return AffineMap::get(shape.size(), 0, results, context);
}

static AffineMap getCollapseMap(memref::CollapseShapeOp collapse) {
  MLIRContext *context = collapse.getContext();
  ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  if (!hasKnownStrides(groups, shape))
    return AffineMap();
  // A result of rank 0 has no groups; all dims of its source have size 1.
  SmallVector<AffineExpr> results(shape.size(),
                                  getAffineConstantExpr(0, context));
  unsigned next = 0;
  for (auto [number, group] : llvm::enumerate(groups)) {
    delinearizeGroup(getAffineDimExpr(number, context), select(shape, group),
                     MutableArrayRef(results).slice(next, group.size()));
    next += group.size();
  }
  return AffineMap::get(groups.size(), 0, results, context);
}

/// Whether indices follow from an offset from the base of a buffer: it begins
/// there and is stored in row-major order.
static bool isRowMajor(MemRefType type) {
  return type.getLayout().isIdentity() &&
         hasKnownStrides(
             {llvm::to_vector<2>(llvm::seq<int64_t>(type.getRank()))},
             type.getShape());
}

/// The type of the source of a reinterpret_cast or a reshape; null if it is
/// unknown or the source is not in row-major order.
static MemRefType getRowMajorSource(Operation *view) {
  Value source = getViewSource(view);
  auto type = source ? cast<MemRefType>(source.getType()) : MemRefType();
  return type && isRowMajor(type) ? type : MemRefType();
}

/// The map from an offset from the base of a row-major buffer to its indices.
static AffineMap getDelinearizationMap(MemRefType type) {
  SmallVector<AffineExpr> results(type.getRank());
  delinearizeGroup(getAffineDimExpr(0, type.getContext()), type.getShape(),
                   results);
  return AffineMap::get(1, 0, results, type.getContext());
}

/// Whether a reinterpret_cast certainly has elements past the end of a buffer
/// of type `source`. Such indices are valid ops, but not valid maps.
static bool reachesPastEnd(memref::ReinterpretCastOp cast, MemRefType source) {
  if (!source.hasStaticShape() || !cast.getType().hasStaticShape() ||
      cast.getType().getNumElements() == 0)
    return false;
  int64_t last = cast.getStaticOffsets().front();
  for (auto [size, stride] :
       llvm::zip_equal(cast.getStaticSizes(), cast.getStaticStrides()))
    last = addSaturating(last, multiplySaturating(size - 1, stride));
  return last >= source.getNumElements();
}

/// The offset from the base of the element at given indices of the result, in
/// terms of those; null if the op takes it from operands.
static AffineMap getReinterpretMap(memref::ReinterpretCastOp cast) {
  ArrayRef<int64_t> strides = cast.getStaticStrides();
  int64_t first = cast.getStaticOffsets().front();
  MemRefType source = getRowMajorSource(cast);
  if (!source || ShapedType::isDynamic(first) ||
      llvm::any_of(strides, ShapedType::isDynamic) ||
      reachesPastEnd(cast, source))
    return AffineMap();
  AffineExpr offset = getAffineConstantExpr(first, cast.getContext());
  for (auto [dim, stride] : llvm::enumerate(strides))
    offset = offset + getAffineDimExpr(dim, cast.getContext()) * stride;
  return getDelinearizationMap(source).compose(
      AffineMap::get(strides.size(), 0, offset));
}

/// The map of a reshape: both types are in row-major order.
static AffineMap getReshapeMap(memref::ReshapeOp reshape) {
  MemRefType source = getRowMajorSource(reshape);
  auto type = cast<MemRefType>(reshape.getType());
  if (!source || !isRowMajor(type))
    return AffineMap();
  SmallVector<AffineExpr> dims;
  for (unsigned dim : llvm::seq(type.getRank()))
    dims.push_back(getAffineDimExpr(dim, type.getContext()));
  AffineExpr offset = dims.empty() ? getAffineConstantExpr(0, type.getContext())
                                   : linearizeGroup(dims, type.getShape());
  return getDelinearizationMap(source).compose(
      AffineMap::get(dims.size(), 0, offset));
}

/// The map from the indices of a view to those of its source, if that is all
/// that the view does; null otherwise.
static AffineMap getReindexMap(Operation *view) {
  return llvm::TypeSwitch<Operation *, AffineMap>(view)
      .Case([](ReindexOp reindex) {
        return reindex.getType().getLayout().getAffineMap();
      })
      .Case([](memref::TransposeOp transpose) {
        return inversePermutation(transpose.getPermutation());
      })
      .Case([](memref::ReinterpretCastOp cast) {
        return getReinterpretMap(cast);
      })
      .Case([](memref::ReshapeOp reshape) { return getReshapeMap(reshape); })
      .Case([](memref::ExpandShapeOp expand) { return getExpandMap(expand); })
      .Case([](memref::CollapseShapeOp collapse) {
        return getCollapseMap(collapse);
      })
      .Default(AffineMap());
}

//===----------------------------------------------------------------------===//
// Layouts of views
//===----------------------------------------------------------------------===//

/// Whether memrefs of a type begin where their buffer does.
static bool startsAtBase(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return getLayoutOf(type) != nullptr;
  return offset == 0;
}

/// Whether the strides that a type states are those of the type without them,
/// also those of dims of size 1, which a cast must not change.
static bool areStridesRowMajor(MemRefType type) {
  auto plain =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  return memref::CastOp::areCastCompatible(type, plain);
}

/// The physical type of a cast or a reallocation to `type`: its strides are
/// dynamic if those of `type` are, and not stated if they are row-major in
/// both.
static MemRefType getCastType(MemRefType type, const ViewLayout &source) {
  unsigned rank = source.physicalType.getRank();
  SmallVector<int64_t> shape =
      source.map.getPhysicalShape(type.getShape())
          .value_or(SmallVector<int64_t>(rank, ShapedType::kDynamic));
  MemRefLayoutAttrInterface strides = source.physicalType.getLayout();
  // The layout may also be groups of dims, which stay.
  if (type.getLayout().isIdentity() && isa<StridedLayoutAttr>(strides) &&
      startsAtBase(source.physicalType) &&
      memref::isStaticShapeAndContiguousRowMajor(source.physicalType) &&
      areStridesRowMajor(source.physicalType))
    strides = MemRefLayoutAttrInterface();
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
                                                const ViewLayout &source,
                                                PhysicalSubview::Span span) {
  auto type = cast<MemRefType>(view->getResult(0).getType());
  // A flattened layout with dynamic strides has symbols, so its results are not
  // digits.
  if (source.map.getAffineMap().getNumSymbols() != 0)
    return std::nullopt;
  if (isa<memref::AssumeAlignmentOp>(view))
    return source;
  if (isa<memref::CastOp, memref::MemorySpaceCastOp, memref::ReallocOp>(view))
    return ViewLayout{source.map, getCastType(type, source)};
  if (auto op = dyn_cast<memref::SubViewOp>(view)) {
    std::optional<PhysicalSubview> subview =
        PhysicalSubview::get(op, source.map, span);
    std::optional<MemRefType> physicalType =
        subview ? subview->inferType(source.physicalType) : std::nullopt;
    if (!physicalType)
      return std::nullopt;
    return ViewLayout{subview->getMap(), *physicalType};
  }
  AffineMap reindex = getReindexMap(view);
  if (!reindex)
    return std::nullopt;
  return ViewLayout{source.map.compose(IndexMap(reindex), type.getShape()),
                    source.physicalType};
}

/// Returns the new layout of an alias set, or its old one if it does not
/// change.
static ViewLayout getLayout(const AliasSet &set) {
  if (set.hasNewLayout())
    return {set.layoutMap, set.physicalType};
  return {IndexMap::getIdentity(set.type.getRank(), set.type.getContext()),
          set.type};
}

static LogicalResult emitViewError(AliasSets &sets, Operation *view) {
  const AliasSet &source =
      sets.getAccessedSet(sets.lookup(getViewSource(view)));
  InFlightDiagnostic error =
      view->emitOpError()
      << "requires a view of whole tiles, or one that only loads and stores "
         "use, found a view of a buffer with layout "
      << source.getLayoutAttr();
  error.attachNote(view->getLoc())
      << "a copy of the buffer (memref.copy) would have none";
  if (source.request)
    error.attachNote(source.request->getLoc())
        << "the layout is requested here";
  return failure();
}

/// The layout of all views in a set; nothing if they have none, or different
/// ones. `checkViewLayouts` checks those whose source is in the set as well.
static std::optional<ViewLayout> getCommonLayout(const AliasSets &sets,
                                                 const AliasSet &set,
                                                 PhysicalSubview::Span span) {
  std::optional<ViewLayout> layout;
  for (Operation *view : getViews(set)) {
    const AliasSet &source = sets.lookup(getViewSource(view));
    if (&source == &set)
      continue;
    std::optional<ViewLayout> own;
    if (!source.isBypassed)
      own = getViewLayout(view, getLayout(source), span);
    if (!own || (layout && (own->map != layout->map ||
                            own->physicalType != layout->physicalType)))
      return std::nullopt;
    layout = own;
  }
  return layout;
}

/// Whether a view of a member of `set`, or a view of such a view, is passed on,
/// to a function or out of a branch. It then needs a buffer to be a view of.
static bool hasPassedView(const AliasSets &sets, const AliasSet &set) {
  return llvm::any_of(set.values, [&](Value value) {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      if (getViewSource(user) != value)
        return false;
      const AliasSet &view = sets.lookup(user->getResult(0));
      return &view != &set &&
             (view.values.size() > 1 || hasPassedView(sets, view));
    });
  });
}

/// Assigns a layout to an alias set of views if the source of one of them
/// changes. Returns whether it has done so.
static FailureOr<bool> assignViewLayout(AliasSets &sets, AliasSet &set) {
  SmallVector<Operation *> views = getViews(set);
  auto getSource = [&](Operation *view) -> const AliasSet & {
    return sets.lookup(getViewSource(view));
  };
  if (llvm::none_of(views, [&](Operation *view) {
        return (isa<ReindexOp>(view) && !set.pin) || getSource(view).changes();
      }))
    return false;

  Operation *first = *llvm::find_if(
      views, [&](Operation *view) { return &getSource(view) != &set; });
  bool mayChange = !set.pin && !set.request;
  std::optional<ViewLayout> layout;
  if (mayChange)
    layout = getCommonLayout(sets, set, PhysicalSubview::Span::Elements);
  if (mayChange && !layout && hasPassedView(sets, set))
    layout = getCommonLayout(sets, set, PhysicalSubview::Span::Gaps);
  if (mayChange && !layout && set.values.size() == 1 &&
      canCreateSourceIndices(first)) {
    set.isBypassed = true;
    set.needsNewViews = true;
    LAYOUT_DEBUG(llvm::dbgs() << "bypass view: " << *first << "\n");
    return true;
  }
  // A view that is passed on, to a function or out of a branch.
  if (mayChange && !layout)
    layout = getCommonLayout(sets, set, PhysicalSubview::Span::Gaps);
  if (!layout)
    return emitViewError(sets, first);
  set.layoutMap = layout->map;
  set.physicalType = layout->physicalType;
  set.needsNewViews = true;
  if (isa<memref::ReallocOp>(first))
    set.padValue = getSource(first).padValue;
  return true;
}

/// The sets in an order in which views of views follow their sources, except
/// where a loop passes a view of a buffer to its next iteration.
static SmallVector<AliasSet *> sortBySources(AliasSets &sets) {
  llvm::SetVector<AliasSet *> visited;
  SmallVector<AliasSet *> sorted;
  // An entry is visited a second time once its sources are done.
  SmallVector<std::pair<AliasSet *, bool>> stack;
  for (AliasSet &root : sets.getSets()) {
    stack.push_back({&root, false});
    while (!stack.empty()) {
      auto [set, isDone] = stack.pop_back_val();
      if (isDone) {
        sorted.push_back(set);
        continue;
      }
      if (!visited.insert(set))
        continue;
      stack.push_back({set, true});
      for (Operation *view : getViews(*set))
        stack.push_back({&sets.lookup(getViewSource(view)), false});
    }
  }
  return sorted;
}

/// Checks that the views in a set with a layout have that layout, too: those
/// that a loop passes to its next iteration, and those in a set whose layout is
/// requested. `checkDefiningOp` reports a request for the view itself.
///
///   scf.for ... iter_args(%m = %b) {
///     %a = memref.assume_alignment %m, 16 : memref<8x6xf32>
///     scf.yield %a
static LogicalResult checkViewLayouts(AliasSets &sets, AliasSet &set) {
  for (Operation *view : getViews(set)) {
    if (set.request == view)
      return success();
    const AliasSet &source = sets.lookup(getViewSource(view));
    std::optional<ViewLayout> own;
    if (isa<memref::AssumeAlignmentOp>(view) && &source == &set)
      own = getLayout(set);
    else if (!source.isBypassed)
      own = getViewLayout(view, getLayout(source));
    if (own && own->map == set.layoutMap &&
        own->physicalType == set.physicalType)
      continue;
    InFlightDiagnostic error = view->emitOpError()
                               << "requires the layout of the other aliases of "
                                  "the view, "
                               << set.getLayoutAttr() << ", found ";
    if (own)
      error << IndexMapAttr::get(own->map) << " of " << own->physicalType;
    else
      error << "a view that no index map expresses";
    if (set.request)
      error.attachNote(set.request->getLoc()) << "the layout is requested here";
    return error;
  }
  set.needsNewViews = true;
  return success();
}

LogicalResult layout::assignViewLayouts(AliasSets &sets) {
  SmallVector<AliasSet *> sorted = sortBySources(sets);
  // Iterate until no set changes.
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (AliasSet *set : sorted) {
      if (set->needsNewViews || set->hasNewLayout())
        continue;
      FailureOr<bool> isAssigned = assignViewLayout(sets, *set);
      if (failed(isAssigned))
        return failure();
      isChanged |= *isAssigned;
    }
  }
  for (AliasSet *set : sorted)
    if (set->hasNewLayout() && failed(checkViewLayouts(sets, *set)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

/// Replaces a view by one of type `physicalType`, given that its source has
/// become the physical buffer. Views that only reindex are replaced by their
/// source. With the layout `(i, j) -> (i floordiv 4, j, i mod 4)` of %b,
///
///   %t = memref.transpose %b (i, j) -> (j, i)
///        : memref<8x6xf32> to memref<6x8xf32, strided<[1, 6]>>
///   %c = memref.cast %b : memref<8x6xf32> to memref<?x6xf32>
///   %0 = memref.load %t[%j, %i]
///
/// becomes
///
///   %c = memref.cast %b : memref<2x6x4xf32> to memref<?x6x4xf32>
///   %0 = memref.load %b[%io, %j, %ii] : memref<2x6x4xf32>
///
/// where %io and %ii are `%i floordiv 4` and `%i mod 4`. PhysicalSubview.h
/// shows subviews.
static void rewriteView(RewriterBase &rewriter, Operation *view,
                        std::optional<PhysicalSubview> subview,
                        MemRefType physicalType) {
  rewriter.setInsertionPoint(view);
  // A promise about another address than the new view has is dropped.
  bool losesPromise =
      isa<memref::AssumeAlignmentOp>(view) &&
      !(startsAtBase(cast<MemRefType>(view->getResult(0).getType())) &&
        startsAtBase(physicalType));
  if (subview)
    rewriter.replaceOp(view, subview->create(rewriter, physicalType));
  else if (losesPromise ||
           isa<ReindexOp, memref::TransposeOp, memref::ExpandShapeOp,
               memref::CollapseShapeOp, memref::ReshapeOp,
               memref::ReinterpretCastOp>(view))
    rewriter.replaceOp(view, getViewSource(view));
  else
    view->getResult(0).setType(physicalType);
}

void layout::rewriteViews(RewriteContext &context) {
  AliasSets &sets = context.sets;
  SmallVector<Operation *> views;
  context.module.walk([&](Operation *op) {
    if (getViewSource(op) && !context.physicalAccesses.contains(op) &&
        sets.lookup(op->getResult(0)).needsNewViews)
      views.push_back(op);
  });
  // Drop the results of these views from the sets: they are replaced below.
  for (AliasSet &set : sets.getSets())
    llvm::erase_if(set.values, [&](Value value) {
      Operation *op = value.getDefiningOp();
      return op && set.needsNewViews && getViewSource(op);
    });
  // Look everything up before the first view is replaced, because views of
  // views then have new sources, which are in no alias set.
  struct ViewRewrite {
    Operation *view;
    AliasSet source, own;
    std::optional<PhysicalSubview> subview;
    Value keptSize;
  };
  std::vector<ViewRewrite> rewrites;
  for (Operation *view : views) {
    ViewRewrite rewrite{view, sets.lookup(getViewSource(view)),
                        sets.lookup(view->getResult(0)), std::nullopt, Value()};
    if (auto subview = dyn_cast<memref::SubViewOp>(view);
        subview && !rewrite.own.isBypassed)
      rewrite.subview = PhysicalSubview::get(subview, rewrite.source.layoutMap);
    if (auto realloc = dyn_cast<memref::ReallocOp>(view))
      rewrite.keptSize = createKeptSize(context, realloc);
    rewrites.push_back(rewrite);
  }
  SmallVector<Operation *> bypassed;
  for (ViewRewrite &rewrite : rewrites) {
    if (rewrite.own.isBypassed)
      bypassed.push_back(rewrite.view);
    else if (auto realloc = dyn_cast<memref::ReallocOp>(rewrite.view))
      rewriteReallocation(context, realloc, rewrite.keptSize, rewrite.source,
                          rewrite.own);
    else
      rewriteView(context.rewriter, rewrite.view, rewrite.subview,
                  rewrite.own.physicalType);
  }
  numBypassedViews += bypassed.size();
  numPhysicalViews += rewrites.size() - bypassed.size();
  // Erase views of views before their sources.
  for (Operation *view : llvm::reverse(bypassed))
    context.rewriter.eraseOp(view);
}

//===----------------------------------------------------------------------===//
// Bypassed views
//===----------------------------------------------------------------------===//

bool layout::canCreateSourceIndices(Operation *view) {
  return isa<memref::SubViewOp, memref::CastOp, memref::AssumeAlignmentOp,
             memref::MemorySpaceCastOp>(view) ||
         (isa<memref::ReinterpretCastOp>(view) && getRowMajorSource(view)) ||
         getReindexMap(view);
}

/// The indices in the source of a reinterpret_cast whose offset or strides are
/// values:
///
///   %v = memref.reinterpret_cast %b to offset: [%o], sizes: [4], strides: [2]
///        : memref<8x6xf32> to ...
///   %0 = memref.load %v[%i]
///
/// becomes
///
///   %1 = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2)>()[%o, %i]
///   %2 = affine.apply affine_map<()[s0] -> (s0 floordiv 6)>()[%1]
///   %3 = affine.apply affine_map<()[s0] -> (s0 mod 6)>()[%1]
///   %0 = memref.load %b[%2, %3] : memref<8x6xf32>
static SmallVector<Value>
createReinterpretIndices(RewriterBase &rewriter, memref::ReinterpretCastOp cast,
                         ValueRange indices) {
  MLIRContext *context = cast.getContext();
  unsigned rank = indices.size();
  SmallVector<OpFoldResult> operands = getMapOperands(indices);
  llvm::append_range(operands, cast.getMixedStrides());
  operands.push_back(cast.getMixedOffsets().front());
  AffineExpr offset = getAffineSymbolExpr(2 * rank, context);
  for (unsigned dim : llvm::seq(rank))
    offset = offset + getAffineSymbolExpr(dim, context) *
                          getAffineSymbolExpr(rank + dim, context);
  Value value = getValueOrCreateConstantIndexOp(
      rewriter, cast.getLoc(),
      createMapResult(rewriter, cast.getLoc(),
                      AffineMap::get(0, operands.size(), offset), operands));
  return createMapResults(rewriter, cast.getLoc(),
                          getDelinearizationMap(getRowMajorSource(cast)),
                          ValueRange(value));
}

/// An access of a bypassed view
///
///   %v = memref.subview %b[%o, 1] [4, 5] [2, 1] : memref<8x6xf32> to ...
///   %0 = memref.load %v[%i, %j]
///
/// becomes one of its source, whose layout is applied afterwards:
///
///   %1 = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2)>()[%o, %i]
///   %2 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%j]
///   %0 = memref.load %b[%1, %2] : memref<8x6xf32>
SmallVector<Value> layout::createSourceIndices(RewriterBase &rewriter,
                                               Operation *view,
                                               ValueRange indices) {
  Location loc = view->getLoc();
  if (auto subview = dyn_cast<memref::SubViewOp>(view)) {
    SmallVector<Value> sourceIndices;
    affine::resolveIndicesIntoOpWithOffsetsAndStrides(
        rewriter, loc, subview.getMixedOffsets(), subview.getMixedStrides(),
        subview.getDroppedDims(), getMapOperands(indices), sourceIndices);
    return sourceIndices;
  }
  AffineMap reindex = getReindexMap(view);
  if (auto reinterpret = dyn_cast<memref::ReinterpretCastOp>(view);
      reinterpret && !reindex)
    return createReinterpretIndices(rewriter, reinterpret, indices);
  if (!reindex)
    return llvm::to_vector(indices); // A cast.
  return createMapResults(rewriter, loc, reindex, indices);
}

std::optional<OpFoldResult> layout::getViewSize(Operation *op, int64_t dim) {
  if (auto expand = dyn_cast_or_null<memref::ExpandShapeOp>(op))
    return expand.getMixedOutputShape()[dim];
  if (auto reinterpret = dyn_cast_or_null<memref::ReinterpretCastOp>(op))
    return reinterpret.getMixedSizes()[dim];
  auto subview = dyn_cast_or_null<memref::SubViewOp>(op);
  if (!subview)
    return std::nullopt;
  llvm::SmallBitVector dropped = subview.getDroppedDims();
  SmallVector<OpFoldResult> sizes;
  for (auto [index, size] : llvm::enumerate(subview.getMixedSizes()))
    if (!dropped.test(index))
      sizes.push_back(size);
  return sizes[dim];
}
