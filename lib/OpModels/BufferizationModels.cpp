//===- BufferizationModels.cpp - Rules of the bufferization dialect -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalModels.h"
#include "Interfaces/BoxRules.h"
#include "layout/Interfaces/LayoutRuleInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A buffer of its own, which may be filled with a copy. An operand that only
/// hints at a size says nothing about layouts.
struct AllocTensorModel
    : LayoutRuleOpInterface::ExternalModel<AllocTensorModel,
                                           bufferization::AllocTensorOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<bufferization::AllocTensorOp>(self);
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type)
      return std::nullopt;
    LayoutRuleBuilder rule(type.getShape());
    // Blocks would have to divide a size that is known only at run time.
    for (unsigned dim : llvm::seq<unsigned>(0, type.getRank()))
      if (type.isDynamicDim(dim))
        rule.keepWhole(dim);
    rule.addScalars(op.getDynamicSizes().size());
    if (op.getCopy())
      rule.addPort(type);
    if (op.getSizeHint())
      rule.addScalars(1);
    return rule.addPort(type).build();
  }

  /// In the layout (d1, d0),
  ///
  ///   %1 = bufferization.alloc_tensor(%n) : tensor<?x8xf32>
  ///
  /// becomes
  ///
  ///   %1 = bufferization.alloc_tensor(%n) : tensor<8x?xf32>
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<bufferization::AllocTensorOp>(self);
    auto type = cast<RankedTensorType>(op.getType());
    // A copy has the sizes of what is copied.
    Value copy;
    SmallVector<Value> sizes;
    if (op.getCopy()) {
      copy = operands.front();
    } else {
      SmallVector<OpFoldResult> all =
          getMixedValues(type.getShape(), op.getDynamicSizes(), rewriter);
      sizes =
          decomposeMixedValues(splitEntries(PerDim::Size, all, layouts.back(),
                                            type.getShape(), op.getContext()))
              .second;
    }
    return {bufferization::AllocTensorOp::create(
        rewriter, op.getLoc(), getPhysicalType(type, layouts.back()), sizes,
        copy, op.getSizeHint(), op.getMemorySpaceAttr())};
  }

  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *self, ArrayRef<PadContent> operands) const {
    auto op = cast<bufferization::AllocTensorOp>(self);
    return SmallVector<PadContent>{op.getCopy() ? operands.front()
                                                : PadContent::getPoison()};
  }
};

/// A copy into the buffer that another tensor will have.
struct MaterializeInDestinationModel
    : LayoutRuleOpInterface::ExternalModel<
          MaterializeInDestinationModel,
          bufferization::MaterializeInDestinationOp> {
  std::optional<LayoutRule> getLayoutRule(Operation *self) const {
    auto op = cast<bufferization::MaterializeInDestinationOp>(self);
    auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
    if (!source || op.getDest().getType() != source)
      return std::nullopt;
    return LayoutRuleBuilder(source.getShape())
        .addPort(source)
        .addPort(source)
        .addPort(source)
        .build();
  }

  /// In the layout (d1, d0),
  ///
  ///   %2 = bufferization.materialize_in_destination %0 in %1
  ///          : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  ///
  /// becomes
  ///
  ///   %2 = bufferization.materialize_in_destination %0 in %1
  ///          : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  SmallVector<Value> applyLayouts(Operation *self, RewriterBase &rewriter,
                                  ArrayRef<MixedRadixMap> layouts,
                                  ValueRange operands) const {
    auto op = cast<bufferization::MaterializeInDestinationOp>(self);
    auto copy = bufferization::MaterializeInDestinationOp::create(
        rewriter, op.getLoc(), operands[1].getType(), operands[0], operands[1],
        op.getRestrict(), op.getWritable());
    return {copy.getResult()};
  }

  FailureOr<SmallVector<PadContent>>
  getPadContents(Operation *, ArrayRef<PadContent> operands) const {
    return SmallVector<PadContent>{operands.front()};
  }
};
} // namespace

namespace {
/// Erases buffers that nobody uses. Upstream keeps them, because to allocate is
/// an effect.
struct UnusedAllocation : OpRewritePattern<bufferization::AllocTensorOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(bufferization::AllocTensorOp op,
                                PatternRewriter &rewriter) const override {
    if (!op->use_empty())
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void layout::populateBufferizationCleanUpPatterns(RewritePatternSet &patterns) {
  patterns.add<UnusedAllocation>(patterns.getContext());
}

void layout::registerBufferizationModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context,
                            bufferization::BufferizationDialect *) {
    bufferization::AllocTensorOp::attachInterface<AllocTensorModel>(*context);
    bufferization::MaterializeInDestinationOp::attachInterface<
        MaterializeInDestinationModel>(*context);
  });
}
