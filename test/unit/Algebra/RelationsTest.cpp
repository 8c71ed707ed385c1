//===- RelationsTest.cpp --------------------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: D5, D6, D7, D13, B7
// Case: S2-d
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/Relations.h"
#include "BruteForce.h"
#include "RandomMaps.h"
#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using Shape = SmallVector<int64_t>;

namespace {
class RelationsTest : public ::testing::Test {
protected:
  IndexMap parse(StringRef text) {
    auto attribute = cast<AffineMapAttr>(
        parseAttribute(("affine_map<" + text + ">").str(), &context));
    return IndexMap(attribute.getValue());
  }

  std::string getError(ArrayRef<Relation> steps, ArrayRef<int64_t> shape) {
    return llvm::toString(getIndexMap(steps, shape, &context).takeError());
  }

  MLIRContext context;
};
} // namespace

TEST_F(RelationsTest, StepsAreMaps) {
  EXPECT_EQ(llvm::cantFail(getIndexMap({Split{1, 16}, Reorder{{0, 1, 3, 4, 2}}},
                                       {1, 64, 56, 56}, &context)),
            parse("(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)"));
  // NCHW16c to NCHW8c: fuse, then split.
  IndexMap map =
      llvm::cantFail(getIndexMap({Reorder{{0, 1, 4, 2, 3}}, Fuse{1, 2},
                                  Split{1, 8}, Reorder{{0, 1, 3, 4, 2}}},
                                 {1, 4, 7, 7, 16}, &context));
  EXPECT_EQ(map.canonicalize({1, 4, 7, 7, 16}),
            parse("(n, o, h, w, i) -> (n, o * 2 + i floordiv 8, h, w, i mod 8)")
                .canonicalize({1, 4, 7, 7, 16}));
  // Only the outermost of fused dims may be dynamic.
  EXPECT_EQ(llvm::cantFail(
                getIndexMap({Fuse{0, 2}}, {ShapedType::kDynamic, 4}, &context)),
            parse("(a, b) -> (a * 4 + b)"));
}

TEST_F(RelationsTest, MapsAreSteps) {
  auto getSteps = [&](StringRef map, ArrayRef<int64_t> shape) {
    return getRelations(parse(map), shape);
  };
  using Steps = SmallVector<Relation>;
  EXPECT_EQ(getSteps("(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)",
                     {1, 64, 56, 56}),
            (Steps{Split{1, 16}, Reorder{{0, 1, 3, 4, 2}}}));
  EXPECT_EQ(getSteps("(i, j) -> (i, j)", {4, 4}), Steps());
  EXPECT_EQ(getSteps("(i, j) -> (i * 4 + j)", {4, 4}), (Steps{Fuse{0, 2}}));
  EXPECT_EQ(getSteps("(m, n, p, q) -> (m, q floordiv 4, n, p, q mod 4)",
                     {2, 3, 5, 8}),
            (Steps{Split{3, 4}, Reorder{{0, 3, 1, 2, 4}}}));
  EXPECT_EQ(getSteps("(i) -> ((i + 1) mod 4)", {4}), std::nullopt);
  EXPECT_EQ(getSteps("(i) -> (i floordiv 4, i mod 4)", {14}), std::nullopt);
}

TEST_F(RelationsTest, SaysWhatDoesNotFit) {
  EXPECT_EQ(getError({Split{2, 4}}, {8, 8}),
            "split requires one of 2 dims, found dim 2");
  EXPECT_EQ(getError({Split{0, 0}}, {8}),
            "split requires a factor of at least 1, found 0");
  EXPECT_EQ(getError({Fuse{1, 2}}, {8, 8}),
            "fuse requires dims among 2, found 2 from dim 1 on");
  EXPECT_EQ(getError({Fuse{0, 2}}, {8, ShapedType::kDynamic}),
            "fuse requires static extents behind its first dim, found a "
            "dynamic one");
  EXPECT_EQ(getError({Fuse{0, 2}}, {1LL << 40, 1LL << 40}),
            "fuse requires extents whose product fits 63 bits");
  EXPECT_EQ(getError({Reorder{{0, 0}}}, {8, 8}),
            "reorder requires a permutation of 2 dims");
}

/// Every bijective digit map comes back from its steps.
TEST_F(RelationsTest, TwoThousandRoundTrips) {
  randommaps::Generator generator(&context, 17);
  int64_t withSteps = 0;
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    randommaps::Sample sample = generator.digitMap();
    bruteforce::Facts facts(sample.map, sample.shape);
    std::optional<SmallVector<Relation>> steps =
        getRelations(IndexMap(sample.map), sample.shape);
    if (!steps)
      continue;
    ++withSteps;
    IndexMap map = llvm::cantFail(getIndexMap(*steps, sample.shape, &context));
    for (auto [point, image] : llvm::zip_equal(facts.points, facts.images))
      ASSERT_EQ(bruteforce::image(map.getAffineMap(), point), image);
  }
  EXPECT_GT(withSteps, 1000);
}
