//===- LayoutPropertiesTest.cpp - Contiguity and equality of layouts ------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Case: S2-e
// Covers: B30, P28
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/LayoutProperties.h"
#include "BruteForce.h"
#include "RandomLayouts.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class LayoutPropertiesTest : public ::testing::Test {
protected:
  PhysicalLayout get(StringRef map, ArrayRef<int64_t> shape,
                     ArrayRef<int64_t> box = {}) {
    return randomlayouts::parse(map, shape, box, &context);
  }

  /// Returns the longest run along every dim, the longest run in row-major
  /// order and the number of runs in that order.
  SmallVector<int64_t> getRuns(StringRef map, ArrayRef<int64_t> shape,
                               ArrayRef<int64_t> box = {}) {
    std::optional<ContiguousRuns> runs =
        findContiguousRuns(get(map, shape, box));
    if (!runs)
      return {};
    SmallVector<int64_t> all = runs->dims;
    all.push_back(runs->rowMajor);
    all.push_back(runs->numRowMajor);
    return all;
  }

  MLIRContext context;
};

using Runs = SmallVector<int64_t>;
constexpr char nchw4c[] = "(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)";
constexpr char nhwc4c[] = "(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)";

/// Returns the offset of every element, in row-major order, by brute force.
std::vector<int64_t> getOffsets(const PhysicalLayout &layout) {
  bruteforce::Facts facts(layout.getMap().getAffineMap(), layout.getShape());
  std::vector<int64_t> offsets(facts.images.size());
  llvm::transform(facts.images, offsets.begin(),
                  [&](const bruteforce::Index &image) {
                    return bruteforce::linearize(image, layout.getBox());
                  });
  return offsets;
}

/// Returns the length of the longest run in the order given by `next`, which
/// returns the successor of an element or -1.
template <typename Next>
int64_t findLongest(const std::vector<int64_t> &offsets, Next next) {
  int64_t longest = 0;
  for (int64_t start = 0, e = offsets.size(); start < e; ++start) {
    int64_t length = 1;
    for (int64_t at = start, then; (then = next(at)) >= 0; at = then) {
      if (offsets[then] != offsets[at] + 1)
        break;
      ++length;
    }
    longest = std::max(longest, length);
  }
  return longest;
}
} // namespace

TEST_F(LayoutPropertiesTest, FindsContiguousRuns) {
  EXPECT_EQ(getRuns("(n, c, h, w) -> (n, c, h, w)", {1, 64, 56, 56}),
            (Runs{1, 1, 1, 56, 200704, 1}));
  EXPECT_EQ(getRuns("(n, c, h, w) -> (n, h, w, c)", {1, 64, 56, 56}),
            (Runs{1, 64, 1, 1, 1, 200704}));
  // In row-major order, the last pixel of one tile of channels is adjacent to
  // the first pixel of the next tile: a run of 2.
  EXPECT_EQ(getRuns(nchw4c, {1, 64, 56, 56}),
            (Runs{1, 4, 1, 1, 2, 200704 - 15}));
  EXPECT_EQ(getRuns("(i, j) -> (j floordiv 64, i, j mod 64)", {1024, 256}),
            (Runs{1, 64, 64, 4096}));
  EXPECT_EQ(getRuns("(i) -> (i)", {1LL << 62}),
            (Runs{1LL << 62, 1LL << 62, 1}));
}

TEST_F(LayoutPropertiesTest, RunsContinueAcrossTiles) {
  // The last four channels of an image are adjacent to the first four of the
  // next one.
  EXPECT_EQ(getRuns(nhwc4c, {16, 64, 64, 128}),
            (Runs{1, 1, 1, 4, 8, 16 * 64 * 64 * 32 - 15}));
  EXPECT_EQ(getRuns("(i, j) -> (i floordiv 2, j floordiv 4, i mod 2, j mod 4)",
                    {4, 8}),
            (Runs{1, 4, 8, 7}));
}

TEST_F(LayoutPropertiesTest, RunsEndAtPadding) {
  EXPECT_EQ(getRuns(nchw4c, {2, 3, 5, 7}), (Runs{1, 3, 1, 1, 1, 210}));
  EXPECT_EQ(getRuns("(n, c) -> (n, c floordiv 4, c mod 4)", {3, 14}),
            (Runs{1, 14, 14, 3}));
  EXPECT_EQ(getRuns("(n, c) -> (c floordiv 4, n, c mod 4)", {3, 14}),
            (Runs{1, 4, 4, 12}));
  EXPECT_EQ(getRuns("(i, j) -> (i, j)", {3, 5}, {3, 8}), (Runs{1, 5, 5, 3}));
  EXPECT_EQ(getRuns("(i, j) -> (i, j)", {3, 5}, {4, 5}), (Runs{1, 5, 15, 1}));
  EXPECT_EQ(getRuns("(i, j) -> (i, j)", {0, 5}), (Runs{0, 0, 0, 0}));
  EXPECT_EQ(getRuns("() -> ()", {}), (Runs{1, 1}));
}

TEST_F(LayoutPropertiesTest, LayoutsWithoutStridedFormAreEnumerated) {
  EXPECT_EQ(getRuns("(i, j) -> (i, (i + j) mod 16)", {16, 16}),
            (Runs{2, 16, 16, 31}));
  EXPECT_EQ(getRuns("(i, j) -> (i, (i + j) mod 1024)", {1024, 1024}), (Runs{}));
}

TEST_F(LayoutPropertiesTest, ReturnsNeighboursWithOffsets) {
  PhysicalLayout layout = get(nhwc4c, {16, 64, 64, 128});
  SmallVector<Neighbour> neighbours = getNeighbours(layout, {0, 0, 0, 3});
  ASSERT_EQ(neighbours.size(), 5u);
  EXPECT_EQ(neighbours[0].index, (SmallVector<int64_t>{1, 0, 0, 3}));
  EXPECT_EQ(neighbours[0].offset, 524291);
  EXPECT_EQ(neighbours[1].offset, 259);
  EXPECT_EQ(neighbours[2].offset, 7);
  EXPECT_EQ(neighbours[3].offset, 2);
  EXPECT_EQ(neighbours[3].step, -1);
  EXPECT_EQ(neighbours[4].dim, 3u);
  EXPECT_EQ(neighbours[4].index, (SmallVector<int64_t>{0, 0, 0, 4}));
  EXPECT_EQ(neighbours[4].offset, 16384);
  EXPECT_TRUE(getNeighbours(get("(i) -> (i)", {1}), {0}).empty());
}

TEST_F(LayoutPropertiesTest, ComparesLayoutsInMemory) {
  SmallVector<int64_t> column = {1, 64, 1, 1};
  EXPECT_EQ(isSameInMemory(get(nchw4c, column),
                           get("(n, c, h, w) -> (h, n, w, c)", column)),
            Verdict::Proved);
  SmallVector<int64_t> three = {2, 3, 500, 700};
  EXPECT_EQ(isSameInMemory(get(nchw4c, three), get(nchw4c, three)),
            Verdict::Proved);
  EXPECT_EQ(
      isSameInMemory(get(nchw4c, three), get("(n, c, h, w) -> (n, h, w, c)",
                                             three, {2, 500, 700, 4})),
      Verdict::Proved);
  EXPECT_EQ(isSameInMemory(get(nchw4c, three),
                           get("(n, c, h, w) -> (n, h, w, c)", three)),
            Verdict::Refuted);
  SmallVector<int64_t> square = {1024, 1024};
  constexpr char skew[] = "(i, j) -> (i, (i + j) mod 1024)";
  EXPECT_EQ(isSameInMemory(get(skew, square), get("(i, j) -> (i, j)", square)),
            Verdict::Unknown);
}

TEST_F(LayoutPropertiesTest, RunsAgreeWithBruteForce) {
  randomlayouts::Generator generator(&context, 42);
  unsigned judged = 0;
  for (unsigned i = 0; i < 4000; ++i) {
    std::optional<PhysicalLayout> layout = generator.get();
    if (!layout)
      continue;
    ++judged;
    ArrayRef<int64_t> shape = layout->getShape();
    std::vector<int64_t> offsets = getOffsets(*layout);
    int64_t count = offsets.size();
    std::optional<ContiguousRuns> runs = findContiguousRuns(*layout);
    ASSERT_TRUE(runs);
    int64_t numRuns = 1;
    for (int64_t i = 1; i < count; ++i)
      numRuns += offsets[i] != offsets[i - 1] + 1;
    EXPECT_EQ(runs->numRowMajor, numRuns);
    EXPECT_EQ(runs->rowMajor, findLongest(offsets, [&](int64_t at) {
                return at + 1 < count ? at + 1 : -1;
              }));
    for (unsigned dim = 0; dim < shape.size(); ++dim)
      EXPECT_EQ(runs->dims[dim], findLongest(offsets, [&](int64_t at) {
                  bruteforce::Index index = bruteforce::delinearize(at, shape);
                  return ++index[dim] < shape[dim]
                             ? bruteforce::linearize(index, shape)
                             : int64_t(-1);
                }));
    if (HasFailure())
      FAIL() << "layout " << i;
  }
  EXPECT_GT(judged, 2000u);
}

TEST_F(LayoutPropertiesTest, EqualityInMemoryAgreesWithBruteForce) {
  randomlayouts::Generator generator(&context, 43);
  unsigned same = 0, different = 0;
  for (unsigned i = 0; i < 4000; ++i) {
    // On small shapes whose extents are powers of two, many maps are equal.
    SmallVector<int64_t> shape, filled;
    for (int64_t rank = generator.maps.pick(1, 3); rank > 0; --rank) {
      filled.push_back(1 << generator.maps.pick(0, 2));
      shape.push_back(generator.maps.pick(1, filled.back()));
    }
    auto a = generator.get({shape, generator.maps.digitMap(filled).map});
    auto b = generator.get({shape, generator.maps.digitMap(filled).map});
    if (!a || !b)
      continue;
    bool expected = a->getNumPositions() == b->getNumPositions() &&
                    getOffsets(*a) == getOffsets(*b);
    ASSERT_EQ(isSameInMemory(*a, *b),
              expected ? Verdict::Proved : Verdict::Refuted);
    (expected ? same : different) += 1;
  }
  EXPECT_GT(same, 200u);
  EXPECT_GT(different, 500u);
}
