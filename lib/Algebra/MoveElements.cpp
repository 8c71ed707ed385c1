//===- MoveElements.cpp - Rewrites on raw data ----------------------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/MoveElements.h"
#include "layout/Algebra/StridedCopy.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include <cstring>

using namespace mlir;
using namespace mlir::layout;

/// Where the element at `index` lies, in elements.
static int64_t getOffset(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  return linearize(index, computeStrides(shape));
}

/// A digit of a source dim steps through the source by its stride there, and
/// through the target by what the digits after it span.
static void transformByDigits(const DigitLists &digits, ArrayRef<int64_t> shape,
                              size_t elementSize, ArrayRef<char> source,
                              MutableArrayRef<char> target) {
  SmallVector<int64_t> strides = computeStrides(shape);
  SmallVector<StridedLoop> loops;
  int64_t targetStride = 1;
  for (const DigitList &list : llvm::reverse(digits))
    for (const Digit &digit : llvm::reverse(list)) {
      loops.push_back(
          {digit.extent, digit.stride * strides[digit.dim], targetStride});
      targetStride *= digit.extent;
    }
  copyStrided(loops, elementSize, source.data(), target.data());
}

void layout::transformElements(const IndexMap &map, ArrayRef<int64_t> shape,
                               size_t elementSize, ArrayRef<char> source,
                               MutableArrayRef<char> target) {
  if (llvm::is_contained(shape, 0))
    return;
  if (std::optional<DigitLists> digits = map.getDigits(shape))
    return transformByDigits(*digits, shape, elementSize, source, target);
  SmallVector<int64_t> targetShape = *map.getPhysicalShape(shape);
  const char *next = source.data();
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    int64_t offset = getOffset(map.forward(index), targetShape);
    std::memcpy(&target[offset * elementSize], next, elementSize);
    next += elementSize;
    return true;
  });
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
