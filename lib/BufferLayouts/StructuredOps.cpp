//===- StructuredOps.cpp - linalg ops and copies of buffers ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured op stays structured if its indexing maps, composed with the
// layouts of its buffers, are valid indexing maps, or if its loops can be split
// such that they are (StructuredDigits.cpp). Otherwise it becomes loops.
//
//===----------------------------------------------------------------------===//

#include "BufferRewrite.h"
#include "TileLoopNest.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"

#define DEBUG_TYPE "layout-apply-buffer-layouts"
ALWAYS_ENABLED_STATISTIC(numExpandedStructured,
                         "Structured ops and copies expanded into loops");

using namespace mlir;
using namespace mlir::layout;

/// Replaces a loop of extent 1 that is the index of a dim of another size by 0:
/// linalg takes that size for the extent of the loop. With the layout
/// `(i) -> (i * 32)` in 640 elements of a buffer of one element, the index is
/// `i`, as `i * 32` is.
static AffineMap fixUnitLoops(AffineMap map, ArrayRef<int64_t> extents,
                              MemRefType type) {
  SmallVector<AffineExpr> indices(map.getResults());
  for (auto [index, size] : llvm::zip_equal(indices, type.getShape()))
    if (auto loop = dyn_cast<AffineDimExpr>(index);
        loop && extents[loop.getPosition()] == 1 && size != 1)
      index = getAffineConstantExpr(0, map.getContext());
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), indices,
                        map.getContext());
}

/// The indexing maps of a structured op with physical indices; nothing if one
/// of its buffers needs index values.
static std::optional<SmallVector<AffineMap>>
getPhysicalMaps(const RewriteContext &context, linalg::LinalgOp op) {
  SmallVector<AffineMap> maps;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<AffineMap> map = getPhysicalAccessMap(
        context, operand.get(), op.getMatchingIndexingMap(&operand));
    if (!map)
      return std::nullopt;
    if (context.sets.changes(operand.get()))
      map = fixUnitLoops(*map, extents,
                         context.sets.lookup(operand.get()).physicalType);
    maps.push_back(*map);
  }
  return maps;
}

bool layout::areIndexingMaps(ArrayRef<AffineMap> maps, MLIRContext *context) {
  for (AffineMap map : maps) {
    bool divides = false;
    map.walkExprs([&](AffineExpr expr) {
      divides |= expr.getKind() == AffineExprKind::FloorDiv ||
                 expr.getKind() == AffineExprKind::CeilDiv ||
                 expr.getKind() == AffineExprKind::Mod;
    });
    if (divides)
      return false;
  }
  return static_cast<bool>(inversePermutation(concatAffineMaps(maps, context)));
}

/// The loops of a structured op that are reductions.
static SmallVector<unsigned> getReductionDims(linalg::LinalgOp op) {
  SmallVector<unsigned> dims;
  op.getReductionDims(dims);
  return dims;
}

OpOperand *layout::getOrderingOutput(const RewriteContext &context,
                                     linalg::LinalgOp op) {
  for (OpOperand &init : op.getDpsInitsMutable())
    if (context.sets.changes(init.get()))
      return &init;
  return nullptr;
}

/// The loops of a structured op split into digits; nothing if there are none,
/// or if the op can keep its loops. `maps` are its physical indexing maps.
static std::optional<DigitLoops>
getNewLoops(const RewriteContext &context, linalg::LinalgOp op,
            const std::optional<SmallVector<AffineMap>> &maps) {
  bool followsOutput =
      context.order == LoopOrder::Physical && getOrderingOutput(context, op);
  if (maps && areIndexingMaps(*maps, op->getContext()) && !followsOutput)
    return std::nullopt;
  return getDigitLoops(context, op);
}

LogicalResult layout::checkStructured(const RewriteContext &context,
                                      OpOperand &use) {
  const AliasSet &set = context.sets.lookup(use.get());
  for (int64_t dim : llvm::seq(set.type.getRank())) {
    bool isKnown = hasLogicalSize(context, use.get(), dim);
    // Source and target of a copy have the same sizes.
    if (auto copy = dyn_cast<memref::CopyOp>(use.getOwner()))
      isKnown |= llvm::any_of(copy->getOperands(), [&](Value side) {
        return isa<MemRefType>(side.getType()) &&
               hasLogicalSize(context, side, dim);
      });
    if (!isKnown)
      return emitSizeError(context, use.getOwner(), set);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

bool layout::isPlainCopy(const RewriteContext &context, Value source,
                         Value target) {
  const AliasSet &from = context.sets.lookup(source);
  const AliasSet &to = context.sets.lookup(target);
  return from.hasNewLayout() && to.hasNewLayout() &&
         from.layoutMap == to.layoutMap &&
         isProved(from.layoutMap.withoutSeparators().isBijective(
             from.type.getShape())) &&
         !from.type.getNumDynamicDims();
}

/// A copy between buffers of different layouts becomes one nest over the tiles
/// of both (see TileLoopNest.h), in which nothing is divided. With the layout
/// `(i, j) -> (i floordiv 4, j, i mod 4)` of %b,
///
///   memref.copy %a, %b : memref<8x6xf32> to memref<8x6xf32>
///
/// becomes
///
///   scf.for %io = %c0 to %c2 step %c1 {
///     scf.for %j = %c0 to %c6 step %c1 {
///       scf.for %ii = %c0 to %c4 step %c1 {
///         %i = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%io, %ii)
///         %0 = memref.load %a[%i, %j] : memref<8x6xf32>
///         memref.store %0, %b[%io, %j, %ii] : memref<2x6x4xf32>
///
/// If both physical access maps are valid indexing maps, or if a buffer needs
/// index values, the copy becomes a linalg.generic and is handled as such.
LogicalResult layout::expandCopy(RewriteContext &context, memref::CopyOp copy) {
  RewriterBase &rewriter = context.rewriter;
  rewriter.setInsertionPoint(copy);
  Location loc = copy.getLoc();
  Value source = copy.getSource(), target = copy.getTarget();
  if (isa<MemRefType>(source.getType()) && isa<MemRefType>(target.getType())) {
    if (isPlainCopy(context, source, target))
      return success();
    auto type = cast<MemRefType>(source.getType());
    AffineMap identity =
        AffineMap::getMultiDimIdentityMap(type.getRank(), copy->getContext());
    std::optional<AffineMap> from =
        getPhysicalAccessMap(context, source, identity);
    std::optional<AffineMap> to =
        getPhysicalAccessMap(context, target, identity);
    if (from && to && !areIndexingMaps({*from, *to}, copy.getContext())) {
      SmallVector<OpFoldResult> sizes;
      for (int64_t dim : llvm::seq(type.getRank()))
        sizes.push_back(getLogicalSize(
            context, loc,
            hasLogicalSize(context, source, dim) ? source : target, dim));
      TiledCopy tiled =
          createTiledCopy(rewriter, loc, source, *from, target, *to,
                          type.getShape(), sizes, /*tilesDivideSizes=*/false);
      context.physicalAccesses.insert_range(ArrayRef{tiled.load, tiled.store});
      llvm::append_range(context.loops, tiled.loops);
      rewriter.eraseOp(copy);
      ++numExpandedStructured;
      return success();
    }
  }
  auto generic = cast<linalg::LinalgOp>(
      linalg::makeMemRefCopyOp(rewriter, loc, source, target).getOperation());
  rewriter.eraseOp(copy);
  return expandStructured(context, generic);
}

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

/// Expands a structured op into a nest over the tiles of the buffer it writes,
/// in the order of its physical dims. With `loop-order=physical` and the layout
/// `(c, h) -> (c floordiv 4, h, c mod 4)` of %b,
///
///   linalg.exp ins(%x : memref<6x3xf32>) outs(%b : memref<6x3xf32>)
///
/// becomes, but for dead code (the last tile has two elements only)
///
///   scf.for %co = %c0 to %c2 step %c1 {
///     scf.for %h = %c0 to %c3 step %c1 {
///       %end = affine.min affine_map<(d0) -> (d0 * -4 + 6, 4)>(%co)
///       scf.for %ci = %c0 to %end step %c1 {
///         %c = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%co, %ci)
///         %0 = memref.load %x[%c, %h] : memref<6x3xf32>
///         %1 = math.exp %0 : f32
///         memref.store %1, %b[%co, %h, %ci] : memref<2x3x4xf32>
///
/// Returns false, and changes nothing, if there is no such nest.
static bool expandInPhysicalOrder(RewriteContext &context,
                                  linalg::LinalgOp op) {
  OpOperand *output = getOrderingOutput(context, op);
  if (!output)
    return false;
  std::optional<SmallVector<AffineMap>> maps = getPhysicalMaps(context, op);
  if (!maps)
    return false;
  ArrayRef<AffineMap> accesses = *maps;
  std::optional<TileLoopNest> nest = TileLoopNest::get(
      op.getStaticLoopRanges(), accesses[output->getOperandNumber()], accesses);
  // The order of reductions may be visible, in rounding or in what is written
  // last.
  if (!nest || !nest->keepsOrder(getReductionDims(op)))
    return false;

  RewriterBase &rewriter = context.rewriter;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<OpFoldResult> sizes;
  for (const Range &range : op.createLoopRanges(rewriter, loc))
    sizes.push_back(range.size);
  nest->build(rewriter, loc, sizes, /*tilesDivideSizes=*/false);
  IRMapping values;
  SmallVector<SmallVector<Value>> indices;
  for (OpOperand &operand : op->getOpOperands()) {
    indices.push_back(nest->createIndices(
        rewriter, loc, accesses[operand.getOperandNumber()]));
    Value value = operand.get();
    if (isa<MemRefType>(value.getType())) {
      value = memref::LoadOp::create(rewriter, loc, value, indices.back());
      context.physicalAccesses.insert(value.getDefiningOp());
    }
    values.map(op.getMatchingBlockArgument(&operand), value);
  }
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op->getContext());
  for (Operation &inner : op.getBlock()->without_terminator()) {
    auto index = dyn_cast<linalg::IndexOp>(inner);
    if (!index) {
      rewriter.clone(inner, values);
      continue;
    }
    AffineMap dim = identity.getSubMap({static_cast<unsigned>(index.getDim())});
    values.map(index.getResult(),
               nest->createIndices(rewriter, loc, dim).front());
  }
  for (auto [init, result] :
       llvm::zip_equal(op.getDpsInitsMutable(),
                       op.getBlock()->getTerminator()->getOperands()))
    context.physicalAccesses.insert(
        memref::StoreOp::create(rewriter, loc, values.lookupOrDefault(result),
                                init.get(), indices[init.getOperandNumber()]));
  llvm::append_range(context.loops, nest->getLoops());
  rewriter.eraseOp(op);
  return true;
}

/// Expands a structured op whose physical maps are no indexing maps: with
/// `loop-order=physical` as `expandInPhysicalOrder` does, otherwise into its
/// loops, whose loads and stores get their physical indices in the next step:
///
///   linalg.exp ins(%x : memref<6x3xf32>) outs(%b : memref<6x3xf32>)
///
/// becomes, but for dead code,
///
///   scf.for %c = %c0 to %c6 step %c1 {
///     scf.for %h = %c0 to %c3 step %c1 {
///       %0 = memref.load %x[%c, %h] : memref<6x3xf32>
///       %1 = math.exp %0 : f32
///       memref.store %1, %b[%c, %h] : memref<6x3xf32>
LogicalResult layout::expandStructured(RewriteContext &context,
                                       linalg::LinalgOp op) {
  // Upstream takes the map of a loop without iterations for out of bounds.
  if (llvm::is_contained(op.getStaticLoopRanges(), 0)) {
    context.rewriter.eraseOp(op);
    return success();
  }
  std::optional<SmallVector<AffineMap>> maps = getPhysicalMaps(context, op);
  if ((maps && areIndexingMaps(*maps, op->getContext())) ||
      getNewLoops(context, op, maps))
    return success();
  LAYOUT_DEBUG(llvm::dbgs() << "expand into loops: " << op << "\n");
  ++numExpandedStructured;
  if (context.order == LoopOrder::Physical &&
      expandInPhysicalOrder(context, op))
    return success();
  context.rewriter.setInsertionPoint(op);
  FailureOr<linalg::LinalgLoops> loops =
      linalg::linalgOpToLoops(context.rewriter, op);
  if (failed(loops))
    return op->emitOpError()
           << "requires an op that can be expanded into loops "
              "for the layouts of its buffers";
  llvm::append_range(context.loops, *loops);
  context.rewriter.eraseOp(op);
  return success();
}

/// Composes the indexing maps of a structured op with the layouts of its
/// buffers. With the layout `(i, j) -> (j, i)` of %b,
///
///   linalg.exp ins(%x : memref<8x6xf32>) outs(%b : memref<8x6xf32>)
///
/// becomes
///
///   linalg.generic {
///     indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
///                      affine_map<(d0, d1) -> (d1, d0)>],
///     iterator_types = ["parallel", "parallel"]}
///     ins(%x : memref<8x6xf32>) outs(%b : memref<6x8xf32>) { math.exp ... }
///
/// If these are no indexing maps, or with `loop-order=physical`, the loops are
/// split and ordered by the digits of the layouts (`rewriteOverDigits`).
/// Layouts that are not made of digits only have their loops interchanged, such
/// that the map of the output is the identity as far as possible, unless that
/// changes the order of reductions.
void layout::rewriteStructured(RewriteContext &context, linalg::LinalgOp op) {
  RewriterBase &rewriter = context.rewriter;
  rewriter.setInsertionPoint(op);
  OpOperand *output = getOrderingOutput(context, op);
  unsigned outputNumber = output ? output->getOperandNumber() : 0;
  std::optional<SmallVector<AffineMap>> physical = getPhysicalMaps(context, op);
  if (std::optional<DigitLoops> loops = getNewLoops(context, op, physical))
    return rewriteOverDigits(context, op, *loops);
  const SmallVector<AffineMap> &maps = *physical;
  if (!isa<linalg::GenericOp>(op.getOperation()))
    op = cast<linalg::LinalgOp>(
        linalg::generalizeNamedOp(rewriter, op)->getOperation());
  auto generic = cast<linalg::GenericOp>(op.getOperation());
  generic.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  if (context.order != LoopOrder::Physical || !output)
    return;
  SmallVector<unsigned> order = getPhysicalLoopOrder(maps[outputNumber]);
  SmallVector<unsigned> reductions = getReductionDims(generic);
  auto reordered = llvm::filter_to_vector(order, [&](unsigned loop) {
    return llvm::is_contained(reductions, loop);
  });
  if (llvm::is_sorted(reordered))
    (void)linalg::interchangeGenericOp(rewriter, generic, order);
}
