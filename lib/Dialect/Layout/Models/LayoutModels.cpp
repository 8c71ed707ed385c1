//===- LayoutModels.cpp - Layout rules of our own pads and crops ----------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include "layout/Analysis/LayoutRuleInterface.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Models/Models.h"

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

static SmallVector<Factor> getFactors(RankedTensorType type) {
  return llvm::map_to_vector(type.getShape(),
                             [](int64_t size) { return Factor{size, false}; });
}

namespace {
struct PadModel : LayoutRuleOpInterface::ExternalModel<PadModel, PadOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<PadOp>(self);
    RankedTensorType larger = op.getResult().getType();
    LayoutRule rule;
    rule.factors = getFactors(larger);
    rule.ports.push_back(
        getSmallerPort(op.getSource().getType(), larger, op.getMixedLow()));
    rule.ports.append(op->getNumOperands() - 1, getScalarPort());
    rule.ports.push_back(getWholePort(larger));
    rule.finalize();
    return rule;
  }

  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<DigitLists> layouts,
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
    rule.factors = getFactors(larger);
    rule.ports.push_back(getWholePort(larger));
    rule.ports.append(op->getNumOperands() - 1, getScalarPort());
    rule.ports.push_back(
        getSmallerPort(op.getResult().getType(), larger, op.getMixedOffsets()));
    rule.finalize();
    return rule;
  }

  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<DigitLists> layouts,
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
} // namespace

void layout::registerLayoutModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LayoutDialect *) {
    PadOp::attachInterface<PadModel>(*context);
    CropOp::attachInterface<CropModel>(*context);
  });
}
