//===- Accesses.cpp - Loads, stores and sizes by physical indices ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses of single elements: memref.load, memref.store, memref.atomic_rmw,
// memref.generic_atomic_rmw, memref.prefetch, and affine.load, affine.store,
// affine.prefetch. Also memref.dim and memref.extract_strided_metadata.
//
//===----------------------------------------------------------------------===//

#include "BufferRewrite.h"
#include "MapUtils.h"
#include "Views.h"
#include "layout/Algebra/QuasiAffine.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

bool layout::hasLogicalSize(const RewriteContext &context, Value buffer,
                            int64_t dim) {
  const AliasSet &set = context.sets.lookup(buffer);
  Operation *op = buffer.getDefiningOp();
  if (!set.type.isDynamicDim(dim) || set.symbolSource ||
      (op && getDynamicSizes(op)) || getViewSize(op, dim))
    return true;
  if (set.isBypassed)
    return isa<memref::CastOp, memref::AssumeAlignmentOp,
               memref::MemorySpaceCastOp>(op) &&
           hasLogicalSize(context, getViewSource(op), dim);
  return !set.hasNewLayout() ||
         findStatedExtent(set.layoutMap, set.type.getShape(), dim);
}

OpFoldResult layout::getLogicalSize(RewriteContext &context, Location loc,
                                    Value buffer, int64_t dim) {
  const AliasSet &set = context.sets.lookup(buffer);
  if (!set.type.isDynamicDim(dim))
    return context.rewriter.getIndexAttr(set.type.getDimSize(dim));
  if (set.symbolSource)
    return set.getSymbolValues()[set.type.getDynamicDimIndex(dim)];
  Operation *op = buffer.getDefiningOp();
  if (std::optional<ValueRange> sizes = op ? getDynamicSizes(op) : std::nullopt)
    return (*sizes)[set.type.getDynamicDimIndex(dim)];
  if (std::optional<OpFoldResult> size = getViewSize(op, dim))
    return *size;
  // Callers have checked `hasLogicalSize`, so a bypassed view is a cast here.
  if (set.isBypassed)
    return getLogicalSize(context, loc, getViewSource(op), dim);
  StatedExtent stated = {unsigned(dim), 1};
  if (set.hasNewLayout())
    stated = *findStatedExtent(set.layoutMap, set.type.getShape(), dim);
  Value size =
      memref::DimOp::create(context.rewriter, loc, buffer, stated.physicalDim);
  context.physicalAccesses.insert(size.getDefiningOp());
  AffineExpr extent =
      getAffineSymbolExpr(0, loc.getContext()).floorDiv(stated.stride);
  return createMapResult(context.rewriter, loc, AffineMap::get(0, 1, extent),
                         getAsOpFoldResult(size));
}

LogicalResult layout::emitSizeError(const RewriteContext &context,
                                    Operation *op, const AliasSet &set) {
  return op->emitOpError()
         << "requires a dim that the layout does not split, or an allocation "
            "that states its size, found one of "
         << set.type << " with layout "
         << context.sets.getAccessedSet(set).getLayoutAttr();
}

/// The most elements of a vector that is accessed element by element, which
/// takes a few ops for each.
static constexpr int64_t kMaxElements = 1 << 14;

LogicalResult layout::checkElementCount(Operation *op, VectorType type) {
  std::optional<int64_t> count = getNumPoints(type.getShape());
  if (count && *count <= kMaxElements)
    return success();
  return op->emitOpError() << "requires a vector of at most " << kMaxElements
                           << " elements, which the layout accesses one by "
                              "one, found "
                           << type;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

bool layout::needsIndexValues(const RewriteContext &context, Value buffer) {
  if (!context.sets.changes(buffer))
    return false;
  const AliasSet &set = context.sets.lookup(buffer);
  return set.isBypassed || set.symbolSource;
}

std::optional<AffineMap>
layout::getPhysicalAccessMap(const RewriteContext &context, Value buffer,
                             AffineMap access) {
  if (!context.sets.changes(buffer))
    return access;
  if (needsIndexValues(context, buffer))
    return std::nullopt;
  return context.sets.lookup(buffer).layoutMap.getAffineMap().compose(access);
}

/// Whether every element of `buffer` keeps its distance from the base of its
/// allocation, as it does if a buffer without a layout is flattened.
static bool keepsAddresses(const RewriteContext &context, Value buffer) {
  const AliasSet &set = context.sets.lookup(getViewedBuffer(buffer));
  if (!set.changes())
    return true;
  if (containsView(context.sets, set))
    return false;
  return set.symbolSource ||
         isProved(set.layoutMap.withoutSeparators().isRowMajorReshape(
             set.type.getShape()));
}

std::pair<Value, SmallVector<Value>>
layout::getPhysicalAccess(RewriteContext &context, Location loc, Value buffer,
                          ValueRange indices) {
  SmallVector<Value> logical(indices);
  while (context.sets.lookup(buffer).isBypassed) {
    Operation *view = buffer.getDefiningOp();
    logical = createSourceIndices(context.rewriter, view, logical);
    buffer = getViewSource(view);
  }
  const AliasSet &set = context.sets.lookup(buffer);
  llvm::append_range(logical, set.getSymbolValues());
  return {buffer, createMapResults(context.rewriter, loc,
                                   set.layoutMap.getAffineMap(), logical)};
}

//===----------------------------------------------------------------------===//
// Strided metadata
//===----------------------------------------------------------------------===//

LogicalResult layout::checkMetadata(const RewriteContext &context,
                                    memref::ExtractStridedMetadataOp op,
                                    const AliasSet &set) {
  if (!set.type.getLayout().isIdentity() ||
      !llvm::all_of(op.getBaseBuffer().getUsers(),
                    llvm::IsaPred<memref::ReinterpretCastOp>))
    return emitUseError(context, op, set);
  for (int64_t dim : llvm::seq(set.type.getRank()))
    if (!hasLogicalSize(context, op.getSource(), dim))
      return emitSizeError(context, op, set);
  return success();
}

/// Offsets and strides are those of the logical buffer, and a cast of its base
/// is a view of it. With the layout `(i, j) -> (j, i)` of %b,
///
///   %base, %offset, %sizes:2, %strides:2 =
///       memref.extract_strided_metadata %b : memref<?x4xf32> -> ...
///   %v = memref.reinterpret_cast %base to offset: [%o], sizes: [2, 2],
///        strides: [%strides#0, 1] : memref<f32> to memref<2x2xf32, ...>
///
/// becomes
///
///   %v = memref.reinterpret_cast %b to offset: [%o], sizes: [2, 2],
///        strides: [%c4, 1] : memref<?x4xf32> to memref<2x2xf32, ...>
///
/// and is then rewritten like any view.
static void rewriteMetadata(RewriteContext &context,
                            memref::ExtractStridedMetadataOp op) {
  RewriterBase &rewriter = context.rewriter;
  Location loc = op.getLoc();
  auto getValue = [&](OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(rewriter, loc, value);
  };
  rewriter.replaceAllUsesWith(op.getOffset(),
                              getValue(rewriter.getIndexAttr(0)));
  OpFoldResult stride = rewriter.getIndexAttr(1);
  AffineMap product = AffineMap::get(
      2, 0, rewriter.getAffineDimExpr(0) * rewriter.getAffineDimExpr(1));
  for (int64_t dim : llvm::reverse(llvm::seq<int64_t>(op.getSizes().size()))) {
    OpFoldResult size = getLogicalSize(context, loc, op.getSource(), dim);
    rewriter.replaceAllUsesWith(op.getSizes()[dim], getValue(size));
    rewriter.replaceAllUsesWith(op.getStrides()[dim], getValue(stride));
    stride = dim == 0 ? stride
                      : createMapResult(rewriter, loc, product, {size, stride});
  }
  rewriter.replaceAllUsesWith(op.getBaseBuffer(), op.getSource());
  rewriter.eraseOp(op);
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

/// The map of an affine access may not be composed with values that are no
/// valid affine dims or symbols, such as the offset of a bypassed subview:
///
///   %v = memref.subview %b[%o, 0] [4, 5] [2, 1] : memref<8x6xf32> to ...
///   %0 = affine.load %v[%i + 1, %j]
///
/// The access becomes one of the memref dialect, which takes any values:
///
///   %1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
///   %0 = memref.load %v[%1, %j]
bool layout::expandAffineAccess(RewriteContext &context, Operation *op) {
  RewriterBase &rewriter = context.rewriter;
  rewriter.setInsertionPoint(op);
  auto getIndices = [&](auto access) {
    return createMapResults(rewriter, op->getLoc(), access.getAffineMap(),
                            access.getMapOperands());
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](affine::AffineLoadOp load) {
        if (needsIndexValues(context, load.getMemRef()))
          rewriter.replaceOpWithNewOp<memref::LoadOp>(load, load.getMemRef(),
                                                      getIndices(load));
        return true;
      })
      .Case([&](affine::AffineStoreOp store) {
        if (needsIndexValues(context, store.getMemRef()))
          rewriter.replaceOpWithNewOp<memref::StoreOp>(
              store, store.getValueToStore(), store.getMemRef(),
              getIndices(store));
        return true;
      })
      .Case([&](affine::AffinePrefetchOp prefetch) {
        if (needsIndexValues(context, prefetch.getMemref()))
          rewriter.replaceOpWithNewOp<memref::PrefetchOp>(
              prefetch, prefetch.getMemref(), getIndices(prefetch),
              prefetch.getIsWrite(), prefetch.getLocalityHint(),
              prefetch.getIsDataCache());
        return true;
      })
      .Default(false);
}

/// The number of values that `value` takes from 0 on, if it is the induction
/// variable of a loop with constant bounds; the upper one may be one of
/// several.
static std::optional<int64_t> getRange(Value value) {
  affine::AffineForOp loop = affine::getForInductionVarOwner(value);
  if (!loop || !loop.hasConstantLowerBound() ||
      loop.getConstantLowerBound() != 0)
    return std::nullopt;
  std::optional<int64_t> range;
  for (AffineExpr bound : loop.getUpperBoundMap().getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(bound))
      if (!range || constant.getValue() < *range)
        range = constant.getValue();
  // The bound of a loop that never runs is no number of values.
  return range && *range > 0 ? range : std::nullopt;
}

/// Drops divisions from the indices of an access that loops around it show to
/// do nothing. With %o from 0 to 2 and %i from 0 to 3,
///
///   %j = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1)>(%o, %i)
///   affine.store %0, %b[%j floordiv 3, %j mod 3]
///
/// becomes
///
///   affine.store %0, %b[%o, %i]
static void simplifyIndices(AffineMap &map, SmallVector<Value> &operands) {
  AffineMap composed = map;
  SmallVector<Value> values = operands;
  affine::fullyComposeAffineMapAndOperands(&composed, &values);
  SmallVector<int64_t> ranges;
  for (Value value : values)
    if (std::optional<int64_t> range = getRange(value))
      ranges.push_back(*range);
  if (ranges.size() != values.size() || composed.getNumSymbols() != 0)
    return;
  map = IndexMap(composed).canonicalize(ranges).getAffineMap();
  operands = std::move(values);
}

/// Applies the layout to the indices of an access. With the layout
/// `(i, j) -> (j, i floordiv 4, i mod 4)` of %b,
///
///   %0 = memref.load %b[%i, %j] : memref<11x5xf32>
///   affine.store %0, %b[%i + 1, %j] : memref<11x5xf32>
///
/// becomes
///
///   %1 = affine.apply affine_map<()[s0] -> (s0 floordiv 4)>()[%i]
///   %2 = affine.apply affine_map<()[s0] -> (s0 mod 4)>()[%i]
///   %0 = memref.load %b[%j, %1, %2] : memref<5x3x4xf32>
///   affine.store %0, %b[%j, (%i + 1) floordiv 4, (%i + 1) mod 4]
///       : memref<5x3x4xf32>
///
/// A promise that the address of %0 is aligned is dropped.
void layout::rewriteAccess(RewriteContext &context, Operation *op) {
  RewriterBase &rewriter = context.rewriter;
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  auto getAccess = [&](auto access, Value buffer) {
    std::pair<AffineMap, SmallVector<Value>> physical = {
        *getPhysicalAccessMap(context, buffer, access.getAffineMap()),
        llvm::to_vector(access.getMapOperands())};
    simplifyIndices(physical.first, physical.second);
    return physical;
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
            memref::GenericAtomicRMWOp, memref::PrefetchOp>([&](auto access) {
        Value buffer = access.getMemref();
        if (!context.sets.changes(buffer))
          return;
        if constexpr (llvm::is_one_of<decltype(access), memref::LoadOp,
                                      memref::StoreOp>::value)
          if (!keepsAddresses(context, buffer))
            access.removeAlignmentAttr(); // It is about another address.
        auto [physical, indices] = getPhysicalAccess(
            context, loc, buffer, OperandRange(access.getIndicesMutable()));
        access.getMemrefMutable().set(physical);
        access.getIndicesMutable().assign(indices);
      })
      .Case([&](affine::AffineLoadOp load) {
        auto [map, operands] = getAccess(load, load.getMemRef());
        rewriter.replaceOpWithNewOp<affine::AffineLoadOp>(
            load, load.getMemRef(), map, operands);
      })
      .Case([&](affine::AffineStoreOp store) {
        auto [map, operands] = getAccess(store, store.getMemRef());
        rewriter.replaceOpWithNewOp<affine::AffineStoreOp>(
            store, store.getValueToStore(), store.getMemRef(), map, operands);
      })
      .Case([&](affine::AffinePrefetchOp prefetch) {
        auto [map, operands] = getAccess(prefetch, prefetch.getMemref());
        rewriter.replaceOpWithNewOp<affine::AffinePrefetchOp>(
            prefetch, prefetch.getMemref(), map, operands,
            prefetch.getIsWrite(), prefetch.getLocalityHint(),
            prefetch.getIsDataCache());
      })
      .Case([&](memref::ExtractStridedMetadataOp metadata) {
        rewriteMetadata(context, metadata);
      })
      .Case([&](memref::DimOp dim) {
        rewriter.replaceOp(dim,
                           getValueOrCreateConstantIndexOp(
                               rewriter, loc,
                               getLogicalSize(context, loc, dim.getSource(),
                                              *dim.getConstantIndex())));
      });
}
