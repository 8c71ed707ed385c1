//===- MaterializeAsPack.cpp - Lowers transforms to linalg.pack -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutToLinalg.h"
#include "Relayout/LoopRelayout.h"
#include "layout/Dialect/Layout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// The attributes of a linalg.pack: the result has the outer digits of all
/// dims, in the order `outerDimsPerm`, followed by the tiles of `innerDimsPos`.
struct PackForm {
  SmallVector<int64_t> outerDimsPerm, innerDimsPos;
  SmallVector<OpFoldResult> tiles;
};
} // namespace

/// Returns the digits of a map, one for each result dim, or nothing if some
/// result has several digits or a dynamic one. A unit dim that no expression
/// relates to a source dim is assigned to a source dim without an outer digit.
static std::optional<MixedRadix> getResultDigits(const IndexMap &map,
                                                 ArrayRef<int64_t> shape) {
  std::optional<MixedRadixMap> digits = getExplicitDigits(map, shape);
  if (!digits || digits->size() <= shape.size() ||
      llvm::any_of(*digits, [](const MixedRadix &list) {
        return list.size() > 1 || (!list.empty() && list.front().isDynamic());
      }))
    return std::nullopt;
  auto outer = ArrayRef(*digits).take_front(shape.size());
  SmallVector<unsigned> missing;
  for (unsigned dim : llvm::seq<unsigned>(0, shape.size()))
    if (llvm::none_of(outer, [&](const MixedRadix &list) {
          return !list.empty() && list.front().dim == dim;
        }))
      missing.push_back(dim);
  MixedRadix resultDigits;
  ArrayRef<unsigned> next = missing;
  for (const MixedRadix &list : *digits) {
    if (list.empty() && next.empty())
      return std::nullopt;
    resultDigits.push_back(list.empty()
                               ? Digit{next.front(), shape[next.front()], 1}
                               : list.front());
    if (list.empty())
      next = next.drop_front();
  }
  return resultDigits;
}

/// Returns the attributes of the pack that computes `map` on `shape`, or
/// nothing if no pack does.
static std::optional<PackForm>
getPackForm(const IndexMap &map, ArrayRef<int64_t> shape, Builder &builder) {
  size_t rank = shape.size();
  std::optional<MixedRadix> digits = getResultDigits(map, shape);
  if (!digits)
    return std::nullopt;
  PackForm form;
  SmallVector<int64_t> tiles(rank, 1);
  llvm::SmallBitVector isOuter(rank);
  for (auto [dim, digit] : llvm::enumerate(*digits)) {
    if (dim < rank) {
      if (!digit.isOutermost(shape[digit.dim]) || isOuter.test(digit.dim))
        return std::nullopt;
      isOuter.set(digit.dim);
      tiles[digit.dim] = digit.stride;
      form.outerDimsPerm.push_back(digit.dim);
      continue;
    }
    if (digit.stride != 1 || digit.extent != tiles[digit.dim] ||
        llvm::is_contained(form.innerDimsPos, digit.dim))
      return std::nullopt;
    form.innerDimsPos.push_back(digit.dim);
    form.tiles.push_back(builder.getIndexAttr(digit.extent));
  }
  // Every dim that is split needs its tile among the inner dims.
  for (auto [dim, tile] : llvm::enumerate(tiles))
    if (tile != 1 && !llvm::is_contained(form.innerDimsPos, int64_t(dim)))
      return std::nullopt;
  return form;
}

/// Returns the pad in front of a transform if a pack may replace both.
static PadOp getMergedPad(LayoutTransformOp op) {
  auto pad = op.getSource().getDefiningOp<PadOp>();
  if (!pad || !pad->hasOneUse() || !pad.isStatic() ||
      !areAllConstantIntValue(pad.getMixedLow(), 0) ||
      !pad.getSource().getType().hasStaticShape())
    return nullptr;
  return pad;
}

/// Returns the crop after a transform if an unpack may replace both.
static CropOp getMergedCrop(LayoutTransformOp op) {
  auto crop = op->hasOneUse() ? dyn_cast<CropOp>(*op->user_begin()) : nullptr;
  if (!crop || !crop.isStatic() ||
      !areAllConstantIntValue(crop.getMixedOffsets(), 0))
    return nullptr;
  return crop;
}

/// Returns whether padding `shape` to multiples of the tiles gives `padded`.
static bool fillsLastTiles(const PackForm &form, ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> padded) {
  SmallVector<int64_t> tiles(shape.size(), 1);
  for (auto [dim, tile] : llvm::zip_equal(form.innerDimsPos, form.tiles))
    tiles[dim] = *getConstantIntValue(tile);
  return llvm::all_of(llvm::zip_equal(shape, padded, tiles), [](auto dim) {
    auto [size, paddedSize, tile] = dim;
    return llvm::alignTo(size, tile) == static_cast<uint64_t>(paddedSize);
  });
}

static Value createEmpty(RewriterBase &rewriter, Location loc,
                         RankedTensorType type) {
  return tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                 type.getElementType(), type.getEncoding());
}

/// Replaces `op`, and a pad in front of it, by a pack:
///
///   %0 = layout.pad %a low [0, 0] high [2, 0] value(0.0 : f32)
///       : tensor<6x5xf32> to tensor<8x5xf32>
///   %1 = layout.layout_transform %0
///       by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
///       : tensor<8x5xf32> to tensor<2x5x4xf32>
///
/// becomes
///
///   %0 = tensor.empty() : tensor<2x5x4xf32>
///   %1 = linalg.pack %a padding_value(%zero : f32) outer_dims_perm = [0, 1]
///       inner_dims_pos = [0] inner_tiles = [4] into %0
///       : tensor<6x5xf32> -> tensor<2x5x4xf32>
static bool createPack(RewriterBase &rewriter, LayoutTransformOp op) {
  ArrayRef<int64_t> shape = op.getSource().getType().getShape();
  auto form = getPackForm(op.getIndexMap(), shape, rewriter);
  PadOp pad = getMergedPad(op);
  if (pad && form &&
      !fillsLastTiles(*form, pad.getSource().getType().getShape(), shape))
    pad = nullptr;
  if (!form)
    return false;
  rewriter.setInsertionPoint(op);
  Value element = pad ? createPadElement(rewriter, pad) : Value();
  auto pack = linalg::PackOp::create(
      rewriter, op.getLoc(), pad ? pad.getSource() : op.getSource(),
      createEmpty(rewriter, op.getLoc(), op.getResult().getType()),
      form->innerDimsPos, form->tiles,
      element ? std::optional(element) : std::nullopt, form->outerDimsPerm);
  rewriter.replaceOp(op, pack);
  if (pad)
    rewriter.eraseOp(pad);
  return true;
}

/// Replaces `op`, and a crop after it, by an unpack:
///
///   %0 = layout.layout_transform %a by <(d0, d1, d2) -> (d0 * 4 + d2, d1)>
///       : tensor<2x5x4xf32> to tensor<8x5xf32>
///   %1 = layout.crop %0 offsets [0, 0] sizes [6, 5]
///       : tensor<8x5xf32> to tensor<6x5xf32>
///
/// becomes
///
///   %0 = tensor.empty() : tensor<6x5xf32>
///   %1 = linalg.unpack %a outer_dims_perm = [0, 1] inner_dims_pos = [0]
///       inner_tiles = [4] into %0 : tensor<2x5x4xf32> -> tensor<6x5xf32>
static bool createUnpack(RewriterBase &rewriter, LayoutTransformOp op) {
  RankedTensorType result = op.getResult().getType();
  std::optional<IndexMap> inverse =
      op.getIndexMap().inverse(op.getSource().getType().getShape());
  if (!inverse)
    return false;
  auto form = getPackForm(*inverse, result.getShape(), rewriter);
  CropOp crop = getMergedCrop(op);
  if (crop && form &&
      !fillsLastTiles(*form, crop.getResult().getType().getShape(),
                      result.getShape()))
    crop = nullptr;
  if (!form)
    return false;
  rewriter.setInsertionPoint(op);
  auto unpack = linalg::UnPackOp::create(
      rewriter, op.getLoc(), op.getSource(),
      createEmpty(rewriter, op.getLoc(),
                  crop ? crop.getResult().getType() : result),
      form->innerDimsPos, form->tiles, form->outerDimsPerm);
  rewriter.replaceOp(crop ? crop.getOperation() : op.getOperation(), unpack);
  if (crop)
    rewriter.eraseOp(op);
  return true;
}

bool layout::materializeAsPack(RewriterBase &rewriter, LayoutTransformOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  if (!op.getSource().getType().hasStaticShape() ||
      !op.getResult().getType().hasStaticShape())
    return false;
  return createPack(rewriter, op) || createUnpack(rewriter, op);
}
