//===- LoopRelayout.cpp - Rebuilds one structured op in other layouts -----===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "layout/Dialect/Layout/Utils/PlanningScope.h"
#include "layout/ExternalModels/SpecializeToNamedOp.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "layout/Interfaces/LinalgRule.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// The new loops
//===----------------------------------------------------------------------===//

/// A window whose loops grow would reach past what it slides over.
static LogicalResult checkWindows(linalg::LinalgOp op,
                                  ArrayRef<int64_t> extents,
                                  std::string &reason) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (AffineMap map : op.getIndexingMapsArray())
    for (AffineExpr index : map.getResults()) {
      if (isa<AffineDimExpr>(index))
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

/// The sizes of the loops under padding; all operands have to agree.
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
        if (size == op.getShape(&operand)[dim])
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

/// The cuts all operands ask for, per loop, rising; nothing if they do not
/// nest.
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

/// Puts the reductions among `order` back into the order in which they run in
/// the program, if that matters, given the digits of every loop.
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

/// The new loops: the digits of the results in their order, then what is left
/// in the order of the operands. Reductions keep theirs if it matters.
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
/// The loops of the rebuilt op in terms of the old ones.
class Loops {
public:
  Loops(ArrayRef<Digit> loops, unsigned numOld, MLIRContext *context)
      : loops(loops), context(context) {
    for (const Digit &loop : loops)
      extents.push_back(loop.extent);
    for (unsigned old : llvm::seq<unsigned>(0, numOld))
      values.push_back(recombine(old));
  }

  ArrayRef<int64_t> getExtents() const { return extents; }

  /// The index of every old loop from the new ones.
  ArrayRef<AffineExpr> getValues() const { return values; }

  /// (expr floordiv digit.stride) mod digit.extent, for an expression over the
  /// old loops that spells the dim the digit is of, of the given size.
  AffineExpr getDigit(AffineExpr expr, const Digit &digit, int64_t size) const {
    // Whole dims are substituted as they stand: a window over a loop of extent
    // 1 reaches further than the loop.
    if (digit.stride == 1 && digit.extent == size)
      return simplifyAffineExpr(expr.replaceDims(values), extents.size(), 0);
    if (digit.extent == 1)
      return getUnitDigit(expr, digit);
    AffineExpr value = expr.replaceDims(values);
    if (digit.stride != 1)
      value = value.floorDiv(digit.stride);
    bool outermost = digit.isDynamic() || (!ShapedType::isDynamic(size) &&
                                           digit.stride * digit.extent == size);
    if (!outermost)
      value = value % digit.extent;
    if (std::optional<MixedRadix> digits = layout::getDigits(value, extents))
      if (!digits->empty())
        return getAffineExpr(*digits, extents, context);
    return simplifyAffineExpr(value, extents.size(), 0);
  }

private:
  AffineExpr recombine(unsigned old) const {
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (auto [index, loop] : llvm::enumerate(loops))
      if (loop.dim == old && isCounted(loop))
        sum = sum + getAffineDimExpr(index, context) * loop.stride;
    return sum;
  }

  /// A unit loop adds nothing, but one of a unit dim carries its name.
  bool isCounted(const Digit &loop) const {
    return loop.extent != 1 || loop.stride == 1;
  }

  /// The loop that counts this unit digit, or 0.
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
  SmallVector<AffineExpr> values;
};
} // namespace

/// The accesses of one operand after its dims became `layout`.
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

  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges()))
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
    if (op.isDpsInit(&operand) && !relayout.maps.back().isProjectedPermutation(
                                      /*allowZeroInResults=*/true)) {
      reason = "requires every dim of a result to be one loop";
      return failure();
    }
  }
  // Each loop has to stand alone in some access, else its extent is lost.
  if (!inversePermutation(concatAffineMaps(relayout.maps, context))) {
    reason = "requires every loop to index some operand alone";
    return failure();
  }
  if (op.getBlock()->getNumArguments() != op->getNumOperands()) {
    reason = "requires a body with one argument per operand";
    return failure();
  }
  return relayout;
}

//===----------------------------------------------------------------------===//
// The new op
//===----------------------------------------------------------------------===//

/// The value of an old loop, in the body of the new op.
static Value getOldIndex(RewriterBase &rewriter, Location loc,
                         const LoopRelayout &relayout, unsigned oldLoop) {
  SmallVector<OpFoldResult> parts;
  for (unsigned loop : llvm::seq<unsigned>(0, relayout.loops.size()))
    parts.push_back(linalg::IndexOp::create(rewriter, loc, loop).getResult());
  OpFoldResult whole = affine::makeComposedFoldedAffineApply(
      rewriter, loc,
      AffineMap::get(parts.size(), 0, relayout.oldLoops[oldLoop]), parts);
  return getValueOrCreateConstantIndexOp(rewriter, loc, whole);
}

/// `linalg.index` of an old loop is put together from the new ones.
static void rewriteIndices(RewriterBase &rewriter, Region &region,
                           const LoopRelayout &relayout) {
  // Those of nested structured ops are not ours.
  SmallVector<linalg::IndexOp> indices =
      llvm::to_vector(region.getOps<linalg::IndexOp>());
  OpBuilder::InsertionGuard guard(rewriter);
  for (linalg::IndexOp index : indices) {
    rewriter.setInsertionPoint(index);
    rewriter.replaceOp(
        index, getOldIndex(rewriter, index.getLoc(), relayout, index.getDim()));
  }
}

/// Whether all padded loops (those that reduce, or the others) are where they
/// ran before they were padded; null if there are none.
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

/// Lets the body yield what `masks` asks for where it runs over padding.
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

/// Attributes that mean the same on the rebuilt op; upstream's caches do not.
static SmallVector<NamedAttribute> getCarriedAttributes(Operation *op) {
  SmallVector<NamedAttribute> attributes;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (attribute.getName() !=
            linalg::LinalgDialect::kMemoizedIndexingMapsAttrName &&
        attribute.getName() != LayoutDialect::kOpLayout &&
        attribute.getName() != LayoutDialect::kPrefer &&
        attribute.getName() != LayoutDialect::kRule)
      attributes.push_back(attribute);
  return attributes;
}

linalg::LinalgOp layout::rebuild(RewriterBase &rewriter, linalg::LinalgOp op,
                                 const LoopRelayout &relayout,
                                 ValueRange operands, const Masks &masks) {
  unsigned numInputs = op.getNumDpsInputs();
  ValueRange inputs = operands.take_front(numInputs);
  ValueRange inits = operands.drop_front(numInputs);
  auto generic = linalg::GenericOp::create(
      rewriter, op.getLoc(), TypeRange(inits), inputs, inits, relayout.maps,
      relayout.iterators, /*bodyBuild=*/nullptr, getCarriedAttributes(op));
  generic.getRegion().getBlocks().clear();
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(),
                             generic.getRegion().end());
  rewriteIndices(rewriter, generic.getRegion(), relayout);
  maskPadding(rewriter, generic, relayout, masks);
  return specializeToNamedOp(rewriter, generic, op);
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

FailureOr<SmallVector<Value>> layout::layOut(RewriterBase &rewriter,
                                             Operation *op,
                                             ArrayRef<MixedRadixMap> layouts,
                                             ValueRange operands,
                                             std::string &reason) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return cast<LayoutRuleOpInterface>(op).applyLayouts(rewriter, layouts,
                                                        operands);
  FailureOr<LoopRelayout> relayout = getLoopRelayout(
      structured, getOperandLayouts(structured, layouts), reason);
  if (failed(relayout))
    return failure();
  return SmallVector<Value>(
      rebuild(rewriter, structured, *relayout, operands)->getResults());
}

bool layout::canBeMadeAnew(Value value) {
  Operation *producer = value.getDefiningOp();
  if (producer && isFrozen(producer))
    return false;
  if (auto structured = dyn_cast_or_null<linalg::LinalgOp>(producer))
    return isUniform(structured);
  return isa_and_nonnull<tensor::EmptyOp>(producer);
}

Value layout::makeAnew(RewriterBase &rewriter, Value value,
                       ArrayRef<OpFoldResult> sizes) {
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
