//===- PaddedLayouts.cpp - Layouts of padded values -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddedLayouts.h"
#include "layout/Analysis/PlanningScope.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Dialect/Layout.h"

using namespace mlir;
using namespace mlir::layout;

MixedRadixMap layout::normalizeAll(ArrayRef<MixedRadix> lists) {
  return llvm::map_to_vector<0>(
      lists, [](const MixedRadix &list) { return normalize(list); });
}

Cost layout::getBytesIn(RankedTensorType type, ArrayRef<Digit> digits) {
  // A product of the extents, which does not get less than the type's if it
  // saturates.
  SmallVector<int64_t> shape = getSpannedShape(digits, type.getRank());
  for (auto [size, extent] : llvm::zip_equal(type.getShape(), shape))
    if (ShapedType::isDynamic(size) || size == 0)
      extent = size;
  return getByteCount(type.clone(shape)).bytes;
}

std::optional<MixedRadixMap>
layout::growLeadingDigits(ArrayRef<MixedRadix> lists, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> spanned = getSpannedShape(concat(lists), shape.size());
  MixedRadixMap grown(lists.begin(), lists.end());
  SmallVector<bool> isSmaller(shape.size(), false);
  for (auto [dim, size, extent] : llvm::enumerate(shape, spanned))
    isSmaller[dim] = extent < size && !ShapedType::isDynamic(extent);
  for (MixedRadix &list : grown)
    for (Digit &digit : list)
      if (isSmaller[digit.dim] &&
          digit.stride * digit.extent == spanned[digit.dim] &&
          shape[digit.dim] % digit.stride == 0) {
        digit.extent = shape[digit.dim] / digit.stride;
        isSmaller[digit.dim] = false;
      }
  if (llvm::is_contained(isSmaller, true))
    return std::nullopt;
  return grown;
}

std::optional<MixedRadix> layout::dropPadding(MixedRadix order,
                                              ArrayRef<int64_t> shape) {
  SmallVector<int64_t> spanned = getSpannedShape(order, shape.size());
  for (Digit &digit : order) {
    int64_t extent = shape[digit.dim];
    if (digit.isDynamic() || spanned[digit.dim] == extent ||
        digit.stride * digit.extent != spanned[digit.dim])
      continue;
    if (extent % digit.stride != 0)
      return std::nullopt;
    digit.extent = extent / digit.stride;
  }
  return normalize(order);
}

bool layout::growOutermostDigit(MixedRadix &list, ArrayRef<int64_t> shape,
                                int64_t extent) {
  if (list.empty() || list.front().isDynamic())
    return false;
  Digit &digit = list.front();
  int64_t behind = getExtent(ArrayRef(list).drop_front());
  if (digit.stride * digit.extent != shape[digit.dim] ||
      ShapedType::isDynamic(behind) || extent % behind != 0)
    return false;
  digit.extent = extent / behind;
  return true;
}

/// Whether every dim is dynamic in both types, has the same extent, or a larger
/// static one in `larger`.
static bool growsStatically(RankedTensorType smaller, RankedTensorType larger) {
  return llvm::all_of(llvm::zip_equal(smaller.getShape(), larger.getShape()),
                      [&](auto sizes) {
                        auto [from, to] = sizes;
                        if (ShapedType::isDynamic(from))
                          return ShapedType::isDynamic(to);
                        return from != 0 && !ShapedType::isDynamic(to);
                      });
}

/// Whether the pad does not pad any dynamic dim.
static bool keepsDynamicDims(PadOp pad) {
  return llvm::all_of(
      llvm::zip_equal(pad.getSource().getType().getShape(), pad.getMixedHigh()),
      [](auto dim) {
        auto [size, width] = dim;
        return !ShapedType::isDynamic(size) || getConstantIntValue(width) == 0;
      });
}

/// Returns `resize` if it changes some dim, each by a static width.
static std::optional<Resize> check(Resize resize) {
  auto [larger, smaller, isPad, content] = resize;
  if (!growsStatically(smaller, larger) || smaller == larger ||
      larger.getEncoding() || smaller.getEncoding())
    return std::nullopt;
  return resize;
}

std::optional<Resize> layout::matchPad(Operation *op) {
  auto pad = dyn_cast<PadOp>(op);
  if (!pad || isFrozen(op) || !areAllConstantIntValue(pad.getMixedLow(), 0) ||
      !keepsDynamicDims(pad))
    return std::nullopt;
  return check({pad.getResult().getType(), pad.getSource().getType(),
                /*isPad=*/true, pad.isPoison() ? Attribute() : pad.getValue()});
}

std::optional<Resize> layout::matchCrop(Operation *op) {
  auto crop = dyn_cast<CropOp>(op);
  if (!crop || isFrozen(op) || !crop.isResize())
    return std::nullopt;
  return check({crop.getSource().getType(), crop.getResult().getType(),
                /*isPad=*/false, crop.getCropped().value_or(Attribute())});
}

LayoutRule layout::getSameLayoutRule(RankedTensorType type,
                                     unsigned numOperands) {
  PortRule port = PortRule::whole(type.getShape());
  return LayoutRuleBuilder(type.getShape())
      .addPort(port)
      .addScalars(numOperands - 1)
      .addPort(port)
      .build();
}
