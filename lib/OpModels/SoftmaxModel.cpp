//===- SoftmaxModel.cpp - Layout rule of linalg.softmax -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A softmax takes every layout. It stays a linalg.softmax where the dim that it
// normalizes is one physical dim and nothing is padded; else it becomes the
// reductions and elementwise ops that it consists of, as upstream decomposes
// it, on physical dims.
//
//===----------------------------------------------------------------------===//

#include "ExternalModels.h"
#include "Support/MapOperands.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Builds a softmax in a layout that splits or pads dims.
class SplitSoftmax {
public:
  SplitSoftmax(OpBuilder &builder, linalg::SoftmaxOp op,
               ArrayRef<MixedRadix> layout, Value input, Value output)
      : builder(builder), loc(op.getLoc()), logical(op.getInputOperandType()),
        layout(layout), input(input), output(output),
        element(cast<FloatType>(getElementTypeOrSelf(output.getType()))),
        all(builder.getMultiDimIdentityMap(layout.size())) {
    for (auto [dim, list] : llvm::enumerate(layout)) {
      bool isReduced = list.front().dim == op.getDimension();
      reductions.push_back(isReduced ? utils::IteratorType::reduction
                                     : utils::IteratorType::parallel);
      if (!isReduced)
        keptDims.push_back(dim);
    }
    kept = all.getSubMap(keptDims);
  }

  /// In layout (d0 floordiv 4, d1, d0 mod 4),
  ///
  ///   %2 = linalg.softmax dimension(0) ins(%0 : tensor<8x7xf32>)
  ///          outs(%1 : tensor<8x7xf32>) -> tensor<8x7xf32>
  ///
  /// becomes
  ///
  ///   %max = linalg.generic {maxnumf, reduces dims 0 and 2}
  ///          ins(%0 : tensor<2x7x4xf32>) outs(... : tensor<7xf32>)
  ///   %exp = linalg.generic {exp(x - max)}
  ///          ins(%0, %max : tensor<2x7x4xf32>, tensor<7xf32>)
  ///          outs(%1 : tensor<2x7x4xf32>)
  ///   %sum = linalg.generic {addf, reduces dims 0 and 2}
  ///          ins(%exp : tensor<2x7x4xf32>) outs(... : tensor<7xf32>)
  ///   %2 = linalg.generic {exp / sum}
  ///          ins(%exp, %sum : tensor<2x7x4xf32>, tensor<7xf32>)
  ///          outs(%1 : tensor<2x7x4xf32>)
  ///
  /// Padding of the operand may hold anything: it does not count for the
  /// maximum, and its exponentials and results are 0.
  Value build() {
    Value max = reduce(arith::AtomicRMWKind::maxnumf, input, /*isMasked=*/true);
    Value exp = mapWith(input, max, [&](OpBuilder &b, Value x, Value max) {
      return math::ExpOp::create(b, loc, arith::SubFOp::create(b, loc, x, max));
    });
    Value sum = reduce(arith::AtomicRMWKind::addf, exp, /*isMasked=*/false);
    return mapWith(exp, sum, [&](OpBuilder &b, Value x, Value sum) {
      return arith::DivFOp::create(b, loc, x, sum);
    });
  }

private:
  /// Combines all elements along the normalized dim, but for padding if
  /// `isMasked`.
  Value reduce(arith::AtomicRMWKind kind, Value source, bool isMasked) {
    TypedAttr neutral = arith::getIdentityValueAttr(
        kind, element, builder, loc, /*useOnlyFiniteValue=*/true);
    SmallVector<OpFoldResult> all = tensor::getMixedSizes(builder, loc, source);
    SmallVector<OpFoldResult> sizes =
        llvm::map_to_vector(keptDims, [&](unsigned dim) { return all[dim]; });
    Value destination =
        createFill(builder, loc, neutral,
                   tensor::EmptyOp::create(builder, loc, sizes, element));
    auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
      Value x = isMasked ? mask(b, arguments[0], neutral) : arguments[0];
      Value combined = arith::getReductionOp(kind, b, loc, x, arguments[1]);
      linalg::YieldOp::create(b, loc, combined);
    };
    return linalg::GenericOp::create(
               builder, loc, destination.getType(), source, destination,
               ArrayRef{this->all, kept}, reductions, body)
        .getResult(0);
  }

  /// Computes each element from one of `source` and one of `reduced`.
  Value mapWith(Value source, Value reduced,
                llvm::function_ref<Value(OpBuilder &, Value, Value)> compute) {
    auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
      Value computed = compute(b, arguments[0], arguments[1]);
      linalg::YieldOp::create(b, loc,
                              mask(b, computed, b.getZeroAttr(element)));
    };
    SmallVector<utils::IteratorType> parallel(layout.size(),
                                              utils::IteratorType::parallel);
    return linalg::GenericOp::create(builder, loc, output.getType(),
                                     ValueRange{source, reduced}, output,
                                     ArrayRef{all, kept, all}, parallel, body)
        .getResult(0);
  }

  /// Returns `value`, or `otherwise` in iterations over padding.
  Value mask(OpBuilder &b, Value value, TypedAttr otherwise) {
    ArithBuilder arith(b, loc);
    SmallVector<int64_t> box =
        getSpannedShape(concat(layout), logical.getRank());
    Value inside;
    for (auto [dim, size, padded] : llvm::enumerate(logical.getShape(), box)) {
      if (size == padded)
        continue;
      Value end = arith::ConstantIndexOp::create(b, loc, size);
      Value below = arith.slt(getIndex(b, dim), end);
      inside = inside ? arith._and(inside, below) : below;
    }
    if (!inside)
      return value;
    return arith.select(inside, value,
                        arith::ConstantOp::create(b, loc, otherwise));
  }

  /// Returns the index of a logical dim.
  Value getIndex(OpBuilder &b, unsigned dim) {
    AffineExpr sum = b.getAffineConstantExpr(0);
    SmallVector<OpFoldResult> indices;
    for (const MixedRadix &list : layout) {
      if (list.front().dim != dim)
        continue;
      sum = sum + b.getAffineDimExpr(indices.size()) * list.front().stride;
      indices.push_back(
          linalg::IndexOp::create(b, loc, &list - layout.begin()).getResult());
    }
    return getValueOrCreateConstantIndexOp(
        b, loc,
        affine::makeComposedFoldedAffineApply(
            b, loc, AffineMap::get(indices.size(), 0, sum), indices));
  }

  OpBuilder &builder;
  Location loc;
  ShapedType logical;
  /// Each physical dim is one digit of a logical dim.
  ArrayRef<MixedRadix> layout;
  Value input, output;
  FloatType element;
  /// The dims of the reduced values, in order.
  SmallVector<unsigned> keptDims;
  SmallVector<utils::IteratorType> reductions;
  AffineMap all, kept;
};

struct SoftmaxModel
    : LayoutRuleOpInterface::ExternalModel<SoftmaxModel, linalg::SoftmaxOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<linalg::SoftmaxOp>(self);
    auto type = dyn_cast<RankedTensorType>(op.getInput().getType());
    if (!type || op->getNumResults() != 1)
      return std::nullopt;
    LayoutRuleBuilder rule(type.getShape());
    if (!isa<FloatType>(type.getElementType()))
      rule.keepWhole(op.getDimension());
    return rule
        .addPort(type) // input
        .addPort(type) // destination
        .addPort(type) // result
        .build();
  }

  /// Normalizes along the physical dim that is the logical one. In layout
  /// (d1, d0),
  ///
  ///   %2 = linalg.softmax dimension(1) ins(%0 : tensor<32x4xf32>)
  ///          outs(%1 : tensor<32x4xf32>) -> tensor<32x4xf32>
  ///
  /// becomes
  ///
  ///   %2 = linalg.softmax dimension(0) ins(%0 : tensor<4x32xf32>)
  ///          outs(%1 : tensor<4x32xf32>) -> tensor<4x32xf32>
  ///
  /// Other layouts: SplitSoftmax.
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<linalg::SoftmaxOp>(self);
    const MixedRadixMap &layout = layouts.back();
    auto isNormalized = [&](const MixedRadix &list) {
      return list.front().dim == op.getDimension();
    };
    ArrayRef<int64_t> shape = op.getInputOperandType().getShape();
    bool isPadded = getSpannedShape(concat(layout), shape.size()) !=
                    SmallVector<int64_t>(shape);
    if (isPadded || llvm::count_if(layout, isNormalized) != 1)
      return {
          SplitSoftmax(rewriter, op, layout, operands[0], operands[1]).build()};
    auto softmax = linalg::SoftmaxOp::create(
        rewriter, op.getLoc(), TypeRange{operands[1].getType()}, operands[0],
        operands[1], llvm::find_if(layout, isNormalized) - layout.begin());
    return {softmax->getResult(0)};
  }

  /// The result is 0 in all padding, whatever that of the operands holds.
  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *self, ArrayRef<PadContent>) const {
    auto type = cast<RankedTensorType>(self->getResult(0).getType());
    return SmallVector<PadContent>{PadContent::get(
        Builder(type.getContext()).getZeroAttr(type.getElementType()))};
  }
};
} // namespace

bool layout::canDecompose(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  });
}

void layout::registerSoftmaxModel(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    linalg::SoftmaxOp::attachInterface<SoftmaxModel>(*context);
  });
}
