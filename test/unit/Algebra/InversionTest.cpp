//===- InversionTest.cpp --------------------------------------------------===//
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

#include "layout/Algebra/Inversion.h"
#include "BruteForce.h"
#include "RandomMaps.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <set>

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

  /// The places of the physical box without an element, as the inverse has it.
  static std::set<Index> getPadding(const IndexMap &map,
                                    ArrayRef<int64_t> shape,
                                    const ImageInverse &inverse) {
    std::set<Index> padding;
    forEachIndex(*map.getPhysicalShape(shape), [&](ArrayRef<int64_t> place) {
      if (inverse.isPadding(place))
        padding.emplace(place.begin(), place.end());
      return true;
    });
    return padding;
  }

  /// The same by looking where every element goes.
  static std::set<Index> findPadding(const Facts &facts,
                                     ArrayRef<int64_t> box) {
    std::set<Index> padding;
    for (int64_t i = 0, e = bruteforce::product(box); i < e; ++i)
      padding.insert(bruteforce::delinearize(i, box));
    for (const Index &image : facts.images)
      padding.erase(image);
    return padding;
  }

  /// Returns whether the inverse is known.
  bool checkImageInverse(const Sample &sample, const Facts &facts) {
    IndexMap map(sample.map);
    std::optional<ImageInverse> inverse = invertOnImage(map, sample.shape);
    if (!inverse)
      return false;
    EXPECT_TRUE(facts.injective && !facts.negative);
    for (auto [point, image] : llvm::zip_equal(facts.points, facts.images))
      EXPECT_EQ(bruteforce::image(inverse->map.getAffineMap(), image), point);
    EXPECT_EQ(getPadding(map, sample.shape, *inverse),
              findPadding(facts, *map.getPhysicalShape(sample.shape)));
    return true;
  }

  /// Returns whether there is such a map.
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

TEST_F(Inversion, FourteenInFourByFour) {
  IndexMap map = parse("(i) -> (i floordiv 4, i mod 4)");
  std::optional<ImageInverse> inverse = invertOnImage(map, {14});
  ASSERT_TRUE(inverse);
  EXPECT_EQ(inverse->map, parse("(a, b) -> (a * 4 + b)"));
  ASSERT_EQ(inverse->padding.size(), 1u);
  EXPECT_EQ(print(inverse->padding[0]), "(d0, d1) : (d0 * 4 + d1 - 14 >= 0)");
  EXPECT_EQ(getPadding(map, {14}, *inverse), (std::set<Index>{{3, 2}, {3, 3}}));

  std::optional<PaddedMap> padded = getPaddedMap(map, {14});
  ASSERT_TRUE(padded);
  EXPECT_EQ(padded->low, Shape{0});
  EXPECT_EQ(padded->high, Shape{2});
  EXPECT_EQ(padded->shape, Shape{16});
  EXPECT_EQ(padded->map, map);
}

TEST_F(Inversion, OffsetsPadInFront) {
  IndexMap map = parse("(i) -> ((i + 1) floordiv 4, (i + 1) mod 4)");
  std::optional<ImageInverse> inverse = invertOnImage(map, {15});
  ASSERT_TRUE(inverse);
  EXPECT_EQ(inverse->map, parse("(a, b) -> (a * 4 + b - 1)"));
  EXPECT_EQ(getPadding(map, {15}, *inverse), (std::set<Index>{{0, 0}}));
  EXPECT_EQ(inverse->padding.size(), 1u);

  inverse = invertOnImage(map, {14});
  ASSERT_TRUE(inverse);
  EXPECT_EQ(getPadding(map, {14}, *inverse), (std::set<Index>{{0, 0}, {3, 3}}));
  EXPECT_EQ(inverse->padding.size(), 2u);

  std::optional<PaddedMap> padded = getPaddedMap(map, {14});
  ASSERT_TRUE(padded);
  EXPECT_EQ(padded->low, Shape{1});
  EXPECT_EQ(padded->high, Shape{1});
  EXPECT_EQ(padded->map, parse("(i) -> (i floordiv 4, i mod 4)"));
}

TEST_F(Inversion, ChannelsInTiles) {
  IndexMap map = parse("(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)");
  std::optional<PaddedMap> padded = getPaddedMap(map, {32, 3, 224, 224});
  ASSERT_TRUE(padded);
  EXPECT_EQ(padded->high, (Shape{0, 1, 0, 0}));
  EXPECT_EQ(padded->shape, (Shape{32, 4, 224, 224}));
  std::optional<ImageInverse> inverse = invertOnImage(map, {32, 3, 224, 224});
  ASSERT_TRUE(inverse);
  ASSERT_EQ(inverse->padding.size(), 1u);
  EXPECT_TRUE(inverse->isPadding({0, 0, 5, 7, 3}));
  EXPECT_FALSE(inverse->isPadding({31, 0, 5, 7, 2}));
}

TEST_F(Inversion, FullTiles) {
  EXPECT_EQ(getFullTileShape(
                parse("(o, i) -> (o floordiv 16, i floordiv 8, (i floordiv 2) "
                      "mod 4, o mod 16, i mod 2)")
                    .getAffineMap(),
                {33, 3}),
            (Shape{48, 8}));
  // The tile of 4 cuts within j.
  EXPECT_FALSE(getFullTileShape(
      parse("(i, j) -> ((i * 10 + j) floordiv 4)").getAffineMap(), {3, 10}));
}

TEST_F(Inversion, MapsBeyondDigits) {
  EXPECT_EQ(parse("(i) -> (47 - i)").inverse({48}), parse("(i) -> (47 - i)"));
  EXPECT_EQ(parse("(i) -> ((i * 5) mod 12)").inverse({12}),
            parse("(i) -> ((i * 5) mod 12)"));
  // NCHW16c to NCHW24c on 48 channels: cuts that do not nest.
  IndexMap map = parse("(o, i) -> ((o * 16 + i) floordiv 24,"
                       " (o * 16 + i) mod 24)");
  EXPECT_EQ(map.isBijective({3, 16}), Verdict::Proved);
  EXPECT_EQ(map.inverse({3, 16}), parse("(a, b) -> ((a * 24 + b) floordiv 16,"
                                        " (a * 24 + b) mod 16)"));
  // Every second place is left out.
  IndexMap even = parse("(i) -> (i * 2)");
  std::optional<ImageInverse> inverse = invertOnImage(even, {5});
  ASSERT_TRUE(inverse);
  EXPECT_EQ(getPadding(even, {5}, *inverse),
            (std::set<Index>{{1}, {3}, {5}, {7}}));
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
    return checkImageInverse(sample, Facts(sample.map, sample.shape));
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

/// Pad, tile, untile, crop is one partial map, the identity where elements are.
TEST_F(Inversion, ChainsAreProvedIdentity) {
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
    // With another offset on the way back it is not.
    IndexMap other(AffineMap::get(
        1, 0, getAffineDimExpr(0, &context) - padded->low[0] - 1));
    EXPECT_EQ(proveEqual(other.compose(middle).getAffineMap(), identity, {14}),
              Verdict::Refuted)
        << text;
  }
}

TEST_F(Inversion, EmptyAndDynamic) {
  IndexMap map = parse("(i) -> (i floordiv 4, i mod 4)");
  std::optional<ImageInverse> inverse = invertOnImage(map, {0});
  ASSERT_TRUE(inverse);
  EXPECT_TRUE(inverse->padding.empty());
  // One place, and no element for it.
  IndexMap constant = parse("(i) -> (0)");
  inverse = invertOnImage(constant, {0});
  ASSERT_TRUE(inverse);
  EXPECT_FALSE(invertOnImage(map, {ShapedType::kDynamic}));
  EXPECT_FALSE(getPaddedMap(map, {ShapedType::kDynamic}));
  EXPECT_FALSE(invertOnImage(parse("(i) -> (i mod 4)"), {8}));
  EXPECT_FALSE(getPaddedMap(parse("(i) -> (i mod 4)"), {8}));
}

/// Tiles, offsets and steps of one or two dims, many of them not full.
TEST_F(Inversion, TwoThousandPaddedMaps) {
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
    inverses += checkImageInverse(sample, facts);
    paddedMaps += checkPaddedMap(sample, facts);
  }
  EXPECT_EQ(inverses, injective);
  EXPECT_GT(paddedMaps, 1400);
}

TEST_F(Inversion, TwoThousandRandomMaps) {
  Generator generator(&context, 4);
  int64_t inverses = 0, injective = 0;
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    Sample sample = i % 2 ? generator.digitMap() : generator.otherMap();
    Facts facts(sample.map, sample.shape);
    if (bruteforce::product(facts.extents) > 20000)
      continue;
    injective += facts.injective && !facts.negative;
    inverses += checkImageInverse(sample, facts);
    checkPaddedMap(sample, facts);
  }
  // Residues of moduli with a common divisor are not solved.
  EXPECT_GT(inverses, injective * 98 / 100);
}
