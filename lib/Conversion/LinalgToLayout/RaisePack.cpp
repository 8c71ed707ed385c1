//===- RaisePack.cpp - Packs and unpacks as pad, transform, crop ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Raise.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/Dialect/Layout/Utils/DynamicSizes.h"
#include "layout/ExternalModels/PackMap.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

/// The static tile of every logical dim, 1 where it is not tiled; nothing if a
/// tile is dynamic.
template <typename OpTy>
static std::optional<SmallVector<int64_t>> getTiles(OpTy op, int64_t rank) {
  SmallVector<int64_t> tiles(rank, 1);
  for (auto [dim, tile] :
       llvm::zip_equal(op.getInnerDimsPos(), op.getMixedTiles())) {
    std::optional<int64_t> size = getConstantIntValue(tile);
    if (!size)
      return std::nullopt;
    tiles[dim] = *size;
  }
  return tiles;
}

/// The logical dim of every outer dim of the packed tensor.
template <typename OpTy>
static SmallVector<int64_t> getOuterOrder(OpTy op, int64_t rank) {
  if (!op.getOuterDimsPerm().empty())
    return llvm::to_vector(op.getOuterDimsPerm());
  return llvm::to_vector(llvm::seq<int64_t>(0, rank));
}

/// From the logical dims, whose extents are multiples of the tiles, to the
/// outer dims and the tiles.
template <typename OpTy>
static IndexMap getTileMap(OpTy op, ArrayRef<int64_t> shape) {
  return IndexMap(layout::getPackMap(op, shape.size())).canonicalize(shape);
}

/// The logical shape that the whole tiles of `unpack` make up.
static SmallVector<int64_t> getTiledShape(linalg::UnPackOp unpack,
                                          ArrayRef<int64_t> tiles) {
  SmallVector<int64_t> shape(tiles.size());
  for (auto [outer, dim] :
       llvm::enumerate(getOuterOrder(unpack, tiles.size()))) {
    int64_t count = unpack.getSourceType().getDimSize(outer);
    shape[dim] = ShapedType::isDynamic(count) ? count : count * tiles[dim];
  }
  return shape;
}

/// The size of a dim of the destination, without keeping a `tensor.empty`.
static OpFoldResult getDestinationSize(RewriterBase &rewriter,
                                       linalg::UnPackOp unpack, int64_t dim) {
  if (auto empty = unpack.getDest().getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes()[dim];
  return tensor::getMixedSize(rewriter, unpack.getLoc(), unpack.getDest(), dim);
}

/// `source` padded at the high end to multiples of the tiles.
static Value padToTiles(RewriterBase &rewriter, Location loc, Value source,
                        ArrayRef<int64_t> tiles, Attribute element) {
  SmallVector<OpFoldResult> low(tiles.size(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> high = low;
  AffineExpr size = rewriter.getAffineSymbolExpr(0);
  for (auto [dim, tile] : llvm::enumerate(tiles))
    if (!isProvedMultiple(source, dim, tile))
      high[dim] = affine::makeComposedFoldedAffineApply(
          rewriter, loc, size.ceilDiv(tile) * tile - size,
          {tensor::getMixedSize(rewriter, loc, source, dim)});
  return PadOp::create(rewriter, loc, source, low, high, element);
}

LogicalResult raise::raisePack(RewriterBase &rewriter, linalg::PackOp op) {
  RankedTensorType type = op.getSourceType();
  if (!isPlain(type) || !isPlain(op.getDestType()))
    return failure();
  std::optional<SmallVector<int64_t>> tiles = getTiles(op, type.getRank());
  if (!tiles)
    return leave(op, "requires static tiles");

  Value source = op.getSource();
  bool divides = llvm::all_of(llvm::enumerate(*tiles), [&](auto pair) {
    return isProvedMultiple(source, pair.index(), pair.value());
  });
  if (!divides) {
    Value value = op.getPaddingValue();
    if (!value)
      return leave(op, "requires a padding value where a tile is not proved to "
                       "divide");
    Attribute element = getConstantElement(value);
    if (!element)
      return leave(op, "requires a constant padding value");
    source = padToTiles(rewriter, op.getLoc(), source, *tiles, element);
  }
  auto shape = cast<RankedTensorType>(source.getType()).getShape();
  return replace(rewriter, op,
                 LayoutTransformOp::create(rewriter, op.getLoc(), source,
                                           getTileMap(op, shape)));
}

/// What `unpack` keeps of the whole tiles: `tiled` itself where that is all.
static Operation *cropToDestination(RewriterBase &rewriter,
                                    linalg::UnPackOp unpack,
                                    LayoutTransformOp tiled,
                                    ArrayRef<int64_t> tiles) {
  Value whole = tiled.getResult();
  // Only tiles are cut off; every other dim agrees by definition.
  auto isCropped = [&](int64_t dim) {
    return tiles[dim] != 1 &&
           !haveProvedEqualSizes(whole, unpack.getDest(), dim);
  };
  auto dims = llvm::seq<int64_t>(0, tiles.size());
  if (llvm::none_of(dims, isCropped))
    return tiled;
  SmallVector<OpFoldResult> sizes,
      offsets(tiles.size(), rewriter.getIndexAttr(0));
  for (int64_t dim : dims)
    sizes.push_back(
        isCropped(dim)
            ? getDestinationSize(rewriter, unpack, dim)
            : tensor::getMixedSize(rewriter, unpack.getLoc(), whole, dim));
  return CropOp::create(rewriter, unpack.getLoc(), whole, offsets, sizes,
                        Attribute());
}

LogicalResult raise::raiseUnpack(RewriterBase &rewriter, linalg::UnPackOp op) {
  RankedTensorType type = op.getSourceType();
  if (!isPlain(type) || !isPlain(op.getDestType()))
    return failure();
  std::optional<SmallVector<int64_t>> tiles =
      getTiles(op, op.getDestType().getRank());
  if (!tiles)
    return leave(op, "requires static tiles");

  SmallVector<int64_t> shape = getTiledShape(op, *tiles);
  IndexMap pack = getTileMap(op, shape);
  RankedTensorType packed = type.clone(*pack.getPhysicalShape(shape));
  auto tiled = LayoutTransformOp::create(
      rewriter, op.getLoc(), castTo(rewriter, op.getSource(), packed),
      *pack.inverse(shape));
  return replace(rewriter, op, cropToDestination(rewriter, op, tiled, *tiles));
}
