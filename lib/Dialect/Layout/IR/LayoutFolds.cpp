//===- LayoutFolds.cpp - When two rewrites are one, or none --------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Everything here holds element by element; nothing is cancelled because
// shapes agree (CHECKLIST R12-R14, R32; CASES S1-j).
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::layout;

/// A splat of another shape; nothing for everything else.
static OpFoldResult resizeSplat(Attribute constant, RankedTensorType type) {
  auto splat = dyn_cast_or_null<SplatElementsAttr>(constant);
  if (!splat || !type.hasStaticShape())
    return {};
  return splat.resizeSplat(type);
}

//===----------------------------------------------------------------------===//
// LayoutTransformOp
//===----------------------------------------------------------------------===//

OpFoldResult LayoutTransformOp::fold(FoldAdaptor adaptor) {
  RankedTensorType source = getSource().getType();
  if (source == getResult().getType() &&
      isProved(getIndexMap().isIdentity(source.getShape())))
    return getSource();

  // A view of a rewrite that others read as well costs nothing where it is; on
  // the source of that rewrite it would move the data once more.
  auto inner = getSource().getDefiningOp<LayoutTransformOp>();
  if (inner && (inner->hasOneUse() || !isFree() || inner.isFree())) {
    ArrayRef<int64_t> shape = inner.getSource().getType().getShape();
    IndexMap merged = getIndexMap().compose(inner.getIndexMap(), shape);
    if (isProved(merged.isBijective(shape)) &&
        inferType(inner.getSource().getType(), merged) ==
            getResult().getType()) {
      getSourceMutable().assign(inner.getSource());
      setMapAttr(IndexMapAttr::get(merged));
      return getResult();
    }
  }
  return resizeSplat(adaptor.getSource(), getResult().getType());
}

//===----------------------------------------------------------------------===//
// PadOp
//===----------------------------------------------------------------------===//

static bool allZero(ArrayRef<int64_t> widths) {
  return llvm::all_of(widths, [](int64_t width) { return width == 0; });
}

/// Whether both crop and pad touch the same elements: what the crop removed in
/// front and behind is exactly what the pad adds.
static bool restores(CropOp crop, PadOp pad) {
  if (crop.getMixedOffsets() != pad.getMixedLow() ||
      crop.getSource().getType() != pad.getResult().getType())
    return false;
  SmallVector<OpFoldResult> high = pad.getMixedHigh();
  for (auto [dim, size] : llvm::enumerate(crop.getMixedSizes())) {
    ValueBoundsConstraintSet::Variable padded(pad.getResult(), dim);
    ValueBoundsConstraintSet::Variable original(crop.getSource(), dim);
    int64_t extent = crop.getSource().getType().getDimSize(dim);
    if (!ShapedType::isDynamic(extent))
      continue; // The types say so already.
    FailureOr<bool> equal =
        ValueBoundsConstraintSet::areEqual(padded, original);
    if (failed(equal) || !*equal)
      return false;
  }
  return true;
}

/// The value of two pads in one; nothing if they differ. Poison gives way.
static Attribute unifyPadValues(PadOp a, PadOp b) {
  if (a.isPoison())
    return b.getValue();
  if (b.isPoison() || a.getValue() == b.getValue())
    return a.getValue();
  return {};
}

OpFoldResult PadOp::fold(FoldAdaptor adaptor) {
  if (isStatic() && allZero(getStaticLow()) && allZero(getStaticHigh()))
    return getSource();

  if (auto crop = getSource().getDefiningOp<CropOp>()) {
    bool fits =
        isPoison() || (crop.getCropped() && *crop.getCropped() == getValue());
    if (fits && restores(crop, *this))
      return crop.getSource();
  }

  if (auto inner = getSource().getDefiningOp<PadOp>()) {
    Attribute value = unifyPadValues(*this, inner);
    if (value && isStatic() && inner.isStatic()) {
      auto add = [](ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
        return llvm::map_to_vector(llvm::zip_equal(a, b), [](auto pair) {
          return std::get<0>(pair) + std::get<1>(pair);
        });
      };
      setStaticLow(add(getStaticLow(), inner.getStaticLow()));
      setStaticHigh(add(getStaticHigh(), inner.getStaticHigh()));
      setValueAttr(value);
      getSourceMutable().assign(inner.getSource());
      return getResult();
    }
  }

  // A splat padded with itself, or with anything at all, stays a splat.
  auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSource());
  if (splat && getResult().getType().hasStaticShape()) {
    Type element = splat.getElementType();
    if (isPoison() || (!isa<ComplexType>(element) &&
                       splat.getSplatValue<Attribute>() == getValue()))
      return splat.resizeSplat(getResult().getType());
  }
  return {};
}

//===----------------------------------------------------------------------===//
// CropOp
//===----------------------------------------------------------------------===//

/// What is promised about the elements removed by two crops.
static Attribute unifyPromises(CropOp a, CropOp b) {
  return a.getCropped() == b.getCropped() && a.getCropped() ? *a.getCropped()
                                                            : Attribute();
}

/// Whether the crop takes exactly what the pad put elements around.
static bool removes(CropOp crop, PadOp pad) {
  if (crop.getMixedOffsets() != pad.getMixedLow() ||
      crop.getResult().getType() != pad.getSource().getType())
    return false;
  for (auto [dim, size] : llvm::enumerate(crop.getMixedSizes())) {
    if (!pad.getSource().getType().isDynamicDim(dim))
      continue;
    ValueBoundsConstraintSet::Variable taken(crop.getResult(), dim);
    ValueBoundsConstraintSet::Variable original(pad.getSource(), dim);
    FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(taken, original);
    if (failed(equal) || !*equal)
      return false;
  }
  return true;
}

/// A crop of another region of a pad: a smaller pad where it contains the
/// source of the pad, a crop of that source where it lies inside. Static only.
static OpFoldResult foldIntoPad(CropOp crop, PadOp pad) {
  RankedTensorType inner = pad.getSource().getType();
  if (!crop.isStatic() || !pad.isStatic() || !inner.hasStaticShape())
    return {};
  bool inside = true;
  SmallVector<int64_t> offsets;
  for (auto [offset, size, low, extent] :
       llvm::zip_equal(crop.getStaticOffsets(), crop.getStaticSizes(),
                       pad.getStaticLow(), inner.getShape())) {
    offsets.push_back(offset - low);
    inside &= offset >= low && offset + size <= low + extent;
  }
  if (!inside)
    return {};
  crop.getSourceMutable().assign(pad.getSource());
  crop.setStaticOffsets(offsets);
  return crop.getResult();
}

OpFoldResult CropOp::fold(FoldAdaptor adaptor) {
  if (isStatic() && getSource().getType() == getResult().getType())
    return getSource();

  if (auto pad = getSource().getDefiningOp<PadOp>()) {
    if (removes(*this, pad))
      return pad.getSource();
    if (OpFoldResult folded = foldIntoPad(*this, pad))
      return folded;
  }

  if (auto inner = getSource().getDefiningOp<CropOp>()) {
    if (isStatic() && inner.isStatic()) {
      SmallVector<int64_t> offsets;
      for (auto [a, b] :
           llvm::zip_equal(getStaticOffsets(), inner.getStaticOffsets()))
        offsets.push_back(a + b);
      Attribute promise = unifyPromises(*this, inner);
      setStaticOffsets(offsets);
      if (promise)
        setCroppedAttr(promise);
      else
        removeCroppedAttr();
      getSourceMutable().assign(inner.getSource());
      return getResult();
    }
  }
  return resizeSplat(adaptor.getSource(), getResult().getType());
}

//===----------------------------------------------------------------------===//
// Canonicalization: what needs new operations
//===----------------------------------------------------------------------===//

namespace {
/// crop(pad(x)) that contains x on both sides is a smaller pad.
struct ShrinkPad : OpRewritePattern<CropOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CropOp crop,
                                PatternRewriter &rewriter) const override {
    auto pad = crop.getSource().getDefiningOp<PadOp>();
    if (!pad || !crop.isStatic() || !pad.isStatic() ||
        !pad.getSource().getType().hasStaticShape())
      return failure();
    SmallVector<OpFoldResult> low, high;
    for (auto [offset, size, before, extent] : llvm::zip_equal(
             crop.getStaticOffsets(), crop.getStaticSizes(), pad.getStaticLow(),
             pad.getSource().getType().getShape())) {
      if (offset > before || offset + size < before + extent)
        return failure();
      low.push_back(rewriter.getIndexAttr(before - offset));
      high.push_back(rewriter.getIndexAttr(offset + size - before - extent));
    }
    rewriter.replaceOpWithNewOp<PadOp>(crop, pad.getSource(), low, high,
                                       pad.getValue());
    return success();
  }
};

/// pad(pad(x)) with run-time widths: the widths add.
struct MergePads : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PadOp outer,
                                PatternRewriter &rewriter) const override {
    auto inner = outer.getSource().getDefiningOp<PadOp>();
    if (!inner || (outer.isStatic() && inner.isStatic()))
      return failure();
    Attribute value = unifyPadValues(outer, inner);
    if (!value)
      return rewriter.notifyMatchFailure(outer, "pad values differ");
    AffineExpr sum =
        rewriter.getAffineSymbolExpr(0) + rewriter.getAffineSymbolExpr(1);
    auto add = [&](ArrayRef<OpFoldResult> a, ArrayRef<OpFoldResult> b) {
      return llvm::map_to_vector(llvm::zip_equal(a, b), [&](auto pair) {
        auto [x, y] = pair;
        return affine::makeComposedFoldedAffineApply(rewriter, outer.getLoc(),
                                                     sum, {x, y});
      });
    };
    auto merged =
        PadOp::create(rewriter, outer.getLoc(), inner.getSource(),
                      add(outer.getMixedLow(), inner.getMixedLow()),
                      add(outer.getMixedHigh(), inner.getMixedHigh()), value);
    rewriter.replaceOpWithNewOp<tensor::CastOp>(
        outer, outer.getResult().getType(), merged);
    return success();
  }
};

/// Index operands that are constants become static entries.
template <typename OpTy>
struct FoldConstantIndices : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> first, second;
    Attribute value;
    if constexpr (std::is_same_v<OpTy, PadOp>) {
      first = op.getMixedLow();
      second = op.getMixedHigh();
      value = op.getValue();
    } else {
      first = op.getMixedOffsets();
      second = op.getMixedSizes();
      value = op.getCropped().value_or(Attribute());
    }
    bool changed = succeeded(foldDynamicIndexList(first, true));
    changed |= succeeded(foldDynamicIndexList(second, true));
    if (!changed)
      return failure();
    auto folded = OpTy::create(rewriter, op.getLoc(), op.getSource(), first,
                               second, value);
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getResult().getType(),
                                                folded);
    return success();
  }
};
} // namespace

void PadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<MergePads, FoldConstantIndices<PadOp>>(context);
}

void CropOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<ShrinkPad, FoldConstantIndices<CropOp>>(context);
}
