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

/// The rule of an op whose smaller tensor lies at `offsets` in its larger one.
static LayoutRule getBoxRule(RankedTensorType smaller, RankedTensorType larger,
                             ArrayRef<OpFoldResult> offsets,
                             PortRule &largerPort) {
  LayoutRule rule;
  for (int64_t size : smaller.getShape())
    rule.factors.push_back({size, false});
  largerPort = getWholePort(larger);
  for (auto [dim, access] : llvm::enumerate(largerPort.dims))
    access = getPieceAccess(dim, rule.factors[dim].extent, offsets[dim],
                            largerPort.shape[dim]);
  return rule;
}

namespace {
struct PadModel : LayoutRuleOpInterface::ExternalModel<PadModel, PadOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<PadOp>(self);
    PortRule result;
    LayoutRule rule =
        getBoxRule(op.getSource().getType(), op.getResult().getType(),
                   op.getMixedLow(), result);
    rule.ports.push_back(getWholePort(op.getSource().getType()));
    rule.ports.append(op->getNumOperands() - 1, getScalarPort());
    rule.ports.push_back(std::move(result));
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
    PortRule source;
    LayoutRule rule =
        getBoxRule(op.getResult().getType(), op.getSource().getType(),
                   op.getMixedOffsets(), source);
    rule.ports.push_back(std::move(source));
    rule.ports.append(op->getNumOperands() - 1, getScalarPort());
    rule.ports.push_back(getWholePort(op.getResult().getType()));
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
