//===- LayoutFacts.cpp - What one asks about a layout ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/LayoutFacts.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Runs, from strides
//===----------------------------------------------------------------------===//

namespace {
/// What is known of some elements, walked one after the other.
struct Stretch {
  int64_t count = 1;
  int64_t runs = 1;
  /// Offsets of its ends.
  int64_t first = 0, last = 0;
  /// The lengths of the run it begins with, of its longest run, and of the run
  /// it ends with.
  int64_t head = 1, longest = 1, tail = 1;

  bool isOneRun() const { return runs == 1; }
  bool isContinuedBy(const Stretch &next) const {
    return next.first - last == 1;
  }
};
} // namespace

static Stretch shift(Stretch stretch, int64_t distance) {
  stretch.first += distance;
  stretch.last += distance;
  return stretch;
}

static Stretch join(const Stretch &lhs, const Stretch &rhs) {
  Stretch both = lhs;
  both.count += rhs.count;
  both.runs += rhs.runs;
  both.last = rhs.last;
  both.longest = std::max(lhs.longest, rhs.longest);
  both.tail = rhs.tail;
  if (!lhs.isContinuedBy(rhs))
    return both;
  --both.runs;
  both.longest = std::max(both.longest, lhs.tail + rhs.head);
  if (lhs.isOneRun())
    both.head = lhs.count + rhs.head;
  if (rhs.isOneRun())
    both.tail = lhs.tail + rhs.count;
  return both;
}

/// `count` times the same, each `stride` places after the one before. Two
/// copies show what any number looks like, but for their length.
static Stretch repeat(const Stretch &stretch, int64_t count, int64_t stride) {
  Stretch all = stretch;
  all.count = stretch.count * count;
  all.runs = stretch.runs * count;
  all.last = stretch.last + (count - 1) * stride;
  if (count == 1)
    return all;
  Stretch next = shift(stretch, stride);
  if (!stretch.isContinuedBy(next))
    return all;
  all.runs -= count - 1;
  if (stretch.isOneRun())
    all.head = all.longest = all.tail = all.count;
  else
    all.longest = std::max(stretch.longest, stretch.tail + stretch.head);
  return all;
}

/// The first `size` steps of a dim, each of them an `inner` stretch. Digits
/// from major to minor; a tile that is cut off comes last.
static Stretch walk(ArrayRef<StridedDigit> digits, int64_t size,
                    const Stretch &inner) {
  if (digits.empty())
    return inner;
  ArrayRef<StridedDigit> minor = digits.drop_front();
  int64_t tile = 1;
  for (const StridedDigit &digit : minor)
    tile *= digit.extent;
  int64_t whole = size / tile, rest = size % tile;
  if (whole == 0)
    return walk(minor, rest, inner);
  Stretch tiles =
      repeat(walk(minor, tile, inner), whole, digits.front().stride);
  if (rest == 0)
    return tiles;
  return join(tiles,
              shift(walk(minor, rest, inner), whole * digits.front().stride));
}

static ContiguousRuns getRuns(const StridedForm &form,
                              ArrayRef<int64_t> shape) {
  ContiguousRuns runs;
  for (auto [digits, size] : llvm::zip_equal(form.dims, shape))
    runs.dims.push_back(walk(digits, size, Stretch()).longest);
  Stretch rowMajor;
  for (auto [digits, size] : llvm::reverse(llvm::zip_equal(form.dims, shape)))
    rowMajor = walk(digits, size, rowMajor);
  runs.rowMajor = rowMajor.longest;
  runs.numRowMajor = rowMajor.runs;
  return runs;
}

//===----------------------------------------------------------------------===//
// Runs, by looking at every element
//===----------------------------------------------------------------------===//

/// The offsets of all elements, in row-major order of their indices.
static SmallVector<int64_t> getOffsets(const PhysicalLayout &layout) {
  SmallVector<int64_t> offsets;
  forEachIndex(layout.getShape(), [&](ArrayRef<int64_t> index) {
    offsets.push_back(layout.getOffset(index));
    return true;
  });
  return offsets;
}

/// The longest run along a dim of `size` indices that are `distance` apart in
/// row-major order.
static int64_t findLongestRun(ArrayRef<int64_t> offsets, int64_t distance,
                              int64_t size) {
  SmallVector<int64_t> lengths(offsets.size(), 1);
  for (int64_t i = distance, e = offsets.size(); i < e; ++i)
    if (i / distance % size != 0 && offsets[i] == offsets[i - distance] + 1)
      lengths[i] = lengths[i - distance] + 1;
  return *llvm::max_element(lengths);
}

static ContiguousRuns enumerateRuns(const PhysicalLayout &layout) {
  SmallVector<int64_t> offsets = getOffsets(layout);
  ContiguousRuns runs;
  for (auto [distance, size] :
       llvm::zip_equal(computeStrides(layout.getShape()), layout.getShape()))
    runs.dims.push_back(findLongestRun(offsets, distance, size));
  runs.rowMajor = findLongestRun(offsets, 1, offsets.size());
  runs.numRowMajor = 1;
  for (size_t i = 1; i < offsets.size(); ++i)
    runs.numRowMajor += offsets[i] != offsets[i - 1] + 1;
  return runs;
}

std::optional<ContiguousRuns>
layout::findContiguousRuns(const PhysicalLayout &layout) {
  if (layout.getNumElements() == 0)
    return ContiguousRuns{SmallVector<int64_t>(layout.getShape().size(), 0)};
  if (std::optional<StridedForm> form = getStridedForm(layout))
    return getRuns(*form, layout.getShape());
  if (layout.getNumElements() <= kEnumerationLimit)
    return enumerateRuns(layout);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Neighbours, sameness
//===----------------------------------------------------------------------===//

SmallVector<Neighbour> layout::getNeighbours(const PhysicalLayout &layout,
                                             ArrayRef<int64_t> index) {
  SmallVector<Neighbour> neighbours;
  for (auto [dim, size] : llvm::enumerate(layout.getShape()))
    for (int64_t step : {-1, 1}) {
      SmallVector<int64_t> next(index);
      next[dim] += step;
      if (next[dim] < 0 || next[dim] >= size)
        continue;
      int64_t offset = layout.getOffset(next);
      neighbours.push_back(
          {static_cast<unsigned>(dim), step, std::move(next), offset});
    }
  return neighbours;
}

/// Unit dims have a stride, but no second index that it would move.
static bool isSameOnShape(const StridedForm &lhs, const StridedForm &rhs,
                          ArrayRef<int64_t> shape) {
  return lhs.first == rhs.first &&
         llvm::all_of(llvm::zip_equal(lhs.dims, rhs.dims, shape), [](auto dim) {
           auto &[a, b, size] = dim;
           return size == 1 || a == b;
         });
}

Verdict layout::isSameInMemory(const PhysicalLayout &lhs,
                               const PhysicalLayout &rhs) {
  if (lhs.getShape() != rhs.getShape() ||
      lhs.getNumPlaces() != rhs.getNumPlaces())
    return Verdict::Refuted;
  auto toVerdict = [](bool same) {
    return same ? Verdict::Proved : Verdict::Refuted;
  };
  std::optional<StridedForm> a = getStridedForm(lhs), b = getStridedForm(rhs);
  if (a && b)
    return toVerdict(isSameOnShape(*a, *b, lhs.getShape()));
  if (lhs.getNumElements() > kEnumerationLimit)
    return Verdict::Unknown;
  return toVerdict(getOffsets(lhs) == getOffsets(rhs));
}
