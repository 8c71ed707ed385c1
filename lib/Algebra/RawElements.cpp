//===- RawElements.cpp - Index maps, pads and crops on raw data -----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RawElements.h"
#include "Support/StridedCopy.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include <cstring>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Index maps
//===----------------------------------------------------------------------===//

/// Copies with one loop per digit. The loop steps through the source by the
/// stride of the digit, and through the target by the product of the extents of
/// all later digits.
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

/// Copies element by element.
static void transformByEnumeration(const IndexMap &map, ArrayRef<int64_t> shape,
                                   size_t elementSize, ArrayRef<char> source,
                                   MutableArrayRef<char> target) {
  AffineExpr offset =
      getRowMajorOffset(map.getAffineMap().getResults(),
                        *map.getPhysicalShape(shape), map.getContext());
  const char *next = source.data();
  BoxEvaluator(offset, shape).forEach([&](ArrayRef<int64_t> values) {
    std::memcpy(&target[values.front() * elementSize], next, elementSize);
    next += elementSize;
    return true;
  });
}

void layout::transformElements(const IndexMap &map, ArrayRef<int64_t> shape,
                               size_t elementSize, ArrayRef<char> source,
                               MutableArrayRef<char> target) {
  if (llvm::is_contained(shape, 0))
    return;
  // Digits that overlap, such as residues, are no loops.
  std::optional<MixedRadixMap> digits = map.getDigits(shape);
  if (digits && isExactCover(*digits, shape))
    transformByDigits(*digits, shape, elementSize, source, target);
  else
    transformByEnumeration(map, shape, elementSize, source, target);
}

//===----------------------------------------------------------------------===//
// Pads and crops
//===----------------------------------------------------------------------===//

/// Returns the row-major offset of `index`, in elements.
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

//===----------------------------------------------------------------------===//
// Elements of 1, 2 or 4 bits
//===----------------------------------------------------------------------===//

void layout::unpackElements(unsigned bits, ArrayRef<char> packed,
                            MutableArrayRef<char> elements) {
  unsigned perByte = 8 / bits, mask = (1u << bits) - 1;
  for (auto [i, element] : llvm::enumerate(elements))
    element = (packed[i / perByte] >> (i % perByte * bits)) & mask;
}

void layout::packElements(unsigned bits, ArrayRef<char> elements,
                          MutableArrayRef<char> packed) {
  unsigned perByte = 8 / bits, mask = (1u << bits) - 1;
  llvm::fill(packed, 0);
  for (auto [i, element] : llvm::enumerate(elements))
    packed[i / perByte] |= (element & mask) << (i % perByte * bits);
}
