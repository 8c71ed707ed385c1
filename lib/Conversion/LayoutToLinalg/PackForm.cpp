//===- PackForm.cpp - Blocked rewrites as linalg.pack and unpack ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Conversion/LayoutToLinalg/LayoutToLinalg.h"
#include "layout/Dialect/Layout/Utils/LoopRelayout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// What linalg.pack says of a map: the outer digits of all dims, in some order,
/// and behind them the tiles of some.
struct PackForm {
  SmallVector<int64_t> outerDimsPerm, innerDimsPos;
  SmallVector<OpFoldResult> tiles;
};
} // namespace

/// The digits of a map, one per place; a unit place that says of no dim what it
/// is of is of one that has no outer place otherwise.
static std::optional<MixedRadix> getPlaces(const IndexMap &map,
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
  MixedRadix places;
  ArrayRef<unsigned> next = missing;
  for (const MixedRadix &list : *digits) {
    if (list.empty() && next.empty())
      return std::nullopt;
    places.push_back(list.empty() ? Digit{next.front(), shape[next.front()], 1}
                                  : list.front());
    if (list.empty())
      next = next.drop_front();
  }
  return places;
}

static std::optional<PackForm>
getPackForm(const IndexMap &map, ArrayRef<int64_t> shape, Builder &builder) {
  size_t rank = shape.size();
  std::optional<MixedRadix> places = getPlaces(map, shape);
  if (!places)
    return std::nullopt;
  PackForm form;
  SmallVector<int64_t> tiles(rank, 1);
  llvm::SmallBitVector isOuter(rank);
  for (auto [place, digit] : llvm::enumerate(*places)) {
    if (place < rank) {
      bool isOutermost =
          digit.stride * digit.extent == shape[digit.dim] ||
          (digit.extent == 1 && shape[digit.dim] == digit.stride);
      if (!isOutermost || isOuter.test(digit.dim))
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
  // What is cut has its tile behind.
  for (auto [dim, tile] : llvm::enumerate(tiles))
    if (tile != 1 && !llvm::is_contained(form.innerDimsPos, int64_t(dim)))
      return std::nullopt;
  return form;
}

/// The pad in front of a transform that a pack does as well.
static PadOp getMergedPad(LayoutTransformOp op) {
  auto pad = op.getSource().getDefiningOp<PadOp>();
  if (!pad || !pad->hasOneUse() || !pad.isStatic() ||
      !areAllConstantIntValue(pad.getMixedLow(), 0) ||
      !pad.getSource().getType().hasStaticShape())
    return nullptr;
  return pad;
}

/// The crop behind a transform that an unpack does as well.
static CropOp getMergedCrop(LayoutTransformOp op) {
  auto crop = op->hasOneUse() ? dyn_cast<CropOp>(*op->user_begin()) : nullptr;
  if (!crop || !crop.isStatic() ||
      !areAllConstantIntValue(crop.getMixedOffsets(), 0))
    return nullptr;
  return crop;
}

/// Whether dims of sizes `shape` need just as many tiles as those of `padded`.
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
