//===- TensorModels.cpp - Layout rules of the tensor dialect --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxForms.h"
#include "ExternalModels.h"
#include "Interfaces/BoxRules.h"
#include "ReshapeModels.h"
#include "Support/MapOperands.h"
#include "layout/Algebra/IndexMap.h"
#include "layout/Algebra/MixedRadix.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// tensor.cast
//===----------------------------------------------------------------------===//

namespace {
struct CastModel
    : LayoutRuleOpInterface::ExternalModel<CastModel, tensor::CastOp> {
  /// A dim of which the cast changes what is known may be permuted; splits of
  /// it would have to divide a dynamic size.
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::CastOp>(self);
    auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto result = dyn_cast<RankedTensorType>(op.getType());
    if (!source || !result || source.getEncoding() != result.getEncoding())
      return std::nullopt;
    LayoutRuleBuilder rule;
    PortRule ports[] = {PortRule::whole(source), PortRule::whole(result)};
    for (unsigned dim : llvm::seq<unsigned>(0, source.getRank())) {
      int64_t size = source.isDynamicDim(dim) ? result.getDimSize(dim)
                                              : source.getDimSize(dim);
      rule.addFactor(size);
      for (PortRule &port : ports)
        if (port.shape[dim] != size)
          port.dims[dim] =
              size == 1 ? Access::none() : Access::window(dim, {dim});
    }
    return rule.addPort(ports[0]).addPort(ports[1]).build();
  }

  /// In the layout (d1, d0),
  ///
  ///   %1 = tensor.cast %0 : tensor<4x6xf32> to tensor<?x6xf32>
  ///
  /// becomes
  ///
  ///   %1 = tensor.cast %0 : tensor<6x4xf32> to tensor<6x?xf32>
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::CastOp>(self);
    auto type =
        getPhysicalType(cast<RankedTensorType>(op.getType()), layouts.back());
    return {
        tensor::CastOp::create(rewriter, op.getLoc(), type, operands.front())};
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// tensor.pad
//===----------------------------------------------------------------------===//

namespace {
struct PadModel
    : LayoutRuleOpInterface::ExternalModel<PadModel, tensor::PadOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::PadOp>(self);
    // Padding values that depend on the index would depend on physical indices.
    if (!getValue(op) || hasNegativeWidth(op))
      return std::nullopt;
    RankedTensorType result = op.getResultType();
    PortRule source = PortRule::whole(op.getSourceType());
    for (auto [dim, access, low, high] : llvm::enumerate(
             source.dims, op.getMixedLowPad(), op.getMixedHighPad())) {
      bool isUntouched =
          isConstantIntValue(low, 0) && isConstantIntValue(high, 0);
      if (!isUntouched)
        access =
            getPieceAccess(dim, result.getDimSize(dim), low, source.shape[dim]);
    }
    return LayoutRuleBuilder(result.getShape())
        .addPort(std::move(source))
        .addScalars(op->getNumOperands() - 1)
        .addPort(result)
        .build();
  }

  /// Pads the physical dims instead of the logical ones. In layout
  /// (d1 floordiv 8, d0, d1 mod 8),
  ///
  ///   %1 = tensor.pad %0 low[0, 16] high[1, 0] { ... tensor.yield %cst : f32 }
  ///          : tensor<3x16xf32> to tensor<4x32xf32>
  ///
  /// becomes
  ///
  ///   %1 = tensor.pad %0 low[2, 0, 0] high[0, 1, 0] { ... }
  ///          : tensor<2x3x8xf32> to tensor<4x4x8xf32>

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
    // The new op may be built elsewhere: copy a constant out of the body.
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

  /// Returns the value of all new elements; null if it depends on the index.
  static Value getValue(tensor::PadOp op) {
    return op.getConstantPaddingValue();
  }
};

//===----------------------------------------------------------------------===//
// tensor.generate
//===----------------------------------------------------------------------===//

struct GenerateModel
    : LayoutRuleOpInterface::ExternalModel<GenerateModel, tensor::GenerateOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::GenerateOp>(self);
    auto type = cast<RankedTensorType>(op.getType());
    LayoutRuleBuilder rule(type.getShape());
    // Blocks would have to divide a size that is known only at run time.
    for (unsigned dim : llvm::seq<unsigned>(0, type.getRank()))
      if (type.isDynamicDim(dim))
        rule.keepWhole(dim);
    return rule.addScalars(op.getDynamicExtents().size()).addPort(type).build();
  }

  /// Computes the logical indices from the physical ones. In layout
  /// (d1 floordiv 8, d0, d1 mod 8),
  ///
  ///   %0 = tensor.generate {
  ///   ^bb0(%i: index, %j: index):
  ///     ... %i, %j ...
  ///   } : tensor<4x32xf32>
  ///
  /// becomes
  ///
  ///   %0 = tensor.generate {
  ///   ^bb0(%a: index, %i: index, %b: index):
  ///     %j = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%a, %b)
  ///     ... %i, %j ...
  ///   } : tensor<4x4x8xf32>
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::GenerateOp>(self);
    auto type = cast<RankedTensorType>(op.getType());
    const MixedRadixMap &layout = layouts.back();
    RankedTensorType physical = getPhysicalType(type, layout);
    SmallVector<OpFoldResult> sizes = splitEntries(
        PerDim::Size,
        getMixedValues(type.getShape(), op.getDynamicExtents(), rewriter),
        layout, type.getShape(), op.getContext());
    AffineMap toLogical = IndexMap::get(invert(layout, type.getShape()),
                                        physical.getShape(), op.getContext())
                              .getAffineMap();
    auto copyBody = [&](OpBuilder &builder, Location loc, ValueRange indices) {
      IRMapping logical;
      for (auto [argument, index] :
           llvm::zip_equal(op.getBody().getArguments(), toLogical.getResults()))
        logical.map(argument, getValueOrCreateConstantIndexOp(
                                  builder, loc,
                                  affine::makeComposedFoldedAffineApply(
                                      builder, loc,
                                      AffineMap::get(indices.size(), 0, index),
                                      getMapOperands(indices))));
      for (Operation &inner : op.getBody().front())
        builder.clone(inner, logical);
    };
    auto generated = tensor::GenerateOp::create(
        rewriter, op.getLoc(), physical, decomposeMixedValues(sizes).second,
        copyBody);
    return {generated};
  }
};

//===----------------------------------------------------------------------===//
// tensor.extract
//===----------------------------------------------------------------------===//

/// Computes the indices of an element of a tensor in another layout.
SmallVector<Value> getPhysicalIndices(RewriterBase &rewriter, Location loc,
                                      ValueRange indices, ShapedType type,
                                      const MixedRadixMap &layout) {
  SmallVector<OpFoldResult> operands = getMapOperands(indices);
  AffineMap map = IndexMap::get(layout, type.getShape(), rewriter.getContext())
                      .getAffineMap();
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr index) {
    return getValueOrCreateConstantIndexOp(
        rewriter, loc,
        affine::makeComposedFoldedAffineApply(
            rewriter, loc, AffineMap::get(operands.size(), 0, index),
            operands));
  });
}

struct ExtractModel
    : LayoutRuleOpInterface::ExternalModel<ExtractModel, tensor::ExtractOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::ExtractOp>(self);
    auto type = dyn_cast<RankedTensorType>(op.getTensor().getType());
    if (!type || type.getRank() == 0 || type.getEncoding())
      return std::nullopt;
    return LayoutRuleBuilder(type.getShape())
        .addPort(type)
        .addScalars(op.getIndices().size() + /*result=*/1)
        .build();
  }

  /// Reads at the physical indices. In layout (d1 floordiv 8, d0, d1 mod 8),
  ///
  ///   %1 = tensor.extract %0[%i, %j] : tensor<4x32xf32>
  ///
  /// becomes
  ///
  ///   %a = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%j]
  ///   %b = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%j]
  ///   %1 = tensor.extract %0[%a, %i, %b] : tensor<4x4x8xf32>
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::ExtractOp>(self);
    return {tensor::ExtractOp::create(
        rewriter, op.getLoc(), operands.front(),
        getPhysicalIndices(rewriter, op.getLoc(), op.getIndices(),
                           op.getTensor().getType(), layouts.front()))};
  }
};

//===----------------------------------------------------------------------===//
// tensor.insert
//===----------------------------------------------------------------------===//

struct InsertModel
    : LayoutRuleOpInterface::ExternalModel<InsertModel, tensor::InsertOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::InsertOp>(self);
    RankedTensorType type = op.getDest().getType();
    if (type.getRank() == 0 || type.getEncoding())
      return std::nullopt;
    return LayoutRuleBuilder(type.getShape())
        .addScalars(1)
        .addPort(type)
        .addScalars(op.getIndices().size())
        .addPort(type)
        .build();
  }

  /// Writes at the physical indices, as ExtractModel reads there.
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::InsertOp>(self);
    return {tensor::InsertOp::create(
        rewriter, op.getLoc(), operands.front(), operands[1],
        getPhysicalIndices(rewriter, op.getLoc(), op.getIndices(),
                           op.getDest().getType(), layouts.back()))};
  }

  /// Padding lies at indices that the program does not have.
  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *, ArrayRef<PadContent> operands) const {
    return joinPadContents(operands[1]);
  }
};

//===----------------------------------------------------------------------===//
// tensor.concat
//===----------------------------------------------------------------------===//

struct ConcatModel
    : LayoutRuleOpInterface::ExternalModel<ConcatModel, tensor::ConcatOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<tensor::ConcatOp>(self);
    LayoutRuleBuilder rule(op.getResultType().getShape());
    int64_t offset = 0;
    for (Value input : op.getInputs()) {
      PortRule port = PortRule::whole(cast<RankedTensorType>(input.getType()));
      int64_t size = port.shape[op.getDim()];
      for (auto [dim, access] : llvm::enumerate(port.dims)) {
        int64_t extent = rule.getExtent(dim);
        bool isWhole = port.shape[dim] == extent;
        // The only input of a concatenation is all of it, but two dynamic
        // sizes may differ at run time. An input of size 1 still has a position
        // along the concatenated dim.
        if (dim == op.getDim())
          isWhole &= !ShapedType::isDynamic(extent);
        if (!isWhole)
          access = Access::piece(dim, offset);
      }
      offset = ShapedType::isDynamic(offset) || ShapedType::isDynamic(size)
                   ? ShapedType::kDynamic
                   : offset + size;
      rule.addPort(std::move(port));
    }
    rule.padBehindPieces(op.getDim());
    rule.addPort(op.getResultType());
    return rule.build();
  }

  /// Concatenates along the outermost digit of the concatenated dim, which the
  /// sizes of all inputs are multiples of. In layout
  /// (d1 floordiv 8, d0, d1 mod 8),
  ///
  ///   %2 = tensor.concat dim(1) %0, %1
  ///          : (tensor<4x16xf32>, tensor<4x8xf32>) -> tensor<4x24xf32>
  ///
  /// becomes
  ///
  ///   %2 = tensor.concat dim(0) %0, %1
  ///          : (tensor<2x4x8xf32>, tensor<1x4x8xf32>) -> tensor<3x4x8xf32>
  ///
  /// A layout that pads the concatenated dim takes insertions (joinPadded).
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<tensor::ConcatOp>(self);
    if (Value joined = joinPadded(rewriter, self, layouts.back(), operands,
                                  /*content=*/{}))
      return {joined};
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

Value layout::createBorder(OpBuilder &builder, Location loc, Value tensor,
                           ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                           Attribute content) {
  Value value = createConstant(builder, loc,
                               getElementTypeOrSelf(tensor.getType()), content);
  return tensor::PadOp::create(
      builder, loc, /*result=*/Type(), tensor,
      getAsIndexOpFoldResult(builder.getContext(), low),
      getAsIndexOpFoldResult(builder.getContext(), high), value);
}

Value layout::createFilledBox(OpBuilder &builder, Location loc,
                              Attribute content, Value tensor,
                              ArrayRef<OpFoldResult> offsets,
                              ArrayRef<OpFoldResult> sizes) {
  Type element = getElementTypeOrSelf(tensor.getType());
  Value value = createConstant(builder, loc, element, content);
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, element);
  Value box = linalg::FillOp::create(builder, loc, value, empty).getResult(0);
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  return tensor::InsertSliceOp::create(builder, loc, box, tensor, offsets,
                                       sizes, strides);
}

//===----------------------------------------------------------------------===//
// Clean-up
//===----------------------------------------------------------------------===//

namespace {
/// Concatenates the sources of casts that hide static sizes. Exporters hide the
/// sizes of the two slices of a roll:
///
///   %2 = tensor.cast %0 : tensor<3x4xf32> to tensor<?x4xf32>
///   %3 = tensor.concat dim(0) %2, %1
///          : (tensor<?x4xf32>, tensor<5x4xf32>) -> tensor<?x4xf32>
///
/// becomes
///
///   %3 = tensor.concat dim(0) %0, %1
///          : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<8x4xf32>
///   %4 = tensor.cast %3 : tensor<8x4xf32> to tensor<?x4xf32>
struct ConcatOfCasts : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp concat,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> inputs;
    bool hidesSizes = false;
    for (Value input : concat.getInputs()) {
      auto cast = input.getDefiningOp<tensor::CastOp>();
      bool hides = tensor::canFoldIntoConsumerOp(cast);
      inputs.push_back(hides ? cast.getSource() : input);
      hidesSizes |= hides;
    }
    if (!hidesSizes)
      return failure();
    SmallVector<Type> types(ValueRange(inputs).getTypes());
    RankedTensorType type =
        tensor::ConcatOp::inferResultType(concat.getDim(), types);
    Value result = tensor::ConcatOp::create(rewriter, concat.getLoc(), type,
                                            concat.getDim(), inputs);
    if (type != concat.getType())
      result = tensor::CastOp::create(rewriter, concat.getLoc(),
                                      concat.getType(), result);
    rewriter.replaceOp(concat, result);
    return success();
  }
};
} // namespace

void layout::populateTensorCleanUpPatterns(RewritePatternSet &patterns) {
  patterns.add<ConcatOfCasts>(patterns.getContext());
  populateBoxCleanUpPatterns(patterns);
  populateFilledBoxPatterns(patterns);
  populateConcatPatterns(patterns);
  populatePadPatterns(patterns);
  populateSlicePatterns(patterns);
}

void layout::registerTensorModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::CastOp::attachInterface<CastModel>(*context);
    tensor::PadOp::attachInterface<PadModel>(*context);
    tensor::GenerateOp::attachInterface<GenerateModel>(*context);
    tensor::ExtractOp::attachInterface<ExtractModel>(*context);
    tensor::InsertOp::attachInterface<InsertModel>(*context);
    tensor::ConcatOp::attachInterface<ConcatModel>(*context);
    attachReshapeModels(*context);
  });
}

Value layout::concatenate(OpBuilder &builder, Location loc, Type type,
                          int64_t dim, ValueRange parts) {
  return tensor::ConcatOp::create(builder, loc, type, dim, parts);
}

/// The sizes of a tensor of type `type` that differ at run time are those of
/// `like`, which has the same rank.
static SmallVector<OpFoldResult> getSizes(OpBuilder &builder, Location loc,
                                          RankedTensorType type, Value like) {
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(builder.getContext(), type.getShape());
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(dim))
      size = tensor::getMixedSize(builder, loc, like, dim);
  return sizes;
}

Value layout::joinPadded(OpBuilder &builder, Operation *op,
                         ArrayRef<MixedRadix> layout, ValueRange parts,
                         Attribute content) {
  auto concat = dyn_cast<tensor::ConcatOp>(op);
  if (!concat)
    return nullptr;
  RankedTensorType logical = concat.getResultType();
  ArrayRef<int64_t> shape = logical.getShape();
  unsigned dim = concat.getDim();
  if (getSpannedShape(layout::concat(layout), shape.size())[dim] == shape[dim])
    return nullptr;
  Location loc = op->getLoc();
  RankedTensorType type = getPhysicalType(logical, layout);
  Value joined = tensor::EmptyOp::create(
      builder, loc, getSizes(builder, loc, type, parts.front()),
      type.getElementType());
  if (content)
    joined = linalg::FillOp::create(
                 builder, loc,
                 createConstant(builder, loc, type.getElementType(), content),
                 joined)
                 .getResult(0);
  SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0)),
      strides(type.getRank(), builder.getIndexAttr(1));
  int64_t offset = 0;
  for (auto [input, part] : llvm::zip_equal(concat.getInputs(), parts)) {
    offsets[dim] = builder.getIndexAttr(offset);
    joined = tensor::InsertSliceOp::create(
        builder, loc, part, joined,
        splitEntries(PerDim::Offset, offsets, layout, shape,
                     builder.getContext()),
        tensor::getMixedSizes(builder, loc, part), strides);
    offset += cast<RankedTensorType>(input.getType()).getDimSize(dim);
  }
  return joined;
}

Value layout::getSplatScalar(Value value) {
  auto splat = value.getDefiningOp<tensor::SplatOp>();
  return splat ? splat.getInput() : Value();
}

Value layout::createSplat(OpBuilder &builder, Location loc, Value scalar,
                          ArrayRef<OpFoldResult> sizes) {
  auto [shape, dynamicSizes] = decomposeMixedValues(sizes);
  return tensor::SplatOp::create(builder, loc, scalar, shape, dynamicSizes);
}
