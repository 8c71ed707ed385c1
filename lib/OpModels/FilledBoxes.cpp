//===- FilledBoxes.cpp - Equal elements, and insertions into them ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxForms.h"
#include "ExternalModels.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A scalar: a constant, which may be that of another block, or a value that is
/// known at run time only.
struct Scalar {
  Attribute constant;
  Value value;

  static Scalar get(Value value) {
    Attribute constant = getConstant(value);
    return {constant, constant ? Value() : value};
  }

  explicit operator bool() const { return constant || value; }
  bool operator==(const Scalar &other) const {
    return constant ? constant == other.constant
                    : value && value == other.value;
  }

  Value materialize(OpBuilder &builder, Location loc, Type type) const {
    return value ? value : createConstant(builder, loc, type, constant);
  }
};
} // namespace

/// Returns the scalar that is every element of `tensor`; none if there is none.
static Scalar getElement(Value tensor) {
  if (Value scalar = getSplatScalar(tensor))
    return Scalar::get(scalar);
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return Scalar::get(fill.value());
  if (auto list = tensor.getDefiningOp<tensor::FromElementsOp>())
    return llvm::all_equal(list.getElements()) && !list.getElements().empty()
               ? Scalar::get(list.getElements().front())
               : Scalar();
  SplatElementsAttr splat;
  if (matchPattern(tensor, m_Constant(&splat)))
    return {splat.getSplatValue<Attribute>(), Value()};
  return {};
}

std::optional<SmallVector<OpFoldResult>>
layout::getSizesWithoutElements(OpBuilder &builder, Value tensor) {
  auto empty = tensor.getDefiningOp<tensor::EmptyOp>();
  if (!empty && !getElement(tensor))
    return std::nullopt;
  ArrayRef<int64_t> shape = cast<RankedTensorType>(tensor.getType()).getShape();
  if (ShapedType::isStaticShape(shape))
    return getAsIndexOpFoldResult(builder.getContext(), shape);
  if (auto splat = tensor.getDefiningOp<tensor::SplatOp>())
    return getMixedValues(shape, splat.getDynamicSizes(), builder);
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    empty = fill.output().getDefiningOp<tensor::EmptyOp>();
  if (!empty)
    return std::nullopt;
  return empty.getMixedSizes();
}

/// Returns the scalar that `op` writes to every element of its result: a scalar
/// operand, the element of an operand whose elements are equal, a value from
/// outside, or a constant of its body. None if there is none. A permutation
/// indexes every element of the result.
static Scalar getWritten(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || op->getNumResults() != 1 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation())
    return {};
  Block *body = op.getBlock();
  Value yielded = body->getTerminator()->getOperand(0);
  bool isPure = llvm::all_of(
      *body, [](Operation &inner) { return isMemoryEffectFree(&inner); });
  if (!isPure)
    return {};
  if (auto argument = dyn_cast<BlockArgument>(yielded);
      argument && argument.getOwner() == body) {
    OpOperand *operand = op.getMatchingOpOperand(argument);
    if (!op.isDpsInput(operand))
      return {};
    return isa<ShapedType>(operand->get().getType())
               ? getElement(operand->get())
               : Scalar::get(operand->get());
  }
  Scalar scalar = Scalar::get(yielded);
  bool isOutside = !op->isAncestor(yielded.getParentBlock()->getParentOp());
  return isOutside || scalar.constant ? scalar : Scalar();
}

/// Fills `destination` with a scalar.
static Value createFill(OpBuilder &builder, Location loc, const Scalar &scalar,
                        Value destination) {
  Type type = getElementTypeOrSelf(destination.getType());
  Value value = scalar.materialize(builder, loc, type);
  return linalg::FillOp::create(builder, loc, value, destination).result();
}

namespace {
/// An op that writes one scalar everywhere is a fill, so that what reads it
/// knows its elements:
///
///   %1 = linalg.generic { indexing_maps = [(d0, d1) -> (),
///            (d0, d1) -> (d0, d1)], ... }
///          ins(%c : f32) outs(%0 : tensor<6x5xf32>) {
///   ^bb0(%in: f32, %out: f32):
///     linalg.yield %in : f32
///   } -> tensor<6x5xf32>
///
/// becomes
///
///   %1 = linalg.fill ins(%c : f32) outs(%0 : tensor<6x5xf32>)
///          -> tensor<6x5xf32>
struct FillOfEqualElements : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
    bool isCalled = generic && generic.getLibraryCall();
    if (isa<linalg::FillOp>(op) || !isFree(op) || isCalled)
      return failure();
    Scalar scalar = getWritten(op);
    if (!scalar)
      return failure();
    rewriter.replaceOp(op, createFill(rewriter, op.getLoc(), scalar,
                                      op.getDpsInitOperand(0)->get()));
    return success();
  }
};

/// So is a tensor.splat, which has no destination:
///
///   %0 = tensor.splat %c : tensor<6x5xf32>
///
/// becomes
///
///   %e = tensor.empty() : tensor<6x5xf32>
///   %0 = linalg.fill ins(%c : f32) outs(%e : tensor<6x5xf32>)
///          -> tensor<6x5xf32>
struct FillOfSplat : OpRewritePattern<tensor::SplatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::SplatOp op,
                                PatternRewriter &rewriter) const override {
    if (!isFree(op) || op.getType().getEncoding())
      return failure();
    Value empty = tensor::EmptyOp::create(
        rewriter, op.getLoc(), op.getType().getShape(),
        op.getType().getElementType(), op.getDynamicSizes());
    rewriter.replaceOp(op, createFill(rewriter, op.getLoc(),
                                      Scalar::get(op.getInput()), empty));
    return success();
  }
};
} // namespace

/// Whether `op` inserts into equal elements, and nothing is inserted into its
/// result: the parts of a concatenation may be inserted one by one.
static bool isIntoEqualElements(tensor::InsertSliceOp op) {
  auto takesInsertions = [&](Operation *user) {
    auto next = dyn_cast<tensor::InsertSliceOp>(user);
    return next && next.getDest() == op.getResult();
  };
  return isFree(op) && getElement(op.getDest()) &&
         !op.getDestType().getEncoding() &&
         llvm::none_of(op->getUsers(), takesInsertions);
}

/// Returns the dims of what `op` inserts, each with those of size 1 that the
/// insertion adds beside it; nothing if they are not known.
static std::optional<SmallVector<ReassociationIndices>>
getGroups(tensor::InsertSliceOp op, RankedTensorType box) {
  return getReassociationIndicesForReshape(op.getSourceType(), box);
}

/// Returns the type of the box that `op` writes.
static RankedTensorType getBoxType(tensor::InsertSliceOp op) {
  return op.getSourceType().clone(
      decomposeMixedValues(op.getMixedSizes()).first);
}

bool layout::canGetBox(tensor::InsertSliceOp op) {
  return op.getSourceType().getRank() == op.getDestType().getRank() ||
         getGroups(op, getBoxType(op));
}

Value layout::getBox(PatternRewriter &rewriter, tensor::InsertSliceOp op) {
  if (op.getSourceType().getRank() == op.getDestType().getRank())
    return op.getSource();
  RankedTensorType box = getBoxType(op);
  return tensor::ExpandShapeOp::create(rewriter, op.getLoc(), box,
                                       op.getSource(), *getGroups(op, box),
                                       op.getMixedSizes());
}

/// Creates an insertion into elements that all are `element`.
static Value createInsertion(PatternRewriter &rewriter, Location loc,
                             Value source, const Scalar &element,
                             ArrayRef<OpFoldResult> sizes,
                             ArrayRef<OpFoldResult> offsets,
                             ArrayRef<OpFoldResult> strides) {
  Type type = getElementTypeOrSelf(source.getType());
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, type);
  Value filled = createFill(rewriter, loc, element, empty);
  return tensor::InsertSliceOp::create(
      rewriter, loc, source, filled, offsets,
      tensor::getMixedSizes(rewriter, loc, source), strides);
}

namespace {
/// An insertion of a box into equal elements is a pad, as JAX and TOSA lower
/// one:
///
///   %f = linalg.fill ins(%c : f32) outs(%e : tensor<8x8xf32>)
///   %1 = tensor.insert_slice %0 into %f[0, 1] [8, 6] [1, 1]
///          : tensor<8x6xf32> into tensor<8x8xf32>
///
/// becomes
///
///   %1 = tensor.pad %0 low[0, 1] high[0, 1] { ... tensor.yield %c : f32 }
///          : tensor<8x6xf32> to tensor<8x8xf32>
///
/// A dim whose size is known at run time only has to be whole.
struct PadOfInsertion : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasUnitStride() || !isIntoEqualElements(op) || !canGetBox(op))
      return failure();
    auto extents = getSizesWithoutElements(rewriter, op.getDest());
    if (!extents)
      return failure();
    SmallVector<OpFoldResult> low, high;
    for (auto [extent, offset, size] :
         llvm::zip_equal(*extents, op.getMixedOffsets(), op.getMixedSizes())) {
      std::optional<int64_t> begin = getConstantIntValue(offset);
      std::optional<int64_t> known = getConstantIntValue(size);
      std::optional<int64_t> all = getConstantIntValue(extent);
      bool isWhole = begin == 0 && isEqualConstantIntOrValue(extent, size);
      if (!isWhole && (!begin || !known || !all))
        return failure();
      low.push_back(rewriter.getIndexAttr(*begin));
      high.push_back(
          rewriter.getIndexAttr(isWhole ? 0 : *all - *begin - *known));
    }
    Value scalar = getElement(op.getDest())
                       .materialize(rewriter, op.getLoc(),
                                    op.getDestType().getElementType());
    rewriter.replaceOpWithNewOp<tensor::PadOp>(
        op, op.getType(), getBox(rewriter, op), low, high, scalar);
    return success();
  }
};
} // namespace

/// Returns the insertion with strides into equal elements that makes `value`,
/// if nothing else reads it; null if there is none.
static tensor::InsertSliceOp getDilation(Value value) {
  auto op = value.getDefiningOp<tensor::InsertSliceOp>();
  bool isDilation = op && !op.hasUnitStride() && op->hasOneUse() &&
                    isIntoEqualElements(op) &&
                    op.getSourceType().getRank() == op.getDestType().getRank();
  return isDilation ? op : tensor::InsertSliceOp();
}

namespace {
/// A pad of a dilated tensor by the element that is between its elements is an
/// insertion into a larger tensor:
///
///   %1 = tensor.insert_slice %0 into %zeros[0, 0] [8, 4] [1, 2]
///          : tensor<8x4xf32> into tensor<8x7xf32>
///   %2 = tensor.pad %1 low[0, 1] high[0, 1] { ... tensor.yield %zero : f32 }
///          : tensor<8x7xf32> to tensor<8x9xf32>
///
/// becomes
///
///   %2 = tensor.insert_slice %0 into %zeros[0, 1] [8, 4] [1, 2]
///          : tensor<8x4xf32> into tensor<8x9xf32>
struct PadOfDilation : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    Value padding = op.getConstantPaddingValue();
    tensor::InsertSliceOp inner = getDilation(op.getSource());
    if (!inner || !padding || op.getNofold() || !isFree(op))
      return failure();
    Scalar element = getElement(inner.getDest());
    if (!(element == Scalar::get(padding)))
      return failure();
    SmallVector<OpFoldResult> offsets = inner.getMixedOffsets();
    auto sizes = getSizesWithoutElements(rewriter, inner.getDest());
    if (!sizes)
      return failure();
    for (auto [offset, size, low, high] : llvm::zip_equal(
             offsets, *sizes, op.getMixedLowPad(), op.getMixedHighPad())) {
      std::optional<int64_t> front = getConstantIntValue(low);
      std::optional<int64_t> behind = getConstantIntValue(high);
      if (front == 0 && behind == 0)
        continue;
      std::optional<int64_t> begin = getConstantIntValue(offset);
      std::optional<int64_t> extent = getConstantIntValue(size);
      if (!front || !behind || !begin || !extent || *front < 0 || *behind < 0)
        return failure();
      offset = rewriter.getIndexAttr(*begin + *front);
      size = rewriter.getIndexAttr(*extent + *front + *behind);
    }
    rewriter.replaceOp(op, createInsertion(rewriter, op.getLoc(),
                                           inner.getSource(), element, *sizes,
                                           offsets, inner.getMixedStrides()));
    return success();
  }
};

/// A slice of a dilated tensor that holds all elements of what was dilated is
/// an insertion into a smaller tensor:
///
///   %1 = tensor.insert_slice %0 into %zeros[0, 1] [8, 4] [1, 2]
///          : tensor<8x4xf32> into tensor<8x9xf32>
///   %2 = tensor.extract_slice %1[0, 1] [8, 7] [1, 1]
///          : tensor<8x9xf32> to tensor<8x7xf32>
///
/// becomes
///
///   %2 = tensor.insert_slice %0 into %zeros[0, 0] [8, 4] [1, 2]
///          : tensor<8x4xf32> into tensor<8x7xf32>
struct SliceOfDilation : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    tensor::InsertSliceOp inner = getDilation(op.getSource());
    if (!inner || !op.hasUnitStride() || !isFree(op) ||
        op.getType().getRank() != op.getSourceType().getRank())
      return failure();
    SmallVector<OpFoldResult> offsets = inner.getMixedOffsets();
    auto sizes = getSizesWithoutElements(rewriter, inner.getDest());
    if (!sizes)
      return failure();
    for (auto [offset, extent, count, stride, begin, size] : llvm::zip_equal(
             offsets, *sizes, inner.getMixedSizes(), inner.getMixedStrides(),
             op.getMixedOffsets(), op.getMixedSizes())) {
      if (isConstantIntValue(begin, 0) &&
          isEqualConstantIntOrValue(extent, size))
        continue;
      SmallVector<int64_t> known;
      for (OpFoldResult entry : {offset, count, stride, begin, size})
        if (std::optional<int64_t> value = getConstantIntValue(entry))
          known.push_back(*value);
      if (known.size() != 5)
        return failure();
      int64_t first = known[0] - known[3];
      int64_t last = first + (known[1] - 1) * known[2];
      if (known[1] < 1 || known[2] < 1 || first < 0 || last >= known[4])
        return failure();
      offset = rewriter.getIndexAttr(first);
      extent = size;
    }
    Scalar element = getElement(inner.getDest());
    rewriter.replaceOp(op, createInsertion(rewriter, op.getLoc(),
                                           inner.getSource(), element, *sizes,
                                           offsets, inner.getMixedStrides()));
    return success();
  }
};

/// Where the elements of dims that a pad pads lie once they are one dim.
struct JoinedDim {
  int64_t offset = 0, size = 1, stride = 1;

  /// Joins the dims `group` of `pad`; none if the elements have no common
  /// stride then.
  static std::optional<JoinedDim> get(tensor::PadOp pad,
                                      ArrayRef<int64_t> group) {
    ArrayRef<int64_t> before = pad.getSourceType().getShape();
    ArrayRef<int64_t> after = pad.getResultType().getShape();
    JoinedDim joined;
    int64_t inner = 1;
    for (int64_t dim : llvm::reverse(group)) {
      joined.offset += pad.getStaticLow()[dim] * inner;
      if (before[dim] != 1) {
        // An outer dim continues the elements of inner ones that are whole.
        if (joined.size == 1)
          joined.stride = inner;
        else if (joined.size * joined.stride != inner)
          return std::nullopt;
        joined.size *= before[dim];
      }
      inner *= after[dim];
    }
    return joined;
  }
};

/// A pad of dims of size 1 that are then joined with those in front of them
/// dilates a tensor, as a reshape and a pad do in front of a transposed
/// convolution:
///
///   %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [8, 4, 1] ...
///   %2 = tensor.pad %1 low[0, 0, 0] high[0, 0, 1] { ... }
///          : tensor<8x4x1xf32> to tensor<8x4x2xf32>
///   %3 = tensor.collapse_shape %2 [[0], [1, 2]]
///          : tensor<8x4x2xf32> into tensor<8x8xf32>
///
/// becomes
///
///   %3 = tensor.insert_slice %0 into %filled[0, 0] [8, 4] [1, 2]
///          : tensor<8x4xf32> into tensor<8x8xf32>
struct DilationByReshape : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto pad = op.getSrc().getDefiningOp<tensor::PadOp>();
    Value padding = pad ? pad.getConstantPaddingValue() : Value();
    if (!padding || pad.getNofold() || !pad->hasOneUse() || !isFree(pad) ||
        !isFree(op) || !pad.getLow().empty() || !pad.getHigh().empty() ||
        !pad.getSourceType().hasStaticShape() ||
        op.getResultType().getEncoding())
      return failure();
    SmallVector<OpFoldResult> offsets, strides;
    bool isDilated = false;
    for (const ReassociationIndices &group : op.getReassociationIndices()) {
      std::optional<JoinedDim> joined = JoinedDim::get(pad, group);
      if (!joined || joined->offset < 0)
        return failure();
      isDilated |= joined->size > 1 && joined->stride > 1;
      offsets.push_back(rewriter.getIndexAttr(joined->offset));
      strides.push_back(
          rewriter.getIndexAttr(joined->size > 1 ? joined->stride : 1));
    }
    if (!isDilated || hasNegativeWidth(pad))
      return failure();
    Value source = tensor::CollapseShapeOp::create(
        rewriter, op.getLoc(), pad.getSource(), op.getReassociationIndices());
    SmallVector<OpFoldResult> sizes = getAsIndexOpFoldResult(
        rewriter.getContext(), op.getResultType().getShape());
    rewriter.replaceOp(op, createInsertion(rewriter, op.getLoc(), source,
                                           Scalar::get(padding), sizes, offsets,
                                           strides));
    return success();
  }
};
} // namespace

/// Whether two insertions into tensors of one shape write different elements,
/// which the range of one dim tells. (ValueBoundsConstraintSet takes a range to
/// end a stride behind its last element.)
static bool areDisjoint(tensor::InsertSliceOp a, tensor::InsertSliceOp b) {
  for (int64_t dim : llvm::seq(a.getType().getRank())) {
    auto getRange = [&](tensor::InsertSliceOp op)
        -> std::optional<std::pair<int64_t, int64_t>> {
      if (op.isDynamicOffset(dim) || op.isDynamicSize(dim) ||
          op.isDynamicStride(dim))
        return std::nullopt;
      int64_t begin = op.getStaticOffset(dim);
      return std::pair{begin, begin + (op.getStaticSize(dim) - 1) *
                                          op.getStaticStride(dim)};
    };
    auto first = getRange(a), second = getRange(b);
    if (first && second &&
        (first->second < second->first || second->second < first->first))
      return true;
  }
  return false;
}

/// Returns the fill that `op` writes a part of, behind insertions of other
/// elements; null if there is none.
static linalg::FillOp getFillBehind(tensor::InsertSliceOp op) {
  Value dest = op.getDest();
  while (auto previous = dest.getDefiningOp<tensor::InsertSliceOp>()) {
    if (previous.getType().getRank() != previous.getSourceType().getRank() ||
        !areDisjoint(op, previous))
      return nullptr;
    dest = previous.getDest();
  }
  return dest.getDefiningOp<linalg::FillOp>();
}

namespace {
/// A tensor that is padded by the elements into which it is inserted need not
/// be padded:
///
///   %1 = tensor.pad %0 low[1] high[2] { ... tensor.yield %c : f32 }
///          : tensor<5xf32> to tensor<8xf32>
///   %2 = tensor.insert_slice %1 into %filled[1] [8] [2]
///          : tensor<8xf32> into tensor<17xf32>
///
/// becomes
///
///   %2 = tensor.insert_slice %0 into %filled[3] [5] [2]
///          : tensor<5xf32> into tensor<17xf32>
///
/// Upstream's pattern, which takes each stride for 1, is disabled.
struct InsertionOfPad : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto pad = op.getSource().getDefiningOp<tensor::PadOp>();
    if (!pad || !isFree(op) || hasNegativeWidth(pad) ||
        op.getType().getRank() != op.getSourceType().getRank() ||
        llvm::any_of(op.getStaticStrides(), ShapedType::isDynamic))
      return failure();
    Value padding = pad.getConstantPaddingValue();
    linalg::FillOp fill = getFillBehind(op);
    if (!padding || !fill || fill.value() != padding)
      return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    AffineExpr begin, width;
    bindSymbols(rewriter.getContext(), begin, width);
    for (auto [offset, low, stride] :
         llvm::zip_equal(offsets, pad.getMixedLowPad(), op.getStaticStrides()))
      offset = affine::makeComposedFoldedAffineApply(
          rewriter, loc, begin + width * stride, {offset, low});
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, pad.getSource(), op.getDest(), offsets,
        tensor::getMixedSizes(rewriter, loc, pad.getSource()),
        op.getMixedStrides());
    return success();
  }
};
} // namespace

std::vector<std::string> layout::getWrongUpstreamPatterns() {
  return {"(anonymous namespace)::FoldInsertPadIntoFill"};
}

void layout::populateFilledBoxPatterns(RewritePatternSet &patterns) {
  patterns.add<FillOfEqualElements, FillOfSplat, PadOfInsertion, PadOfDilation,
               SliceOfDilation, DilationByReshape, InsertionOfPad>(
      patterns.getContext());
}
