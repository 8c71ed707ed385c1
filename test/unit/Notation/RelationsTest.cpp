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

#include "Notation/Relations.h"
#include "../Algebra/RandomMaps.h"
#include "LayoutChecks.h"
#include "Notation/MapText.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class RelationsTest : public ::testing::Test {
protected:
  IndexMap getMap(StringRef steps, ArrayRef<int64_t> shape) {
    return llvm::cantFail(
        llvm::cantFail(Relations::parse(steps)).getIndexMap(shape, &context));
  }
  IndexMap parse(StringRef text) {
    return llvm::cantFail(parseIndexMap(text, &context));
  }
  /// Returns the relations of the map, or the error.
  std::string write(StringRef map, ArrayRef<int64_t> shape) {
    PhysicalLayout layout =
        llvm::cantFail(PhysicalLayout::get(parse(map), shape));
    llvm::Expected<Relations> relations = Relations::get(layout);
    return relations ? relations->str() : llvm::toString(relations.takeError());
  }
  std::string getError(StringRef steps, ArrayRef<int64_t> shape) {
    return layoutchecks::getError(
        llvm::cantFail(Relations::parse(steps)).getIndexMap(shape, &context));
  }

  MLIRContext context;
};
} // namespace

TEST_F(RelationsTest, StepsAreMaps) {
  EXPECT_EQ(getMap("split(1,16).reorder(0,1,3,4,2)", {1, 64, 56, 56}),
            parse("(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)"));
  // From NCHW16c to NCHW8c.
  IndexMap map =
      getMap("reorder(0,1,4,2,3).fuse(1,2).split(1,8).reorder(0,1,3,4,2)",
             {1, 4, 7, 7, 16});
  EXPECT_EQ(map.canonicalize({1, 4, 7, 7, 16}),
            parse("(n, o, h, w, i) -> (n, o * 2 + i floordiv 8, h, w, i mod 8)")
                .canonicalize({1, 4, 7, 7, 16}));
  // Only the first of the fused dims may be dynamic.
  EXPECT_EQ(getMap("fuse(0,2)", {ShapedType::kDynamic, 4}),
            parse("(a, b) -> (a * 4 + b)"));
}

TEST_F(RelationsTest, MapsAreSteps) {
  EXPECT_EQ(write("(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)",
                  {1, 64, 56, 56}),
            "split(1,16).reorder(0,1,3,4,2)");
  EXPECT_EQ(write("(i, j) -> (i, j)", {4, 4}), "");
  EXPECT_EQ(write("(i, j) -> (i * 4 + j)", {4, 4}), "fuse(0,2)");
  EXPECT_EQ(
      write("(m, n, p, q) -> (m, q floordiv 4, n, p, q mod 4)", {2, 3, 5, 8}),
      "split(3,4).reorder(0,3,1,2,4)");
  EXPECT_EQ(write("(i) -> ((i + 1) mod 4)", {4}),
            "relations require dims in nested parts, padded at their ends, "
            "found (d0) -> ((d0 + 1) mod 4)");
  EXPECT_EQ(write("(i, j) -> (i | j)", {4, 4}),
            "relations require a map without axis separators");
}

TEST_F(RelationsTest, SplitsPad) {
  EXPECT_EQ(write("(i) -> (i floordiv 4, i mod 4)", {14}), "split(0,4)");
  PhysicalLayout layout =
      llvm::cantFail(llvm::cantFail(Relations::parse("split(0,4)"))
                         .getPhysicalLayout({14}, &context));
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({4, 4}));
  // An alignment is a split and the fusion of both parts.
  PhysicalLayout aligned = llvm::cantFail(
      PhysicalLayout::get(parse("(i, j) -> (i, j)"), {3, 20}, {3, 32}));
  Relations relations = llvm::cantFail(Relations::get(aligned));
  EXPECT_EQ(relations.str(), "split(1,32).fuse(1,2)");
  EXPECT_TRUE(layoutchecks::isSame(
      llvm::cantFail(relations.getPhysicalLayout({3, 20}, &context)), aligned));
}

TEST_F(RelationsTest, ErrorsOfMismatchedSteps) {
  EXPECT_EQ(getError("split(2,4)", {8, 8}),
            "requires a split of one of 2 dims, found dim 2");
  EXPECT_EQ(getError("fuse(1,2)", {8, 8}),
            "requires a fusion among 2 dims, found 2 from dim 1 on");
  EXPECT_EQ(getError("fuse(0,2)", {8, ShapedType::kDynamic}),
            "requires static extents after the first fused dim, found a "
            "dynamic one");
  EXPECT_EQ(getError("fuse(0,2)", {1LL << 40, 1LL << 40}),
            "requires fused extents whose product fits 63 bits");
  EXPECT_EQ(getError("reorder(1,0,2)", {8, 8}),
            "requires a reorder of 2 dims, found reorder(1,0,2)");
  std::string clashing = "fuse(0,2)";
  for (int i = 0; i < 20; ++i)
    clashing += ".split(0,7).reorder(1,0).fuse(0,2)";
  EXPECT_NE(getError(clashing, {9, 10}).find("at most 1000 terms"),
            std::string::npos);
}

TEST_F(RelationsTest, TextHasOneForm) {
  for (StringRef text : {"", "split(0,4)", "fuse(2,3).reorder(1,0)",
                         "split(1,16).reorder(0,1,3,4,2)"})
    EXPECT_EQ(llvm::cantFail(Relations::parse(text)).str(), text);
  using layoutchecks::getColumn;
  EXPECT_EQ(getColumn<Relations>("cut(0,4)"),
            "1: 'split', 'fuse' or 'reorder', found 'cut(0,4)'");
  EXPECT_EQ(getColumn<Relations>("split(0,4)fuse(0,2)"),
            "11: '.' and another step, found 'fuse(0,2)'");
  EXPECT_EQ(getColumn<Relations>("split(0)"),
            "6: a dim and a factor, found 1 numbers");
  EXPECT_EQ(getColumn<Relations>("split(0,0)"),
            "6: a factor of at least 1, found 0");
  EXPECT_EQ(getColumn<Relations>("fuse(0,0)"),
            "5: a count of at least 1, found 0");
  EXPECT_EQ(getColumn<Relations>("reorder(0,0)"), "8: a permutation of 2 dims");
}

/// Every bijective map of digits is equal to the map of its steps.
TEST_F(RelationsTest, TwoThousandRoundTrips) {
  randommaps::Generator generator(&context, 17);
  int64_t numWritten = 0;
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    randommaps::Sample sample = generator.digitMap();
    llvm::Expected<PhysicalLayout> layout =
        PhysicalLayout::get(IndexMap(sample.map), sample.shape);
    if (!layout) {
      llvm::consumeError(layout.takeError());
      continue;
    }
    llvm::Expected<Relations> relations = Relations::get(*layout);
    if (!relations) {
      llvm::consumeError(relations.takeError());
      continue;
    }
    ++numWritten;
    bruteforce::Facts facts(sample.map, sample.shape);
    IndexMap map =
        llvm::cantFail(relations->getIndexMap(sample.shape, &context));
    for (auto [point, image] : llvm::zip_equal(facts.points, facts.images))
      ASSERT_EQ(bruteforce::image(map.getAffineMap(), point), image);
    EXPECT_TRUE(layoutchecks::isSame(
        llvm::cantFail(relations->getPhysicalLayout(sample.shape, &context)),
        *layout));
  }
  EXPECT_GT(numWritten, 1000);
}
