//===- InversionTest.cpp - Left inverses and padded maps ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: R10, R49, D3
// Case: S1-d
//
//===----------------------------------------------------------------------===//

#include "Algebra/Inversion.h"
#include "Algebra/PaddedMap.h"
#include "BruteForce.h"
#include "RandomMaps.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using bruteforce::Facts;
using bruteforce::Index;
using randommaps::Generator;
using randommaps::Sample;
using Shape = SmallVector<int64_t>;

namespace {
class Inversion : public ::testing::Test {
protected:
  IndexMap parse(StringRef text) {
    auto attribute = cast<AffineMapAttr>(
        parseAttribute(("affine_map<" + text + ">").str(), &context));
    return IndexMap(attribute.getValue());
  }

  template <typename T>
  static std::string print(const T &value) {
    std::string text;
    llvm::raw_string_ostream os(text);
    value.print(os);
    return text;
  }

  /// Checks that the left inverse undoes an injective map. Returns whether it
  /// is known.
  bool checkLeftInverse(const Sample &sample, const Facts &facts) {
    std::optional<AffineMap> inverse = solveForIndex(sample.map, sample.shape);
    if (!inverse || !facts.injective || facts.negative)
      return false;
    for (auto [point, image] : llvm::zip_equal(facts.points, facts.images))
      EXPECT_EQ(bruteforce::image(*inverse, image), point);
    return true;
  }

  /// Checks the padded map. Returns whether there is one.
  bool checkPaddedMap(const Sample &sample, const Facts &facts) {
    std::optional<PaddedMap> padded =
        getPaddedMap(IndexMap(sample.map), sample.shape);
    if (!padded)
      return false;
    Facts whole(padded->map.getAffineMap(), padded->shape);
    EXPECT_TRUE(whole.injective && !whole.negative);
    EXPECT_EQ(whole.extents.size(), facts.extents.size());
    EXPECT_EQ(bruteforce::product(whole.extents), int64_t(whole.points.size()));
    for (auto [point, image] : llvm::zip_equal(facts.points, facts.images)) {
      Index moved = point;
      for (auto [i, low] : llvm::zip_equal(moved, padded->low))
        i += low;
      EXPECT_EQ(bruteforce::image(padded->map.getAffineMap(), moved), image);
    }
    for (auto [size, low, high, sum] : llvm::zip_equal(
             sample.shape, padded->low, padded->high, padded->shape)) {
      EXPECT_GE(low, 0);
      EXPECT_GE(high, 0);
      EXPECT_EQ(size + low + high, sum);
    }
    return true;
  }

  MLIRContext context;
};
} // namespace

TEST_F(Inversion, PartialLastTile) {
  IndexMap map = parse("(i) -> (i floordiv 4, i mod 4)");
  EXPECT_EQ(solveForIndex(map.getAffineMap(), {14}),
            parse("(a, b) -> (a * 4 + b)").getAffineMap());

  std::optional<PaddedMap> padded = getPaddedMap(map, {14});
  ASSERT_TRUE(padded);
  EXPECT_EQ(padded->low, Shape{0});
  EXPECT_EQ(padded->high, Shape{2});
  EXPECT_EQ(padded->shape, Shape{16});
  EXPECT_EQ(padded->map, map);
}

// Blocks of 16 become groups of 12, of which 4 neighbours stay together.
TEST_F(Inversion, QuotientsOfSums) {
  IndexMap map = parse("(b, i) -> ((b * 16 + i) floordiv 12, "
                       "(b * 4 + i floordiv 4) mod 3, i mod 4)");
  std::optional<AffineMap> inverse = solveForIndex(map.getAffineMap(), {3, 16});
  ASSERT_TRUE(inverse);
  Facts facts(map.getAffineMap(), {3, 16});
  EXPECT_EQ(facts.points.size(), 48u);
  for (auto [point, image] : llvm::zip_equal(facts.points, facts.images))
    EXPECT_EQ(bruteforce::image(*inverse, image), point);
}

TEST_F(Inversion, OffsetsBecomePadsInFront) {
  IndexMap map = parse("(i) -> ((i + 1) floordiv 4, (i + 1) mod 4)");
  EXPECT_EQ(solveForIndex(map.getAffineMap(), {15}),
            parse("(a, b) -> (a * 4 + b - 1)").getAffineMap());
  std::optional<PaddedMap> padded = getPaddedMap(map, {14});
  ASSERT_TRUE(padded);
  EXPECT_EQ(padded->low, Shape{1});
  EXPECT_EQ(padded->high, Shape{1});
  EXPECT_EQ(padded->map, parse("(i) -> (i floordiv 4, i mod 4)"));
}

TEST_F(Inversion, PartialTileOfChannels) {
  IndexMap map = parse("(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)");
  std::optional<PaddedMap> padded = getPaddedMap(map, {32, 3, 224, 224});
  ASSERT_TRUE(padded);
  EXPECT_EQ(padded->high, (Shape{0, 1, 0, 0}));
  EXPECT_EQ(padded->shape, (Shape{32, 4, 224, 224}));
}

TEST_F(Inversion, ShapeWithFullTiles) {
  EXPECT_EQ(getFullTileShape(
                parse("(o, i) -> (o floordiv 16, i floordiv 8, (i floordiv 2) "
                      "mod 4, o mod 16, i mod 2)")
                    .getAffineMap(),
                {33, 3}),
            (Shape{48, 8}));
  // A boundary of the tiles of 4 falls within j.
  EXPECT_FALSE(getFullTileShape(
      parse("(i, j) -> ((i * 10 + j) floordiv 4)").getAffineMap(), {3, 10}));
}

TEST_F(Inversion, MapsWithoutDigits) {
  EXPECT_EQ(parse("(i) -> (47 - i)").inverse({48}), parse("(i) -> (47 - i)"));
  EXPECT_EQ(parse("(i) -> ((i * 5) mod 12)").inverse({12}),
            parse("(i) -> ((i * 5) mod 12)"));
  // NCHW16c to NCHW24c on 48 channels: block sizes without common refinement.
  IndexMap map = parse("(o, i) -> ((o * 16 + i) floordiv 24,"
                       " (o * 16 + i) mod 24)");
  EXPECT_EQ(map.isBijective({3, 16}), Verdict::Proved);
  EXPECT_EQ(map.inverse({3, 16}), parse("(a, b) -> ((a * 24 + b) floordiv 16,"
                                        " (a * 24 + b) mod 16)"));
  // Every second position is unused, so no pad makes this map bijective.
  IndexMap even = parse("(i) -> (i * 2)");
  EXPECT_EQ(solveForIndex(even.getAffineMap(), {5}),
            parse("(i) -> (i floordiv 2)").getAffineMap());
  EXPECT_FALSE(getPaddedMap(even, {5}));
}

TEST_F(Inversion, PaddedMapsWithNestedQuotients) {
  IndexMap map = parse("(i) -> ((i floordiv 8) floordiv 4, (i floordiv 8) mod "
                       "4, i mod 8)");
  std::optional<PaddedMap> padded = getPaddedMap(map, {70});
  ASSERT_TRUE(padded);
  EXPECT_EQ(padded->high, SmallVector<int64_t>{26});
  Sample sample{{70}, map.getAffineMap()};
  EXPECT_TRUE(checkPaddedMap(sample, Facts(sample.map, sample.shape)));
}

TEST_F(Inversion, RemaindersAndNestedQuotients) {
  auto isInverted = [&](StringRef text, ArrayRef<int64_t> shape) {
    Sample sample{SmallVector<int64_t>(shape), parse(text).getAffineMap()};
    return checkLeftInverse(sample, Facts(sample.map, sample.shape));
  };
  EXPECT_TRUE(isInverted("(i) -> (i mod 4, i mod 9)", {36}));
  EXPECT_TRUE(isInverted("(i) -> (i mod 4, i mod 9, i mod 5)", {100}));
  EXPECT_TRUE(isInverted("(i) -> ((i * 3 + 1) mod 4, (i * 2) mod 9)", {36}));
  EXPECT_TRUE(isInverted("(i) -> (i floordiv 4, (i * 3) mod 4)", {22}));
  EXPECT_TRUE(isInverted("(i, j) -> (((j * 6 + i) mod 8) * 3 + "
                         "((j * 6 + i) floordiv 8) floordiv 3, "
                         "((j * 6 + i) floordiv 8) mod 3)",
                         {6, 12}));
}

/// A chain of pad, tiling, its inverse and crop is the identity on the
/// elements.
TEST_F(Inversion, PadAndCropChainsAreProvedIdentity) {
  for (const char *text : {"(i) -> (i floordiv 4, i mod 4)",
                           "(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)",
                           "(i) -> (i mod 16, i floordiv 16)"}) {
    IndexMap map = parse(text);
    std::optional<PaddedMap> padded = getPaddedMap(map, {14});
    ASSERT_TRUE(padded) << text;
    IndexMap pad(
        AffineMap::get(1, 0, getAffineDimExpr(0, &context) + padded->low[0]));
    IndexMap crop(
        AffineMap::get(1, 0, getAffineDimExpr(0, &context) - padded->low[0]));
    std::optional<IndexMap> back = padded->map.inverse(padded->shape);
    ASSERT_TRUE(back) << text;
    AffineMap identity = AffineMap::getMultiDimIdentityMap(1, &context);
    IndexMap middle = back->compose(padded->map).compose(pad);
    EXPECT_EQ(proveEqual(crop.compose(middle).getAffineMap(), identity, {14}),
              Verdict::Proved)
        << text;
    // A crop with another offset does not give the identity.
    IndexMap other(AffineMap::get(
        1, 0, getAffineDimExpr(0, &context) - padded->low[0] - 1));
    EXPECT_EQ(proveEqual(other.compose(middle).getAffineMap(), identity, {14}),
              Verdict::Refuted)
        << text;
  }
}

TEST_F(Inversion, EmptyAndDynamic) {
  IndexMap map = parse("(i) -> (i floordiv 4, i mod 4)");
  EXPECT_TRUE(solveForIndex(map.getAffineMap(), {0}));
  EXPECT_TRUE(solveForIndex(parse("(i) -> (0)").getAffineMap(), {0}));
  EXPECT_FALSE(getPaddedMap(map, {ShapedType::kDynamic}));
  EXPECT_FALSE(solveForIndex(parse("(i) -> (i mod 4)").getAffineMap(), {8}));
  EXPECT_FALSE(getPaddedMap(parse("(i) -> (i mod 4)"), {8}));
}

/// Maps with tiles, offsets and reversals, many of them with partial tiles.
TEST_F(Inversion, RandomPaddedMaps) {
  Generator generator(&context, 99);
  int64_t inverses = 0, paddedMaps = 0, injective = 0;
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    Shape shape = {generator.pick(1, 20), generator.pick(1, 20)};
    int64_t tile = generator.pick(1, 6), offset = generator.pick(0, 5);
    AffineExpr a = getAffineDimExpr(0, &context) + offset;
    AffineExpr b = getAffineDimExpr(1, &context);
    if (generator.pick(0, 3) == 0)
      b = b + generator.pick(0, 3);
    if (generator.pick(0, 4) == 0)
      b = shape[1] - 1 - b;
    SmallVector<AffineExpr> results = {a.floorDiv(tile), b, a % tile};
    if (int64_t other = generator.pick(1, 4); generator.pick(0, 1))
      results = {b.floorDiv(other), a.floorDiv(tile),
                 (b % other) * tile + a % tile};
    Sample sample{shape, AffineMap::get(2, 0, results, &context)};
    SCOPED_TRACE(print(sample.map) + " on " + std::to_string(shape[0]) + "x" +
                 std::to_string(shape[1]));
    Facts facts(sample.map, sample.shape);
    injective += facts.injective && !facts.negative;
    inverses += checkLeftInverse(sample, facts);
    paddedMaps += checkPaddedMap(sample, facts);
  }
  EXPECT_EQ(inverses, injective);
  EXPECT_GT(paddedMaps, 1400);
}

TEST_F(Inversion, RandomMaps) {
  Generator generator(&context, 4);
  int64_t inverses = 0, injective = 0;
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    Sample sample = i % 2 ? generator.digitMap() : generator.otherMap();
    Facts facts(sample.map, sample.shape);
    if (bruteforce::product(facts.extents) > 20000)
      continue;
    injective += facts.injective && !facts.negative;
    inverses += checkLeftInverse(sample, facts);
    checkPaddedMap(sample, facts);
  }
  // Remainders by moduli that are not coprime are not solved.
  EXPECT_GT(inverses, injective * 98 / 100);
}
