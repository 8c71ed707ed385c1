//===- RaisePack.cpp - Raises packs, unpacks, and their windows -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pack that pads becomes a pad and a transform, an unpack that cuts off
// padding a transform and a crop. `layout-materialize` turns these into a
// gather (RaiseGather.cpp), or, if sizes are dynamic, into a tensor.pad in
// front of reshapes and a transpose, and into a tensor.extract_slice after
// them. So such pads and slices are raised as well if they are next to a
// transform. Pads and slices that stand alone are part of the computation and
// stay.
//
//===----------------------------------------------------------------------===//

#include "Analysis/ProvedSizes.h"
#include "OpModels/ExternalModels.h"
#include "OpModels/PackMap.h"
#include "Raise.h"
#include "layout/Dialect/Layout.h"
#include "layout/Interfaces/DataMovementInterface.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

//===----------------------------------------------------------------------===//
// Packs and unpacks
//===----------------------------------------------------------------------===//

/// Returns the tile of every logical dim, 1 if it is not tiled, or nothing if a
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

/// Returns the logical dim of every outer dim of the packed tensor.
template <typename OpTy>
static SmallVector<int64_t> getOuterOrder(OpTy op, int64_t rank) {
  if (!op.getOuterDimsPerm().empty())
    return llvm::to_vector(op.getOuterDimsPerm());
  return llvm::to_vector(llvm::seq<int64_t>(0, rank));
}

/// Returns the map from the logical dims, whose sizes must be multiples of the
/// tiles, to the outer dims and the tiles.
template <typename OpTy>
static IndexMap getTileMap(OpTy op, ArrayRef<int64_t> shape) {
  return IndexMap(layout::getPackMap(op, shape.size())).canonicalize(shape);
}

/// Returns the logical shape of the source of `unpack`, including padding.
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

/// Returns the size of a dim of the destination. Does not add a use of a
/// destination that is a `tensor.empty`, so that it can be erased.
static OpFoldResult getDestinationSize(RewriterBase &rewriter,
                                       linalg::UnPackOp unpack, int64_t dim) {
  if (auto empty = unpack.getDest().getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes()[dim];
  return tensor::getMixedSize(rewriter, unpack.getLoc(), unpack.getDest(), dim);
}

/// Pads `source` at the high ends to multiples of the tiles.
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

/// Raises a pack:
///
///   %0 = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0]
///       inner_tiles = [4] into %b : tensor<6x5xf32> -> tensor<2x5x4xf32>
///
/// becomes
///
///   %1 = layout.pad %a low [0, 0] high [2, 0] value(0.0 : f32)
///       : tensor<6x5xf32> to tensor<8x5xf32>
///   %0 = layout.layout_transform %1
///       by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
///       : tensor<8x5xf32> to tensor<2x5x4xf32>
///
/// There is no pad if the tiles are proved to divide the sizes.
LogicalResult raise::raisePack(RewriterBase &rewriter, linalg::PackOp op) {
  RankedTensorType type = op.getSourceType();
  if (!isPlain(type) || !isPlain(op.getDestType()))
    return failure();
  std::optional<SmallVector<int64_t>> tiles = getTiles(op, type.getRank());
  if (!tiles)
    return skip(op, "requires static tiles");

  Value source = op.getSource();
  bool divides = llvm::all_of(llvm::enumerate(*tiles), [&](auto pair) {
    return isProvedMultiple(source, pair.index(), pair.value());
  });
  if (!divides) {
    Value value = op.getPaddingValue();
    if (!value)
      return skip(op, "requires a padding value where a tile is not proved to "
                      "divide");
    Attribute element = getConstant(value);
    if (!element)
      return skip(op, "requires a constant padding value");
    source = padToTiles(rewriter, op.getLoc(), source, *tiles, element);
  }
  auto shape = cast<RankedTensorType>(source.getType()).getShape();
  return replace(rewriter, op,
                 LayoutTransformOp::create(rewriter, op.getLoc(), source,
                                           getTileMap(op, shape)));
}

/// Crops `tiled`, which has whole tiles, to the sizes of the destination of
/// `unpack`. Returns `tiled` itself if the sizes are proved equal.
static Operation *cropToDestination(RewriterBase &rewriter,
                                    linalg::UnPackOp unpack,
                                    LayoutTransformOp tiled,
                                    ArrayRef<int64_t> tiles) {
  Value whole = tiled.getResult();
  // Only tiled dims can be larger than the destination.
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

/// Raises an unpack:
///
///   %0 = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [4] into %b
///       : tensor<2x5x4xf32> -> tensor<6x5xf32>
///
/// becomes
///
///   %1 = layout.layout_transform %a
///       by <(d0, d1, d2) -> (d0 * 4 + d2, d1)>
///       : tensor<2x5x4xf32> to tensor<8x5xf32>
///   %0 = layout.crop %1 offsets [0, 0] sizes [6, 5]
///       : tensor<8x5xf32> to tensor<6x5xf32>
LogicalResult raise::raiseUnpack(RewriterBase &rewriter, linalg::UnPackOp op) {
  RankedTensorType type = op.getSourceType();
  if (!isPlain(type) || !isPlain(op.getDestType()))
    return failure();
  std::optional<SmallVector<int64_t>> tiles =
      getTiles(op, op.getDestType().getRank());
  if (!tiles)
    return skip(op, "requires static tiles");

  SmallVector<int64_t> shape = getTiledShape(op, *tiles);
  IndexMap pack = getTileMap(op, shape);
  RankedTensorType packed = type.clone(*pack.getPhysicalShape(shape));
  auto tiled = LayoutTransformOp::create(
      rewriter, op.getLoc(), castTo(rewriter, op.getSource(), packed),
      *pack.inverse(shape));
  return replace(rewriter, op, cropToDestination(rewriter, op, tiled, *tiles));
}

//===----------------------------------------------------------------------===//
// Pads and slices next to transforms
//===----------------------------------------------------------------------===//

/// Returns whether a pad or slice changes sizes at the high ends only.
static bool isResize(Operation *op) {
  return cast<DataMovementOpInterface>(op).isResize();
}

/// Returns whether `value` is the result of a chain of transforms with one use
/// each that moves elements: some transform in it is not a row-major reshape.
static bool isResultOfTransforms(Value value) {
  auto transform = value.getDefiningOp<LayoutTransformOp>();
  return transform && value.hasOneUse() &&
         (!transform.isFree() || isResultOfTransforms(transform.getSource()));
}

/// Whether a value has one use, and so have those that it is a reshape of.
static bool isReadOnce(Value value) {
  if (!value.hasOneUse())
    return false;
  Operation *op = value.getDefiningOp();
  auto transform = dyn_cast_if_present<LayoutTransformOp>(op);
  bool isReshape =
      isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) ||
      (transform && transform.isFree());
  return !isReshape || isReadOnce(op->getOperand(0));
}

/// Whether one rewrite that reads the whole source of a slice moves no more
/// than the slice, and then a rewrite of its result. The slice of a constant
/// is computed at compile time.
static bool isCheapAsCrop(tensor::ExtractSliceOp op) {
  RankedTensorType source = op.getSourceType(), result = op.getType();
  return isReadOnce(op.getSource()) &&
         !matchPattern(op.getSource(), m_Constant()) &&
         source.hasStaticShape() && result.hasStaticShape() &&
         source.getNumElements() / 3 <= result.getNumElements();
}

/// Returns whether the only use of `value` is a chain of transforms that moves
/// elements: some transform in it is not a row-major reshape.
static bool isSourceOfTransforms(Value value) {
  auto transform = value.hasOneUse()
                       ? dyn_cast<LayoutTransformOp>(*value.user_begin())
                       : nullptr;
  return transform &&
         (!transform.isFree() || isSourceOfTransforms(transform.getResult()));
}

/// Raises a constant pad at the high ends whose only user is a transform, or
/// that is marked `nofold`, as `layout-materialize` marks its pads:
///
///   %p = tensor.pad %a nofold low[0, 0] high[2, 0] {
///   ^bb0(%i: index, %j: index):
///     tensor.yield %zero : f32
///   } : tensor<6x5xf32> to tensor<8x5xf32>
///
/// becomes
///
///   %p = layout.pad %a low [0, 0] high [2, 0] value(0.0 : f32)
///       : tensor<6x5xf32> to tensor<8x5xf32>
LogicalResult raise::raisePad(RewriterBase &rewriter, tensor::PadOp op) {
  Value value = op.getConstantPaddingValue();
  Attribute element = value ? getConstant(value) : Attribute();
  if (!element || !(op.getNofold() || isSourceOfTransforms(op.getResult())) ||
      !isResize(op) || !isPlain(op.getSourceType()) ||
      !isPlain(op.getResultType()))
    return failure();
  return replace(rewriter, op,
                 PadOp::create(rewriter, op.getLoc(), op.getSource(),
                               op.getMixedLowPad(), op.getMixedHighPad(),
                               element));
}

/// Raises a slice at the beginning of a value that has no other users, if that
/// is the result of a transform, or the slice is a third of it or more:
///
///   %1 = tensor.extract_slice %0[0, 0] [6, 5] [1, 1]
///       : tensor<8x5xf32> to tensor<6x5xf32>
///
/// becomes
///
///   %1 = layout.crop %0 offsets [0, 0] sizes [6, 5]
///       : tensor<8x5xf32> to tensor<6x5xf32>
///
/// The planner may leave what a crop removes in the value, as padding, or make
/// one rewrite of it and those in front of it and behind.
LogicalResult raise::raiseSlice(RewriterBase &rewriter,
                                tensor::ExtractSliceOp op) {
  if (!(isResultOfTransforms(op.getSource()) || isCheapAsCrop(op)) ||
      !isResize(op) || !isPlain(op.getType()))
    return failure();
  return replace(rewriter, op,
                 CropOp::create(rewriter, op.getLoc(), op.getSource(),
                                op.getMixedOffsets(), op.getMixedSizes(),
                                Attribute()));
}
