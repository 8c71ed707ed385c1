//===- SplitBox.cpp - Slices, insertions and pads in steps ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxForms.h"
#include "ExternalModels.h"
#include "mlir/Dialect/Affine/ViewLikeInterfaceUtils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Where a box lies in a dim of a larger tensor.
struct DimBox {
  OpFoldResult offset, size, stride;

  bool isAll(int64_t extent) const {
    return isConstantIntValue(offset, 0) && isConstantIntValue(stride, 1) &&
           !ShapedType::isDynamic(extent) && isConstantIntValue(size, extent);
  }
  bool isOneIndex() const {
    return getConstantIntValue(offset) && isConstantIntValue(size, 1) &&
           isConstantIntValue(stride, 1);
  }
};

/// A box of a tensor as a box of a box: `blocks` fits the blocks, and `rest` is
/// what is wanted of it.
struct BoxOfBox {
  SmallVector<DimBox> blocks, rest;
};
} // namespace

/// Whether elements of a dim are whole blocks.
static bool areBlocks(int64_t offset, int64_t size, int64_t extent,
                      int64_t block) {
  return offset % block == 0 && (size % block == 0 || offset + size == extent);
}

static bool fitsBlocks(const DimBox &box, int64_t extent, int64_t block) {
  std::optional<int64_t> offset = getConstantIntValue(box.offset);
  std::optional<int64_t> size = getConstantIntValue(box.size);
  return offset && size && isConstantIntValue(box.stride, 1) &&
         areBlocks(*offset, *size, extent, block);
}

/// Returns the largest of the blocks that the box of a dim does not fit; 1 if
/// it fits all of them.
static int64_t getMisfit(const DimBox &box, int64_t extent,
                         ArrayRef<int64_t> blocks) {
  int64_t misfit = 1;
  for (int64_t block : blocks)
    if (!fitsBlocks(box, extent, block))
      misfit = std::max(misfit, block);
  return misfit;
}

/// Returns the blocks that hold the elements of a box of a dim: their first
/// index and their number of elements. These are all if the box or the extent
/// is not known.
static std::pair<int64_t, int64_t>
getCoveringBlocks(const DimBox &box, int64_t extent, int64_t block) {
  std::optional<int64_t> offset = getConstantIntValue(box.offset);
  std::optional<int64_t> size = getConstantIntValue(box.size);
  std::optional<int64_t> stride = getConstantIntValue(box.stride);
  if (ShapedType::isDynamic(extent) || !offset || !size || !stride ||
      *size < 1 || *stride < 1)
    return {0, extent};
  int64_t begin = *offset / block * block;
  int64_t end = *offset + (*size - 1) * *stride + 1;
  end = std::min<int64_t>(llvm::alignTo(end, block), extent);
  return {begin, end - begin};
}

/// Returns the blocks to take of a dim first, if the box does not fit blocks of
/// one size. Blocks of another size that it fits have to be whole in these.
static std::optional<std::pair<int64_t, int64_t>>
getFirstStep(const DimBox &box, int64_t extent, ArrayRef<int64_t> blocks) {
  int64_t misfit = getMisfit(box, extent, blocks);
  if (misfit == 1)
    return std::nullopt;
  std::pair<int64_t, int64_t> step = getCoveringBlocks(box, extent, misfit);
  for (int64_t block : blocks)
    if (step.second != extent && fitsBlocks(box, extent, block) &&
        !areBlocks(step.first, step.second, extent, block))
      return std::nullopt;
  return step;
}

/// Returns the box of `op`, a slice or insertion, in two steps; nothing if it
/// fits the blocks of `larger`, or the first step would be all of that.
static std::optional<BoxOfBox> getBoxOfBox(RewriterBase &rewriter,
                                           OffsetSizeAndStrideOpInterface op,
                                           Value larger, GetBlocks getBlocks) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(larger.getType()).getShape();
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  SmallVector<OpFoldResult> strides = op.getMixedStrides();
  BoxOfBox result;
  bool hasMisfit = false, isSmaller = false;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    DimBox box{offsets[dim], sizes[dim], strides[dim]};
    DimBox all{rewriter.getIndexAttr(0), box.size, rewriter.getIndexAttr(1)};
    // One known index of a dim is one index of its blocks, too. It takes long
    // to find blocks, so nobody asks for those of a whole dim.
    std::optional<std::pair<int64_t, int64_t>> step;
    if (!box.isAll(extent) && !box.isOneIndex())
      step = getFirstStep(box, extent, getBlocks(larger, dim));
    if (!step) {
      isSmaller |= !box.isAll(extent);
      result.blocks.push_back(box);
      result.rest.push_back(all);
      continue;
    }
    hasMisfit = true;
    auto [begin, size] = *step;
    isSmaller |= size != extent;
    OpFoldResult taken =
        ShapedType::isDynamic(extent)
            ? tensor::getMixedSize(rewriter, op.getLoc(), larger, dim)
            : OpFoldResult(rewriter.getIndexAttr(size));
    result.blocks.push_back({rewriter.getIndexAttr(begin), taken, all.stride});
    if (begin != 0)
      box.offset =
          rewriter.getIndexAttr(*getConstantIntValue(box.offset) - begin);
    result.rest.push_back(box);
  }
  if (!hasMisfit || !isSmaller)
    return std::nullopt;
  return result;
}

static SmallVector<OpFoldResult> getList(ArrayRef<DimBox> boxes,
                                         OpFoldResult DimBox::*which) {
  return llvm::map_to_vector(boxes,
                             [&](const DimBox &box) { return box.*which; });
}

static Value createSlice(RewriterBase &rewriter, Location loc, Value source,
                         ArrayRef<DimBox> boxes) {
  return tensor::ExtractSliceOp::create(
      rewriter, loc, source, getList(boxes, &DimBox::offset),
      getList(boxes, &DimBox::size), getList(boxes, &DimBox::stride));
}

static bool split(RewriterBase &rewriter, tensor::ExtractSliceOp op,
                  GetBlocks getBlocks) {
  std::optional<BoxOfBox> boxes =
      getBoxOfBox(rewriter, op, op.getSource(), getBlocks);
  if (!boxes)
    return false;
  Value part =
      createSlice(rewriter, op.getLoc(), op.getSource(), boxes->blocks);
  rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
      op, op.getType(), part, getList(boxes->rest, &DimBox::offset),
      getList(boxes->rest, &DimBox::size),
      getList(boxes->rest, &DimBox::stride));
  return true;
}

static bool split(RewriterBase &rewriter, tensor::InsertSliceOp op,
                  GetBlocks getBlocks) {
  std::optional<BoxOfBox> boxes =
      getBoxOfBox(rewriter, op, op.getDest(), getBlocks);
  if (!boxes)
    return false;
  Value part = createSlice(rewriter, op.getLoc(), op.getDest(), boxes->blocks);
  Value inserted =
      tensor::InsertSliceOp::create(rewriter, op.getLoc(), op.getSource(), part,
                                    getList(boxes->rest, &DimBox::offset),
                                    getList(boxes->rest, &DimBox::size),
                                    getList(boxes->rest, &DimBox::stride));
  rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
      op, inserted, op.getDest(), getList(boxes->blocks, &DimBox::offset),
      getList(boxes->blocks, &DimBox::size),
      getList(boxes->blocks, &DimBox::stride));
  return true;
}

/// The dims that fit no blocks come first, while the tensor is smaller.
static bool split(RewriterBase &rewriter, tensor::PadOp op,
                  GetBlocks getBlocks) {
  Value value = op.getConstantPaddingValue();
  if (!value || op.getNofold() || hasNegativeWidth(op))
    return false;
  ArrayRef<int64_t> shape = op.getSourceType().getShape();
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  SmallVector<OpFoldResult> low = op.getMixedLowPad();
  SmallVector<OpFoldResult> high = op.getMixedHighPad();
  SmallVector<OpFoldResult> firstLow(low.size(), zero), firstHigh = firstLow;
  bool hasMisfit = false, hasOthers = false;
  for (auto [dim, extent] : llvm::enumerate(op.getResultType().getShape())) {
    if (isConstantIntValue(low[dim], 0) && isConstantIntValue(high[dim], 0))
      continue;
    SmallVector<int64_t> blocks = getBlocks(op.getResult(), dim);
    bool fits = blocks.empty();
    if (!fits && !ShapedType::isDynamic(shape[dim]))
      fits = getMisfit({low[dim], rewriter.getIndexAttr(shape[dim]), one},
                       extent, blocks) == 1;
    if (fits) {
      hasOthers = true;
      continue;
    }
    hasMisfit = true;
    firstLow[dim] = std::exchange(low[dim], zero);
    firstHigh[dim] = std::exchange(high[dim], zero);
  }
  if (!hasMisfit || !hasOthers)
    return false;
  if (Operation *constant = value.getDefiningOp();
      constant && op->isProperAncestor(constant))
    rewriter.moveOpBefore(constant, op);
  Value padded =
      tensor::PadOp::create(rewriter, op.getLoc(), Type(), op.getSource(),
                            firstLow, firstHigh, value);
  rewriter.replaceOpWithNewOp<tensor::PadOp>(op, op.getResultType(), padded,
                                             low, high, value);
  return true;
}

bool layout::splitBox(RewriterBase &rewriter, Operation *op,
                      GetBlocks getBlocks) {
  if (!isFree(op))
    return false;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  return TypeSwitch<Operation *, bool>(op)
      .Case<tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::PadOp>(
          [&](auto move) { return split(rewriter, move, getBlocks); })
      .Case([&](tensor::ConcatOp concat) {
        return splitConcat(rewriter, concat, getBlocks);
      })
      .Default(false);
}

/// Returns the value of which reshapes that add or drop dims of size 1 make
/// `value`.
static Value skipUnitDims(Value value) {
  auto hasOneDim = [](ArrayRef<int64_t> shape, ReassociationIndicesRef dims) {
    return llvm::count_if(dims, [&](int64_t dim) { return shape[dim] != 1; }) <=
           1;
  };
  auto movesUnitDims = [&](auto op, RankedTensorType larger) {
    return llvm::all_of(op.getReassociationIndices(), [&](const auto &dims) {
      return hasOneDim(larger.getShape(), dims);
    });
  };
  while (Operation *op = value.getDefiningOp()) {
    auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
    auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
    if (!(collapse && movesUnitDims(collapse, collapse.getSrcType())) &&
        !(expand && movesUnitDims(expand, expand.getResultType())))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Returns the dims of `box` without those of size 1 that `type` cannot drop;
/// `type` itself if it has the dims of the box, or some of them.
static RankedTensorType getReducedType(ArrayRef<OpFoldResult> box,
                                       RankedTensorType type) {
  auto full = type.clone(decomposeMixedValues(to_vector(box)).first);
  if (isRankReducedType(full, type) == SliceVerificationResult::Success)
    return type;
  SmallVector<int64_t> shape(type.getShape());
  llvm::erase(shape, 1);
  return type.clone(shape);
}

/// Returns the reassociation between a shape and its dims larger than 1.
static SmallVector<ReassociationIndices>
getGroupsOfUnitDims(ArrayRef<int64_t> shape) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices next;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (extent == 1 && !groups.empty()) {
      groups.back().push_back(dim);
      continue;
    }
    next.push_back(dim);
    if (extent != 1)
      groups.push_back(std::exchange(next, {}));
  }
  return groups;
}

namespace {
/// The box `inner` of the box `outer` of a tensor, whose dims of size 1 may be
/// others.
struct JoinedBox {
  SmallVector<OpFoldResult> offsets, sizes, strides;

  static std::optional<JoinedBox> get(PatternRewriter &rewriter,
                                      OffsetSizeAndStrideOpInterface outer,
                                      OffsetSizeAndStrideOpInterface inner,
                                      ArrayRef<int64_t> shape) {
    SmallVector<OpFoldResult> outerSizes = outer.getMixedSizes();
    llvm::SmallBitVector unitDims(outerSizes.size());
    for (auto [dim, size] : llvm::enumerate(outerSizes))
      unitDims[dim] = isConstantIntValue(size, 1);
    SmallVector<OpFoldResult> innerOffsets, innerSizes, innerStrides;
    for (auto [extent, offset, size, stride] :
         llvm::zip_equal(shape, inner.getMixedOffsets(), inner.getMixedSizes(),
                         inner.getMixedStrides())) {
      if (extent == 1 && !isConstantIntValue(size, 1))
        return std::nullopt;
      if (extent == 1)
        continue;
      innerOffsets.push_back(offset);
      innerSizes.push_back(size);
      innerStrides.push_back(stride);
    }
    if (unitDims.size() - unitDims.count() != innerSizes.size())
      return std::nullopt;
    JoinedBox box;
    if (failed(affine::mergeOffsetsSizesAndStrides(
            rewriter, inner.getLoc(), outer.getMixedOffsets(), outerSizes,
            outer.getMixedStrides(), unitDims, innerOffsets, innerSizes,
            innerStrides, box.offsets, box.sizes, box.strides)))
      return std::nullopt;
    return box;
  }
};

/// A slice of a slice that nothing else reads is one slice:
///
///   %1 = tensor.extract_slice %0[0, 4] [8, 4] [1, 1]
///          : tensor<16x16xf32> to tensor<8x4xf32>
///   %2 = tensor.extract_slice %1[1, 0] [2, 4] [3, 1]
///          : tensor<8x4xf32> to tensor<2x4xf32>
///
/// becomes
///
///   %2 = tensor.extract_slice %0[1, 4] [2, 4] [3, 1]
///          : tensor<16x16xf32> to tensor<2x4xf32>
///
/// Reshapes in between may add and drop dims of size 1.
struct SliceOfSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto outer =
        skipUnitDims(op.getSource()).getDefiningOp<tensor::ExtractSliceOp>();
    if (!outer || !outer->hasOneUse() || outer->getBlock() != op->getBlock() ||
        !isFree(op) || !isFree(outer))
      return failure();
    auto box =
        JoinedBox::get(rewriter, outer, op, op.getSourceType().getShape());
    if (!box)
      return failure();
    RankedTensorType type = op.getType();
    RankedTensorType reduced = getReducedType(box->sizes, type);
    Value slice = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), reduced, outer.getSource(), box->offsets,
        box->sizes, box->strides);
    if (reduced != type)
      slice =
          tensor::ExpandShapeOp::create(rewriter, op.getLoc(), type, slice,
                                        getGroupsOfUnitDims(type.getShape()));
    rewriter.replaceOp(op, slice);
    return success();
  }
};

/// An insertion into a slice that then takes its own place is one insertion:
///
///   %1 = tensor.extract_slice %0[0, 4] [8, 4] [1, 1]
///          : tensor<16x16xf32> to tensor<8x4xf32>
///   %2 = tensor.insert_slice %s into %1[1, 0] [2, 4] [3, 1]
///          : tensor<2x4xf32> into tensor<8x4xf32>
///   %3 = tensor.insert_slice %2 into %0[0, 4] [8, 4] [1, 1]
///          : tensor<8x4xf32> into tensor<16x16xf32>
///
/// becomes
///
///   %3 = tensor.insert_slice %s into %0[1, 4] [2, 4] [3, 1]
///          : tensor<2x4xf32> into tensor<16x16xf32>
///
/// Reshapes in between may add and drop dims of size 1.
struct InsertionIntoSlice : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner =
        skipUnitDims(op.getSource()).getDefiningOp<tensor::InsertSliceOp>();
    if (!inner || !inner->hasOneUse() || !op.getSource().hasOneUse() ||
        inner->getBlock() != op->getBlock() || !isFree(op) || !isFree(inner))
      return failure();
    auto slice =
        skipUnitDims(inner.getDest()).getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || !isFree(slice) || slice.getSource() != op.getDest() ||
        !slice.isSameAs(op, isEqualConstantIntOrValue))
      return failure();
    auto box =
        JoinedBox::get(rewriter, op, inner, inner.getDestType().getShape());
    if (!box)
      return failure();
    Value source = inner.getSource();
    RankedTensorType type = inner.getSourceType();
    RankedTensorType reduced = getReducedType(box->sizes, type);
    if (reduced != type)
      source = tensor::CollapseShapeOp::create(
          rewriter, op.getLoc(), reduced, source,
          getGroupsOfUnitDims(type.getShape()));
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, source, op.getDest(), box->offsets, box->sizes, box->strides);
    return success();
  }
};

/// The stride between the elements of one index is 1:
///
///   %1 = tensor.extract_slice %0[3, 0] [1, 8] [2, 1]
///
/// becomes
///
///   %1 = tensor.extract_slice %0[3, 0] [1, 8] [1, 1]
template <typename OpTy>
struct StrideOfOneIndex : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (isFrozen(op) || !op.getStrides().empty())
      return failure();
    SmallVector<int64_t> strides(op.getStaticStrides());
    for (auto [size, stride] : llvm::zip_equal(op.getStaticSizes(), strides))
      if (size == 1)
        stride = 1;
    if (ArrayRef(strides) == op.getStaticStrides())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.setStaticStrides(strides); });
    return success();
  }
};
} // namespace

void layout::populateBoxCleanUpPatterns(RewritePatternSet &patterns) {
  patterns.add<SliceOfSlice, InsertionIntoSlice,
               StrideOfOneIndex<tensor::ExtractSliceOp>,
               StrideOfOneIndex<tensor::InsertSliceOp>>(patterns.getContext());
}
