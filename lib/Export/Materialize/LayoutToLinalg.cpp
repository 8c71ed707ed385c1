//===- LayoutToLinalg.cpp - Lowers layout ops to upstream ops -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutToLinalg.h"
#include "Analysis/CarriedAttributes.h"
#include "Dialect/HostFunction.h"
#include "Dialect/StoredLayout.h"
#include "OpModels/ExternalModels.h"
#include "TransposePlan.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Export/Passes.h"
#include "layout/Support/Debug.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

#define DEBUG_TYPE "layout-materialize"
ALWAYS_ENABLED_STATISTIC(numReshapes, "Transforms lowered to reshapes only");
ALWAYS_ENABLED_STATISTIC(numTransposes, "Transforms lowered to a transpose");
ALWAYS_ENABLED_STATISTIC(numGenerics, "Transforms lowered to a linalg.generic");
ALWAYS_ENABLED_STATISTIC(numGathers,
                         "Transforms lowered to a gather that pads or crops");
ALWAYS_ENABLED_STATISTIC(numPacks, "Transforms lowered to a pack or unpack");

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTMATERIALIZE
#include "layout/Export/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Replaces `op` by `value`. The op that defines `value` inherits the
/// discardable attributes of `op` if it is new, that is, if it has no uses yet.
static void replace(RewriterBase &rewriter, Operation *op, Value value) {
  if (value.use_empty())
    carryAttributes(op, value.getDefiningOp());
  rewriter.replaceOp(op, value);
}

//===----------------------------------------------------------------------===//
// Digit maps
//===----------------------------------------------------------------------===//

/// The dims that have digits.
static Runs dropUnitDims(ArrayRef<unsigned> dims) {
  Runs larger;
  llvm::copy_if(dims, std::back_inserter(larger),
                [](unsigned count) { return count != 0; });
  return larger;
}

/// Returns the finest shape without unit dims to which two shapes over the same
/// digits can be collapsed.
static Runs join(ArrayRef<unsigned> first, ArrayRef<unsigned> second) {
  llvm::SmallDenseSet<unsigned> ends;
  unsigned end = 0;
  for (unsigned count : first)
    ends.insert(end += count);
  Runs joined;
  unsigned begin = end = 0;
  for (unsigned count : second)
    if ((end += count) != begin && ends.contains(end)) {
      joined.push_back(end - begin);
      begin = end;
    }
  return joined;
}

namespace {
/// Reshapes and transposes a value that is described by the digits of its dims.
class DigitMover {
public:
  DigitMover(RewriterBase &rewriter, Location loc,
             TypedValue<RankedTensorType> source, ArrayRef<Digit> digits)
      : rewriter(rewriter), loc(loc), source(source), value(source),
        digits(digits) {}

  /// Reshapes from dims with `from` digits each to dims with `to` digits each,
  /// by at most one expand_shape and one collapse_shape. If it takes both,
  /// `joinsFirst` tells which comes first. With it, or if only unit dims move:
  ///
  ///   %0 = tensor.collapse_shape %a [[0], [1, 2]]
  ///       : tensor<128x48x16xf32> into tensor<128x768xf32>
  ///   %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [128, 12, 64]
  ///       : tensor<128x768xf32> into tensor<128x12x64xf32>
  ///
  /// Otherwise:
  ///
  ///   %0 = tensor.expand_shape %a [[0], [1, 2], [3]]
  ///       output_shape [128, 12, 4, 16]
  ///       : tensor<128x48x16xf32> into tensor<128x12x4x16xf32>
  ///   %1 = tensor.collapse_shape %0 [[0], [1], [2, 3]]
  ///       : tensor<128x12x4x16xf32> into tensor<128x12x64xf32>
  void reshape(ArrayRef<unsigned> from, ArrayRef<unsigned> to,
               bool joinsFirst) {
    Refinement plan = refine(from, to);
    Runs joined = join(from, to);
    if (plan.getNumReshapes() == 2 &&
        (joinsFirst || joined == dropUnitDims(to))) {
      value = tensor::CollapseShapeOp::create(
          rewriter, loc, getType(joined), value, refine(joined, from).first);
      value =
          tensor::ExpandShapeOp::create(rewriter, loc, getType(to), value,
                                        refine(joined, to).first, getSizes(to));
      return;
    }
    if (plan.common.size() != from.size())
      value = tensor::ExpandShapeOp::create(rewriter, loc, getType(plan.common),
                                            value, plan.first,
                                            getSizes(plan.common));
    if (plan.common.size() != to.size())
      value = tensor::CollapseShapeOp::create(rewriter, loc, getType(to), value,
                                              plan.second);
  }

  /// Transposes the dims by `permutation`. Afterwards the digits have the order
  /// `order`, and the dims have `dims` digits each.
  void transpose(ArrayRef<int64_t> permutation, ArrayRef<unsigned> order,
                 ArrayRef<unsigned> dims) {
    digits = llvm::map_to_vector(order,
                                 [&](unsigned digit) { return digits[digit]; });
    RankedTensorType type = source.getType();
    Value empty =
        tensor::EmptyOp::create(rewriter, loc, getSizes(dims),
                                type.getElementType(), type.getEncoding());
    value =
        linalg::TransposeOp::create(rewriter, loc, value, empty, permutation)
            ->getResult(0);
  }

  Value getValue() const { return value; }

private:
  /// Calls `visit` with the digits of each dim.
  template <typename FnT>
  auto mapDims(ArrayRef<unsigned> dims, FnT visit) {
    ArrayRef<Digit> rest = digits;
    return llvm::map_to_vector(dims, [&](unsigned count) {
      ArrayRef<Digit> list = rest.take_front(count);
      rest = rest.drop_front(count);
      return visit(list);
    });
  }

  /// Returns the size of a dim with these digits. Only the first digit may be
  /// dynamic. A dim of size 0 has a dynamic digit as well (MixedRadix.h).
  int64_t getStaticSize(ArrayRef<Digit> list) {
    bool isEmpty = !list.empty() && list.front().isDynamic() &&
                   source.getType().getDimSize(list.front().dim) == 0;
    return isEmpty ? 0 : getExtent(list);
  }

  RankedTensorType getType(ArrayRef<unsigned> dims) {
    return source.getType().clone(SmallVector<int64_t>(mapDims(
        dims, [&](ArrayRef<Digit> list) { return getStaticSize(list); })));
  }

  /// Returns the size of a dim with these digits as an attribute if it is
  /// static, and as a value otherwise, even if the value is a constant.
  OpFoldResult getSize(ArrayRef<Digit> list) {
    int64_t staticSize = getStaticSize(list);
    if (!ShapedType::isDynamic(staticSize))
      return rewriter.getIndexAttr(staticSize);
    Digit outermost = list.front();
    AffineExpr size =
        rewriter.getAffineSymbolExpr(0).floorDiv(outermost.stride) *
        getExtent(list.drop_front());
    return getValueOrCreateConstantIndexOp(
        rewriter, loc,
        affine::makeComposedFoldedAffineApply(
            rewriter, loc, size,
            {tensor::getMixedSize(rewriter, loc, source, outermost.dim)}));
  }

  SmallVector<OpFoldResult> getSizes(ArrayRef<unsigned> dims) {
    return SmallVector<OpFoldResult>(
        mapDims(dims, [&](ArrayRef<Digit> list) { return getSize(list); }));
  }

  RewriterBase &rewriter;
  Location loc;
  TypedValue<RankedTensorType> source;
  Value value;
  SmallVector<Digit> digits;
};
} // namespace

/// Replaces `source` by the operand of the reshape that defines it, and `map`
/// by the map from there, as long as that map has digit form. This avoids
/// reshapes that cancel each other.
static void lookThroughViews(TypedValue<RankedTensorType> &source,
                             MixedRadixMap &map) {
  while (Operation *view = source.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(view))
      return;
    auto from = cast<TypedValue<RankedTensorType>>(view->getOperand(0));
    if (!from.getType().hasStaticShape() || !source.getType().hasStaticShape())
      return;
    std::optional<IndexMap> reshape =
        IndexMap::getReshape(from.getType().getShape(),
                             source.getType().getShape(), view->getContext());
    std::optional<MixedRadixMap> digits =
        reshape ? reshape->getDigits(from.getType().getShape()) : std::nullopt;
    std::optional<MixedRadixMap> composed =
        digits ? composeAll(map, *digits) : std::nullopt;
    if (!composed || !isExactCover(*composed, from.getType().getShape()))
      return;
    source = from;
    map = std::move(*composed);
  }
}

/// Whether a reshape of `source` that joins dims and splits them in another way
/// joins them first. Upstream's fusion moves an expand_shape into the op in
/// front of it, and a collapse_shape into the elementwise op behind it. Two
/// elementwise ops then have the same loops. But what reads a reduction is
/// fused with its own readers only, say heads of 64 columns behind a matmul in
/// blocks of 16: it keeps their loops if it reads an expand_shape.
static bool joinsBeforeSplitting(Value source) {
  auto producer = source.getDefiningOp<linalg::LinalgOp>();
  return producer && producer.getNumReductionLoops() != 0;
}

/// Lowers a digit map to reshapes around at most one transpose:
///
///   %0 = layout.layout_transform %a
///       by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
///       : tensor<8x5xf32> to tensor<2x5x4xf32>
///
/// becomes
///
///   %1 = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 4, 5]
///       : tensor<8x5xf32> into tensor<2x4x5xf32>
///   %2 = tensor.empty() : tensor<2x5x4xf32>
///   %0 = linalg.transpose ins(%1 : tensor<2x4x5xf32>)
///       outs(%2 : tensor<2x5x4xf32>) permutation = [0, 2, 1]
static Value moveDigits(RewriterBase &rewriter, LayoutTransformOp op,
                        MixedRadixMap map) {
  TypedValue<RankedTensorType> source = op.getSource();
  lookThroughViews(source, map);
  TransposePlan plan = planTranspose(map, source.getType().getRank());
  bool joinsFirst = joinsBeforeSplitting(source);
  DigitMover mover(rewriter, op.getLoc(), source, plan.digits);
  if (plan.permutation.empty()) {
    ++numReshapes;
    mover.reshape(plan.source, plan.result, joinsFirst);
    return mover.getValue();
  }
  ++numTransposes;
  mover.reshape(plan.source, plan.before, joinsFirst);
  mover.transpose(plan.permutation, plan.resultOrder, plan.after);
  mover.reshape(plan.after, plan.result, /*joinsFirst=*/false);
  return mover.getValue();
}

//===----------------------------------------------------------------------===//
// Other maps
//===----------------------------------------------------------------------===//

namespace {
/// The dims of two shapes with the same number of elements, in the finest
/// groups that have the same number of elements each.
struct CommonGroups {
  SmallVector<ReassociationIndices> from, to;
  SmallVector<int64_t> sizes; ///< of the groups
};
} // namespace

/// Returns the groups of two static shapes without dims of size 0.
static CommonGroups getCommonGroups(ArrayRef<int64_t> from,
                                    ArrayRef<int64_t> to) {
  CommonGroups groups;
  size_t nextFrom = 0, nextTo = 0;
  while (nextFrom < from.size() && nextTo < to.size()) {
    int64_t read = from[nextFrom], written = to[nextTo];
    groups.from.push_back({static_cast<int64_t>(nextFrom++)});
    groups.to.push_back({static_cast<int64_t>(nextTo++)});
    while (read != written) {
      bool takesFrom = read < written;
      size_t &next = takesFrom ? nextFrom : nextTo;
      (takesFrom ? read : written) *= (takesFrom ? from : to)[next];
      (takesFrom ? groups.from : groups.to).back().push_back(next++);
    }
    groups.sizes.push_back(read);
  }
  // Dims of size 1 are left.
  for (; nextFrom < from.size(); ++nextFrom)
    groups.from.back().push_back(nextFrom);
  for (; nextTo < to.size(); ++nextTo)
    groups.to.back().push_back(nextTo);
  return groups;
}

/// Lowers a map without digit form that keeps the order of elements, because
/// blocks of the result lie across those of the source, to the reshapes that it
/// consists of:
///
///   %0 = layout.layout_transform %a
///       by <(d0, d1) -> ((d0 * 4 + d1) floordiv 10, (d0 * 4 + d1) mod 10)>
///       : tensor<5x4xf32> to tensor<2x10xf32>
///
/// becomes
///
///   %1 = tensor.collapse_shape %a [[0, 1]] : tensor<5x4xf32> into
///   tensor<20xf32> %0 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 10]
///       : tensor<20xf32> into tensor<2x10xf32>
static Value joinAndSplit(RewriterBase &rewriter, LayoutTransformOp op) {
  ++numReshapes;
  RankedTensorType source = op.getSource().getType(), result = op.getType();
  CommonGroups groups = getCommonGroups(source.getShape(), result.getShape());
  Value value = op.getSource();
  if (static_cast<int64_t>(groups.sizes.size()) != source.getRank())
    value = tensor::CollapseShapeOp::create(
        rewriter, op.getLoc(), source.clone(groups.sizes), value, groups.from);
  if (static_cast<int64_t>(groups.sizes.size()) != result.getRank())
    value = tensor::ExpandShapeOp::create(rewriter, op.getLoc(), result, value,
                                          groups.to);
  return value;
}

/// Lowers any other map to a generic that reads the source in order and writes
/// through the map, so that no inverse is needed:
///
///   %0 = layout.layout_transform %a by <(d0, d1) -> (d0, (d0 + d1) mod 4)>
///       : tensor<4x4xf32> to tensor<4x4xf32>
///
/// becomes
///
///   %1 = tensor.empty() : tensor<4x4xf32>
///   %0 = linalg.generic {
///       indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
///                        affine_map<(d0, d1) -> (d0, (d0 + d1) mod 4)>],
///       iterator_types = ["parallel", "parallel"]}
///       ins(%a : tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) {
///   ^bb0(%in: f32, %out: f32):
///     linalg.yield %in : f32
///   } -> tensor<4x4xf32>
static Value scatter(RewriterBase &rewriter, LayoutTransformOp op) {
  ++numGenerics;
  RankedTensorType source = op.getSource().getType();
  RankedTensorType result = op.getResult().getType();
  Value empty =
      tensor::EmptyOp::create(rewriter, op.getLoc(), result.getShape(),
                              result.getElementType(), result.getEncoding());
  SmallVector<AffineMap> maps = {
      rewriter.getMultiDimIdentityMap(source.getRank()), op.getMap().getMap()};
  SmallVector<utils::IteratorType> iterators(source.getRank(),
                                             utils::IteratorType::parallel);
  auto yieldElement = [](OpBuilder &builder, Location loc, ValueRange args) {
    linalg::YieldOp::create(builder, loc, args.front());
  };
  return linalg::GenericOp::create(
             rewriter, op.getLoc(), result, ValueRange{op.getSource()},
             ValueRange{empty}, maps, iterators, yieldElement)
      .getResult(0);
}

void layout::materialize(RewriterBase &rewriter, LayoutTransformOp op) {
  LAYOUT_DEBUG(llvm::dbgs() << "lowers " << *op << "\n");
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  ArrayRef<int64_t> shape = op.getSource().getType().getShape();
  std::optional<MixedRadixMap> digits = op.getIndexMap().getDigits(shape);
  bool movesDigits =
      digits && isExactCover(*digits, treatEmptyAsDynamic(shape));
  Operation *view = op.getSource().getDefiningOp();
  bool isReshape = !movesDigits && op.isFree() &&
                   op.getSource().getType().hasStaticShape() &&
                   !llvm::is_contained(shape, 0);
  replace(rewriter, op,
          movesDigits ? moveDigits(rewriter, op, std::move(*digits))
          : isReshape ? joinAndSplit(rewriter, op)
                      : scatter(rewriter, op));
  while (
      isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(view) &&
      view->use_empty()) {
    Operation *source = view->getOperand(0).getDefiningOp();
    rewriter.eraseOp(view);
    view = source;
  }
}

//===----------------------------------------------------------------------===//
// Pads and crops
//===----------------------------------------------------------------------===//

Value layout::createPadElement(OpBuilder &builder, PadOp op) {
  // Poison may be any value. Zero is used, because more passes support it.
  Location loc = op.getLoc();
  Type type = op.getSource().getType().getElementType();
  Attribute zero = op.isPoison() ? getZeroElement(type) : Attribute();
  return createConstant(builder, loc, type, zero ? zero : op.getValue());
}

void layout::materialize(RewriterBase &rewriter, PadOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Value element = createPadElement(rewriter, op);
  // `nofold` keeps canonicalization from merging the pad with a pad of the
  // computation, so that `layout-raise` can recognize it again.
  bool nofold = op.isStatic() && areAllConstantIntValue(op.getMixedLow(), 0);
  auto pad = tensor::PadOp::create(
      rewriter, op.getLoc(), op.getResult().getType(), op.getSource(),
      op.getMixedLow(), op.getMixedHigh(), element, nofold);
  replace(rewriter, op, pad);
}

bool layout::hasNoElements(CropOp op) {
  return llvm::is_contained(op.getResult().getType().getShape(), 0) ||
         llvm::any_of(llvm::zip_equal(op.getStaticOffsets(),
                                      op.getSource().getType().getShape()),
                      [](auto pair) {
                        auto [offset, extent] = pair;
                        return ShapedType::isStatic(extent) && offset >= extent;
                      });
}

void layout::materialize(RewriterBase &rewriter, CropOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  // tensor.extract_slice rejects an offset after the last element, which a crop
  // to no elements may have.
  RankedTensorType type = op.getResult().getType();
  if (hasNoElements(op)) {
    auto empty =
        tensor::EmptyOp::create(rewriter, op.getLoc(), op.getMixedSizes(),
                                type.getElementType(), type.getEncoding());
    return replace(rewriter, op, empty);
  }
  SmallVector<OpFoldResult> strides(op.getSource().getType().getRank(),
                                    rewriter.getIndexAttr(1));
  auto slice = tensor::ExtractSliceOp::create(
      rewriter, op.getLoc(), op.getResult().getType(), op.getSource(),
      op.getMixedOffsets(), op.getMixedSizes(), strides);
  replace(rewriter, op, slice);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Returns the op whose mark keeps the pass from changing `op`: `op` itself or
/// an ancestor that is to be skipped, or the enclosing function if it is
/// frozen. Returns null if there is none.
static Operation *getMarkedAncestor(Operation *op) {
  for (; op; op = op->getParentOp())
    if (hasSkipMark(op) || (isa<func::FuncOp>(op) && isMarked(op)))
      return op;
  return nullptr;
}

/// Fails if `op` violates the precondition of the pass.
static LogicalResult verifyPrecondition(Operation *op) {
  if (isa<AdaptOp>(op))
    return op->emitOpError(
        "requires 'layout-legalize', which knows the names of dims, in front");
  if (isa_and_nonnull<LayoutDialect>(op->getDialect())) {
    Operation *marked = getMarkedAncestor(op);
    if (!marked)
      return success();
    InFlightDiagnostic error =
        op->emitOpError() << "requires to be outside of frozen functions and "
                             "skipped ops, found it inside one";
    error.attachNote(marked->getLoc()) << "marked here";
    return error;
  }
  // A single option leaves no choice, or allows other orders beside the present
  // one; layout-verify checks that it is met.
  auto options = op->getAttrOfType<ArrayAttr>(LayoutDialect::kOpLayout);
  bool undecided =
      options && (options.size() > 1 || op->hasAttr(LayoutDialect::kPrefer));
  if (!undecided || getMarkedAncestor(op))
    return success();
  return op->emitOpError() << "requires its layouts to be chosen before it is "
                              "materialized, found "
                           << options.size() << " to choose from";
}

/// Returns true for an attribute that later passes read: what buffers an op
/// accepts, what a function prepares or packs, which globals never change, how
/// a constant is stored, and on which device ops run.
static bool isForLater(StringRef name) {
  return name == LayoutDialect::kPitched || name == LayoutDialect::kPrepares ||
         name == kPacks || name == LayoutDialect::kConstant ||
         name == LayoutDialect::kDevice || name == kStoredLayout;
}

/// Erases the attributes of the layout dialect except those for later and, with
/// `keepMarks`, the marks. Skips functions that the pass must not change.
static WalkResult eraseAttributes(Operation *op, bool keepMarks,
                                  bool &changed) {
  if (isa<func::FuncOp>(op) && getMarkedAncestor(op))
    return WalkResult::skip();
  SmallVector<StringAttr> names;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (isa_and_nonnull<LayoutDialect>(attribute.getNameDialect()) &&
        !isForLater(attribute.getName()) &&
        !(keepMarks && (isMark(attribute.getName()) ||
                        attribute.getName() == LayoutDialect::kChosen)))
      names.push_back(attribute.getName());
  for (StringAttr name : names)
    op->removeDiscardableAttr(name);
  changed |= !names.empty();
  return WalkResult::advance();
}

namespace {
struct LayoutMaterialize
    : layout::impl::LayoutMaterializeBase<LayoutMaterialize> {
  using LayoutMaterializeBase::LayoutMaterializeBase;

  // Lowers layout ops in all ops, not only in functions that are planned:
  // upstream tools must be able to read the result.
  void runOnProgram() override {
    SmallVector<LayoutTransformOp> transforms;
    bool valid = true, changed = false;
    getOperation()->walk([&](Operation *op) {
      valid &= succeeded(verifyPrecondition(op));
      if (auto transform = dyn_cast<LayoutTransformOp>(op))
        transforms.push_back(transform);
      changed |= isa_and_nonnull<LayoutDialect>(op->getDialect());
    });
    if (!valid)
      return signalPassFailure();

    IRRewriter rewriter(&getContext());
    getOperation()->walk(
        [&](ConstraintOp op) { rewriter.replaceOp(op, op.getSource()); });
    // A pack also replaces the pad or crop next to it, so packs come first.
    if (packs)
      for (LayoutTransformOp transform : transforms)
        if (materializeAsPack(rewriter, transform))
          ++numPacks;
    // A gather replaces the pad and the crop next to a transform as well. The
    // source of a rewrite may be the result of another, which is replaced.
    SmallVector<Operation *> chains;
    getOperation()->walk([&](Operation *op) {
      auto rewrite = getRewriteEndingAt(op);
      if (rewrite && rewrite->ops.size() > 1)
        chains.push_back(op);
    });
    for (Operation *last : chains)
      if (materializeAsGather(rewriter, *getRewriteEndingAt(last)))
        ++numGathers;
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_nonnull<LayoutDialect>(op->getDialect()))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      llvm::TypeSwitch<Operation *>(op).Case<LayoutTransformOp, PadOp, CropOp>(
          [&](auto layoutOp) { materialize(rewriter, layoutOp); });
    if (keep != KeptAttributes::All)
      getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
        return eraseAttributes(op, keep == KeptAttributes::Marks, changed);
      });
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
