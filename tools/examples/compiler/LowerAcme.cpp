//===- LowerAcme.cpp - Lowers the dialect of the example ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Acme.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace acme;

namespace {
/// Builds the loops over the dims that the op has, whatever its layout is:
///
///   acme.scale_shift %x by %s, %b along [1, 4]
///       : tensor<1x2x6x6x16xf32>, tensor<2x16xf32>
///
/// becomes
///
///   linalg.generic {indexing_maps = [
///       (d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4),
///       (d0, d1, d2, d3, d4) -> (d1, d4), (d0, d1, d2, d3, d4) -> (d1, d4),
///       (d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)], ...}
struct LowerScaleShift : OpRewritePattern<ScaleShiftOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScaleShiftOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    RankedTensorType type = op.getSource().getType();
    unsigned rank = type.getRank();
    AffineMap all = rewriter.getMultiDimIdentityMap(rank);
    SmallVector<AffineExpr> dims;
    for (int64_t dim : op.getAlong())
      dims.push_back(rewriter.getAffineDimExpr(dim));
    AffineMap channels = AffineMap::get(rank, 0, dims, op.getContext());
    Value empty = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, op.getSource()),
        type.getElementType());
    SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, op.getOperands(), empty,
        ArrayRef<AffineMap>{all, channels, channels, all}, loops,
        [](OpBuilder &builder, Location loc, ValueRange elements) {
          Value scaled =
              arith::MulFOp::create(builder, loc, elements[0], elements[1]);
          Value shifted =
              arith::AddFOp::create(builder, loc, scaled, elements[2]);
          linalg::YieldOp::create(builder, loc, shifted);
        });
    return success();
  }
};

struct LowerAcme : PassWrapper<LowerAcme, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerAcme)

  StringRef getArgument() const override { return "acme-lower"; }
  StringRef getDescription() const override {
    return "Turns ops of the example into structured ops";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, linalg::LinalgDialect,
                    tensor::TensorDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerScaleShift>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

std::unique_ptr<Pass> acme::createLowerAcme() {
  return std::make_unique<LowerAcme>();
}
