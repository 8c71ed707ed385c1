//===- StridedRegion.cpp - The elements of a view -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StridedRegion.h"
#include "layout/Support/Saturating.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<StridedRegion> StridedRegion::get(MemRefType type) {
  SmallVector<int64_t> strides;
  StridedRegion region;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, region.offset)) ||
      ShapedType::isDynamic(region.offset) || region.offset < 0)
    return std::nullopt;
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides)) {
    if (size == 1)
      continue;
    if (ShapedType::isDynamic(stride) || stride <= 0)
      return std::nullopt;
    region.dims.push_back({size, stride});
  }
  return region;
}

bool StridedRegion::isEmpty() const {
  return llvm::any_of(dims, [](const Dim &dim) { return dim.size == 0; });
}

int64_t StridedRegion::getNumElements() const {
  int64_t count = 1;
  for (const Dim &dim : dims)
    count = multiplySaturating(count, dim.size);
  return count;
}

bool StridedRegion::isInjective() const {
  SmallVector<Dim> ascending = dims;
  llvm::sort(ascending,
             [](const Dim &a, const Dim &b) { return a.stride < b.stride; });
  int64_t last = 0;
  for (const Dim &dim : ascending) {
    if (dim.stride <= last)
      return isEmpty();
    last = addSaturating(last, multiplySaturating(dim.size - 1, dim.stride));
  }
  return true;
}

namespace {
/// An interval of the values of one digit of a position, [low, high].
struct Interval {
  int64_t low, high;
};
} // namespace

/// The strides of both regions and 1, each once, in descending order.
static SmallVector<int64_t> getStrides(const StridedRegion &a,
                                       const StridedRegion &b) {
  SmallVector<int64_t> strides = {1};
  for (const StridedRegion *region : {&a, &b})
    for (const StridedRegion::Dim &dim : region->dims)
      strides.push_back(dim.stride);
  llvm::sort(strides, std::greater<>());
  strides.erase(llvm::unique(strides), strides.end());
  return strides;
}

/// The values that each digit of the positions of a region may have, where a
/// position is Σ digit · stride, and each digit but the first is less than the
/// previous stride divided by its own.
static SmallVector<Interval> getDigits(const StridedRegion &region,
                                       ArrayRef<int64_t> strides) {
  // The greatest value that the dims add to each digit.
  SmallVector<int64_t> added(strides.size(), 0);
  for (const StridedRegion::Dim &dim : region.dims) {
    int64_t &sum = added[llvm::find(strides, dim.stride) - strides.begin()];
    sum = addSaturating(sum, dim.size - 1);
  }
  SmallVector<Interval> digits(strides.size());
  // What the digits behind carry into this one, least and most.
  Interval carry = {0, 0};
  for (size_t i = strides.size(); i-- > 0;) {
    int64_t start = region.offset / strides[i];
    if (i == 0) {
      digits[i] = {start + carry.low,
                   addSaturating(start + carry.high, added[i])};
      break;
    }
    int64_t range = strides[i - 1] / strides[i];
    int64_t low = start % range + carry.low;
    int64_t high = addSaturating(start % range + carry.high, added[i]);
    carry = {low / range, high / range};
    digits[i] = carry.low == carry.high ? Interval{low % range, high % range}
                                        : Interval{0, range - 1};
  }
  return digits;
}

bool layout::areDisjoint(const StridedRegion &a, const StridedRegion &b) {
  if (a.isEmpty() || b.isEmpty())
    return true;
  SmallVector<int64_t> strides = getStrides(a, b);
  // Digits need strides that divide each other; positions alone need none.
  for (auto [outer, inner] :
       llvm::zip(ArrayRef(strides).drop_back(), ArrayRef(strides).drop_front()))
    if (outer % inner != 0) {
      strides = {1};
      break;
    }
  auto spread = [&](const StridedRegion &region) {
    if (strides.size() > 1)
      return getDigits(region, strides);
    int64_t last = region.offset;
    for (const StridedRegion::Dim &dim : region.dims)
      last = addSaturating(last, multiplySaturating(dim.size - 1, dim.stride));
    return SmallVector<Interval>{{region.offset, last}};
  };
  return llvm::any_of(llvm::zip_equal(spread(a), spread(b)), [](auto pair) {
    auto [x, y] = pair;
    return x.high < y.low || y.high < x.low;
  });
}
