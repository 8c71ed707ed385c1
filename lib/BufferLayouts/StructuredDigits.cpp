//===- StructuredDigits.cpp - Structured ops over digits of buffers -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured op stays structured if its loops can be split into the digits of
// which the layouts of its buffers are made (LoopRelayout.h): physical indices
// are then loops or sums of loops, and nothing is divided.
//
//===----------------------------------------------------------------------===//

#include "Algebra/PaddedMap.h"
#include "BufferRewrite.h"
#include "Interfaces/LoopRanges.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Support/Debug.h"
#include "layout/Targets/Machine.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "layout-apply-buffer-layouts"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// The layouts of the operands
//===----------------------------------------------------------------------===//

/// The logical sizes of an operand. A dim that is indexed by one loop has the
/// size of the loop, which another operand may state.
static SmallVector<int64_t> getLogicalShape(linalg::LinalgOp op,
                                            OpOperand &operand,
                                            ArrayRef<int64_t> extents) {
  SmallVector<int64_t> shape(getIndexedShape(operand));
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [size, index] : llvm::zip_equal(shape, map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(index);
        loop && ShapedType::isDynamic(size))
      size = extents[loop.getPosition()];
  return shape;
}

/// The extents of the loops, rounded up to full tiles of the layouts. Another
/// extent than that of a loop makes the last tile partly full.
static SmallVector<int64_t> getFullTileExtents(const RewriteContext &context,
                                               linalg::LinalgOp op,
                                               ArrayRef<int64_t> extents) {
  SmallVector<int64_t> full(extents);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!context.sets.changes(operand.get()) ||
        needsIndexValues(context, operand.get()))
      continue;
    SmallVector<int64_t> shape = getLogicalShape(op, operand, extents);
    for (int64_t &size : shape)
      size = ShapedType::isDynamic(size) ? 1 : size;
    const AliasSet &set = context.sets.lookup(operand.get());
    auto rounded = getFullTileShape(
        set.layoutMap.withoutSeparators().getAffineMap(), shape);
    if (!rounded)
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [size, index] : llvm::zip_equal(*rounded, map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(index);
          loop && !ShapedType::isDynamic(full[loop.getPosition()]))
        full[loop.getPosition()] = std::max(full[loop.getPosition()], size);
  }
  return full;
}

/// The logical sizes of an operand in loops of the extents `full`.
static SmallVector<int64_t> getPaddedShape(linalg::LinalgOp op,
                                           OpOperand &operand,
                                           ArrayRef<int64_t> logical,
                                           ArrayRef<int64_t> full) {
  SmallVector<int64_t> shape(logical);
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [size, index] : llvm::zip_equal(shape, map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(index))
      size = full[loop.getPosition()];
  return shape;
}

/// Whether the digits reach exactly the elements of a buffer of the given
/// shape, as far as they are of dims that are neither padded nor of unknown
/// size. `logical` is the shape without padding, `padded` with it.
static bool coverBuffer(ArrayRef<MixedRadix> digits, ArrayRef<int64_t> shape,
                        ArrayRef<int64_t> logical, ArrayRef<int64_t> padded) {
  return llvm::all_of(llvm::zip_equal(digits, shape), [&](auto dim) {
    auto [list, size] = dim;
    return ShapedType::isDynamic(size) || getExtent(list) == size ||
           llvm::any_of(list, [&](const Digit &digit) {
             return logical[digit.dim] != padded[digit.dim];
           });
  });
}

/// The layouts of the operands as digits of loops of the extents `full`;
/// nothing if one has no such form.
static std::optional<SmallVector<OperandLayout>>
getOperandDigits(const RewriteContext &context, linalg::LinalgOp op,
                 ArrayRef<int64_t> extents, ArrayRef<int64_t> full) {
  SmallVector<OperandLayout> layouts;
  for (OpOperand &operand : op->getOpOperands()) {
    if (needsIndexValues(context, operand.get()))
      return std::nullopt;
    if (!isa<MemRefType>(operand.get().getType())) {
      layouts.push_back({});
      continue;
    }
    const AliasSet &set = context.sets.lookup(operand.get());
    SmallVector<int64_t> logical = getLogicalShape(op, operand, extents);
    SmallVector<int64_t> shape = getPaddedShape(op, operand, logical, full);
    if (!set.changes()) {
      layouts.push_back({shape, getIdentityDigits(shape)});
      continue;
    }
    std::optional<MixedRadixMap> digits =
        getExplicitDigits(set.layoutMap.withoutSeparators(), shape);
    if (!digits ||
        !coverBuffer(*digits, set.physicalType.getShape(), logical, shape))
      return std::nullopt;
    layouts.push_back({shape, *digits});
  }
  return layouts;
}

//===----------------------------------------------------------------------===//
// The order of the loops
//===----------------------------------------------------------------------===//

/// Whether `loop` walks an operand with indexing map `map` element by element,
/// or does not move it.
static bool isContiguous(AffineMap map, unsigned loop) {
  for (auto [number, index] : llvm::enumerate(map.getResults())) {
    if (!index.isFunctionOfDim(loop))
      continue;
    AffineExpr dim = getAffineDimExpr(loop, map.getContext());
    AffineExpr rest =
        index.replace(dim, getAffineConstantExpr(0, map.getContext()));
    if (number + 1 != map.getNumResults() ||
        simplifyAffineExpr(index - rest, map.getNumDims(), 0) != dim)
      return false;
  }
  return true;
}

/// The loop that suits vector instructions: it is parallel and walks the result
/// with indexing map `result` element by element, and so, or not at all, all
/// other operands. Nothing if there is none.
static std::optional<unsigned>
findVectorLoop(ArrayRef<AffineMap> maps,
               ArrayRef<utils::IteratorType> iterators, AffineMap result) {
  if (result.getNumResults() == 0)
    return std::nullopt;
  for (unsigned loop : llvm::seq(result.getNumDims()))
    if (iterators[loop] == utils::IteratorType::parallel &&
        result.getResults().back().isFunctionOfDim(loop) &&
        llvm::all_of(maps,
                     [&](AffineMap map) { return isContiguous(map, loop); }))
      return loop;
  return std::nullopt;
}

/// The number of the last loops of `walk`, the parallel loops over a result in
/// its order, that are to run within the reductions. They give the processor
/// updates that do not depend on each other; with a single vector it would wait
/// for each sum before it adds to it again.
static unsigned countTileLoops(const LoopRelayout &relayout,
                               ArrayRef<unsigned> walk, int64_t elementBytes) {
  unsigned count = 0;
  int64_t bytes = elementBytes;
  for (unsigned loop : llvm::reverse(walk)) {
    int64_t extent = relayout.loops[loop].extent;
    bool fits = !ShapedType::isDynamic(extent) &&
                !llvm::MulOverflow(bytes, extent, bytes) &&
                bytes <= Machine::kResultTileBytes;
    // The vector loop runs within the reductions in any case.
    if (count != 0 && !fits)
      break;
    ++count;
    if (!fits)
      break;
  }
  return count;
}

/// The order of the new loops: those that walk `result`, in the order of its
/// physical dims, then all others. If a loop suits vectors, it is innermost,
/// and a tile of the result runs within the reductions. Reduction loops keep
/// their original order, so that every element is reduced in that order.
static SmallVector<unsigned> orderLoops(const LoopRelayout &relayout,
                                        AffineMap result,
                                        int64_t elementBytes) {
  auto isReduction = [&](unsigned loop) {
    return relayout.iterators[loop] == utils::IteratorType::reduction;
  };
  SmallVector<unsigned> walk, others;
  for (unsigned loop : getPhysicalLoopOrder(result))
    if (result.isFunctionOfDim(loop) && !isReduction(loop))
      walk.push_back(loop);
  SmallVector<unsigned> original =
      llvm::to_vector(llvm::seq<unsigned>(0, relayout.loops.size()));
  llvm::sort(original, [&](unsigned a, unsigned b) {
    const Digit &digitA = relayout.loops[a], &digitB = relayout.loops[b];
    return std::tuple(digitA.dim, -digitA.stride, a) <
           std::tuple(digitB.dim, -digitB.stride, b);
  });
  llvm::copy_if(original, std::back_inserter(others),
                [&](unsigned loop) { return !llvm::is_contained(walk, loop); });

  unsigned tile = 0;
  if (std::optional<unsigned> vector =
          findVectorLoop(relayout.maps, relayout.iterators, result)) {
    llvm::erase(walk, *vector);
    walk.push_back(*vector);
    tile = countTileLoops(relayout, walk, elementBytes);
  }
  SmallVector<unsigned> order(ArrayRef(walk).drop_back(tile));
  llvm::append_range(order, others);
  llvm::append_range(order, ArrayRef(walk).take_back(tile));
  return order;
}

/// Puts the loops into the given order.
static void permuteLoops(LoopRelayout &relayout, ArrayRef<unsigned> order,
                         MLIRContext *context) {
  LoopRelayout old = relayout;
  SmallVector<AffineExpr> dims(order.size());
  for (auto [position, loop] : llvm::enumerate(order)) {
    dims[loop] = getAffineDimExpr(position, context);
    relayout.loops[position] = old.loops[loop];
    relayout.iterators[position] = old.iterators[loop];
  }
  for (AffineMap &map : relayout.maps)
    map = map.replaceDimsAndSymbols(dims, {}, order.size(), 0);
  for (AffineExpr &index : relayout.oldLoops)
    index = index.replaceDims(dims);
}

//===----------------------------------------------------------------------===//
// Views of the operands
//===----------------------------------------------------------------------===//

/// The loops that are the index of some dim. linalg infers the extents of
/// others from nothing.
static llvm::SmallBitVector getInferredLoops(ArrayRef<AffineMap> maps,
                                             unsigned numLoops) {
  llvm::SmallBitVector inferred(numLoops);
  for (AffineMap map : maps)
    for (AffineExpr index : map.getResults())
      if (auto loop = dyn_cast<AffineDimExpr>(index))
        inferred.set(loop.getPosition());
  return inferred;
}

/// The loops, major to minor, into which the dim with index `index` can be
/// split; empty if none of them lacks an extent or if it cannot.
static MixedRadix getSplit(AffineExpr index, ArrayRef<int64_t> extents,
                           const llvm::SmallBitVector &inferred) {
  bool helps =
      llvm::any_of(llvm::seq<unsigned>(0, extents.size()), [&](unsigned loop) {
        return !inferred.test(loop) && index.isFunctionOfDim(loop);
      });
  std::optional<MixedRadix> digits =
      helps ? getDigits(index, extents) : std::nullopt;
  if (!digits || !llvm::all_of(*digits, [&](const Digit &digit) {
        return digit.stride == 1 && digit.extent == extents[digit.dim];
      }))
    return {};
  return *digits;
}

/// Splits the dims of one operand that are indexed by loops without an extent,
/// and adapts its indexing map. With (j2, j1, j0) as the digits of j,
///
///   memref<3x4xf32> indexed by (j2, j1 * 2 + j0)
///
/// becomes
///
///   memref<3x2x2xf32> indexed by (j2, j1, j0)
static OperandView splitOperand(MemRefType type, ArrayRef<int64_t> extents,
                                const llvm::SmallBitVector &inferred,
                                AffineMap &map) {
  if (!type.hasStaticShape() || getLayoutOf(type))
    return {};
  OperandView view;
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> indices;
  for (auto [size, index] :
       llvm::zip_equal(type.getShape(), map.getResults())) {
    ReassociationIndices &group = view.groups.emplace_back();
    auto append = [&](int64_t partSize, AffineExpr part) {
      group.push_back(shape.size());
      shape.push_back(partSize);
      indices.push_back(part);
    };
    MixedRadix split = getSplit(index, extents, inferred);
    if (split.empty() || getExtent(split) != size)
      append(size, index);
    else
      for (const Digit &digit : split)
        append(digit.extent, getAffineDimExpr(digit.dim, map.getContext()));
  }
  FailureOr<MemRefType> expanded =
      memref::ExpandShapeOp::computeExpandedType(type, shape, view.groups);
  if (failed(expanded) || shape.size() == map.getNumResults())
    return {};
  view.type = *expanded;
  map = AffineMap::get(map.getNumDims(), 0, indices, map.getContext());
  return view;
}

/// Splits dims of operands until every loop indexes some dim alone. Returns
/// nothing if that is not possible.
static std::optional<SmallVector<OperandView>>
splitOperands(const RewriteContext &context, linalg::LinalgOp op,
              LoopRelayout &relayout) {
  SmallVector<int64_t> extents = llvm::map_to_vector(
      relayout.loops, [](const Digit &loop) { return loop.extent; });
  SmallVector<OperandView> views(relayout.maps.size());
  for (OpOperand &operand : op->getOpOperands()) {
    llvm::SmallBitVector inferred =
        getInferredLoops(relayout.maps, extents.size());
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (inferred.all() || !type || context.newViews == NewViews::Forbidden)
      continue;
    if (context.sets.changes(operand.get()))
      type = context.sets.lookup(operand.get()).physicalType;
    unsigned number = operand.getOperandNumber();
    views[number] =
        splitOperand(type, extents, inferred, relayout.maps[number]);
  }
  // An index that is still a division splits a dim that a window moves along.
  if (!areIndexingMaps(relayout.maps, op->getContext()))
    return std::nullopt;
  return views;
}

//===----------------------------------------------------------------------===//
// The new op
//===----------------------------------------------------------------------===//

/// Puts the loops into the order of the buffer that is written.
static void orderLoops(const RewriteContext &context, linalg::LinalgOp op,
                       DigitLoops &loops) {
  OpOperand *output = getOrderingOutput(context, op);
  if (!output && op.getNumDpsInits() != 0)
    output = op.getDpsInitOperand(0);
  if (!output)
    return;
  // Elements of unknown size count as large ones.
  ByteCount element = getByteCount(
      MemRefType::get({}, getElementTypeOrSelf(output->get().getType())));
  AffineMap result = loops.relayout.maps[output->getOperandNumber()];
  SmallVector<unsigned> order =
      orderLoops(loops.relayout, result,
                 element.dynamic ? Machine::kResultTileBytes : element.bytes);
  permuteLoops(loops.relayout, order, op->getContext());
}

/// The operand and its dim that have the size of a loop.
static std::pair<Value, int64_t> findSize(const RewriteContext &context,
                                          linalg::LinalgOp op, unsigned loop) {
  for (OpOperand &operand : op->getOpOperands())
    for (auto [dim, index] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
      if (auto used = dyn_cast<AffineDimExpr>(index);
          used && used.getPosition() == loop &&
          isa<MemRefType>(operand.get().getType()) &&
          hasLogicalSize(context, operand.get(), dim))
        return {operand.get(), dim};
  return {};
}

/// The types of the operands, or of the views of them, after the rewrite; null
/// for scalars.
static SmallVector<MemRefType> getPhysicalTypes(const RewriteContext &context,
                                                linalg::LinalgOp op,
                                                ArrayRef<OperandView> views) {
  SmallVector<MemRefType> types;
  for (auto [operand, view] : llvm::zip_equal(op->getOperands(), views)) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (type && context.sets.changes(operand))
      type = context.sets.lookup(operand).physicalType;
    types.push_back(view.type ? view.type : type);
  }
  return types;
}

/// Whether the sizes of all loops can be computed.
static bool haveSizes(const RewriteContext &context, linalg::LinalgOp op,
                      ArrayRef<PartialLoop> loops) {
  return llvm::all_of(loops, [&](const PartialLoop &loop) {
    return !ShapedType::isDynamic(loop.extent) ||
           findSize(context, op, loop.loop).first;
  });
}

std::optional<DigitLoops> layout::getDigitLoops(const RewriteContext &context,
                                                linalg::LinalgOp op) {
  SmallVector<int64_t> extents = llvm::map_to_vector(
      getKnownLoopExtents(op), [](std::optional<int64_t> extent) {
        return extent.value_or(ShapedType::kDynamic);
      });
  // A layout may distribute the indices of an empty buffer arbitrarily.
  if (llvm::is_contained(extents, 0))
    return std::nullopt;
  SmallVector<int64_t> full = getFullTileExtents(context, op, extents);
  std::optional<SmallVector<OperandLayout>> layouts =
      getOperandDigits(context, op, extents, full);
  if (!layouts)
    return std::nullopt;
  std::string reason;
  FailureOr<LoopRelayout> relayout = getLoopRelayout(op, *layouts, reason);
  if (failed(relayout)) {
    LAYOUT_DEBUG(llvm::dbgs() << "no digits: " << op << " " << reason << "\n");
    return std::nullopt;
  }
  std::optional<SmallVector<OperandView>> views =
      splitOperands(context, op, *relayout);
  if (!views)
    return std::nullopt;
  DigitLoops loops{*relayout, *views, {}};
  orderLoops(context, op, loops);
  auto partial = getPartialLoops(op, loops.relayout, extents, full,
                                 getPhysicalTypes(context, op, loops.views));
  if (!partial || !haveSizes(context, op, *partial) ||
      (!partial->empty() && context.newViews == NewViews::Forbidden))
    return std::nullopt;
  loops.partialLoops = std::move(*partial);
  return loops;
}

/// The sizes of a buffer that has, or will have, the type `type`.
static SmallVector<OpFoldResult> getPhysicalSizes(RewriteContext &context,
                                                  Location loc, Value buffer,
                                                  MemRefType type) {
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(context.rewriter.getIndexAttr(size));
      continue;
    }
    auto op = memref::DimOp::create(context.rewriter, loc, buffer, dim);
    context.physicalAccesses.insert(op);
    sizes.push_back(op.getResult());
  }
  return sizes;
}

/// With the layout `(i, j) -> (i, j floordiv 4, j mod 4)` of %b and of %c,
///
///   linalg.matmul ins(%a, %b : memref<6x7xf32>, memref<7x8xf32>)
///       outs(%c : memref<6x8xf32>)
///
/// becomes
///
///   linalg.generic {
///     indexing_maps = [affine_map<(i, jo, k, ji) -> (i, k)>,
///                      affine_map<(i, jo, k, ji) -> (k, jo, ji)>,
///                      affine_map<(i, jo, k, ji) -> (i, jo, ji)>],
///     iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
///     ins(%a, %b : memref<6x7xf32>, memref<7x2x4xf32>)
///     outs(%c : memref<6x2x4xf32>) { arith.mulf ... arith.addf ... }
///
/// If no operand has a dim of its own for a loop, one gets it by a
/// memref.expand_shape. If %b and %c have 7 columns, there are two ops, on
/// views of the columns 0 to 3 and of the others:
///
///   %b0 = memref.subview %b[0, 0, 0] [7, 1, 4] [1, 1, 1]
///   %b1 = memref.subview %b[0, 1, 0] [7, 1, 3] [1, 1, 1]
void layout::rewriteOverDigits(RewriteContext &context, linalg::LinalgOp op,
                               const DigitLoops &loops) {
  RewriterBase &rewriter = context.rewriter;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands(op->getOperands());
  SmallVector<MemRefType> types = getPhysicalTypes(context, op, loops.views);
  for (auto [operand, view] : llvm::zip_equal(operands, loops.views)) {
    if (!view.type)
      continue;
    operand = memref::ExpandShapeOp::create(
        rewriter, loc, view.type, operand, view.groups,
        getAsIndexOpFoldResult(op.getContext(), view.type.getShape()));
    context.physicalAccesses.insert(operand.getDefiningOp());
  }
  SmallVector<OpFoldResult> sizes;
  for (const PartialLoop &loop : loops.partialLoops) {
    auto [buffer, dim] = findSize(context, op, loop.loop);
    sizes.push_back(ShapedType::isDynamic(loop.extent)
                        ? getLogicalSize(context, loc, buffer, dim)
                        : rewriter.getIndexAttr(loop.extent));
  }
  for (const LoopBox &box :
       getBoxes(rewriter, loc, loops.relayout, loops.partialLoops, sizes)) {
    SmallVector<Value> parts(operands);
    for (auto [part, type, map] :
         llvm::zip_equal(parts, types, loops.relayout.maps)) {
      if (!isAccessedInParts(map, loops.partialLoops))
        continue;
      part = createBoxView(rewriter, loc, part, type,
                           getPhysicalSizes(context, loc, part, type), map,
                           loops.partialLoops, box);
      context.physicalAccesses.insert(part.getDefiningOp());
    }
    rebuildAsGeneric(rewriter, op, restrictToBox(loops.relayout, box), parts);
  }
  rewriter.eraseOp(op);
}
