//===- IndexMapLawsTest.cpp - Laws of index maps against brute force ------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Covers: D1, D2, D3, D4, D6, D7, D8, D9

#include "Algebra/PaddedMap.h"
#include "BruteForce.h"
#include "RandomMaps.h"
#include "layout/Algebra/IndexMap.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using bruteforce::Facts;
using bruteforce::Index;
using randommaps::Generator;
using randommaps::Sample;

namespace {

std::string describe(const Sample &sample) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << sample.map << " on ";
  llvm::interleave(sample.shape, os, "x");
  return text;
}

Verdict toVerdict(bool holds) {
  return holds ? Verdict::Proved : Verdict::Refuted;
}

Index toIndex(ArrayRef<int64_t> list) {
  return Index(list.begin(), list.end());
}

class IndexMapLaws : public testing::Test {
protected:
  MLIRContext context;
  int64_t numInverses = 0;

  /// Checks all verdicts and the physical shape. On small boxes no verdict is
  /// unknown.
  void checkVerdicts(const Sample &sample, const Facts &facts) {
    IndexMap map(sample.map);
    ASSERT_FALSE(IndexMap::getError(sample.map, {}));
    EXPECT_EQ(map.isInjective(sample.shape),
              toVerdict(facts.injective && !facts.negative));
    std::optional<SmallVector<int64_t>> physical =
        map.getPhysicalShape(sample.shape);
    EXPECT_EQ(physical.has_value(), !facts.negative);
    if (facts.partialTile) {
      // The physical shape includes whole tiles.
      if (physical) {
        for (auto [claimed, spanned] :
             llvm::zip_equal(*physical, facts.extents))
          EXPECT_GE(claimed, spanned);
      }
      EXPECT_EQ(map.isBijective(sample.shape),
                toVerdict(physical && facts.injective &&
                          bruteforce::product(*physical) ==
                              static_cast<int64_t>(facts.points.size())));
      return;
    }
    if (physical) {
      EXPECT_EQ(toIndex(*physical), facts.extents);
    }
    EXPECT_EQ(map.isBijective(sample.shape), toVerdict(facts.bijective));
    EXPECT_EQ(map.isIdentity(sample.shape), toVerdict(facts.identity));
    EXPECT_EQ(map.isRowMajorReshape(sample.shape),
              toVerdict(facts.rowMajorReshape));
  }

  void checkApplication(const Sample &sample, const Facts &facts) {
    IndexMap map(sample.map);
    for (size_t i = 0; i < facts.points.size(); i += 7)
      EXPECT_EQ(toIndex(map.forward(facts.points[i])), facts.images[i]);
    if (!facts.injective || facts.negative)
      return;
    // backward() returns the element of each position in the box, and nothing
    // for positions outside it.
    for (size_t i = 0; i < facts.points.size(); i += 97) {
      auto found = map.backward(facts.images[i], sample.shape);
      ASSERT_TRUE(found);
      EXPECT_EQ(toIndex(*found), facts.points[i]);
    }
    for (size_t dim = 0; dim < facts.extents.size(); ++dim) {
      Index outside = facts.images.back();
      outside[dim] = facts.extents[dim];
      EXPECT_FALSE(map.backward(outside, sample.shape));
    }
  }

  /// Checks that the inverse exists if the digits are an exact cover, and that
  /// it undoes the map.
  void checkInverse(const Sample &sample, const Facts &facts) {
    IndexMap map(sample.map);
    std::optional<IndexMap> inverse = map.inverse(sample.shape);
    std::optional<MixedRadixMap> digits = map.getDigits(sample.shape);
    if (digits && isExactCover(*digits, sample.shape)) {
      ASSERT_TRUE(inverse);
    }
    if (!inverse)
      return;
    ++numInverses;
    EXPECT_TRUE(facts.bijective);
    for (auto [point, image] : llvm::zip_equal(facts.points, facts.images))
      ASSERT_EQ(bruteforce::image(inverse->getAffineMap(), image), point);
    EXPECT_TRUE(
        isProved(inverse->compose(map, sample.shape).isIdentity(sample.shape)));
    EXPECT_TRUE(isProved(inverse->compose(map).isIdentity(sample.shape)));
    ArrayRef<int64_t> physical = facts.extents;
    EXPECT_TRUE(isProved(map.compose(*inverse, physical).isIdentity(physical)));
    EXPECT_TRUE(isProved(inverse->isBijective(physical)));
  }

  /// Checks that the canonical form is an equal map.
  void checkCanonical(const Sample &sample, const Facts &facts) {
    IndexMap map(sample.map);
    IndexMap canonical = map.canonicalize(sample.shape);
    for (auto [point, image] : llvm::zip_equal(facts.points, facts.images))
      ASSERT_EQ(bruteforce::image(canonical.getAffineMap(), point), image);
    if (facts.bijective) {
      EXPECT_EQ(canonical.canonicalize(sample.shape), canonical);
    }
    if (facts.partialTile)
      return;
    EXPECT_TRUE(isProved(map.isEqual(canonical, sample.shape)));
    EXPECT_EQ(canonical.getPhysicalShape(sample.shape),
              map.getPhysicalShape(sample.shape));
  }

  /// Checks that the normal form has equal values and is its own normal form.
  void checkNormalForm(const Sample &sample, const Facts &facts) {
    AffineMap normal = getNormalForm(sample.map);
    for (auto [point, image] : llvm::zip_equal(facts.points, facts.images))
      ASSERT_EQ(bruteforce::image(normal, point), image);
    EXPECT_EQ(getNormalForm(normal), normal);
  }

  void checkEqual(const Sample &a, const Facts &factsA, const Sample &b) {
    Facts factsB(b.map, b.shape);
    if (factsA.partialTile || factsB.partialTile)
      return;
    bool equal = factsA.images == factsB.images;
    EXPECT_EQ(IndexMap(a.map).isEqual(IndexMap(b.map), a.shape),
              toVerdict(equal))
        << "against " << describe(b);
  }

  /// Checks both ways to compose, with and without the shape.
  void checkCompose(const Sample &inner, const Facts &facts,
                    const Sample &outer) {
    IndexMap exact =
        IndexMap(outer.map).compose(IndexMap(inner.map), inner.shape);
    IndexMap plain = IndexMap(outer.map).compose(IndexMap(inner.map));
    for (auto [point, image] : llvm::zip_equal(facts.points, facts.images)) {
      Index expected = bruteforce::image(outer.map, image);
      ASSERT_EQ(bruteforce::image(exact.getAffineMap(), point), expected)
          << "outer " << describe(outer);
      ASSERT_EQ(bruteforce::image(plain.getAffineMap(), point), expected)
          << "outer " << describe(outer);
    }
  }

  /// Checks all laws. Returns whether the map is bijective.
  bool check(const Sample &sample, Generator &generator,
             Sample (Generator::*another)(ArrayRef<int64_t>)) {
    SCOPED_TRACE(describe(sample));
    Facts facts(sample.map, sample.shape);
    checkVerdicts(sample, facts);
    checkApplication(sample, facts);
    checkInverse(sample, facts);
    checkCanonical(sample, facts);
    checkNormalForm(sample, facts);
    Sample other = (generator.*another)(sample.shape);
    if (other.map.getNumResults() == sample.map.getNumResults())
      checkEqual(sample, facts, other);
    if (!facts.negative && bruteforce::product(facts.extents) <= 4096)
      checkCompose(sample, facts,
                   (generator.*another)(ArrayRef<int64_t>(facts.extents)));
    return facts.bijective;
  }
};

TEST_F(IndexMapLaws, HoldForDigitMaps) {
  Generator generator(&context, 20260801);
  int64_t bijective = 0, withDigits = 0;
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    Sample sample = generator.digitMap();
    bijective += check(sample, generator, &Generator::digitMap);
    withDigits += IndexMap(sample.map).getDigits(sample.shape).has_value();
  }
  // A digit that is repeated within one result becomes a factor.
  EXPECT_GT(withDigits, 1950);
  // The samples include bijective and other maps.
  EXPECT_GT(bijective, 1000);
  EXPECT_LT(bijective, 1900);
}

TEST_F(IndexMapLaws, HoldForOtherMaps) {
  Generator generator(&context, 4711);
  int64_t bijective = 0, withoutDigits = 0, partial = 0;
  for (int i = 0; i < 500 && !HasFailure(); ++i) {
    Sample sample = generator.otherMap();
    bijective += check(sample, generator, &Generator::otherMap);
    withoutDigits += !IndexMap(sample.map).getDigits(sample.shape);
    partial += Facts(sample.map, sample.shape).partialTile;
  }
  EXPECT_GT(withoutDigits, 250);
  EXPECT_GT(bijective, 30);
  EXPECT_GE(numInverses, bijective * 98 / 100);
  EXPECT_LT(partial, 100);
}

TEST_F(IndexMapLaws, EqualMapsHaveOneCanonicalForm) {
  Generator generator(&context, 5);
  int64_t compared = 0;
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    Sample sample = generator.digitMap();
    SCOPED_TRACE(describe(sample));
    IndexMap map(sample.map);
    IndexMap canonical = map.canonicalize(sample.shape);
    std::optional<IndexMap> inverse = map.inverse(sample.shape);
    if (!inverse)
      continue;
    ++compared;
    // Apply the map, its inverse and the map again.
    IndexMap longWay = map.compose(*inverse).compose(map);
    EXPECT_EQ(longWay.canonicalize(sample.shape), canonical);
    auto physical = *map.getPhysicalShape(sample.shape);
    EXPECT_EQ(inverse->inverse(physical)->canonicalize(sample.shape),
              canonical);
    // Insert another map and its inverse.
    Sample other = generator.digitMap(ArrayRef<int64_t>(physical));
    IndexMap detour(other.map);
    if (std::optional<IndexMap> back = detour.inverse(physical))
      EXPECT_EQ(back->compose(detour).compose(map).canonicalize(sample.shape),
                canonical);
  }
  EXPECT_GT(compared, 500);
}

/// Maps with partial tiles and offsets have one canonical form if they have
/// equal values and equal physical shapes.
TEST_F(IndexMapLaws, EqualPaddedMapsHaveOneCanonicalForm) {
  Generator generator(&context, 6);
  std::map<std::pair<std::vector<Index>, SmallVector<int64_t>>, IndexMap> seen;
  int64_t repeated = 0;
  for (int64_t size = 1; size <= 18; ++size) {
    AffineExpr i = getAffineDimExpr(0, &context);
    for (int64_t offset = 0; offset <= 3; ++offset)
      for (int64_t tile = 1; tile <= 6; ++tile)
        for (int64_t outer = 1; outer <= 4; ++outer)
          for (AffineExpr low :
               {(i + offset) % tile, ((i + offset) % (tile * outer)) % tile})
            for (AffineExpr high : {(i + offset).floorDiv(tile),
                                    (i + offset).floorDiv(tile) % outer}) {
              Sample sample{{size},
                            AffineMap::get(1, 0, {high, low}, &context)};
              SCOPED_TRACE(describe(sample));
              IndexMap map(sample.map);
              Facts facts(sample.map, sample.shape);
              auto box = map.getPhysicalShape(sample.shape);
              auto padded = getPaddedMap(map, sample.shape);
              if (!padded || !padded->map.getDigits(padded->shape))
                continue;
              IndexMap canonical = map.canonicalize(sample.shape);
              EXPECT_EQ(canonical.getPhysicalShape(sample.shape), box);
              auto [known, isNew] =
                  seen.try_emplace({facts.images, *box}, canonical);
              repeated += !isNew;
              EXPECT_EQ(known->second, canonical);
            }
  }
  EXPECT_GT(repeated, 1000);
}

/// The symbolic physical shape is correct for every value of the symbol.
TEST_F(IndexMapLaws, SymbolicPhysicalShapeHoldsForEverySize) {
  Generator generator(&context, 8);
  int64_t known = 0;
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    Sample sample = generator.digitMap();
    if (bruteforce::product(sample.shape) > 256)
      continue;
    // The first extent is a multiple of the symbol, or a sum with it.
    bool scales = generator.pick(0, 2) != 0;
    AffineExpr symbol = getAffineSymbolExpr(0, &context);
    SmallVector<AffineExpr> extents;
    for (int64_t size : sample.shape)
      extents.push_back(getAffineConstantExpr(size, &context));
    extents[0] = scales ? symbol * sample.shape[0] : symbol + sample.shape[0];
    auto physical = IndexMap(sample.map).getSymbolicPhysicalShape(extents);
    if (!physical)
      continue;
    ++known;
    for (int64_t value = 1; value <= 4; ++value) {
      SmallVector<int64_t> sizes(sample.shape);
      sizes[0] = scales ? sizes[0] * value : sizes[0] + value;
      Facts facts(sample.map, sizes);
      if (facts.partialTile)
        continue;
      for (auto [extent, size] : llvm::zip_equal(*physical, facts.extents)) {
        AffineExpr constant =
            extent.replaceSymbols(getAffineConstantExpr(value, &context));
        int64_t claimed = cast<AffineConstantExpr>(constant).getValue();
        // The last tile may be partial if the sizes do not divide.
        if (scales)
          EXPECT_EQ(claimed, size);
        else
          EXPECT_GE(claimed, size);
      }
    }
  }
  EXPECT_GT(known, 400);
}

} // namespace
