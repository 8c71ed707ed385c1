//===- PaddingBoxes.cpp - Where the padding of a layout lies --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PaddingBoxes.h"
#include "layout/Analysis/Rewrites.h"
#include "layout/Support/Saturating.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Adds the boxes within `box` in which the index that the digits `order` of
/// one dim form, major to minor, is `begin` or larger.
static void addBoxes(ArrayRef<Digit> digits, ArrayRef<size_t> order,
                     int64_t begin, PaddingBox box,
                     SmallVectorImpl<PaddingBox> &boxes) {
  if (order.empty())
    return;
  size_t position = order.front();
  const Digit &digit = digits[position];
  int64_t first = llvm::divideCeil(begin, digit.stride);
  if (int64_t rest = begin % digit.stride) {
    PaddingBox inner = box;
    inner.offsets[position] = begin / digit.stride;
    inner.sizes[position] = 1;
    addBoxes(digits, order.drop_front(), rest, std::move(inner), boxes);
  }
  if (first >= digit.extent)
    return;
  box.offsets[position] = first;
  box.sizes[position] = digit.extent - first;
  boxes.push_back(std::move(box));
}

SmallVector<PaddingBox> layout::getPaddingBoxes(ArrayRef<int64_t> shape,
                                                ArrayRef<Digit> digits) {
  PaddingBox whole;
  for (const Digit &digit : digits) {
    whole.offsets.push_back(0);
    whole.sizes.push_back(digit.extent);
  }
  SmallVector<int64_t> spanned = getSpannedShape(digits, shape.size());
  SmallVector<PaddingBox> boxes;
  for (auto [dim, size, extent] : llvm::enumerate(shape, spanned)) {
    if (size == extent)
      continue;
    SmallVector<size_t> order;
    for (auto [position, digit] : llvm::enumerate(digits))
      if (digit.dim == dim && digit.extent != 1)
        order.push_back(position);
    llvm::sort(order, [&](size_t a, size_t b) {
      return digits[a].stride > digits[b].stride;
    });
    addBoxes(digits, order, size, whole, boxes);
  }
  return boxes;
}

Cost layout::getBytesOfBoxes(RankedTensorType type,
                             ArrayRef<PaddingBox> boxes) {
  Cost bytes = 0;
  for (const PaddingBox &box : boxes)
    bytes = addSaturating(
        bytes,
        multiplySaturating(
            Cost(2), Cost(getByteCount(RankedTensorType::get(
                                           box.sizes, type.getElementType()))
                              .bytes)));
  return bytes;
}
