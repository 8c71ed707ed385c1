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
/// one dim form, major to minor, is in [begin, end).
static void addBoxes(ArrayRef<Digit> digits, ArrayRef<size_t> order,
                     int64_t begin, int64_t end, const PaddingBox &box,
                     SmallVectorImpl<PaddingBox> &boxes) {
  if (order.empty()) {
    boxes.push_back(box);
    return;
  }
  size_t position = order.front();
  int64_t stride = digits[position].stride;
  // The parts of the blocks at both ends, and the whole blocks between them.
  auto addPart = [&](int64_t block, int64_t first, int64_t last) {
    PaddingBox part = box;
    part.offsets[position] = block;
    part.sizes[position] = 1;
    addBoxes(digits, order.drop_front(), first, last, part, boxes);
  };
  int64_t first = begin / stride, last = end / stride;
  if (first == last)
    return addPart(first, begin % stride, end % stride);
  if (begin % stride != 0)
    addPart(first++, begin % stride, stride);
  if (first != last) {
    PaddingBox blocks = box;
    blocks.offsets[position] = first;
    blocks.sizes[position] = last - first;
    boxes.push_back(std::move(blocks));
  }
  if (end % stride != 0)
    addPart(last, 0, end % stride);
}

/// Splits boxes of whole dims into those in which the index of `dim` is in
/// [begin, end).
static SmallVector<PaddingBox> limitDim(ArrayRef<PaddingBox> boxes,
                                        ArrayRef<Digit> digits, unsigned dim,
                                        int64_t begin, int64_t end) {
  SmallVector<size_t> order;
  for (auto [position, digit] : llvm::enumerate(digits))
    if (digit.dim == dim && digit.extent != 1)
      order.push_back(position);
  llvm::sort(order, [&](size_t a, size_t b) {
    return digits[a].stride > digits[b].stride;
  });
  SmallVector<PaddingBox> limited;
  for (const PaddingBox &box : boxes)
    addBoxes(digits, order, begin, end, box, limited);
  return limited;
}

SmallVector<PaddingBox> layout::getPaddingBoxes(ArrayRef<int64_t> shape,
                                                ArrayRef<Digit> digits,
                                                ArrayRef<int64_t> kept) {
  PaddingBox whole;
  for (const Digit &digit : digits) {
    whole.offsets.push_back(0);
    whole.sizes.push_back(digit.extent);
  }
  SmallVector<int64_t> spanned = getSpannedShape(digits, shape.size());
  SmallVector<PaddingBox> boxes;
  for (auto [padded, size, extent] : llvm::enumerate(shape, kept)) {
    if (size == extent)
      continue;
    SmallVector<PaddingBox> ofDim = {whole};
    for (auto [dim, end] : llvm::enumerate(kept))
      if (dim == padded || end != spanned[dim])
        ofDim = limitDim(ofDim, digits, dim, dim == padded ? size : 0, end);
    llvm::append_range(boxes, ofDim);
  }
  return boxes;
}

SmallVector<PaddingBox> layout::getPaddingBoxes(ArrayRef<int64_t> shape,
                                                ArrayRef<Digit> digits) {
  return getPaddingBoxes(shape, digits, getSpannedShape(digits, shape.size()));
}

std::optional<PaddingBox> layout::getBoxOfDims(ArrayRef<MixedRadix> map,
                                               const PaddingBox &box) {
  PaddingBox result;
  size_t position = 0;
  for (const MixedRadix &list : map) {
    auto offsets = ArrayRef(box.offsets).slice(position, list.size());
    auto sizes = ArrayRef(box.sizes).slice(position, list.size());
    position += list.size();
    bool isWhole = llvm::equal(sizes, list, [](int64_t size, const Digit &d) {
      return size == d.extent;
    });
    if (!isWhole && list.size() != 1)
      return std::nullopt;
    result.offsets.push_back(isWhole ? 0 : offsets.front());
    result.sizes.push_back(isWhole ? getExtent(list) : sizes.front());
  }
  return result;
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
