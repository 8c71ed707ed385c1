//===- RaiseGather.cpp - Raises gathers to chains of layout ops -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpModels/ExternalModels.h"
#include "Raise.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"
#include "layout/Interfaces/GatherInterface.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::raise;

/// Pads the high ends of a tensor to a shape. Dynamic dims keep their sizes.
static Value padTo(RewriterBase &rewriter, Location loc, Value source,
                   ArrayRef<int64_t> shape, Attribute element) {
  auto from = cast<RankedTensorType>(source.getType()).getShape();
  SmallVector<OpFoldResult> low(shape.size(), rewriter.getIndexAttr(0)), high;
  for (auto [before, after] : llvm::zip_equal(from, shape))
    high.push_back(rewriter.getIndexAttr(
        ShapedType::isDynamic(before) ? 0 : after - before));
  return PadOp::create(rewriter, loc, source, low, high, element);
}

/// Crops the high ends of a tensor to a shape.
static Operation *cropTo(RewriterBase &rewriter, Location loc, Value whole,
                         ArrayRef<int64_t> shape) {
  SmallVector<OpFoldResult> offsets(shape.size(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(rewriter.getContext(), shape);
  for (auto [dim, size] : llvm::enumerate(shape))
    if (ShapedType::isDynamic(size))
      sizes[dim] = tensor::getMixedSize(rewriter, loc, whole, dim);
  return CropOp::create(rewriter, loc, whole, offsets, sizes, Attribute());
}

/// Returns the type of a value that may be raised; null for any other value.
static RankedTensorType getPlainType(Value value) {
  return isPlain(value.getType()) ? cast<RankedTensorType>(value.getType())
                                  : RankedTensorType();
}

/// Returns the input an element of which is all that the body of `op` yields,
/// if that is all the op does; null otherwise.
static OpOperand *getMovedInput(linalg::LinalgOp op) {
  if (!onlyMovesElements(op) || op.getNumParallelLoops() != op.getNumLoops())
    return nullptr;
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  return op.getMatchingOpOperand(cast<BlockArgument>(yielded));
}

/// Returns the gather that the indexing maps of `op` state, or nothing if the
/// body does more than yield an element.
static std::optional<Gather> getGatherByMaps(linalg::LinalgOp op) {
  OpOperand *input = getMovedInput(op);
  if (!input)
    return std::nullopt;
  AffineMap write = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  RankedTensorType type = getPlainType(input->get());
  if (!type || !write.isPermutation())
    return std::nullopt;
  GatherRead read = {
      op.getMatchingIndexingMap(input).compose(inversePermutation(write)),
      llvm::SmallBitVector(type.getRank())};
  auto steps = getGatherSteps(
      read, type.getShape(),
      cast<RankedTensorType>(op->getResult(0).getType()).getShape());
  return Gather{input->get(), read, steps, Value()};
}

static std::optional<Gather> getGather(linalg::LinalgOp op) {
  auto candidate = dyn_cast<GatherOpInterface>(op.getOperation());
  std::optional<Gather> gather =
      candidate ? candidate.getGather() : std::nullopt;
  return gather ? gather : getGatherByMaps(op);
}

/// Raises a gather that pads or crops to what `layout-materialize` makes
/// gathers of: the gather in GatherInterface.h becomes
///
///   %0 = layout.pad %a low [0, 0] high [2, 0] value(0.0 : f32)
///       : tensor<6x5xf32> to tensor<8x5xf32>
///   %1 = layout.layout_transform %0
///       by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
///       : tensor<8x5xf32> to tensor<2x5x4xf32>
///
/// A crop may also be stated by the map of the operand that is read: with
/// `(i, j) -> (i floordiv 4, j, i mod 4)` of a tensor<2x5x4xf32>, a
/// tensor<6x5xf32> is a crop of a tensor<8x5xf32>.
LogicalResult raise::raiseGather(RewriterBase &rewriter, linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1)
    return failure();
  RankedTensorType resultType = getPlainType(op->getResult(0));
  std::optional<Gather> gather = resultType ? getGather(op) : std::nullopt;
  if (!gather || !gather->steps || !getPlainType(gather->source))
    return failure();
  ArrayRef<int64_t> shape = resultType.getShape();
  const GatherSteps &steps = *gather->steps;
  bool isCropped = ArrayRef(steps.whole) != shape;
  if (!gather->element && !isCropped)
    return failure();
  Attribute element;
  if (gather->element && !(element = getConstant(gather->element)))
    return failure();

  Location loc = op.getLoc();
  Value source = gather->source;
  if (element)
    source = padTo(rewriter, loc, source, steps.padded, element);
  Operation *last = LayoutTransformOp::create(rewriter, loc, source, steps.map);
  if (isCropped)
    last = cropTo(rewriter, loc, last->getResult(0), shape);
  return replace(rewriter, op, last);
}

/// Returns the element that all elements of a destination are, `ub.poison`'s
/// attribute if they are undefined; null if they may differ or are not known.
static Attribute getFilling(Value destination) {
  if (destination.getDefiningOp<tensor::EmptyOp>())
    return ub::PoisonAttr::get(destination.getContext());
  if (auto fill = destination.getDefiningOp<linalg::FillOp>())
    return getConstant(fill.value());
  SplatElementsAttr splat;
  return matchPattern(destination, m_Constant(&splat))
             ? splat.getSplatValue<Attribute>()
             : Attribute();
}

/// Raises a scatter into part of a destination whose other elements are equal.
/// They keep their value, which upstream's bufferization leaves undefined,
/// since the body does not read the destination:
///
///   %0 = linalg.generic {
///       indexing_maps = [affine_map<(i, j) -> (i, j)>,
///                        affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>],
///       iterator_types = ["parallel", "parallel"]}
///       ins(%a : tensor<6x5xf32>) outs(%zeros : tensor<2x5x4xf32>) {
///   ^bb0(%in: f32, %out: f32):
///     linalg.yield %in : f32
///   } -> tensor<2x5x4xf32>
///
/// becomes
///
///   %0 = layout.pad %a low [0, 0] high [2, 0] value(0.0 : f32)
///       : tensor<6x5xf32> to tensor<8x5xf32>
///   %1 = layout.layout_transform %0
///       by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
///       : tensor<8x5xf32> to tensor<2x5x4xf32>
LogicalResult raise::raiseScatter(RewriterBase &rewriter, linalg::LinalgOp op) {
  OpOperand *input = getMovedInput(op);
  if (!input || !op.hasPureTensorSemantics() || op->getNumResults() != 1)
    return failure();
  AffineMap read = op.getMatchingIndexingMap(input);
  OpOperand *init = op.getDpsInitOperand(0);
  RankedTensorType type = getPlainType(input->get());
  RankedTensorType resultType = getPlainType(op->getResult(0));
  if (!type || !resultType || !read.isPermutation())
    return failure();
  // The way back is a gather of the source from the result.
  GatherRead back = {
      op.getMatchingIndexingMap(init).compose(inversePermutation(read)),
      llvm::SmallBitVector(resultType.getRank())};
  auto steps = getGatherSteps(back, resultType.getShape(), type.getShape());
  if (!steps || ArrayRef(steps->whole) == type.getShape())
    return failure();
  Attribute element = getFilling(init->get());
  std::optional<IndexMap> map = steps->map.inverse(steps->padded);
  if (!element || !map)
    return failure();
  Value padded =
      padTo(rewriter, op.getLoc(), input->get(), steps->whole, element);
  return replace(rewriter, op,
                 LayoutTransformOp::create(rewriter, op.getLoc(), padded,
                                           map->canonicalize(steps->whole)));
}
