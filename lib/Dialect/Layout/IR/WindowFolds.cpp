//===- WindowFolds.cpp - When pads and crops fold -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// A pad and a crop say the same: the result is a window of the source. That of
// a crop lies inside the source, that of a pad around it. Two in a row are one
// window of the first source, and one op where that window again lies inside or
// around. What remains to be seen to is the content: elements that were cropped
// may come back only as what the program promised. Nothing is ever cancelled
// because shapes agree.
//
//===----------------------------------------------------------------------===//

#include "Folds.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

namespace {
/// The part of one dim that a window takes: indices begin … end - 1. They are
/// expressions over symbols; symbol 0 is the size of the source, the others are
/// `values`.
struct Span {
  AffineExpr begin, end;
  SmallVector<Value> values;

  unsigned getNumSymbols() const { return values.size() + 1; }
  /// A constant, or a new symbol for a value.
  AffineExpr add(OpFoldResult entry);
};

class Window {
public:
  static Window get(PadOp pad);
  static Window get(CropOp crop);
  static Window get(Operation *op);

  /// The window of this one's source that `outer` takes of its result.
  Window compose(const Window &outer) const;

  Value getSource() const { return source; }
  /// Whether the static offsets and sizes are those of a crop.
  bool mayBeInside() const;
  bool isInside() const;
  bool isAround() const;
  bool isWhole() const { return isInside() && isAround(); }

  /// An index of dim `dim`, given by an expression over its symbols.
  OpFoldResult build(OpBuilder &builder, Location loc, unsigned dim,
                     AffineExpr index) const;
  ArrayRef<Span> getSpans() const { return spans; }
  AffineExpr getSourceSize(unsigned dim) const;

private:
  explicit Window(TypedValue<RankedTensorType> source)
      : source(source), spans(source.getType().getRank()) {}

  bool isProvedAtLeastZero(unsigned dim, AffineExpr index) const;

  TypedValue<RankedTensorType> source;
  SmallVector<Span> spans;
};
} // namespace

AffineExpr Span::add(OpFoldResult entry) {
  if (auto constant = dyn_cast<Attribute>(entry))
    return getAffineConstantExpr(cast<IntegerAttr>(constant).getInt(),
                                 constant.getContext());
  Value value = cast<Value>(entry);
  values.push_back(value);
  return getAffineSymbolExpr(values.size(), value.getContext());
}

AffineExpr Window::getSourceSize(unsigned dim) const {
  int64_t size = source.getType().getDimSize(dim);
  return ShapedType::isDynamic(size)
             ? getAffineSymbolExpr(0, source.getContext())
             : getAffineConstantExpr(size, source.getContext());
}

Window Window::get(PadOp pad) {
  Window window(pad.getSource());
  for (auto [dim, span, low, high] :
       llvm::enumerate(window.spans, pad.getMixedLow(), pad.getMixedHigh())) {
    span.begin = -span.add(low);
    span.end = window.getSourceSize(dim) + span.add(high);
  }
  return window;
}

Window Window::get(CropOp crop) {
  Window window(crop.getSource());
  for (auto [span, offset, size] : llvm::zip_equal(
           window.spans, crop.getMixedOffsets(), crop.getMixedSizes())) {
    span.begin = span.add(offset);
    span.end = span.begin + span.add(size);
  }
  return window;
}

Window Window::get(Operation *op) {
  if (auto pad = dyn_cast<PadOp>(op))
    return get(pad);
  return get(cast<CropOp>(op));
}

/// The span of the inner one's source that the outer one takes. What the outer
/// one calls its source is the inner one.
static Span compose(const Span &inner, const Span &outer) {
  Span total{{}, {}, inner.values};
  SmallVector<AffineExpr> symbols = {inner.end - inner.begin};
  for (Value value : outer.values)
    symbols.push_back(total.add(value));
  auto inSource = [&](AffineExpr index) {
    return simplifyAffineExpr(inner.begin + index.replaceSymbols(symbols), 0,
                              total.getNumSymbols());
  };
  total.begin = inSource(outer.begin);
  total.end = inSource(outer.end);
  return total;
}

Window Window::compose(const Window &outer) const {
  Window result(source);
  for (auto [total, first, second] :
       llvm::zip_equal(result.spans, spans, outer.spans))
    total = ::compose(first, second);
  return result;
}

bool Window::isProvedAtLeastZero(unsigned dim, AffineExpr index) const {
  const Span &span = spans[dim];
  index = simplifyAffineExpr(index, 0, span.getNumSymbols());
  if (auto constant = dyn_cast<AffineConstantExpr>(index))
    return constant.getValue() >= 0;
  using Variable = ValueBoundsConstraintSet::Variable;
  SmallVector<Variable> symbols = {Variable(source, dim)};
  for (Value value : span.values)
    symbols.push_back(Variable(value));
  Builder builder(source.getContext());
  return ValueBoundsConstraintSet::compare(
      Variable(AffineMap::get(0, symbols.size(), index), symbols),
      ValueBoundsConstraintSet::GE,
      Variable(OpFoldResult(builder.getIndexAttr(0))));
}

bool Window::mayBeInside() const {
  auto getEntry = [](AffineExpr index) {
    auto constant = dyn_cast<AffineConstantExpr>(index);
    return constant ? constant.getValue() : ShapedType::kDynamic;
  };
  SmallVector<int64_t> offsets, sizes;
  for (const Span &span : spans) {
    offsets.push_back(getEntry(span.begin));
    sizes.push_back(getEntry(
        simplifyAffineExpr(span.end - span.begin, 0, span.getNumSymbols())));
  }
  return !CropOp::findDimOutOfBounds(source.getType(), offsets, sizes);
}

bool Window::isInside() const {
  return llvm::all_of(llvm::enumerate(spans), [&](auto it) {
    auto [dim, span] = it;
    return isProvedAtLeastZero(dim, span.begin) &&
           isProvedAtLeastZero(dim, getSourceSize(dim) - span.end);
  });
}

bool Window::isAround() const {
  return llvm::all_of(llvm::enumerate(spans), [&](auto it) {
    auto [dim, span] = it;
    return isProvedAtLeastZero(dim, -span.begin) &&
           isProvedAtLeastZero(dim, span.end - getSourceSize(dim));
  });
}

OpFoldResult Window::build(OpBuilder &builder, Location loc, unsigned dim,
                           AffineExpr index) const {
  const Span &span = spans[dim];
  index = simplifyAffineExpr(index, 0, span.getNumSymbols());
  if (auto constant = dyn_cast<AffineConstantExpr>(index))
    return builder.getIndexAttr(constant.getValue());
  SmallVector<OpFoldResult> operands = {builder.getIndexAttr(0)};
  if (index.isFunctionOfSymbol(0))
    operands.front() = tensor::getMixedSize(builder, loc, source, dim);
  llvm::append_range(operands, span.values);
  return affine::makeComposedFoldedAffineApply(builder, loc, index, operands);
}

//===----------------------------------------------------------------------===//
// Two in a row
//===----------------------------------------------------------------------===//

/// Whether a pad may put back what a crop has removed.
static bool restores(PadOp pad, CropOp crop) {
  return pad.isPoison() || crop.getCropped() == pad.getValue();
}

/// The value of two pads in one; nothing if they differ. Poison gives way.
static Attribute unifyValues(PadOp a, PadOp b) {
  if (a.isPoison())
    return b.getValue();
  if (b.isPoison() || a.getValue() == b.getValue())
    return a.getValue();
  return {};
}

/// What two crops promise about all that they remove: what both say.
static Attribute unifyPromises(CropOp a, CropOp b) {
  return a.getCropped() == b.getCropped() ? a.getCroppedAttr() : Attribute();
}

namespace {
/// One op in the place of two: a pad of `source` with `value`, or a crop of it
/// with a promise.
struct Merged {
  enum Kind { Pad, Crop } kind;
  Window window;
  Attribute value;
};
} // namespace

static std::optional<Merged> merge(PadOp outer, PadOp inner,
                                   const Window &window) {
  if (Attribute value = unifyValues(outer, inner))
    return Merged{Merged::Pad, window, value};
  return std::nullopt;
}

static std::optional<Merged> merge(CropOp outer, CropOp inner,
                                   const Window &window) {
  // Sizes that contradict each other are for whoever runs the program.
  if (!window.mayBeInside())
    return std::nullopt;
  return Merged{Merged::Crop, window, unifyPromises(outer, inner)};
}

static std::optional<Merged> merge(CropOp outer, PadOp inner,
                                   const Window &window) {
  if (window.isAround())
    return Merged{Merged::Pad, window, inner.getValue()};
  if (window.isInside())
    return Merged{Merged::Crop, window, outer.getCroppedAttr()};
  return std::nullopt;
}

static std::optional<Merged> merge(PadOp outer, CropOp inner,
                                   const Window &window) {
  if (!restores(outer, inner))
    return std::nullopt;
  if (window.isAround())
    return Merged{Merged::Pad, window, outer.getValue()};
  if (window.isInside())
    return Merged{Merged::Crop, window, inner.getCroppedAttr()};
  return std::nullopt;
}

/// What `outer` and the pad or crop that it reads are together.
template <typename OpTy>
static std::optional<Merged> mergeWithSource(OpTy outer) {
  Operation *inner = outer.getSource().getDefiningOp();
  if (!isa_and_nonnull<PadOp, CropOp>(inner) || isMarked(inner))
    return std::nullopt;
  Window window = Window::get(inner).compose(Window::get(outer));
  if (auto pad = dyn_cast<PadOp>(inner))
    return merge(outer, pad, window);
  return merge(outer, cast<CropOp>(inner), window);
}

/// The value that a pad or crop gives back unchanged, by itself or together
/// with the one that it reads.
template <typename OpTy>
static Value getUnchanged(OpTy op) {
  auto hasType = [&](Value value) {
    return value.getType() == op.getResult().getType();
  };
  if (hasType(op.getSource()) && Window::get(op).isWhole())
    return op.getSource();
  std::optional<Merged> merged = mergeWithSource(op);
  if (merged && hasType(merged->window.getSource()) && merged->window.isWhole())
    return merged->window.getSource();
  return {};
}

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

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
// Canonicalization: what needs new operations
//===----------------------------------------------------------------------===//

bool layout::fitsSource(PadOp op, RankedTensorType source) { return true; }

bool layout::fitsSource(CropOp op, RankedTensorType source) {
  return !CropOp::findDimOutOfBounds(source, op.getStaticOffsets(),
                                     op.getStaticSizes());
}

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

/// Replaces `op` by `value`, cast to its type, with what others have noted at
/// the op.
static void replace(PatternRewriter &rewriter, Operation *op, Value value) {
  value.getDefiningOp()->setDiscardableAttrs(
      op->getDiscardableAttrDictionary());
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
/// Two pads or crops in a row become one.
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
    replace(rewriter, op, build(rewriter, op.getLoc(), *merged));
    return success();
  }
};

/// Index operands that are constants become static entries.
template <typename OpTy>
struct MakeIndicesStatic : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto [first, second] = getEntries(op);
    bool changed = succeeded(foldDynamicIndexList(first, true));
    changed |= succeeded(foldDynamicIndexList(second, true));
    if (isMarked(op) || !changed)
      return failure();
    if (!fits(op, first, second))
      return rewriter.notifyMatchFailure(op, "the box leaves the source");
    replace(rewriter, op, create(rewriter, op, first, second));
    return success();
  }

private:
  using Entries = SmallVector<OpFoldResult>;
  static std::pair<Entries, Entries> getEntries(PadOp op) {
    return {op.getMixedLow(), op.getMixedHigh()};
  }
  static std::pair<Entries, Entries> getEntries(CropOp op) {
    return {op.getMixedOffsets(), op.getMixedSizes()};
  }
  static bool fits(PadOp, const Entries &, const Entries &) { return true; }
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
  patterns.add<MergeWindows<CropOp>, MakeIndicesStatic<CropOp>,
               MoveBeforeCast<CropOp>, ForwardEmpty<CropOp>>(context);
}
