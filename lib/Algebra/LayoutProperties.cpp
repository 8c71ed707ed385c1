//===- LayoutProperties.cpp - Contiguity and equality of layouts ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/LayoutProperties.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Runs by strides
//===----------------------------------------------------------------------===//

namespace {
/// A summary of the offsets of a sequence of elements.
struct Sequence {
  int64_t count = 1;
  int64_t runs = 1;
  /// The offsets of the first and the last element.
  int64_t first = 0, last = 0;
  /// The lengths of the first, the longest and the last run.
  int64_t head = 1, longest = 1, tail = 1;

  bool isOneRun() const { return runs == 1; }
  bool isContinuedBy(const Sequence &next) const {
    return next.first - last == 1;
  }
};
} // namespace

static Sequence shift(Sequence sequence, int64_t distance) {
  sequence.first += distance;
  sequence.last += distance;
  return sequence;
}

/// Summarizes the concatenation of two sequences.
static Sequence join(const Sequence &lhs, const Sequence &rhs) {
  Sequence both = lhs;
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

/// Summarizes `count` copies of a sequence, each at distance `stride` from the
/// previous one.
static Sequence repeat(const Sequence &sequence, int64_t count,
                       int64_t stride) {
  Sequence all = sequence;
  all.count = sequence.count * count;
  all.runs = sequence.runs * count;
  all.last = sequence.last + (count - 1) * stride;
  if (count == 1)
    return all;
  Sequence next = shift(sequence, stride);
  if (!sequence.isContinuedBy(next))
    return all;
  all.runs -= count - 1;
  if (sequence.isOneRun())
    all.head = all.longest = all.tail = all.count;
  else
    all.longest = std::max(sequence.longest, sequence.tail + sequence.head);
  return all;
}

/// Summarizes the first `size` indices of a dim, where `inner` summarizes the
/// elements at one index. Digits are sorted from most to least significant; a
/// partial tile comes last.
static Sequence traverse(ArrayRef<StridedDigit> digits, int64_t size,
                         const Sequence &inner) {
  if (digits.empty())
    return inner;
  ArrayRef<StridedDigit> minor = digits.drop_front();
  int64_t tile = 1;
  for (const StridedDigit &digit : minor)
    tile *= digit.extent;
  int64_t whole = size / tile, rest = size % tile;
  if (whole == 0)
    return traverse(minor, rest, inner);
  Sequence tiles =
      repeat(traverse(minor, tile, inner), whole, digits.front().stride);
  if (rest == 0)
    return tiles;
  return join(tiles, shift(traverse(minor, rest, inner),
                           whole * digits.front().stride));
}

static ContiguousRuns getRuns(const StridedForm &form,
                              ArrayRef<int64_t> shape) {
  ContiguousRuns runs;
  for (auto [digits, size] : llvm::zip_equal(form.dims, shape))
    runs.dims.push_back(traverse(digits, size, Sequence()).longest);
  Sequence rowMajor;
  for (auto [digits, size] : llvm::reverse(llvm::zip_equal(form.dims, shape)))
    rowMajor = traverse(digits, size, rowMajor);
  runs.rowMajor = rowMajor.longest;
  runs.numRowMajor = rowMajor.runs;
  return runs;
}

//===----------------------------------------------------------------------===//
// Runs by enumeration
//===----------------------------------------------------------------------===//

/// Returns the offsets of all elements, in row-major order of their indices.
static SmallVector<int64_t> getOffsets(const PhysicalLayout &layout) {
  SmallVector<int64_t> offsets;
  forEachIndex(layout.getShape(), [&](ArrayRef<int64_t> index) {
    offsets.push_back(layout.getOffset(index));
    return true;
  });
  return offsets;
}

/// Returns the length of the longest run along a dim of `size` indices, whose
/// neighbours are `distance` apart in row-major order.
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
// Neighbours, equality in memory
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

/// Compares two forms, ignoring the strides of dims of extent 1.
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
      lhs.getNumPositions() != rhs.getNumPositions())
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
