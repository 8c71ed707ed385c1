//===- MoveElements.cpp - Rewrites on raw data ----------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/MoveElements.h"
#include "BoxValues.h"
#include "layout/Algebra/StridedForm.h"
#include "layout/Support/StridedCopy.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include <cstring>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Bijective maps
//===----------------------------------------------------------------------===//

/// A digit of a source dim steps through the source by its stride there, and
/// through the target by what the digits after it span.
static void transformByDigits(const MixedRadixMap &digits,
                              ArrayRef<int64_t> shape, size_t elementSize,
                              ArrayRef<char> source,
                              MutableArrayRef<char> target) {
  SmallVector<int64_t> strides = computeStrides(shape);
  SmallVector<StridedLoop> loops;
  int64_t targetStride = 1;
  for (const MixedRadix &list : llvm::reverse(digits))
    for (const Digit &digit : llvm::reverse(list)) {
      loops.push_back(
          {digit.extent, digit.stride * strides[digit.dim], targetStride});
      targetStride *= digit.extent;
    }
  copyStrided(loops, elementSize, source.data(), target.data());
}

/// CallSites `visit` with the offset in the row-major `box` of every element,
/// in row-major order.
static void forEachOffset(const IndexMap &map, ArrayRef<int64_t> shape,
                          ArrayRef<int64_t> box,
                          llvm::function_ref<void(int64_t)> visit) {
  AffineExpr offset =
      getRowMajorOffset(map.getAffineMap().getResults(), box, map.getContext());
  BoxValues(offset, shape).forEach([&](ArrayRef<int64_t> values) {
    visit(values.front());
    return true;
  });
}

/// target[map(i)] = source[i], element by element.
static void scatter(const IndexMap &map, ArrayRef<int64_t> shape,
                    ArrayRef<int64_t> box, size_t elementSize,
                    ArrayRef<char> source, MutableArrayRef<char> target) {
  const char *next = source.data();
  forEachOffset(map, shape, box, [&](int64_t offset) {
    std::memcpy(&target[offset * elementSize], next, elementSize);
    next += elementSize;
  });
}

void layout::transformElements(const IndexMap &map, ArrayRef<int64_t> shape,
                               size_t elementSize, ArrayRef<char> source,
                               MutableArrayRef<char> target) {
  if (llvm::is_contained(shape, 0))
    return;
  // Digits that overlap, as residues do, are no loops.
  std::optional<MixedRadixMap> digits = map.getDigits(shape);
  if (digits && isExactCover(*digits, shape))
    transformByDigits(*digits, shape, elementSize, source, target);
  else
    scatter(map, shape, *map.getPhysicalShape(shape), elementSize, source,
            target);
}

//===----------------------------------------------------------------------===//
// Layouts with padding
//===----------------------------------------------------------------------===//

namespace {
/// A part of a tensor in which all tiles are full: loops from logical offsets
/// (the source) to places (the target).
struct FullTiles {
  int64_t offset = 0, place = 0;
  SmallVector<StridedLoop> loops;
};
} // namespace

/// Cuts `size` indices of a dim, `stride` elements apart, into those in full
/// tiles of the outermost digit and, by the digits within, the rest; every part
/// comes to those of the other dims.
static SmallVector<FullTiles> cutIntoFullTiles(ArrayRef<FullTiles> others,
                                               ArrayRef<StridedDigit> digits,
                                               int64_t size, int64_t stride) {
  SmallVector<FullTiles> parts;
  int64_t done = 0, place = 0;
  for (; done < size; digits = digits.drop_front()) {
    int64_t tile = 1;
    for (const StridedDigit &digit : digits.drop_front())
      tile *= digit.extent;
    int64_t count = (size - done) / tile;
    if (count != 0)
      for (FullTiles part : others) {
        part.offset += done * stride;
        part.place += place;
        part.loops.push_back({count, tile * stride, digits.front().stride});
        int64_t inner = tile;
        for (const StridedDigit &digit : digits.drop_front()) {
          inner /= digit.extent;
          part.loops.push_back({digit.extent, inner * stride, digit.stride});
        }
        parts.push_back(std::move(part));
      }
    done += count * tile;
    place += count * digits.front().stride;
  }
  return parts;
}

/// All of a layout that has elements; nothing for skews and the like.
static std::optional<SmallVector<FullTiles>>
getFullTiles(const PhysicalLayout &layout) {
  std::optional<StridedForm> form = getStridedForm(layout);
  if (!form)
    return std::nullopt;
  SmallVector<FullTiles> parts{{0, form->first, {}}};
  for (auto [digits, size, stride] : llvm::zip_equal(
           form->dims, layout.getShape(), computeStrides(layout.getShape())))
    if (size != 1)
      parts = cutIntoFullTiles(parts, digits, size, stride);
  return parts;
}

void layout::placeElements(const PhysicalLayout &layout, ArrayRef<char> padding,
                           ArrayRef<char> source,
                           MutableArrayRef<char> target) {
  size_t elementSize = padding.size();
  if (layout.getNumPlaces() != layout.getNumElements())
    fillElements(padding, target);
  if (layout.getNumElements() == 0)
    return;
  auto parts = getFullTiles(layout);
  if (!parts)
    return scatter(layout.getMap(), layout.getShape(), layout.getBox(),
                   elementSize, source, target);
  for (const FullTiles &part : *parts)
    copyStrided(part.loops, elementSize, &source[part.offset * elementSize],
                &target[part.place * elementSize]);
}

void layout::collectElements(const PhysicalLayout &layout, size_t elementSize,
                             ArrayRef<char> source,
                             MutableArrayRef<char> target) {
  if (layout.getNumElements() == 0)
    return;
  if (auto parts = getFullTiles(layout)) {
    for (FullTiles &part : *parts) {
      for (StridedLoop &loop : part.loops)
        std::swap(loop.sourceStride, loop.targetStride);
      copyStrided(part.loops, elementSize, &source[part.place * elementSize],
                  &target[part.offset * elementSize]);
    }
    return;
  }
  char *next = target.data();
  forEachOffset(layout.getMap(), layout.getShape(), layout.getBox(),
                [&](int64_t offset) {
                  std::memcpy(next, &source[offset * elementSize], elementSize);
                  next += elementSize;
                });
}

//===----------------------------------------------------------------------===//
// Pads and crops
//===----------------------------------------------------------------------===//

/// Where the element at `index` lies, in elements.
static int64_t getOffset(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  return linearize(index, computeStrides(shape));
}

void layout::insertElements(ArrayRef<int64_t> shape, ArrayRef<int64_t> offsets,
                            ArrayRef<int64_t> targetShape, size_t elementSize,
                            ArrayRef<char> source,
                            MutableArrayRef<char> target) {
  if (llvm::is_contained(shape, 0))
    return;
  bool isSplat = source.size() == elementSize;
  SmallVector<StridedLoop> loops;
  for (auto [extent, sourceStride, targetStride] : llvm::zip_equal(
           shape, computeStrides(shape), computeStrides(targetShape)))
    loops.push_back({extent, isSplat ? 0 : sourceStride, targetStride});
  copyStrided(loops, elementSize, source.data(),
              &target[getOffset(offsets, targetShape) * elementSize]);
}

void layout::extractElements(ArrayRef<int64_t> sourceShape,
                             ArrayRef<int64_t> offsets, ArrayRef<int64_t> shape,
                             size_t elementSize, ArrayRef<char> source,
                             MutableArrayRef<char> target) {
  if (llvm::is_contained(shape, 0))
    return;
  SmallVector<StridedLoop> loops;
  for (auto [extent, sourceStride, targetStride] : llvm::zip_equal(
           shape, computeStrides(sourceShape), computeStrides(shape)))
    loops.push_back({extent, sourceStride, targetStride});
  copyStrided(loops, elementSize,
              &source[getOffset(offsets, sourceShape) * elementSize],
              target.data());
}

void layout::fillElements(ArrayRef<char> element,
                          MutableArrayRef<char> target) {
  if (target.empty())
    return;
  size_t size = target.size(), done = element.size();
  std::memcpy(target.data(), element.data(), done);
  for (; done < size; done *= 2)
    std::memcpy(&target[done], target.data(), std::min(done, size - done));
}
