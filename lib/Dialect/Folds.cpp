//===- Folds.cpp - Folds and canonicalization of the operations -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transform folds into the transform it reads, and vanishes if their
// composition is the identity.
//
// Pads and crops have one description: the result is a window of the source,
// inside of it for a crop and around it for a pad. Two of them in a row select
// one combined window of the first source. They can be merged if that window
// lies inside the source (the result is a crop) or contains it (a pad). The
// contents must agree as well: a pad may restore elements that a crop has
// removed only with the value that the crop promises. Equal shapes alone never
// suffice to cancel ops.
//
// Ops that are marked (Marks.h) are not folded.
//
//===----------------------------------------------------------------------===//

#include "MergedWindows.h"
#include "layout/Dialect/Layout.h"
#include "layout/Dialect/Marks.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Patterns for all ops
//===----------------------------------------------------------------------===//

/// Returns a splat of numbers in the shape of `type`; nothing for other
/// constants. (Upstream takes strings for numbers when it resizes them.)
///
///   %1 = layout.layout_transform dense<2.0> : tensor<2x3xf32> by ...
///
/// folds to dense<2.0> : tensor<3x2xf32>.
static OpFoldResult resizeSplat(Attribute constant, RankedTensorType type) {
  auto splat = dyn_cast_or_null<SplatElementsAttr>(constant);
  if (!isa_and_nonnull<DenseIntOrFPElementsAttr>(splat) ||
      !type.hasStaticShape())
    return {};
  return splat.resizeSplat(type);
}

static bool isProvedBijective(const IndexMap &map, ArrayRef<int64_t> shape) {
  auto *dialect = map.getContext()->getLoadedDialect<LayoutDialect>();
  return isProved(map.isBijective(shape, &dialect->getVerdictCache()));
}

/// Whether the padded sizes are below 2^63, as far as they are known.
static bool hasPaddedSizes(RankedTensorType source, ArrayRef<int64_t> lows,
                           ArrayRef<int64_t> highs) {
  RankedTensorType padded = PadOp::inferType(source, lows, highs);
  return llvm::all_of(
      llvm::zip_equal(source.getShape(), lows, highs, padded.getShape()),
      [](auto widths) {
        auto [size, low, high, sum] = widths;
        return !ShapedType::isDynamic(sum) ||
               llvm::any_of(ArrayRef{size, low, high}, ShapedType::isDynamic);
      });
}

/// Whether the op would verify on a source of a more static type.
static bool fitsSource(LayoutTransformOp op, RankedTensorType source) {
  return isProvedBijective(op.getIndexMap(), source.getShape()) &&
         LayoutTransformOp::inferType(source, op.getIndexMap());
}
static bool fitsSource(PadOp op, RankedTensorType source) {
  return hasPaddedSizes(source, op.getStaticLow(), op.getStaticHigh());
}
static bool fitsSource(CropOp op, RankedTensorType source) {
  return !CropOp::findDimOutOfBounds(source, op.getStaticOffsets(),
                                     op.getStaticSizes());
}

/// Whether the result of the op on a source without contents has no contents
/// either. A pad by a value has some.
static bool keepsEmpty(Operation *op) {
  auto pad = dyn_cast<PadOp>(op);
  return !pad || pad.isPoison();
}

namespace {
/// Moves an op in front of a cast of its source, where sizes are static.
///
///   %1 = tensor.cast %0 : tensor<4x6xf32> to tensor<?x6xf32>
///   %2 = layout.layout_transform %1 by <(i, j) -> (j, i)>
///          : tensor<?x6xf32> to tensor<6x?xf32>
///
/// becomes
///
///   %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
///          : tensor<4x6xf32> to tensor<6x4xf32>
///   %2 = tensor.cast %1 : tensor<6x4xf32> to tensor<6x?xf32>
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
    moved->removeDiscardableAttr(LayoutDialect::kRule);
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

/// Replaces an op on a tensor without contents.
///
///   %0 = tensor.empty() : tensor<2x3xf32>
///   %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
///          : tensor<2x3xf32> to tensor<3x2xf32>
///
/// becomes
///
///   %1 = tensor.empty() : tensor<3x2xf32>
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
} // namespace

//===----------------------------------------------------------------------===//
// LayoutTransformOp
//===----------------------------------------------------------------------===//

/// Folds an identity to its source, and composes two transforms:
///
///   %1 = layout.layout_transform %0 by <(i, j) -> (j, i)>
///          : tensor<4x6xf32> to tensor<6x4xf32>
///   %2 = layout.layout_transform %1 by <(j, i) -> (j floordiv 2, i, j mod 2)>
///          : tensor<6x4xf32> to tensor<3x4x2xf32>
///
/// becomes
///
///   %2 = layout.layout_transform %0 by <(i, j) -> (j floordiv 2, i, j mod 2)>
///          : tensor<4x6xf32> to tensor<3x4x2xf32>
OpFoldResult LayoutTransformOp::fold(FoldAdaptor adaptor) {
  if (isMarked(*this))
    return {};
  RankedTensorType type = getResult().getType();
  auto isNoOp = [&](const IndexMap &map, RankedTensorType source) {
    return source == type && isProved(map.isIdentity(source.getShape()));
  };
  if (isNoOp(getIndexMap(), getSource().getType()))
    return getSource();

  auto inner = getSource().getDefiningOp<LayoutTransformOp>();
  if (inner && !isMarked(inner)) {
    RankedTensorType origin = inner.getSource().getType();
    IndexMap merged =
        getIndexMap().compose(inner.getIndexMap(), origin.getShape());
    if (isNoOp(merged, origin))
      return inner.getSource();
    // If others read the result of the inner transform too, folding must not
    // move more data than before:
    //   * A reshape of the result of a rewrite is free; on the source of that
    //     rewrite it would be a second rewrite.
    //   * A pad whose only user is a rewrite is part of that rewrite. Folding
    //     gives it a second user, which makes it a rewrite of its own.
    Operation *first = inner.getSource().getDefiningOp<PadOp>();
    bool isDoneByInner = first && first->hasOneUse();
    bool movesTwice =
        !inner->hasOneUse() && !inner.isFree() && (isFree() || isDoneByInner);
    // Fold only to what the verifier can prove.
    if (!movesTwice && isProvedBijective(merged, origin.getShape()) &&
        inferType(origin, merged) == type) {
      getSourceMutable().assign(inner.getSource());
      setMapAttr(IndexMapAttr::get(merged));
      return getResult();
    }
  }
  return resizeSplat(adaptor.getSource(), type);
}

void LayoutTransformOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                    MLIRContext *context) {
  patterns
      .add<MoveBeforeCast<LayoutTransformOp>, ForwardEmpty<LayoutTransformOp>>(
          context);
}

//===----------------------------------------------------------------------===//
// Folders of pads and crops
//===----------------------------------------------------------------------===//

/// Returns the value that equals the result of a pad or crop, alone or together
/// with the pad or crop that it reads; null if there is none.
///
///   %1 = layout.pad %0 low [0] high [3] value(0.0 : f32)
///          : tensor<5xf32> to tensor<8xf32>
///   %2 = layout.crop %1 offsets [0] sizes [5] : tensor<8xf32> to tensor<5xf32>
///
/// %2 equals %0.
template <typename OpTy>
static Value getUnchanged(OpTy op) {
  auto hasType = [&](Value value) {
    return value.getType() == op.getResult().getType();
  };
  if (hasType(op.getSource()) && Window::get(op).isWhole())
    return op.getSource();
  std::optional<Merged> merged = mergeWithSource(op);
  if (!merged || !hasType(merged->window.getSource()) ||
      !merged->window.isWhole())
    return {};
  if constexpr (std::is_same_v<OpTy, PadOp>)
    if (isBestCroppedFirst(op, *merged))
      return {};
  return merged->window.getSource();
}

OpFoldResult PadOp::fold(FoldAdaptor adaptor) {
  if (isMarked(*this))
    return {};
  if (Value value = getUnchanged(*this))
    return value;
  auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSource());
  if (splat && (isPoison() || splat.getSplatValue<Attribute>() == getValue()))
    return resizeSplat(splat, getResult().getType());
  return {};
}

OpFoldResult CropOp::fold(FoldAdaptor adaptor) {
  if (isMarked(*this))
    return {};
  if (Value value = getUnchanged(*this))
    return value;
  return resizeSplat(adaptor.getSource(), getResult().getType());
}

//===----------------------------------------------------------------------===//
// Canonicalization of pads and crops
//===----------------------------------------------------------------------===//

/// Rebuilds a pad or crop from its lists of indices.
static Value create(PatternRewriter &rewriter, PadOp op,
                    ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> high) {
  return PadOp::create(rewriter, op.getLoc(), op.getSource(), low, high,
                       op.getValue());
}
static Value create(PatternRewriter &rewriter, CropOp op,
                    ArrayRef<OpFoldResult> offsets,
                    ArrayRef<OpFoldResult> sizes) {
  return CropOp::create(rewriter, op.getLoc(), op.getSource(), offsets, sizes,
                        op.getCroppedAttr());
}

/// Replaces `op` by `value`, cast to the type of the result, and keeps its
/// discardable attributes, except a layout rule, which may not fit any more.
static void replace(PatternRewriter &rewriter, Operation *op, Value value) {
  value.getDefiningOp()->setDiscardableAttrs(
      op->getDiscardableAttrDictionary());
  value.getDefiningOp()->removeDiscardableAttr(LayoutDialect::kRule);
  Type type = op->getResult(0).getType();
  if (value.getType() != type)
    value = tensor::CastOp::create(rewriter, op->getLoc(), type, value);
  rewriter.replaceOp(op, value);
}

static Value build(OpBuilder &builder, Location loc, const Merged &merged) {
  const Window &window = merged.window;
  SmallVector<OpFoldResult> first, second;
  for (auto [dim, span] : llvm::enumerate(window.getSpans())) {
    bool pad = merged.kind == Merged::Pad;
    AffineExpr origin = pad ? window.getSourceSize(dim) : span.begin;
    first.push_back(
        window.build(builder, loc, dim, pad ? -span.begin : span.begin));
    second.push_back(window.build(builder, loc, dim, span.end - origin));
  }
  if (merged.kind == Merged::Pad)
    return PadOp::create(builder, loc, window.getSource(), first, second,
                         merged.value);
  return CropOp::create(builder, loc, window.getSource(), first, second,
                        merged.value);
}

namespace {
/// Merges two pads or crops in a row.
///
///   %1 = layout.crop %0 offsets [2] sizes [6] : tensor<10xf32> to
///   tensor<6xf32> %2 = layout.crop %1 offsets [1] sizes [3] : tensor<6xf32> to
///   tensor<3xf32>
///
/// becomes
///
///   %2 = layout.crop %0 offsets [3] sizes [3] : tensor<10xf32> to
///   tensor<3xf32>
template <typename OpTy>
struct MergeWindows : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (isMarked(op))
      return failure();
    std::optional<Merged> merged = mergeWithSource(op);
    if (!merged)
      return rewriter.notifyMatchFailure(op, "not one pad or crop");
    auto crop = op.getSource().template getDefiningOp<CropOp>();
    if (isa<PadOp>(op) && crop && staysBehind(crop))
      return rewriter.notifyMatchFailure(op, "the crop stays");
    if (crop && isPartOfRewrite(crop) &&
        (merged->kind == Merged::Pad || !crop->hasOneUse()))
      return rewriter.notifyMatchFailure(op, "the crop is part of a rewrite");
    replace(rewriter, op, build(rewriter, op.getLoc(), *merged));
    return success();
  }

private:
  /// Whether `crop` would stay when pads of it have been merged with it. A
  /// transform in front of it is one rewrite with the crop, unless something
  /// reads the elements that it removes.
  static bool staysBehind(CropOp crop) {
    return llvm::any_of(crop->getUsers(), [](Operation *user) {
      auto pad = dyn_cast<PadOp>(user);
      if (!pad || isMarked(pad))
        return true;
      std::optional<Merged> merged = mergeWithSource(pad);
      return !merged || isBestCroppedFirst(pad, *merged);
    });
  }
};

/// Crops before it pads, if the crop removes part of the padding and part of
/// the source, which is neither one pad nor one crop.
///
///   %1 = layout.pad %0 low [2] high [0] value(7.0 : f32)
///          : tensor<5xf32> to tensor<7xf32>
///   %2 = layout.crop %1 offsets [1] sizes [3] : tensor<7xf32> to tensor<3xf32>
///
/// becomes
///
///   %1 = layout.crop %0 offsets [0] sizes [2] : tensor<5xf32> to tensor<2xf32>
///   %2 = layout.pad %1 low [1] high [0] value(7.0 : f32)
///          : tensor<2xf32> to tensor<3xf32>
struct CropBeforePad : OpRewritePattern<CropOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CropOp op,
                                PatternRewriter &rewriter) const override {
    auto pad = op.getSource().getDefiningOp<PadOp>();
    if (!pad || isMarked(op) || isMarked(pad) || !pad->hasOneUse() ||
        !op.isStatic() || !pad.getResult().getType().hasStaticShape() ||
        mergeWithSource(op))
      return failure();
    SmallVector<OpFoldResult> offsets, sizes, low, high;
    bool removesPadding = false;
    for (auto [before, after, offset, size, extent] : llvm::zip_equal(
             pad.getStaticLow(), pad.getStaticHigh(), op.getStaticOffsets(),
             op.getStaticSizes(), pad.getSource().getType().getShape())) {
      // The window that is left, in indices of the source.
      int64_t begin = offset - before, end = begin + size;
      int64_t first = std::max<int64_t>(begin, 0);
      int64_t last = std::min(end, extent);
      if (first >= last)
        return rewriter.notifyMatchFailure(op, "only padding is left");
      removesPadding |=
          std::min(before, offset) > 0 ||
          std::min(after, before + extent + after - offset - size) > 0;
      offsets.push_back(rewriter.getIndexAttr(first));
      sizes.push_back(rewriter.getIndexAttr(last - first));
      low.push_back(rewriter.getIndexAttr(first - begin));
      high.push_back(rewriter.getIndexAttr(end - last));
    }
    if (!removesPadding)
      return rewriter.notifyMatchFailure(op, "no padding is removed");
    Value cropped = CropOp::create(rewriter, op.getLoc(), pad.getSource(),
                                   offsets, sizes, op.getCroppedAttr());
    replace(rewriter, op,
            PadOp::create(rewriter, op.getLoc(), cropped, low, high,
                          pad.getValue()));
    return success();
  }
};

/// Replaces constant index operands by static entries.
///
///   %c3 = arith.constant 3 : index
///   %1 = layout.pad %0 low [0] high [%c3] value(poison)
///          : tensor<5xf32> to tensor<?xf32>
///
/// becomes
///
///   %1 = layout.pad %0 low [0] high [3] value(poison)
///          : tensor<5xf32> to tensor<8xf32>
///   %2 = tensor.cast %1 : tensor<8xf32> to tensor<?xf32>
template <typename OpTy>
struct MakeIndicesStatic : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto [first, second] = getEntries(op);
    bool changed = makeStatic(first, rewriter);
    changed |= makeStatic(second, rewriter);
    if (isMarked(op) || !changed)
      return failure();
    if (!fits(op, first, second))
      return rewriter.notifyMatchFailure(op,
                                         "the entries do not fit the source");
    replace(rewriter, op, create(rewriter, op, first, second));
    return success();
  }

private:
  using Entries = SmallVector<OpFoldResult>;
  /// Replaces constants that are not negative. Upstream's foldDynamicIndexList
  /// takes `ub.poison` for one, which has no number.
  static bool makeStatic(Entries &entries, Builder &builder) {
    bool changed = false;
    for (OpFoldResult &entry : entries)
      if (std::optional<int64_t> number = getConstantIntValue(entry);
          number && *number >= 0 && isa<Value>(entry)) {
        entry = builder.getIndexAttr(*number);
        changed = true;
      }
    return changed;
  }
  static std::pair<Entries, Entries> getEntries(PadOp op) {
    return {op.getMixedLow(), op.getMixedHigh()};
  }
  static std::pair<Entries, Entries> getEntries(CropOp op) {
    return {op.getMixedOffsets(), op.getMixedSizes()};
  }
  static bool fits(PadOp op, const Entries &lows, const Entries &highs) {
    return hasPaddedSizes(op.getSource().getType(),
                          decomposeMixedValues(lows).first,
                          decomposeMixedValues(highs).first);
  }
  static bool fits(CropOp op, const Entries &offsets, const Entries &sizes) {
    return !CropOp::findDimOutOfBounds(op.getSource().getType(),
                                       decomposeMixedValues(offsets).first,
                                       decomposeMixedValues(sizes).first);
  }
};
} // namespace

void PadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<MergeWindows<PadOp>, MakeIndicesStatic<PadOp>,
               MoveBeforeCast<PadOp>, ForwardEmpty<PadOp>>(context);
}

void CropOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<MergeWindows<CropOp>, CropBeforePad, MakeIndicesStatic<CropOp>,
               MoveBeforeCast<CropOp>, ForwardEmpty<CropOp>>(context);
}
