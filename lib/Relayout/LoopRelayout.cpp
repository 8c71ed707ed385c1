//===- LoopRelayout.cpp - Rebuilds one structured op in other layouts -----===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file, because the new loops, the new indexing maps and the rebuilt body
// are three views of one change of the loops: each uses the digits of the
// other.
//
//===----------------------------------------------------------------------===//

#include "LoopRelayout.h"
#include "Analysis/CarriedAttributes.h"
#include "Interfaces/LinalgRule.h"
#include "Interfaces/LoopRanges.h"
#include "OpModels/ExternalModels.h"
#include "OpModels/SpecializeToNamedOp.h"
#include "layout/Analysis/PlanningScope.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<MixedRadixMap>
layout::getExplicitDigits(const IndexMap &map, ArrayRef<int64_t> shape) {
  std::optional<MixedRadixMap> digits = map.getDigits(shape);
  if (!digits)
    return std::nullopt;
  for (auto [list, expr] :
       llvm::zip_equal(*digits, map.getAffineMap().getResults())) {
    if (!list.empty())
      continue;
    // E.g. `c floordiv 16` with 16 channels is the outermost digit of c and
    // has extent 1.
    std::optional<unsigned> dim;
    expr.walk([&](AffineExpr sub) {
      if (auto used = dyn_cast<AffineDimExpr>(sub); used && !dim)
        dim = used.getPosition();
    });
    if (dim)
      list.push_back({*dim, shape[*dim], 1});
  }
  return digits;
}

//===----------------------------------------------------------------------===//
// The new loops
//===----------------------------------------------------------------------===//

std::optional<int64_t> layout::getLargestIndex(AffineExpr index,
                                               ArrayRef<int64_t> extents) {
  auto remainder = dyn_cast<AffineBinaryOpExpr>(index);
  if (remainder && remainder.getKind() == AffineExprKind::Mod)
    if (auto divisor = dyn_cast<AffineConstantExpr>(remainder.getRHS()))
      return divisor.getValue() - 1;
  SmallVector<std::optional<int64_t>> first(extents.size(), 0), last;
  for (int64_t extent : extents)
    last.push_back(ShapedType::isDynamic(extent) ? std::nullopt
                                                 : std::optional(extent - 1));
  return getBoundForAffineExpr(index, extents.size(), /*numSymbols=*/0, first,
                               last, /*isUpper=*/true);
}

/// Fails if a padded loop moves a window past the end of its operand.
static LogicalResult checkWindows(linalg::LinalgOp op,
                                  ArrayRef<int64_t> extents,
                                  std::string &reason) {
  SmallVector<int64_t> ranges = getLoopRanges(op);
  for (OpOperand &operand : op->getOpOperands())
    for (auto [index, size] :
         llvm::zip(op.getMatchingIndexingMap(&operand).getResults(),
                   op.getShape(&operand))) {
      std::optional<int64_t> largest = getLargestIndex(index, extents);
      if (isa<AffineDimExpr>(index) ||
          (largest && !ShapedType::isDynamic(size) && *largest < size))
        continue;
      for (unsigned loop : llvm::seq<unsigned>(0, extents.size())) {
        if (!index.isFunctionOfDim(loop) || extents[loop] == ranges[loop])
          continue;
        reason = llvm::formatv("requires no padding of a loop that moves a "
                               "window, found extents {0} and {1}",
                               ranges[loop], extents[loop])
                     .str();
        return failure();
      }
    }
  return success();
}

/// Computes the extents of the loops including padding. Fails if operands
/// disagree about the extent of a loop, or if no operand gives it.
static LogicalResult getExtents(linalg::LinalgOp op,
                                ArrayRef<OperandLayout> operands,
                                SmallVectorImpl<int64_t> &extents,
                                std::string &reason) {
  extents.assign(op.getNumLoops(), ShapedType::kDynamic);
  SmallVector<bool> known(op.getNumLoops(), false);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    const OperandLayout &layout = operands[operand.getOperandNumber()];
    for (auto [dim, size] : llvm::enumerate(layout.shape)) {
      auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
      if (!loop) {
        // Only the first place of a dim that no loop indexes is accessed.
        if (size == op.getShape(&operand)[dim] || map.getResult(dim) == 0)
          continue;
        reason = "requires a padded dim to be indexed by one loop";
        return failure();
      }
      int64_t &extent = extents[loop.getPosition()];
      known[loop.getPosition()] = true;
      if (!ShapedType::isDynamic(extent) && !ShapedType::isDynamic(size) &&
          extent != size) {
        reason = llvm::formatv("requires equal padding on all operands of a "
                               "loop, found extents {0} and {1}",
                               extent, size)
                     .str();
        return failure();
      }
      if (ShapedType::isDynamic(extent))
        extent = size;
    }
  }
  if (llvm::is_contained(known, false)) {
    reason = "requires every loop to index some operand alone";
    return failure();
  }
  return checkWindows(op, extents, reason);
}

/// Returns the strides at which the operands split each loop, in ascending
/// order. Returns nothing unless every stride divides the next one and the
/// extent of the loop.
static std::optional<SmallVector<SmallVector<int64_t>>>
getCuts(linalg::LinalgOp op, ArrayRef<OperandLayout> operands,
        ArrayRef<int64_t> extents) {
  SmallVector<SmallVector<int64_t>> cuts(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (const MixedRadix &list : operands[operand.getOperandNumber()].digits)
      for (const Digit &digit : list) {
        auto loop = dyn_cast<AffineDimExpr>(map.getResult(digit.dim));
        int64_t extent = loop ? extents[loop.getPosition()] : 0;
        if (loop && digit.stride != 1 &&
            (digit.stride != extent || digit.extent == 1))
          cuts[loop.getPosition()].push_back(digit.stride);
      }
  }
  for (auto [loop, loopCuts] : llvm::enumerate(cuts)) {
    llvm::sort(loopCuts);
    loopCuts.erase(std::unique(loopCuts.begin(), loopCuts.end()),
                   loopCuts.end());
    int64_t previous = 1;
    for (int64_t cut : loopCuts) {
      if (cut % previous != 0 ||
          (!ShapedType::isDynamic(extents[loop]) && extents[loop] % cut != 0))
        return std::nullopt;
      previous = cut;
    }
  }
  return cuts;
}

/// Restores the original order of the reduction loops in `order` if the results
/// of `op` depend on it. `pieces` holds the digits of every original loop.
static void restoreReductions(linalg::LinalgOp op, ArrayRef<MixedRadix> pieces,
                              MixedRadix &order) {
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  auto isReduction = [&](const Digit &digit) {
    return iterators[digit.dim] == utils::IteratorType::reduction;
  };
  MixedRadix reductions;
  for (const MixedRadix &list : pieces)
    llvm::copy_if(list, std::back_inserter(reductions), isReduction);
  if (llvm::equal(reductions, llvm::make_filter_range(order, isReduction)) ||
      reducesInAnyOrder(op))
    return;
  const Digit *next = reductions.begin();
  for (Digit &digit : order)
    if (isReduction(digit))
      digit = *next++;
}

/// Returns the new loops: the digits of the results in the order of the
/// results, then the digits of the inputs in the order of the inputs, then the
/// rest. Reduction loops keep their order if the results depend on it.
static MixedRadix orderLoops(linalg::LinalgOp op,
                             ArrayRef<OperandLayout> operands,
                             ArrayRef<int64_t> extents,
                             ArrayRef<SmallVector<int64_t>> cuts) {
  SmallVector<MixedRadix> pieces; // Per old loop, major to minor.
  for (auto [loop, loopCuts] : llvm::enumerate(cuts)) {
    MixedRadix list;
    int64_t low = 1;
    for (int64_t cut : loopCuts) {
      list.push_back({static_cast<unsigned>(loop), low, cut / low});
      low = cut;
    }
    int64_t extent = extents[loop];
    list.push_back({static_cast<unsigned>(loop), low,
                    ShapedType::isDynamic(extent) ? extent : extent / low});
    pieces.push_back(MixedRadix(llvm::reverse(list)));
  }

  MixedRadix order;
  auto append = [&](const Digit &digit, unsigned loop) {
    bool top = digit.isDynamic();
    for (const Digit &piece : pieces[loop]) {
      bool inside =
          piece.stride >= digit.stride &&
          (top || piece.stride < digit.stride * digit.extent ||
           (digit.extent == 1 && piece == Digit{loop, digit.stride, 1}));
      if (inside && !llvm::is_contained(order, piece))
        order.push_back(piece);
    }
  };
  auto appendOperand = [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (const MixedRadix &list : operands[operand.getOperandNumber()].digits)
      for (const Digit &digit : list)
        if (auto loop = dyn_cast<AffineDimExpr>(map.getResult(digit.dim)))
          append(digit, loop.getPosition());
  };
  for (OpOperand &init : op.getDpsInitsMutable())
    appendOperand(init);
  for (OpOperand *input : op.getDpsInputOperands())
    appendOperand(*input);
  for (const MixedRadix &list : pieces)
    for (const Digit &piece : list)
      if (!llvm::is_contained(order, piece))
        order.push_back(piece);
  restoreReductions(op, pieces, order);
  return order;
}

//===----------------------------------------------------------------------===//
// The new accesses
//===----------------------------------------------------------------------===//

namespace {
/// The loops of the rebuilt op, as digits of the original loops.
class Loops {
public:
  Loops(ArrayRef<Digit> loops, unsigned numOld, MLIRContext *context)
      : loops(loops), context(context) {
    for (const Digit &loop : loops)
      extents.push_back(loop.extent);
    for (unsigned old : llvm::seq<unsigned>(0, numOld)) {
      values.push_back(recombine(old));
      simplified.push_back(simplify(values.back()));
    }
  }

  ArrayRef<int64_t> getExtents() const { return extents; }

  /// Returns the index of every original loop as an expression over the new
  /// loops.
  ArrayRef<AffineExpr> getValues() const { return values; }

  /// Returns `(expr floordiv digit.stride) mod digit.extent` over the new
  /// loops. `expr` is the access of the dim that `digit` belongs to, over the
  /// original loops; `size` is the size of the dim.
  AffineExpr getDigit(AffineExpr expr, const Digit &digit, int64_t size) const {
    auto old = dyn_cast<AffineDimExpr>(expr);
    // A whole dim is substituted without a digit expression: a window over a
    // loop of extent 1 takes more values than the loop.
    if (digit.stride == 1 && digit.extent == size)
      return old ? simplified[old.getPosition()]
                 : simplify(expr.replaceDims(values));
    if (digit.extent == 1)
      return getUnitDigit(expr, digit);
    AffineExpr value = old ? simplified[old.getPosition()]
                           : simplifySum(expr.replaceDims(values));
    if (digit.stride != 1)
      value = value.floorDiv(digit.stride);
    if (!digit.isOutermost(size))
      value = value % digit.extent;
    if (std::optional<MixedRadix> digits = layout::getDigits(value, extents))
      if (!digits->empty())
        return getAffineExpr(*digits, extents, context);
    return value;
  }

private:
  /// Simplifies an index, but keeps a remainder, which a window over blocks may
  /// be: simplified, it would be a difference.
  AffineExpr simplifySum(AffineExpr expr) const {
    auto remainder = dyn_cast<AffineBinaryOpExpr>(expr);
    if (remainder && remainder.getKind() == AffineExprKind::Mod)
      return simplifySum(remainder.getLHS()) % remainder.getRHS();
    return simplify(expr);
  }

  /// Upstream takes long for what is simple already.
  AffineExpr simplify(AffineExpr expr) const {
    return isa<AffineDimExpr, AffineConstantExpr>(expr)
               ? expr
               : simplifyAffineExpr(expr, extents.size(), 0);
  }

  AffineExpr recombine(unsigned old) const {
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (auto [index, loop] : llvm::enumerate(loops))
      if (loop.dim == old && isCounted(loop))
        sum = sum + getAffineDimExpr(index, context) * loop.stride;
    return sum;
  }

  /// Unit loops contribute 0 and are left out, except the only loop of a unit
  /// dim, which keeps the dim's access a plain loop.
  bool isCounted(const Digit &loop) const {
    return loop.extent != 1 || loop.stride == 1;
  }

  /// Returns the loop of a unit digit, or 0 if it has none.
  AffineExpr getUnitDigit(AffineExpr expr, const Digit &digit) const {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      for (auto [index, loop] : llvm::enumerate(loops))
        if (loop.dim == dim.getPosition() && loop.extent == 1 &&
            loop.stride == digit.stride)
          return getAffineDimExpr(index, context);
    return getAffineConstantExpr(0, context);
  }

  ArrayRef<Digit> loops;
  MLIRContext *context;
  SmallVector<int64_t> extents;
  SmallVector<AffineExpr> values, simplified; ///< one per original loop
};
} // namespace

/// Returns the indexing map of an operand with logical shape `shape` in the
/// layout `layout`; `map` is its original map.
static AffineMap getIndexingMap(AffineMap map, ArrayRef<int64_t> shape,
                                ArrayRef<MixedRadix> layout,
                                const Loops &loops) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> results;
  for (const MixedRadix &list : layout) {
    AffineExpr sum = getAffineConstantExpr(0, context);
    int64_t weight = 1;
    for (const Digit &digit : llvm::reverse(list)) {
      AffineExpr value =
          loops.getDigit(map.getResult(digit.dim), digit, shape[digit.dim]);
      sum = value * weight + sum;
      if (!digit.isDynamic())
        weight *= digit.extent;
    }
    results.push_back(sum);
  }
  return AffineMap::get(loops.getExtents().size(), 0, results, context);
}

/// Whether every result is a loop of its own or 0, the index of a unit dim. In
/// contrast to `isProjectedPermutation`, there may be more results than loops:
/// (c, h, w) -> (0, c, h, w).
static bool indexesByLoops(AffineMap map) {
  llvm::SmallBitVector seen(map.getNumDims());
  return llvm::all_of(map.getResults(), [&](AffineExpr expr) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop)
      return expr == 0;
    bool isNew = !seen.test(loop.getPosition());
    seen.set(loop.getPosition());
    return isNew;
  });
}

/// Fails if a loop that indexes a dim alone does not run over all of it, as
/// linalg requires. The 2 blocks of 4 columns that windows of 2 at a stride of
/// 2 read of an image of 9 columns are the first ones of 3:
///
///   (w0 * 4 + w1 * 2 + x) floordiv 4 is w0, since w1 and x are less than 2
static LogicalResult checkWholeDims(AffineMap map, ArrayRef<MixedRadix> dims,
                                    ArrayRef<Digit> loops,
                                    std::string &reason) {
  for (auto [index, dim] : llvm::zip_equal(map.getResults(), dims)) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    int64_t size = getExtent(dim);
    int64_t extent = loop ? loops[loop.getPosition()].extent : size;
    if (size == extent || ShapedType::isDynamic(size) ||
        ShapedType::isDynamic(extent))
      continue;
    reason = llvm::formatv("requires a loop that indexes a dim alone to run "
                           "over all of it, found extents {0} and {1}",
                           extent, size)
                 .str();
    return failure();
  }
  return success();
}

FailureOr<LoopRelayout>
layout::getLoopRelayout(linalg::LinalgOp op, ArrayRef<OperandLayout> operands,
                        std::string &reason) {
  MLIRContext *context = op.getContext();
  SmallVector<int64_t> extents;
  if (failed(getExtents(op, operands, extents, reason)))
    return failure();
  auto cuts = getCuts(op, operands, extents);
  if (!cuts) {
    reason = "requires the splits of a loop to divide each other and its "
             "extent";
    return failure();
  }
  LoopRelayout relayout;
  relayout.loops = orderLoops(op, operands, extents, *cuts);
  SmallVector<utils::IteratorType> oldIterators = op.getIteratorTypesArray();
  for (const Digit &loop : relayout.loops)
    relayout.iterators.push_back(oldIterators[loop.dim]);

  for (auto [loop, range] : llvm::enumerate(getLoopRanges(op)))
    if (extents[loop] != range && !ShapedType::isDynamic(range))
      relayout.paddedLoops.push_back(
          {static_cast<unsigned>(loop), range,
           oldIterators[loop] == utils::IteratorType::reduction});

  Loops loops(relayout.loops, op.getNumLoops(), context);
  llvm::append_range(relayout.oldLoops, loops.getValues());
  for (OpOperand &operand : op->getOpOperands()) {
    const OperandLayout &layout = operands[operand.getOperandNumber()];
    relayout.maps.push_back(getIndexingMap(op.getMatchingIndexingMap(&operand),
                                           layout.shape, layout.digits, loops));
    if (failed(checkWholeDims(relayout.maps.back(), layout.digits,
                              relayout.loops, reason)))
      return failure();
    // A buffer may be written at any index, a tensor is written as a whole.
    if (op.isDpsInit(&operand) && !op.hasPureBufferSemantics() &&
        !indexesByLoops(relayout.maps.back())) {
      reason = "requires every dim of a result to be one loop";
      return failure();
    }
  }
  // linalg infers the extent of a loop from an access that is the loop alone. A
  // buffer can still be reshaped such that it has one.
  if (!op.hasPureBufferSemantics() &&
      !inversePermutation(concatAffineMaps(relayout.maps, context))) {
    reason = "requires every loop to index some operand alone";
    return failure();
  }
  if (op.getBlock()->getNumArguments() != op->getNumOperands()) {
    reason = "requires a body with one argument per operand";
    return failure();
  }
  return relayout;
}

RelayoutTraits::RelayoutTraits(linalg::LinalgOp op)
    : accesses(op), numArguments(op.getBlock()->getNumArguments()),
      reducesInAnyOrder(op.getNumReductionLoops() != 0 &&
                        layout::reducesInAnyOrder(op)) {}

//===----------------------------------------------------------------------===//
// The new op
//===----------------------------------------------------------------------===//

/// Creates the index of an original loop in the body of the new op.
static Value getOldIndex(RewriterBase &rewriter, Location loc,
                         const LoopRelayout &relayout, unsigned oldLoop) {
  SmallVector<OpFoldResult> parts;
  for (unsigned loop : llvm::seq<unsigned>(0, relayout.iterators.size()))
    parts.push_back(linalg::IndexOp::create(rewriter, loc, loop).getResult());
  OpFoldResult whole = affine::makeComposedFoldedAffineApply(
      rewriter, loc,
      AffineMap::get(parts.size(), 0, relayout.oldLoops[oldLoop]), parts);
  return getValueOrCreateConstantIndexOp(rewriter, loc, whole);
}

/// Replaces every `linalg.index` of an original loop by the expression over the
/// new loops.
static void rewriteIndices(RewriterBase &rewriter, Region &region,
                           const LoopRelayout &relayout) {
  // `getOps` does not visit the bodies of nested structured ops, whose indices
  // refer to their own loops.
  SmallVector<linalg::IndexOp> indices =
      llvm::to_vector(region.getOps<linalg::IndexOp>());
  OpBuilder::InsertionGuard guard(rewriter);
  for (linalg::IndexOp index : indices) {
    rewriter.setInsertionPoint(index);
    rewriter.replaceOp(
        index, getOldIndex(rewriter, index.getLoc(), relayout, index.getDim()));
  }
}

/// Creates the condition that all padded reduction loops (or all padded
/// parallel loops) are within their original extents. Returns null if no such
/// loop is padded.
static Value isInside(RewriterBase &rewriter, Location loc,
                      const LoopRelayout &relayout, bool isReduction) {
  ArithBuilder arith(rewriter, loc);
  Value inside;
  for (const PaddedLoop &padded : relayout.paddedLoops) {
    if (padded.isReduction != isReduction)
      continue;
    Value end = getValueOrCreateConstantIndexOp(
        rewriter, loc, rewriter.getIndexAttr(padded.extent));
    Value below =
        arith.slt(getOldIndex(rewriter, loc, relayout, padded.loop), end);
    inside = inside ? arith._and(inside, below) : below;
  }
  return inside;
}

/// Selects between the yielded values of the body and the values that `masks`
/// asks for in iterations over padding.
static void maskPadding(RewriterBase &rewriter, linalg::GenericOp op,
                        const LoopRelayout &relayout, const Masks &masks) {
  OpBuilder::InsertionGuard guard(rewriter);
  Operation *yield = op.getBlock()->getTerminator();
  rewriter.setInsertionPoint(yield);
  ArithBuilder arith(rewriter, op.getLoc());
  SmallVector<Value> yielded(yield->getOperands());
  if (masks.keepsResults)
    if (Value inside = isInside(rewriter, op.getLoc(), relayout, true))
      for (auto [value, before] :
           llvm::zip_equal(yielded, op.getRegionOutputArgs()))
        value = arith.select(inside, value, before);
  if (llvm::any_of(masks.contents, [](TypedAttr content) { return content; }))
    if (Value inside = isInside(rewriter, op.getLoc(), relayout, false))
      for (auto [value, content] : llvm::zip_equal(yielded, masks.contents))
        if (content)
          value = arith.select(
              inside, value,
              arith::ConstantOp::create(rewriter, op.getLoc(), content));
  yield->setOperands(yielded);
}

/// Example: the operands of an elementwise op get the layout
/// `(c, w) -> (c floordiv 4, w, c mod 4)`.
///
///   %r = linalg.generic {
///       indexing_maps = [affine_map<(c, w) -> (c, w)>,
///                        affine_map<(c, w) -> (c, w)>],
///       iterator_types = ["parallel", "parallel"]}
///       ins(%a : tensor<8x5xf32>) outs(%b : tensor<8x5xf32>) {
///     %i = linalg.index 0 : index
///     ...
///   } -> tensor<8x5xf32>
///
/// becomes
///
///   %r = linalg.generic {
///       indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>,
///                        affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
///       iterator_types = ["parallel", "parallel", "parallel"]}
///       ins(%a4 : tensor<2x5x4xf32>) outs(%b4 : tensor<2x5x4xf32>) {
///     %d0 = linalg.index 0 : index
///     %d1 = linalg.index 1 : index
///     %d2 = linalg.index 2 : index
///     %i = affine.apply affine_map<()[s0, s1] -> (s0 * 4 + s1)>()[%d0, %d2]
///     ...
///   } -> tensor<2x5x4xf32>
linalg::GenericOp layout::rebuildAsGeneric(RewriterBase &rewriter,
                                           linalg::LinalgOp op,
                                           const LoopRelayout &relayout,
                                           ValueRange operands,
                                           const Masks &masks) {
  unsigned numInputs = op.getNumDpsInputs();
  ValueRange inputs = operands.take_front(numInputs);
  ValueRange inits = operands.drop_front(numInputs);
  TypeRange results =
      op.hasPureBufferSemantics() ? TypeRange() : TypeRange(inits);
  auto generic = linalg::GenericOp::create(
      rewriter, op.getLoc(), results, inputs, inits, relayout.maps,
      relayout.iterators, /*bodyBuild=*/nullptr,
      getCarriedAttributes(op, CarriedMarks::Fulfilled));
  generic.getRegion().getBlocks().clear();
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(),
                             generic.getRegion().end());
  rewriteIndices(rewriter, generic.getRegion(), relayout);
  maskPadding(rewriter, generic, relayout, masks);
  return generic;
}

linalg::LinalgOp layout::rebuild(RewriterBase &rewriter, linalg::LinalgOp op,
                                 const LoopRelayout &relayout,
                                 ValueRange operands, const Masks &masks) {
  return specializeToNamedOp(
      rewriter, rebuildAsGeneric(rewriter, op, relayout, operands, masks), op);
}

SmallVector<OperandLayout>
layout::getOperandLayouts(linalg::LinalgOp op,
                          ArrayRef<MixedRadixMap> layouts) {
  SmallVector<OperandLayout> operands;
  for (auto [operand, layout] : llvm::zip_first(op->getOperands(), layouts)) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    operands.push_back({type ? getSpannedShape(concat(layout), type.getRank())
                             : SmallVector<int64_t>(),
                        layout});
  }
  return operands;
}

bool layout::isRematerializable(Value value) {
  Operation *producer = value.getDefiningOp();
  if (producer && isFrozen(producer))
    return false;
  if (auto structured = dyn_cast_or_null<linalg::LinalgOp>(producer))
    return producesSplat(structured);
  return isa_and_nonnull<tensor::EmptyOp>(producer) || getSplatScalar(value);
}

Value layout::rematerialize(RewriterBase &rewriter, Value value,
                            ArrayRef<OpFoldResult> sizes) {
  if (Value scalar = getSplatScalar(value))
    return createSplat(rewriter, value.getLoc(), scalar, sizes);
  Value empty = tensor::EmptyOp::create(rewriter, value.getLoc(), sizes,
                                        getElementTypeOrSelf(value.getType()));
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op)
    return empty;
  MLIRContext *context = value.getContext();
  unsigned rank = sizes.size();
  LoopRelayout relayout;
  relayout.iterators.assign(rank, utils::IteratorType::parallel);
  relayout.maps.assign(op.getNumDpsInputs(), AffineMap::get(rank, 0, context));
  relayout.maps.push_back(AffineMap::getMultiDimIdentityMap(rank, context));
  SmallVector<Value> operands = op.getDpsInputs();
  operands.push_back(empty);
  return rebuild(rewriter, op, relayout, operands)->getResult(0);
}
