//===- RaiseGather.cpp - Raises gathers to chains of layout ops -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Raise.h"
#include "layout/Dialect/Layout/IR/Layout.h"
#include "layout/ExternalModels/ExternalModels.h"
#include "layout/Interfaces/GatherInterface.h"

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

/// Raises a gather that pads or crops to what `layout-materialize` makes
/// gathers of: the gather in GatherInterface.h becomes
///
///   %0 = layout.pad %a low [0, 0] high [2, 0] value(0.0 : f32)
///       : tensor<6x5xf32> to tensor<8x5xf32>
///   %1 = layout.layout_transform %0
///       by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
///       : tensor<8x5xf32> to tensor<2x5x4xf32>
LogicalResult raise::raiseGather(RewriterBase &rewriter, linalg::LinalgOp op) {
  auto candidate = dyn_cast<GatherOpInterface>(op.getOperation());
  std::optional<Gather> gather = candidate && op.hasPureTensorSemantics()
                                     ? candidate.getGather()
                                     : std::nullopt;
  auto type = gather ? dyn_cast<RankedTensorType>(gather->source.getType())
                     : RankedTensorType();
  if (!type || !gather->steps || !isPlain(type) ||
      !isPlain(op->getResult(0).getType()))
    return failure();
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op->getResult(0).getType()).getShape();
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
