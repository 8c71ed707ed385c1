//===- LayoutToLinalg.cpp - Layout ops as upstream ops --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Conversion/LayoutToLinalg/LayoutToLinalg.h"
#include "TransposePlan.h"
#include "layout/Dialect/Layout/Utils/CarryAttributes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::layout;

/// Puts `value` in the place of the result of `op`. What others wrote on `op`
/// goes to the operation that makes the value, unless it is older.
static void replace(RewriterBase &rewriter, Operation *op, Value value) {
  if (value.use_empty()) // It was made here.
    carryAttributes(op, value.getDefiningOp());
  rewriter.replaceOp(op, value);
}

//===----------------------------------------------------------------------===//
// Digit maps
//===----------------------------------------------------------------------===//

namespace {
/// Reshapes and transposes a value by the digits of its dims.
class DigitMover {
public:
  DigitMover(RewriterBase &rewriter, Location loc,
             TypedValue<RankedTensorType> source, ArrayRef<Digit> digits)
      : rewriter(rewriter), loc(loc), source(source), value(source),
        digits(digits) {}

  void reshape(ArrayRef<unsigned> from, ArrayRef<unsigned> to) {
    Refinement plan = refine(from, to);
    if (plan.common.size() != from.size())
      value = tensor::ExpandShapeOp::create(rewriter, loc, getType(plan.common),
                                            value, plan.first,
                                            getSizes(plan.common));
    if (plan.common.size() != to.size())
      value = tensor::CollapseShapeOp::create(rewriter, loc, getType(to), value,
                                              plan.second);
  }

  /// After this the digits lie in the given order and make up the given dims.
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
  /// CallSites `visit` with the digits of each dim.
  template <typename FnT>
  auto mapDims(ArrayRef<unsigned> dims, FnT visit) {
    ArrayRef<Digit> rest = digits;
    return llvm::map_to_vector(dims, [&](unsigned count) {
      ArrayRef<Digit> list = rest.take_front(count);
      rest = rest.drop_front(count);
      return visit(list);
    });
  }

  /// What a dim of these digits measures. Only the first digit may be dynamic;
  /// that of an empty dim (MixedRadix.h) has no values.
  int64_t getStaticSize(ArrayRef<Digit> list) {
    bool isEmpty = !list.empty() && list.front().isDynamic() &&
                   source.getType().getDimSize(list.front().dim) == 0;
    return isEmpty ? 0 : getExtent(list);
  }

  RankedTensorType getType(ArrayRef<unsigned> dims) {
    return source.getType().clone(SmallVector<int64_t>(mapDims(
        dims, [&](ArrayRef<Digit> list) { return getStaticSize(list); })));
  }

  /// A value where the type is dynamic, even for a constant in disguise.
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

/// Goes on from what the source is a view of, if the map has digit form from
/// there as well: what a view has taken apart need not be put together again.
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

static Value moveDigits(RewriterBase &rewriter, LayoutTransformOp op,
                        MixedRadixMap map) {
  TypedValue<RankedTensorType> source = op.getSource();
  lookThroughViews(source, map);
  TransposePlan plan = planTranspose(map, source.getType().getRank());
  DigitMover mover(rewriter, op.getLoc(), source, plan.digits);
  if (plan.permutation.empty()) {
    mover.reshape(plan.source, plan.result);
    return mover.getValue();
  }
  mover.reshape(plan.source, plan.before);
  mover.transpose(plan.permutation, plan.resultOrder, plan.after);
  mover.reshape(plan.after, plan.result);
  return mover.getValue();
}

//===----------------------------------------------------------------------===//
// Other maps
//===----------------------------------------------------------------------===//

/// A generic that reads the source in order and writes through the map, so
/// that no inverse is needed.
static Value scatter(RewriterBase &rewriter, LayoutTransformOp op) {
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
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  ArrayRef<int64_t> shape = op.getSource().getType().getShape();
  std::optional<MixedRadixMap> digits = op.getIndexMap().getDigits(shape);
  bool movesDigits =
      digits && isExactCover(*digits, treatEmptyAsDynamic(shape));
  Operation *view = op.getSource().getDefiningOp();
  replace(rewriter, op,
          movesDigits ? moveDigits(rewriter, op, std::move(*digits))
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
  // Of poison, which nobody looks at, zero is as good as anything, and
  // friendlier to what lowers it.
  Location loc = op.getLoc();
  Type type = op.getSource().getType().getElementType();
  Attribute value = op.getValue();
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Attribute zero = builder.getZeroAttr(complex.getElementType());
    auto parts = op.isPoison() ? builder.getArrayAttr({zero, zero})
                               : cast<ArrayAttr>(value);
    return complex::ConstantOp::create(builder, loc, type, parts);
  }
  if (op.isPoison())
    value = builder.getZeroAttr(type);
  if (!value)
    return ub::PoisonOp::create(builder, loc, type,
                                ub::PoisonAttr::get(builder.getContext()));
  return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(value));
}

void layout::materialize(RewriterBase &rewriter, PadOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Value element = createPadElement(rewriter, op);
  // Merged with a pad of the program it would no longer be seen that it is a
  // rewrite, or part of one.
  bool nofold = op.isStatic() && areAllConstantIntValue(op.getMixedLow(), 0);
  auto pad = tensor::PadOp::create(
      rewriter, op.getLoc(), op.getResult().getType(), op.getSource(),
      op.getMixedLow(), op.getMixedHigh(), element, nofold);
  replace(rewriter, op, pad);
}

void layout::materialize(RewriterBase &rewriter, CropOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  // Upstream has no slice that begins behind the last element.
  RankedTensorType type = op.getResult().getType();
  if (llvm::is_contained(type.getShape(), 0)) {
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
