//===- TensorModels.cpp - Layout rules of the tensor dialect --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include "layout/Algebra/IndexMap.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/ExternalModels/ExternalModels.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

/// Whether two dims surely have the same size.
static bool isSame(int64_t a, int64_t b) {
  return a == b && !ShapedType::isDynamic(a);
}

static void addScalarPorts(LayoutRule &rule, unsigned number) {
  rule.ports.append(number, PortRule::scalar());
}

//===----------------------------------------------------------------------===//
// tensor.pad
//===----------------------------------------------------------------------===//

namespace {
struct PadModel
    : LayoutRuleOpInterface::ExternalModel<PadModel, tensor::PadOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::PadOp>(self);
    // A value computed from the index would have to be computed from digits.
    if (!getValue(op))
      return std::nullopt;
    LayoutRule rule;
    rule.factors = getDimFactors(op.getResultType().getShape());
    PortRule source = getWholePort(op.getSourceType());
    for (auto [dim, access, low, high] : llvm::enumerate(
             source.dims, op.getMixedLowPad(), op.getMixedHighPad())) {
      bool isUntouched =
          isConstantIntValue(low, 0) && isConstantIntValue(high, 0);
      if (!isUntouched)
        access = getPieceAccess(dim, rule.factors[dim].extent, low,
                                source.shape[dim]);
    }
    rule.ports.push_back(std::move(source));
    addScalarPorts(rule, op->getNumOperands() - 1);
    rule.ports.push_back(getWholePort(op.getResultType()));
    rule.finalize();
    return rule;
  }

  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::PadOp>(self);
    ArrayRef<int64_t> shape = op.getResultType().getShape();
    const MixedRadixMap &layout = layouts.back();
    auto split = [&](ArrayRef<OpFoldResult> widths) {
      return splitEntries(PerDim::Offset, widths, layout, shape,
                          op.getContext());
    };
    Value value = getValue(op);
    if (op->isProperAncestor(value.getParentRegion()->getParentOp()) ||
        value.getParentRegion() == &op.getRegion())
      value = rewriter.clone(*value.getDefiningOp())->getResult(0);
    auto padded = tensor::PadOp::create(
        rewriter, op.getLoc(), getPhysicalType(op.getResultType(), layout),
        operands.front(), split(op.getMixedLowPad()),
        split(op.getMixedHighPad()), value, op.getNofold());
    return {padded};
  }

  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *self, ArrayRef<PadContent> operands) const {
    Attribute constant;
    bool isKnown = matchPattern(getValue(cast<tensor::PadOp>(self)),
                                m_Constant(&constant));
    return joinPadContents({operands.front(), isKnown
                                                  ? PadContent::get(constant)
                                                  : PadContent::getUnknown()});
  }

  /// The value all new elements have; null if they differ by index.
  static Value getValue(tensor::PadOp op) {
    return op.getConstantPaddingValue();
  }
};

//===----------------------------------------------------------------------===//
// tensor.extract
//===----------------------------------------------------------------------===//

/// One element is found in any layout: its indices are taken apart.
struct ExtractModel
    : LayoutRuleOpInterface::ExternalModel<ExtractModel, tensor::ExtractOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::ExtractOp>(self);
    auto type = dyn_cast<RankedTensorType>(op.getTensor().getType());
    if (!type || type.getRank() == 0 || type.getEncoding())
      return std::nullopt;
    LayoutRule rule;
    rule.factors = getDimFactors(type.getShape());
    rule.ports.push_back(getWholePort(type));
    addScalarPorts(rule, op.getIndices().size() + /*result=*/1);
    rule.finalize();
    return rule;
  }

  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::ExtractOp>(self);
    SmallVector<OpFoldResult> indices =
        getAsOpFoldResult(ValueRange(op.getIndices()));
    AffineMap map =
        IndexMap::get(layouts.front(), op.getTensor().getType().getShape(),
                      op.getContext())
            .getAffineMap();
    SmallVector<Value> places;
    for (AffineExpr place : map.getResults())
      places.push_back(getValueOrCreateConstantIndexOp(
          rewriter, op.getLoc(),
          affine::makeComposedFoldedAffineApply(
              rewriter, op.getLoc(), AffineMap::get(indices.size(), 0, place),
              indices)));
    return {tensor::ExtractOp::create(rewriter, op.getLoc(), operands.front(),
                                      places)};
  }
};

//===----------------------------------------------------------------------===//
// tensor.extract_slice, tensor.insert_slice
//===----------------------------------------------------------------------===//

/// The port of the smaller tensor; `dropped` are the dims of the larger one,
/// which are the factors, that it does not have: a place in them is no piece of
/// a block.
PortRule getSmallerPort(RankedTensorType smaller,
                        MutableArrayRef<Factor> factors,
                        ArrayRef<OpFoldResult> offsets,
                        ArrayRef<OpFoldResult> strides,
                        const llvm::SmallBitVector &dropped) {
  PortRule port = getWholePort(smaller);
  auto access = port.dims.begin();
  for (unsigned factor : llvm::seq<unsigned>(0, factors.size())) {
    if (dropped.test(factor)) {
      factors[factor].isWhole = true;
      continue;
    }
    *access = getPieceAccess(factor, factors[factor].extent, offsets[factor],
                             port.shape[access - port.dims.begin()]);
    // Strided pieces move as whole dims.
    if (!isConstantIntValue(strides[factor], 1))
      *access = Access::piece(factor, ShapedType::kDynamic);
    ++access;
  }
  return port;
}

/// `value` with the shape of `type`, which differs by unit dims only.
Value reshapeTo(RewriterBase &rewriter, Location loc, Value value,
                RankedTensorType type) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from == type)
    return value;
  std::optional<IndexMap> map =
      IndexMap::getReshape(from.getShape(), type.getShape(), type.getContext());
  return LayoutTransformOp::create(rewriter, loc, value, *map);
}

/// The type of a box with the given sizes.
RankedTensorType getBoxType(RankedTensorType type,
                            ArrayRef<OpFoldResult> sizes) {
  return type.clone(llvm::map_to_vector(sizes, [](OpFoldResult size) {
    return getConstantIntValue(size).value_or(ShapedType::kDynamic);
  }));
}

struct ExtractSliceModel
    : LayoutRuleOpInterface::ExternalModel<ExtractSliceModel,
                                           tensor::ExtractSliceOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::ExtractSliceOp>(self);
    LayoutRule rule;
    rule.factors = getDimFactors(op.getSourceType().getShape());
    rule.ports.push_back(getWholePort(op.getSourceType()));
    addScalarPorts(rule, op->getNumOperands() - 1);
    rule.ports.push_back(
        getSmallerPort(op.getType(), rule.factors, op.getMixedOffsets(),
                       op.getMixedStrides(), op.getDroppedDims()));
    rule.finalize();
    return rule;
  }

  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::ExtractSliceOp>(self);
    ArrayRef<int64_t> shape = op.getSourceType().getShape();
    const MixedRadixMap &layout = layouts.front();
    MLIRContext *context = op.getContext();
    SmallVector<OpFoldResult> sizes =
        splitEntries(PerDim::Size, op.getMixedSizes(), layout, shape, context);
    Value box = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), getBoxType(op.getType(), sizes),
        operands.front(),
        splitEntries(PerDim::Offset, op.getMixedOffsets(), layout, shape,
                     context),
        sizes,
        splitEntries(PerDim::Stride, op.getMixedStrides(), layout, shape,
                     context));
    return {reshapeTo(rewriter, op.getLoc(), box,
                      getPhysicalType(op.getType(), layouts.back()))};
  }

  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *, ArrayRef<PadContent> operands) const {
    return joinPadContents(operands.front());
  }
};

struct InsertSliceModel
    : LayoutRuleOpInterface::ExternalModel<InsertSliceModel,
                                           tensor::InsertSliceOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::InsertSliceOp>(self);
    LayoutRule rule;
    rule.factors = getDimFactors(op.getDestType().getShape());
    rule.ports.push_back(
        getSmallerPort(op.getSourceType(), rule.factors, op.getMixedOffsets(),
                       op.getMixedStrides(), op.getDroppedDims()));
    rule.ports.push_back(getWholePort(op.getDestType()));
    addScalarPorts(rule, op->getNumOperands() - 2);
    rule.ports.push_back(getWholePort(op.getType()));
    rule.finalize();
    return rule;
  }

  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::InsertSliceOp>(self);
    ArrayRef<int64_t> shape = op.getDestType().getShape();
    const MixedRadixMap &layout = layouts.back();
    MLIRContext *context = op.getContext();
    SmallVector<OpFoldResult> sizes =
        splitEntries(PerDim::Size, op.getMixedSizes(), layout, shape, context);
    Value source = reshapeTo(rewriter, op.getLoc(), operands[0],
                             getBoxType(op.getSourceType(), sizes));
    auto inserted = tensor::InsertSliceOp::create(
        rewriter, op.getLoc(), source, operands[1],
        splitEntries(PerDim::Offset, op.getMixedOffsets(), layout, shape,
                     context),
        sizes,
        splitEntries(PerDim::Stride, op.getMixedStrides(), layout, shape,
                     context));
    return {inserted};
  }

  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *, ArrayRef<PadContent> operands) const {
    return joinPadContents(operands.take_front(2));
  }
};

//===----------------------------------------------------------------------===//
// tensor.concat
//===----------------------------------------------------------------------===//

struct ConcatModel
    : LayoutRuleOpInterface::ExternalModel<ConcatModel, tensor::ConcatOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::ConcatOp>(self);
    LayoutRule rule;
    rule.factors = getDimFactors(op.getResultType().getShape());
    int64_t offset = 0;
    for (Value input : op.getInputs()) {
      PortRule port = getWholePort(cast<RankedTensorType>(input.getType()));
      int64_t size = port.shape[op.getDim()];
      for (auto [dim, access] : llvm::enumerate(port.dims)) {
        int64_t extent = rule.factors[dim].extent;
        if (dim != op.getDim() && port.shape[dim] == extent)
          continue;
        // Along the concatenated dim even a unit piece has a place.
        access = isSame(port.shape[dim], extent) ? access
                                                 : Access::piece(dim, offset);
      }
      offset = ShapedType::isDynamic(offset) || ShapedType::isDynamic(size)
                   ? ShapedType::kDynamic
                   : offset + size;
      rule.ports.push_back(std::move(port));
    }
    rule.ports.push_back(getWholePort(op.getResultType()));
    rule.finalize();
    return rule;
  }

  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::ConcatOp>(self);
    // The pieces lie one after the other along the outermost digit of the dim.
    unsigned outermost = 0;
    int64_t stride = 0;
    for (auto [index, list] : llvm::enumerate(layouts.back())) {
      const Digit &digit = list.front();
      if (digit.dim != op.getDim() || digit.stride <= stride)
        continue;
      outermost = index;
      stride = digit.stride;
    }
    auto concat = tensor::ConcatOp::create(
        rewriter, op.getLoc(),
        getPhysicalType(op.getResultType(), layouts.back()), outermost,
        operands);
    return {concat};
  }

  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *, ArrayRef<PadContent> operands) const {
    return joinPadContents(operands);
  }
};
} // namespace

void layout::registerTensorModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::PadOp::attachInterface<PadModel>(*context);
    tensor::ExtractOp::attachInterface<ExtractModel>(*context);
    tensor::ExtractSliceOp::attachInterface<ExtractSliceModel>(*context);
    tensor::InsertSliceOp::attachInterface<InsertSliceModel>(*context);
    tensor::ConcatOp::attachInterface<ConcatModel>(*context);
  });
}
