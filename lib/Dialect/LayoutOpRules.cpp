//===- LayoutOpRules.cpp - Layout rules of the operations -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interfaces/BoxRules.h"
#include "layout/Dialect/Layout.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// PadOp
//===----------------------------------------------------------------------===//

std::optional<LayoutRule> PadOp::getLayoutRule() {
  RankedTensorType source = getSource().getType(),
                   result = getResult().getType();
  return LayoutRuleBuilder(result.getShape())
      .addPort(getBoxPort(source, result, getMixedLow()))
      .addScalars(getOperation()->getNumOperands() - 1)
      .addPort(result)
      .build();
}

/// Pads the physical dims instead of the logical ones. In layout
/// (d1 floordiv 8, d0, d1 mod 8),
///
///   %1 = layout.pad %0 low [0, 16] high [1, 0] value(0.0 : f32)
///          : tensor<3x16xf32> to tensor<4x32xf32>
///
/// becomes
///
///   %1 = layout.pad %0 low [2, 0, 0] high [0, 1, 0] value(0.0 : f32)
///          : tensor<2x3x8xf32> to tensor<4x4x8xf32>
SmallVector<Value> PadOp::applyLayouts(RewriterBase &rewriter,
                                       ArrayRef<MixedRadixMap> layouts,
                                       ValueRange operands) {
  auto split = [&](ArrayRef<OpFoldResult> widths) {
    return splitEntries(PerDim::Offset, widths, layouts.back(),
                        getResult().getType().getShape(), getContext());
  };
  return {PadOp::create(rewriter, getLoc(), operands.front(),
                        split(getMixedLow()), split(getMixedHigh()),
                        getValue())};
}

//===----------------------------------------------------------------------===//
// CropOp
//===----------------------------------------------------------------------===//

std::optional<LayoutRule> CropOp::getLayoutRule() {
  RankedTensorType source = getSource().getType(),
                   result = getResult().getType();
  return LayoutRuleBuilder(source.getShape())
      .addPort(source)
      .addScalars(getOperation()->getNumOperands() - 1)
      .addPort(getBoxPort(result, source, getMixedOffsets()))
      .build();
}

/// Crops the physical dims instead of the logical ones. In layout
/// (d1 floordiv 8, d0, d1 mod 8),
///
///   %1 = layout.crop %0 offsets [0, 16] sizes [3, 16]
///          : tensor<4x32xf32> to tensor<3x16xf32>
///
/// becomes
///
///   %1 = layout.crop %0 offsets [2, 0, 0] sizes [2, 3, 8]
///          : tensor<4x4x8xf32> to tensor<2x3x8xf32>
SmallVector<Value> CropOp::applyLayouts(RewriterBase &rewriter,
                                        ArrayRef<MixedRadixMap> layouts,
                                        ValueRange operands) {
  auto split = [&](PerDim kind, ArrayRef<OpFoldResult> entries) {
    return splitEntries(kind, entries, layouts.front(),
                        getSource().getType().getShape(), getContext());
  };
  return {CropOp::create(rewriter, getLoc(), operands.front(),
                         split(PerDim::Offset, getMixedOffsets()),
                         split(PerDim::Size, getMixedSizes()),
                         getCropped().value_or(Attribute()))};
}

//===----------------------------------------------------------------------===//
// LayoutTransformOp
//===----------------------------------------------------------------------===//

/// Returns how a dim of the result of a transform accesses the dims of its
/// source, which have sizes `shape` and are the factors. Another dim, of a
/// flip, skew or reshape, follows the first factor it depends on that is not in
/// `taken`, the factors that other dims of the result follow, so that a reshape
/// keeps row-major order. Returns nothing if there is none, or if the dim is a
/// part of a factor.
static std::optional<Access> getResultAccess(AffineExpr expr, int64_t extent,
                                             ArrayRef<int64_t> shape,
                                             llvm::SmallBitVector &taken) {
  if (extent == 1)
    return Access::none();
  if (std::optional<MixedRadix> digits = getDigits(expr, shape)) {
    for (const Digit &digit : *digits) {
      if (digit.stride != 1 || digit.extent != shape[digit.dim])
        return std::nullopt;
      taken.set(digit.dim);
    }
    return Access::spelled(std::move(*digits));
  }
  SmallVector<unsigned> factors;
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    if (expr.isFunctionOfDim(dim))
      factors.push_back(dim);
  auto followed =
      llvm::find_if(factors, [&](unsigned dim) { return !taken[dim]; });
  if (followed == factors.end())
    return std::nullopt;
  taken.set(*followed);
  return Access::window(*followed, factors);
}

/// Planning composes transforms whose maps are made of digits with the layouts
/// around them and never asks for their rule. Only flips, skews and reshapes
/// that split a dim where that does not divide get here: their dims can be
/// permuted, but not split.
std::optional<LayoutRule> LayoutTransformOp::getLayoutRule() {
  RankedTensorType source = getSource().getType(),
                   result = getResult().getType();
  ArrayRef<AffineExpr> exprs = getIndexMap().getAffineMap().getResults();
  PortRule port = PortRule::whole(result);
  llvm::SmallBitVector taken(source.getRank());
  // Dims that are only moved take their factors first.
  for (bool isMoved : {true, false})
    for (auto [expr, extent, access] :
         llvm::zip_equal(exprs, port.shape, port.dims)) {
      if (getDigits(expr, source.getShape()).has_value() != isMoved)
        continue;
      std::optional<Access> read =
          getResultAccess(expr, extent, source.getShape(), taken);
      if (!read)
        return std::nullopt;
      access = std::move(*read);
    }
  return LayoutRuleBuilder(source.getShape())
      .addPort(source)
      .addPort(std::move(port))
      .build();
}

/// Conjugates the map with the layouts of source and result.
IndexMap LayoutTransformOp::getIndexMapBetween(ArrayRef<MixedRadix> source,
                                               ArrayRef<MixedRadix> result) {
  ArrayRef<int64_t> shape = getSource().getType().getShape();
  IndexMap read = IndexMap::get(source, shape, getContext());
  IndexMap write =
      IndexMap::get(result, getResult().getType().getShape(), getContext());
  return write.compose(getIndexMap())
      .compose(*read.inverse(shape))
      .canonicalize(getListExtents(source));
}

/// With source and result transposed,
///
///   %1 = layout.layout_transform %0 by <(i, j) -> (-i + 3, j)>
///          : tensor<4x6xf32> to tensor<4x6xf32>
///
/// becomes
///
///   %1 = layout.layout_transform %0 by <(j, i) -> (j, -i + 3)>
///          : tensor<6x4xf32> to tensor<6x4xf32>
SmallVector<Value>
LayoutTransformOp::applyLayouts(RewriterBase &rewriter,
                                ArrayRef<MixedRadixMap> layouts,
                                ValueRange operands) {
  return {LayoutTransformOp::create(
      rewriter, getLoc(), operands.front(),
      getIndexMapBetween(layouts.front(), layouts.back()))};
}

//===----------------------------------------------------------------------===//
// ConstraintOp
//===----------------------------------------------------------------------===//

/// A requirement keeps its layout, a preference and a border may have any.
std::optional<LayoutRule> ConstraintOp::getLayoutRule() {
  RankedTensorType type = getSource().getType();
  if (!isPreference() && !getBorder())
    return std::nullopt;
  return LayoutRuleBuilder(type.getShape()).addPort(type).addPort(type).build();
}

/// Expresses the preferred layout in the dims of the new one. In layout
/// (d1, d0),
///
///   %1 = layout.constraint %0 prefers <(d0, d1) -> (d1, d0)> price 1.0
///          : tensor<4x6xf32>
///
/// becomes
///
///   %1 = layout.constraint %0 prefers _ price 1.0 : tensor<6x4xf32>
SmallVector<Value> ConstraintOp::applyLayouts(RewriterBase &rewriter,
                                              ArrayRef<MixedRadixMap> layouts,
                                              ValueRange operands) {
  if (getBorder()) {
    auto border =
        ConstraintOp::create(rewriter, getLoc(), operands.front(),
                             EdgeLayoutAttr(), getPriceAttr(), getBorderAttr());
    border->setDiscardableAttrs((*this)->getDiscardableAttrDictionary());
    return {border};
  }
  MixedRadix order = concat(layouts.front());
  std::optional<MixedRadix> wanted = getPreferredDigits();
  EdgeLayoutAttr preferred = EdgeLayoutAttr::getAsItStands(getContext());
  if (!wanted || order != *wanted) {
    SmallVector<int64_t> shape =
        getSpannedShape(order, getSource().getType().getRank());
    std::optional<IndexMap> back =
        IndexMap::get(layouts.front(), shape, getContext()).inverse(shape);
    if (!back)
      return {};
    IndexMap map = getPreferred()->isAsItStands()
                       ? *back
                       : getPreferred()->getIndexMap().compose(*back);
    preferred = EdgeLayoutAttr::get(
        getContext(),
        map.canonicalize(getListExtents(layouts.front())).getAffineMap(), {});
  }
  return {ConstraintOp::create(rewriter, getLoc(), operands.front(), preferred,
                               getPriceAttr(), UnitAttr())};
}

FailureOr<SmallVector<PadContent>>
ConstraintOp::getPadContents(ArrayRef<PadContent> operands) {
  return SmallVector<PadContent>(operands);
}

SmallVector<Value> PadOp::getMovedValues() {
  return {getSource(), getResult()};
}

/// A pad is materialized as a copy even if it adds nothing.
bool PadOp::isAskedFor() { return true; }

bool PadOp::isResize() {
  return areAllConstantIntValue(getMixedLow(), 0) && getHigh().empty() &&
         !areAllConstantIntValue(getMixedHigh(), 0);
}

SmallVector<Value> CropOp::getMovedValues() {
  return {getResult(), getResult()};
}

/// Whether the crop is proved to keep all of each dim of a dynamic size. Such a
/// size may be smaller than that of the source by any amount.
static bool keepsDynamicDims(CropOp crop) {
  using Bounds = ValueBoundsConstraintSet;
  return llvm::all_of(llvm::enumerate(crop.getMixedSizes()), [&](auto it) {
    auto [dim, size] = it;
    return getConstantIntValue(size) ||
           Bounds::compare(size, Bounds::ComparisonOperator::EQ,
                           {crop.getSource(), static_cast<int64_t>(dim)});
  });
}

bool CropOp::isResize() {
  return getSource().getType() != getResult().getType() &&
         areAllConstantIntValue(getMixedOffsets(), 0) &&
         keepsDynamicDims(*this);
}

std::optional<RewriteMaps> LayoutTransformOp::getRewriteMaps() {
  IndexMap map = getIndexMap();
  auto identity = [&](unsigned rank) {
    return AffineMap::getMultiDimIdentityMap(rank, getContext());
  };
  if (map.getNumResults() < map.getNumDims())
    if (std::optional<IndexMap> inverse =
            map.inverse(getSource().getType().getShape()))
      return RewriteMaps{inverse->getAffineMap(),
                         identity(map.getNumResults())};
  return RewriteMaps{identity(map.getNumDims()), map.getAffineMap()};
}
