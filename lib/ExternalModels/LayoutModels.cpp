//===- LayoutModels.cpp - Layout rules of our own ops --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/ExternalModels/ExternalModels.h"
#include "layout/Interfaces/LayoutRuleInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// The port of a tensor that lies at `offsets` in `larger`, whose dims are the
/// factors.
static PortRule getSmallerPort(RankedTensorType smaller,
                               RankedTensorType larger,
                               ArrayRef<OpFoldResult> offsets) {
  PortRule port = getWholePort(smaller);
  for (auto [dim, access] : llvm::enumerate(port.dims))
    access = getPieceAccess(dim, larger.getDimSize(dim), offsets[dim],
                            port.shape[dim]);
  return port;
}

namespace {
struct PadModel : LayoutRuleOpInterface::ExternalModel<PadModel, PadOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<PadOp>(self);
    RankedTensorType larger = op.getResult().getType();
    LayoutRule rule;
    rule.factors = getDimFactors(larger.getShape());
    rule.ports.push_back(
        getSmallerPort(op.getSource().getType(), larger, op.getMixedLow()));
    rule.ports.append(op->getNumOperands() - 1, PortRule::scalar());
    rule.ports.push_back(getWholePort(larger));
    rule.finalize();
    return rule;
  }

  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<PadOp>(self);
    auto split = [&](ArrayRef<OpFoldResult> widths) {
      return splitEntries(PerDim::Offset, widths, layouts.back(),
                          op.getResult().getType().getShape(), op.getContext());
    };
    return {PadOp::create(rewriter, op.getLoc(), operands.front(),
                          split(op.getMixedLow()), split(op.getMixedHigh()),
                          op.getValue())};
  }
};

struct CropModel : LayoutRuleOpInterface::ExternalModel<CropModel, CropOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<CropOp>(self);
    RankedTensorType larger = op.getSource().getType();
    LayoutRule rule;
    rule.factors = getDimFactors(larger.getShape());
    rule.ports.push_back(getWholePort(larger));
    rule.ports.append(op->getNumOperands() - 1, PortRule::scalar());
    rule.ports.push_back(
        getSmallerPort(op.getResult().getType(), larger, op.getMixedOffsets()));
    rule.finalize();
    return rule;
  }

  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<CropOp>(self);
    auto split = [&](PerDim kind, ArrayRef<OpFoldResult> entries) {
      return splitEntries(kind, entries, layouts.front(),
                          op.getSource().getType().getShape(), op.getContext());
    };
    return {CropOp::create(rewriter, op.getLoc(), operands.front(),
                           split(PerDim::Offset, op.getMixedOffsets()),
                           split(PerDim::Size, op.getMixedSizes()),
                           op.getCropped().value_or(Attribute()))};
  }
};

/// How a dim of a rewrite's result reads the source's dims, the factors; a dim
/// it has flipped or skewed keeps its place among `taken`, those of the others.
std::optional<Access> getResultAccess(AffineExpr expr, int64_t extent,
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
  Access access;
  access.kind = Access::Kind::Window;
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    if (expr.isFunctionOfDim(dim))
      access.factors.push_back(dim);
  auto place = llvm::find_if(access.factors, [&](unsigned dim) {
    return !taken[dim] && shape[dim] == extent;
  });
  if (place == access.factors.end())
    return std::nullopt;
  access.factor = *place;
  taken.set(*place);
  return access;
}

/// Rewrites of digits dissolve in nets. What is left moves dims as a whole, and
/// some of them not only to another place.
struct TransformModel
    : LayoutRuleOpInterface::ExternalModel<TransformModel, LayoutTransformOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<LayoutTransformOp>(self);
    RankedTensorType source = op.getSource().getType();
    RankedTensorType result = op.getResult().getType();
    LayoutRule rule;
    rule.factors = getDimFactors(source.getShape());
    rule.ports = {getWholePort(source), getWholePort(result)};
    ArrayRef<AffineExpr> exprs = op.getIndexMap().getAffineMap().getResults();
    PortRule &port = rule.ports.back();
    llvm::SmallBitVector taken(source.getRank());
    // Dims that only move come first, so that the others leave them theirs.
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
    rule.finalize();
    return rule;
  }

  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<LayoutTransformOp>(self);
    ArrayRef<int64_t> shape = op.getSource().getType().getShape();
    MLIRContext *context = op.getContext();
    IndexMap read = IndexMap::get(layouts.front(), shape, context);
    IndexMap write = IndexMap::get(
        layouts.back(), op.getResult().getType().getShape(), context);
    ArrayRef<int64_t> lying =
        cast<RankedTensorType>(operands.front().getType()).getShape();
    IndexMap map = write.compose(op.getIndexMap())
                       .compose(*read.inverse(shape))
                       .canonicalize(lying);
    return {LayoutTransformOp::create(rewriter, op.getLoc(), operands.front(),
                                      map)};
  }
};
} // namespace

void layout::registerLayoutModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LayoutDialect *) {
    PadOp::attachInterface<PadModel>(*context);
    CropOp::attachInterface<CropModel>(*context);
    LayoutTransformOp::attachInterface<TransformModel>(*context);
  });
}
