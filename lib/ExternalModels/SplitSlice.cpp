//===- SplitSlice.cpp - Slices in two steps -------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Dialect/Layout/IR/Marks.h"
#include "layout/ExternalModels/ExternalModels.h"
#include "mlir/Dialect/Affine/ViewLikeInterfaceUtils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The entries of a slice for one dim.
struct DimSlice {
  OpFoldResult offset, size, stride;

  bool isAll(int64_t extent) const {
    return isConstantIntValue(offset, 0) && isConstantIntValue(stride, 1) &&
           !ShapedType::isDynamic(extent) && isConstantIntValue(size, extent);
  }
};
} // namespace

/// Whether `op` may become another number of ops: what is stated about it, such
/// as the layout of its result, would be lost.
static bool isFree(Operation *op) {
  return !isFrozen(op) && op->getDiscardableAttrs().empty();
}

/// Whether a slice of a dim consists of whole blocks, or is one known index.
static bool fitsBlocks(const DimSlice &slice, int64_t extent, int64_t block) {
  std::optional<int64_t> offset = getConstantIntValue(slice.offset);
  std::optional<int64_t> size = getConstantIntValue(slice.size);
  if (!offset || !size || !isConstantIntValue(slice.stride, 1))
    return false;
  return *size == 1 || (*offset % block == 0 &&
                        (*size % block == 0 || *offset + *size == extent));
}

/// Returns the blocks that hold the elements of a slice of a dim: their first
/// index and their number of elements. These are all if the slice or the extent
/// is not known.
static std::pair<int64_t, int64_t>
getCoveringBlocks(const DimSlice &slice, int64_t extent, int64_t block) {
  std::optional<int64_t> offset = getConstantIntValue(slice.offset);
  std::optional<int64_t> size = getConstantIntValue(slice.size);
  std::optional<int64_t> stride = getConstantIntValue(slice.stride);
  if (ShapedType::isDynamic(extent) || !offset || !size || !stride ||
      *size < 1 || *stride < 1)
    return {0, extent};
  int64_t begin = *offset / block * block;
  int64_t end = *offset + (*size - 1) * *stride + 1;
  end = std::min<int64_t>(llvm::alignTo(end, block), extent);
  return {begin, end - begin};
}

bool layout::splitSlice(
    RewriterBase &rewriter, Operation *op,
    function_ref<SmallVector<int64_t>(Value source, unsigned dim)> getBlocks) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  if (!slice || !isFree(op))
    return false;
  Value source = slice.getSource();
  ArrayRef<int64_t> shape = slice.getSourceType().getShape();
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  SmallVector<OpFoldResult> strides = slice.getMixedStrides();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);

  SmallVector<DimSlice> first, second;
  bool hasMisfit = false, isSmaller = false;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    DimSlice entry{offsets[dim], sizes[dim], strides[dim]};
    DimSlice all{rewriter.getIndexAttr(0), entry.size,
                 rewriter.getIndexAttr(1)};
    int64_t misfit = 1;
    if (!entry.isAll(extent))
      for (int64_t block : getBlocks(source, dim))
        if (!fitsBlocks(entry, extent, block))
          misfit = std::max(misfit, block);
    if (misfit == 1) {
      isSmaller |= !entry.isAll(extent);
      first.push_back(entry);
      second.push_back(all);
      continue;
    }
    hasMisfit = true;
    auto [begin, size] = getCoveringBlocks(entry, extent, misfit);
    isSmaller |= size != extent;
    OpFoldResult taken =
        ShapedType::isDynamic(extent)
            ? tensor::getMixedSize(rewriter, op->getLoc(), source, dim)
            : OpFoldResult(rewriter.getIndexAttr(size));
    first.push_back({rewriter.getIndexAttr(begin), taken, all.stride});
    if (begin != 0)
      entry.offset =
          rewriter.getIndexAttr(*getConstantIntValue(entry.offset) - begin);
    second.push_back(entry);
  }
  if (!hasMisfit || !isSmaller)
    return false;

  auto getList = [](ArrayRef<DimSlice> entries, OpFoldResult DimSlice::*which) {
    return llvm::map_to_vector(
        entries, [&](const DimSlice &entry) { return entry.*which; });
  };
  Value part = tensor::ExtractSliceOp::create(
      rewriter, op->getLoc(), source, getList(first, &DimSlice::offset),
      getList(first, &DimSlice::size), getList(first, &DimSlice::stride));
  rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
      slice, slice.getType(), part, getList(second, &DimSlice::offset),
      getList(second, &DimSlice::size), getList(second, &DimSlice::stride));
  return true;
}

namespace {
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
struct SliceOfSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<tensor::ExtractSliceOp>();
    if (!inner || !inner->hasOneUse() || inner->getBlock() != op->getBlock() ||
        !isFree(op) || !isFree(inner))
      return failure();
    SmallVector<OpFoldResult> offsets, sizes, strides;
    if (failed(affine::mergeOffsetsSizesAndStrides(rewriter, op.getLoc(), inner,
                                                   op, inner.getDroppedDims(),
                                                   offsets, sizes, strides)))
      return failure();
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, op.getType(), inner.getSource(), offsets, sizes, strides);
    return success();
  }
};
} // namespace

void layout::populateSliceCleanUpPatterns(RewritePatternSet &patterns) {
  patterns.add<SliceOfSlice>(patterns.getContext());
}
