//===- Folds.h - What the folds of all layout ops share ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_DIALECT_LAYOUT_IR_FOLDS_H
#define LAYOUT_LIB_DIALECT_LAYOUT_IR_FOLDS_H

#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Whether the op itself is marked as one that nobody may change.
inline bool isMarked(Operation *op) {
  return op->hasAttr(LayoutDialect::kFrozen) ||
         op->hasAttr(LayoutDialect::kSkip);
}

/// A splat in the shape of `type`; nothing for everything else.
inline OpFoldResult resizeSplat(Attribute constant, RankedTensorType type) {
  auto splat = dyn_cast_or_null<SplatElementsAttr>(constant);
  if (!splat || !type.hasStaticShape())
    return {};
  return splat.resizeSplat(type);
}

/// Whether the op would verify on a source of a more static type.
bool fitsSource(LayoutTransformOp op, RankedTensorType source);
bool fitsSource(PadOp op, RankedTensorType source);
bool fitsSource(CropOp op, RankedTensorType source);

/// Whether the op says nothing about a source without contents.
inline bool keepsEmpty(Operation *op) {
  auto pad = dyn_cast<PadOp>(op);
  return !pad || pad.isPoison();
}

/// op(cast(x)) knows more about sizes as cast(op(x)).
template <typename OpTy>
struct MoveBeforeCast : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto cast = op.getSource().template getDefiningOp<tensor::CastOp>();
    if (isMarked(op) || !cast || !tensor::canFoldIntoConsumerOp(cast))
      return failure();
    auto source = mlir::cast<RankedTensorType>(cast.getSource().getType());
    if (!fitsSource(op, source))
      return rewriter.notifyMatchFailure(op, "static sizes contradict the op");
    IRMapping mapping;
    mapping.map(op.getSource(), cast.getSource());
    auto moved = mlir::cast<OpTy>(rewriter.clone(*op, mapping));
    SmallVector<Type> types;
    if (failed(OpTy::inferReturnTypes(
            op.getContext(), op.getLoc(), moved->getOperands(),
            moved->getDiscardableAttrDictionary(),
            moved->getPropertiesStorage(), moved->getRegions(), types)))
      return failure();
    moved.getResult().setType(mlir::cast<RankedTensorType>(types.front()));
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getResult().getType(),
                                                moved);
    return success();
  }
};

/// A tensor without contents has none in any order either.
template <typename OpTy>
struct ForwardEmpty : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (isMarked(op) || !keepsEmpty(op) ||
        !op.getSource().template getDefiningOp<tensor::EmptyOp>())
      return failure();
    ReifiedRankedShapedTypeDims shapes;
    if (failed(reifyResultShapes(rewriter, op, shapes)))
      return failure();
    RankedTensorType type = op.getResult().getType();
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(
        op, shapes.front(), type.getElementType(), type.getEncoding());
    return success();
  }
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_DIALECT_LAYOUT_IR_FOLDS_H
