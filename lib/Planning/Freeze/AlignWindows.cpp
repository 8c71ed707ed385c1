//===- AlignWindows.cpp - Windows over blocked image dims -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlignWindows.h"
#include "OpModels/ExternalModels.h"
#include "Relayout/LoopRelayout.h"
#include "Targets/DimLetters.h"
#include "layout/Dialect/Layout.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::cutsImages(OpKind kind, const CriticalOpLayouts &layouts) {
  return llvm::any_of(kind.getImageLetters(), [&](char letter) {
    return layouts.data.isCut(letter) || layouts.result.isCut(letter);
  });
}

/// Returns the blocks of dims with these letters.
static SmallVector<int64_t> getBlocks(OpKind kind, StringRef letters,
                                      const LetterLayout &layout) {
  return llvm::map_to_vector(letters, [&](char letter) {
    return kind.getImageLetters().contains(letter) ? layout.getBlock(letter)
                                                   : int64_t(0);
  });
}

std::optional<ImageBlocks>
layout::getImageBlocks(linalg::LinalgOp op, const CriticalOp &critical,
                       OpKind kind, const CriticalOpLayouts &layouts) {
  DimLetters letters(op, critical, kind);
  std::optional<std::string> data = letters.get(0);
  std::optional<std::string> result =
      letters.get(op.getDpsInitOperand(0)->getOperandNumber());
  if (!data || !result)
    return std::nullopt;
  return ImageBlocks{getBlocks(kind, *data, layouts.data),
                     getBlocks(kind, *result, layouts.result)};
}

namespace {
/// What is around the image that a convolution reads.
struct Border {
  Value image;
  SmallVector<int64_t> low;
  /// The value of its elements; null if the image has none.
  Attribute content;
};

/// One dim of the image with a border of whole blocks.
struct AlignedDim {
  /// Elements in front of the image, those that fill its last block, and those
  /// behind it.
  int64_t low = 0, fill = 0, high = 0;
  /// The index that the windows read.
  AffineExpr index;
};
} // namespace

/// Whether `part` is in `whole` with elements around it in image dims only.
/// Other dims have no blocks.
static bool bordersImages(const ValuePart &part, ArrayRef<int64_t> blocks) {
  auto inner = dyn_cast<RankedTensorType>(part.part.getType());
  auto outer = cast<RankedTensorType>(part.whole.getType());
  if (!inner || !inner.hasStaticShape() || !part.isBox ||
      inner.getRank() != outer.getRank() ||
      part.offsets.size() != blocks.size() ||
      ShapedType::isDynamicShape(part.offsets))
    return false;
  return llvm::all_of(llvm::seq<unsigned>(0, blocks.size()), [&](unsigned dim) {
    return blocks[dim] != 0 || inner.getDimSize(dim) == outer.getDimSize(dim);
  });
}

/// Returns the image that `data` is with a border of one constant, or `data`.
static Border getBorder(Value data, ArrayRef<int64_t> blocks) {
  if (auto op = data.getDefiningOp<DataMovementOpInterface>()) {
    Attribute content = op.getBorder();
    SmallVector<ValuePart> parts = op.getParts();
    if (content && !isa<ub::PoisonAttr>(content) && parts.size() == 1 &&
        parts.front().whole == data && bordersImages(parts.front(), blocks))
      return {parts.front().part, parts.front().offsets, content};
  }
  return {data, SmallVector<int64_t>(blocks.size(), 0), {}};
}

/// Returns the extents of the loops, where image dims of the result are whole
/// blocks.
static SmallVector<int64_t> getFilledExtents(linalg::LinalgOp op,
                                             ArrayRef<int64_t> blocks) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (auto [block, index] : llvm::zip_equal(blocks, map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(index); loop && block > 1) {
      int64_t &extent = extents[loop.getPosition()];
      extent = llvm::alignTo(extent, block);
    }
  return extents;
}

/// Aligns one image dim of `size` elements with `border` elements in front of
/// it, which windows read at `index` in blocks of `block`.
static FailureOr<AlignedDim> alignDim(AffineExpr index, int64_t size,
                                      int64_t border, int64_t block,
                                      ArrayRef<int64_t> extents,
                                      ArrayRef<int64_t> filled,
                                      std::string &reason) {
  std::optional<int64_t> last = getLargestIndex(index, extents);
  std::optional<int64_t> lastFilled = getLargestIndex(index, filled);
  if (!last || !lastFilled) {
    reason = "requires windows that begin at sums of loops";
    return failure();
  }
  AlignedDim dim;
  dim.low = llvm::alignTo(border, block);
  dim.fill = llvm::alignTo(size, block) - size;
  int64_t shift = dim.low - border;
  int64_t image = dim.low + size + dim.fill;
  int64_t total =
      std::max<int64_t>(image, llvm::alignTo(shift + *last + 1, block));
  dim.high = total - image;
  dim.index = index + shift;
  // What windows of results that are cropped read does not matter.
  if (shift + *lastFilled >= total)
    dim.index = dim.index % total;
  return dim;
}

/// Returns the data with its aligned borders.
static Value addBorders(RewriterBase &rewriter, Location loc,
                        const Border &border, ArrayRef<AlignedDim> dims) {
  Value value = border.image;
  auto getWidths = [&](int64_t AlignedDim::*width) {
    return llvm::map_to_vector(
        dims, [&](const AlignedDim &dim) { return dim.*width; });
  };
  auto toEntries = [&](ArrayRef<int64_t> widths) {
    return getAsIndexOpFoldResult(rewriter.getContext(), widths);
  };
  auto isAny = [](ArrayRef<int64_t> widths) {
    return llvm::any_of(widths, [](int64_t width) { return width != 0; });
  };
  SmallVector<int64_t> fill = getWidths(&AlignedDim::fill);
  SmallVector<int64_t> low = getWidths(&AlignedDim::low);
  SmallVector<int64_t> high = getWidths(&AlignedDim::high);
  SmallVector<int64_t> none(dims.size(), 0);
  if (isAny(fill))
    value = PadOp::create(
        rewriter, loc, value, toEntries(none), toEntries(fill),
        border.content ? border.content
                       : ub::PoisonAttr::get(rewriter.getContext()));
  // Windows of an image without a border end inside it.
  if (!isAny(low) && !isAny(high))
    return value;
  return createBorder(rewriter, loc, value, low, high, border.content);
}

/// Example: a convolution with a layout NHWC8h8w reads an image with a border.
///
///   %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] { ... }
///       : tensor<1x8x8x3xf32> to tensor<1x10x10x3xf32>
///   %r = linalg.conv_2d_nhwc_hwcf
///       ins(%p, %w : tensor<1x10x10x3xf32>, tensor<3x3x3x4xf32>)
///       outs(%o : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
///
/// becomes
///
///   %p = tensor.pad %x low[0, 8, 8, 0] high[0, 8, 8, 0] { ... }
///       : tensor<1x8x8x3xf32> to tensor<1x24x24x3xf32>
///   %r = linalg.generic {indexing_maps = [
///         affine_map<(d0, d1, d2, d3, d4, d5, d6)
///                    -> (d0, d1 + d4 + 7, d2 + d5 + 7, d6)>, ...], ...}
///       ins(%p, %w : tensor<1x24x24x3xf32>, tensor<3x3x3x4xf32>)
///       outs(%o : tensor<1x8x8x4xf32>) {
///     // the body of the convolution: multiply and add
///   } -> tensor<1x8x8x4xf32>
FailureOr<linalg::LinalgOp> layout::alignWindows(RewriterBase &rewriter,
                                                 linalg::LinalgOp op,
                                                 const ImageBlocks &blocks,
                                                 std::string &reason) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  OpOperand *data = op.getDpsInputOperand(0);
  Border border = getBorder(data->get(), blocks.data);
  auto image = cast<RankedTensorType>(border.image.getType());
  if (ShapedType::isDynamicShape(extents) || !image.hasStaticShape()) {
    reason = "requires static dims for blocks of images, found ?";
    return failure();
  }
  SmallVector<int64_t> filled = getFilledExtents(op, blocks.result);
  AffineMap map = op.getMatchingIndexingMap(data);
  SmallVector<AlignedDim> dims(image.getRank());
  SmallVector<AffineExpr> indices(map.getResults());
  for (auto [number, block] : llvm::enumerate(blocks.data)) {
    if (block == 0)
      continue;
    FailureOr<AlignedDim> dim =
        alignDim(indices[number], image.getDimSize(number), border.low[number],
                 block, extents, filled, reason);
    if (failed(dim))
      return failure();
    dims[number] = *dim;
    indices[number] = dim->index;
  }

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  LoopRelayout relayout;
  relayout.iterators = op.getIteratorTypesArray();
  relayout.maps = op.getIndexingMapsArray();
  relayout.maps[0] =
      AffineMap::get(map.getNumDims(), 0, indices, op.getContext());
  for (unsigned loop : llvm::seq<unsigned>(0, op.getNumLoops()))
    relayout.oldLoops.push_back(rewriter.getAffineDimExpr(loop));
  SmallVector<Value> operands(op->getOperands());
  operands[0] = addBorders(rewriter, op.getLoc(), border, dims);
  return cast<linalg::LinalgOp>(
      rebuildAsGeneric(rewriter, op, relayout, operands).getOperation());
}

void layout::eraseAligned(RewriterBase &rewriter, linalg::LinalgOp op) {
  for (Operation *dead = op; dead && isOpTriviallyDead(dead);) {
    Operation *data = dead->getOperand(0).getDefiningOp();
    bool isPad = isa_and_nonnull<DataMovementOpInterface>(data);
    rewriter.eraseOp(dead);
    dead = isPad ? data : nullptr;
  }
}
