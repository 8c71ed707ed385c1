//===- PadForms.cpp - Pads written in other ways --------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxForms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

static bool isNegative(int64_t width) {
  return !ShapedType::isDynamic(width) && width < 0;
}

/// Returns the number of elements that a pad of this width cuts off, and sets a
/// negative width to `zero`.
static int64_t cutOff(OpFoldResult &width, OpFoldResult zero) {
  std::optional<int64_t> known = getConstantIntValue(width);
  if (!known || *known >= 0)
    return 0;
  width = zero;
  return -*known;
}

bool layout::hasNegativeWidth(tensor::PadOp op) {
  return llvm::any_of(op.getStaticLow(), isNegative) ||
         llvm::any_of(op.getStaticHigh(), isNegative);
}

namespace {
/// A width below 0, which cuts a border off, is a slice in front of the pad.
/// Upstream cannot bufferize it otherwise.
///
///   %0 = tensor.pad %x low[-1, 0] high[2, -3] { ... }
///          : tensor<8x9xf32> to tensor<9x6xf32>
///
/// becomes
///
///   %1 = tensor.extract_slice %x[1, 0] [7, 6] [1, 1]
///          : tensor<8x9xf32> to tensor<7x6xf32>
///   %0 = tensor.pad %1 low[0, 0] high[2, 0] { ... }
///          : tensor<7x6xf32> to tensor<9x6xf32>
struct PadOfNegativeWidths : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    if (!isFree(op) || !hasNegativeWidth(op))
      return failure();
    ArrayRef<int64_t> shape = op.getSourceType().getShape();
    OpFoldResult zero = rewriter.getIndexAttr(0);
    SmallVector<OpFoldResult> low = op.getMixedLowPad(),
                              high = op.getMixedHighPad(),
                              offsets(shape.size(), zero), sizes;
    SmallVector<int64_t> lost(shape.size(), 0);
    for (unsigned dim : llvm::seq(shape.size())) {
      int64_t left = cutOff(low[dim], zero), right = cutOff(high[dim], zero);
      if (left == 0 && right == 0)
        continue;
      // If nothing of the source is left, padding may be cut off, too.
      if (ShapedType::isDynamic(shape[dim]) || left >= shape[dim] ||
          right >= shape[dim] - left)
        return failure();
      offsets[dim] = rewriter.getIndexAttr(left);
      lost[dim] = left + right;
    }
    for (unsigned dim : llvm::seq(shape.size()))
      sizes.push_back(
          lost[dim] == 0
              ? tensor::getMixedSize(rewriter, op.getLoc(), op.getSource(), dim)
              : rewriter.getIndexAttr(shape[dim] - lost[dim]));
    SmallVector<OpFoldResult> ones(shape.size(), rewriter.getIndexAttr(1));
    Value slice = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), op.getSource(), offsets, sizes, ones);
    auto padded =
        tensor::PadOp::create(rewriter, op.getLoc(), op.getResultType(), slice,
                              low, high, op.getNofold());
    rewriter.inlineRegionBefore(op.getRegion(), padded.getRegion(),
                                padded.getRegion().end());
    rewriter.replaceOp(op, padded);
    return success();
  }
};
} // namespace

void layout::populatePadPatterns(RewritePatternSet &patterns) {
  patterns.add<PadOfNegativeWidths>(patterns.getContext());
}
