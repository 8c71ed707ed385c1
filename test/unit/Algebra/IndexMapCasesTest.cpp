//===- IndexMapCasesTest.cpp - Index maps with known values ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Covers: D1, D2, D3, D4, D5, D6, D7, D8, D9, D11, B5, B6, B7, B9, B11, B22,
// Covers: B28, B29, B31, P5, P11
// Case: S0-c, S1-a, S1-b, S1-d, S1-e, S1-g, S2-a, S2-b, S2-c, S2-d, S2-f
// Case: S3-a, S3-b, S3-c, S4-c

#include "layout/Algebra/IndexMap.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kDynamic = ShapedType::kDynamic;
using Shape = SmallVector<int64_t>;

namespace {

class IndexMapCases : public testing::Test {
protected:
  MLIRContext context;

  IndexMap parse(StringRef text) {
    std::string source = ("affine_map<" + text + ">").str();
    auto attr = cast<AffineMapAttr>(parseAttribute(source, &context));
    return IndexMap(attr.getValue());
  }
};

TEST_F(IndexMapCases, BlockedChannels) {
  IndexMap map = parse("(n,c,h,w) -> (n, c floordiv 4, h, w, c mod 4)");
  Shape shape = {32, 64, 224, 224};
  EXPECT_EQ(map.isBijective(shape), Verdict::Proved);
  EXPECT_EQ(map.getPhysicalShape(shape), (Shape{32, 16, 224, 224, 4}));
  EXPECT_EQ(map.inverse(shape), parse("(a,b,h,w,e) -> (a, b * 4 + e, h, w)"));
  EXPECT_EQ(map.forward({5, 30, 7, 9}), (Shape{5, 7, 7, 9, 2}));
  EXPECT_EQ(map.backward({5, 7, 7, 9, 2}, shape), (Shape{5, 30, 7, 9}));
  EXPECT_EQ(map.backward({5, 16, 7, 9, 2}, shape), std::nullopt);
  EXPECT_EQ(map.forward({11, 37, 23, 101}), (Shape{11, 9, 23, 101, 1}));
}

TEST_F(IndexMapCases, PartialTileIsNotBijective) {
  IndexMap map = parse("(n,c,h,w) -> (n, c floordiv 4, h, w, c mod 4)");
  Shape source = {32, 3, 224, 224}, padded = {32, 4, 224, 224};
  EXPECT_EQ(map.isBijective(source), Verdict::Refuted);
  EXPECT_EQ(map.isInjective(source), Verdict::Proved);
  EXPECT_EQ(map.getPhysicalShape(source), (Shape{32, 1, 224, 224, 4}));
  EXPECT_EQ(map.isBijective(padded), Verdict::Proved);
  EXPECT_EQ(map.getPhysicalShape(padded), (Shape{32, 1, 224, 224, 4}));
  EXPECT_EQ(*getNumPoints(padded) - *getNumPoints(source), 1605632);
  // Maps with equal values differ if their physical shapes differ.
  IndexMap plain = parse("(n,c,h,w) -> (n, 0, h, w, c)");
  EXPECT_EQ(map.isEqual(plain, {2, 3, 5, 5}), Verdict::Refuted);
  EXPECT_EQ(map.isEqual(plain, {2, 4, 5, 5}), Verdict::Proved);
  EXPECT_EQ(parse("(c) -> (c mod 4)").isIdentity({3}), Verdict::Refuted);
  EXPECT_EQ(parse("(c) -> (c mod 4)").isIdentity({4}), Verdict::Proved);
}

TEST_F(IndexMapCases, ChannelsLast) {
  IndexMap map = parse("(n,c,h,w) -> (n,h,w,c)");
  EXPECT_EQ(map.getPhysicalShape({32, 64, 56, 56}), (Shape{32, 56, 56, 64}));
  EXPECT_EQ(map.getPermutation(), (Shape{0, 2, 3, 1}));
  EXPECT_EQ(map, IndexMap::getPermutation({0, 2, 3, 1}, &context));
  // Splitting the innermost dim in place preserves row-major order.
  IndexMap split = parse("(n,h,w,c) -> (n, h, w, c floordiv 4, c mod 4)");
  EXPECT_EQ(split.isRowMajorReshape({32, 56, 56, 64}), Verdict::Proved);
  EXPECT_EQ(split.isRowMajorReshape({kDynamic, 56, 56, 64}), Verdict::Proved);
  EXPECT_EQ(map.isRowMajorReshape({32, 64, 56, 56}), Verdict::Refuted);
  // Only unit dims move.
  EXPECT_EQ(map.isRowMajorReshape({32, 64, 1, 1}), Verdict::Proved);
  EXPECT_EQ(map.isRowMajorReshape({32, 1, 56, 56}), Verdict::Proved);
}

TEST_F(IndexMapCases, DimsThatDoNotDivideAreFusedAndSplit) {
  // 54 * 8 = 3 * 4 * 36: no digits are common to both, and the box is too large
  // to enumerate.
  IndexMap map = parse("(a,b,c) -> (a floordiv 64, (a floordiv 32) mod 2, "
                       "(a floordiv 2) mod 16, a mod 2, (b * 8 + c) floordiv "
                       "144, ((b * 8 + c) floordiv 36) mod 4, (b * 8 + c) mod "
                       "36)");
  EXPECT_FALSE(map.getDigits({1024, 54, 8}));
  EXPECT_EQ(map.isRowMajorReshape({1024, 54, 8}), Verdict::Proved);
  IndexMap swapped = parse("(a,b,c) -> (a, ((b * 8 + c) floordiv 36) mod 4, "
                           "(b * 8 + c) floordiv 144, (b * 8 + c) mod 36)");
  EXPECT_EQ(swapped.isRowMajorReshape({2, 54, 8}), Verdict::Refuted);
  EXPECT_NE(swapped.isRowMajorReshape({1024, 54, 8}), Verdict::Proved);
}

TEST_F(IndexMapCases, UnitDimsOfBroadcastOperandsDoNotMatter) {
  IndexMap constant = parse("(i,j,k) -> (i floordiv 4, 0, 0, i mod 4)");
  IndexMap dims = parse("(i,j,k) -> (i floordiv 4, j, k, i mod 4)");
  EXPECT_EQ(constant.isEqual(dims, {256, 1, 1}), Verdict::Proved);
  EXPECT_EQ(constant.isEqual(dims, {256, 1, 2}), Verdict::Refuted);
  EXPECT_EQ(constant.isBijective({256, 1, 1}), Verdict::Proved);
  EXPECT_EQ(constant.getPhysicalShape({256, 1, 1}), (Shape{64, 1, 1, 4}));
  EXPECT_EQ(constant.canonicalize({256, 1, 1}), dims);
}

TEST_F(IndexMapCases, SplitOfTheOutermostDim) {
  IndexMap map = parse("(i0,i1) -> (i0 floordiv 16, i1, i0 mod 16)");
  EXPECT_EQ(map.getPhysicalShape({64, 3}), (Shape{4, 3, 16}));
  EXPECT_EQ(map.forward({37, 2}), (Shape{2, 2, 5}));
  EXPECT_EQ(map.backward({2, 2, 5}, {64, 3}), (Shape{37, 2}));
  // (16m, n) -> (m, n, 16), given that 16 divides.
  Shape symbolic = {kDynamic, kDynamic};
  EXPECT_EQ(map.isBijective(symbolic), Verdict::Proved);
  EXPECT_EQ(map.getPhysicalShape(symbolic), (Shape{kDynamic, kDynamic, 16}));
  EXPECT_EQ(map.backward({2, 2, 5}, symbolic), (Shape{37, 2}));
  EXPECT_EQ(map.inverse(symbolic), parse("(a,b,c) -> (a * 16 + c, b)"));
}

TEST_F(IndexMapCases, ConversionBetweenBlockSizesIsOneMap) {
  Shape nchw = {1, 64, 7, 7};
  IndexMap by16 = parse("(n,c,h,w) -> (n, c floordiv 16, h, w, c mod 16)");
  IndexMap by8 = parse("(n,c,h,w) -> (n, c floordiv 8, h, w, c mod 8)");
  Shape blocked16 = *by16.getPhysicalShape(nchw);
  EXPECT_EQ(blocked16, (Shape{1, 4, 7, 7, 16}));
  IndexMap between = by8.compose(*by16.inverse(nchw), blocked16);
  EXPECT_EQ(
      between.isEqual(
          parse("(n,o,h,w,i) -> (n, 2 * o + i floordiv 8, h, w, i mod 8)"),
          blocked16),
      Verdict::Proved);
  EXPECT_EQ(between.isBijective(blocked16), Verdict::Proved);
  EXPECT_EQ(between.getPhysicalShape(blocked16), (Shape{1, 8, 7, 7, 8}));
  EXPECT_EQ(between.forward({0, 3, 1, 2, 11}), (Shape{0, 7, 1, 2, 3}));

  IndexMap back = by16.compose(*by8.inverse(nchw), {1, 8, 7, 7, 8});
  EXPECT_EQ(back.compose(between, blocked16).isIdentity(blocked16),
            Verdict::Proved);
  // NCHW16c -> NCHW is a pure fuse.
  EXPECT_EQ(by16.inverse(nchw), parse("(n,o,h,w,i) -> (n, o * 16 + i, h, w)"));
}

TEST_F(IndexMapCases, ReshapeTransposeReshapeIsOneMap) {
  Shape source = {16, 64, 64, 128};
  Shape split = {16, 64, 64, 32, 4}, moved = {16, 32, 64, 64, 4};
  IndexMap expand = *IndexMap::getReshape(source, split, &context);
  IndexMap transpose = IndexMap::getPermutation({0, 3, 1, 2, 4}, &context);
  IndexMap collapse = *IndexMap::getReshape(moved, {32768, 256}, &context);
  IndexMap all = collapse.compose(transpose.compose(expand, source), source);
  IndexMap direct =
      parse("(n,h,w,c) -> ((n * 32 + c floordiv 4) * 64 + h, w * 4 + c mod 4)");
  EXPECT_EQ(all.isEqual(direct, source), Verdict::Proved);
  EXPECT_EQ(all.forward({11, 37, 23, 101}), (Shape{24165, 93}));
}

TEST_F(IndexMapCases, TwoRotationsOfThreeDimsAreNotTheIdentity) {
  // The shapes are equal, but the elements move.
  IndexMap map = parse("(i,j,k) -> (j,k,i)");
  Shape cube = {2, 2, 2};
  IndexMap twice = map.compose(map, cube);
  EXPECT_EQ(twice.getPhysicalShape(cube), cube);
  EXPECT_EQ(twice.isIdentity(cube), Verdict::Refuted);
  EXPECT_EQ(map.compose(twice, cube).isIdentity(cube), Verdict::Proved);
}

TEST_F(IndexMapCases, Skew) {
  IndexMap map = parse("(i,j) -> (i, (i + j) mod 16)");
  EXPECT_EQ(map.isBijective({16, 16}), Verdict::Proved);
  EXPECT_EQ(map.isInjective({16, 17}), Verdict::Refuted);
  EXPECT_EQ(map.isBijective({16, 17}), Verdict::Refuted);
  EXPECT_EQ(map.isBijective({kDynamic, 16}), Verdict::Unknown);
  EXPECT_EQ(map.inverse({16, 16}), parse("(a,b) -> (a, (b - a) mod 16)"));
  EXPECT_EQ(map.inverse({16, 17}), std::nullopt);
  EXPECT_EQ(map.backward({3, 2}, {16, 16}), (Shape{3, 15}));
}

TEST_F(IndexMapCases, DynamicExtents) {
  Shape shape = {kDynamic, 64, kDynamic, 56};
  IndexMap blocked = parse("(n,c,h,w) -> (n, c floordiv 16, h, w, c mod 16)");
  EXPECT_EQ(blocked.isBijective(shape), Verdict::Proved);
  EXPECT_EQ(blocked.getPhysicalShape(shape),
            (Shape{kDynamic, 4, kDynamic, 56, 16}));
  // Only the outermost of the fused dims may be dynamic.
  EXPECT_EQ(IndexMap::getReshape({4, kDynamic}, {kDynamic}, &context),
            std::nullopt);
  EXPECT_EQ(IndexMap::getReshape({kDynamic, 4}, {kDynamic}, &context),
            parse("(a,b) -> (a * 4 + b)"));
  EXPECT_EQ(IndexMap::getReshape({kDynamic}, {kDynamic, 16}, &context),
            parse("(a) -> (a floordiv 16, a mod 16)"));
  // The verdict depends on the dynamic size.
  EXPECT_EQ(parse("(a) -> (a floordiv 16)").isInjective({kDynamic}),
            Verdict::Unknown);
  EXPECT_EQ(parse("(a,b) -> (b,a)").isIdentity({kDynamic, kDynamic}),
            Verdict::Unknown);
  EXPECT_EQ(parse("(a,b) -> (b,a)").isRowMajorReshape({kDynamic, kDynamic}),
            Verdict::Unknown);
  EXPECT_EQ(parse("(a,b) -> (b,a)").isRowMajorReshape({kDynamic, 1}),
            Verdict::Proved);
  // The difference vanishes for every size.
  EXPECT_EQ(parse("(a) -> (7 - (7 - a))").isIdentity({kDynamic}),
            Verdict::Proved);
}

TEST_F(IndexMapCases, SymbolicPhysicalShape) {
  auto physical = [&](StringRef map, StringRef extents) -> std::string {
    std::string source = ("affine_map<()[s0, s1] -> (" + extents + ")>").str();
    AffineMap shape =
        cast<AffineMapAttr>(parseAttribute(source, &context)).getValue();
    auto result = parse(map).getSymbolicPhysicalShape(shape.getResults());
    if (!result)
      return "unknown";
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(*result, os);
    return text;
  };
  constexpr char split[] = "(i) -> (i floordiv 4, i mod 4)";
  EXPECT_EQ(physical(split, "s0"), "s0 ceildiv 4, 4");
  EXPECT_EQ(physical(split, "s0 * 4"), "s0, 4");
  EXPECT_EQ(physical(split, "64"), "16, 4");
  constexpr char tile[] = "(i, j) -> (i floordiv 16, j, i mod 16)";
  EXPECT_EQ(physical(tile, "s0 * 16, s1"), "s0, s1, 16");
  EXPECT_EQ(physical("(i, j) -> (i * 8 + j)", "s0, 8"), "s0 * 8");
  EXPECT_EQ(physical("(i, j) -> (i * 8 + j)", "8, s0"), "unknown");
}

TEST_F(IndexMapCases, EmptyBoxes) {
  Shape shape = {0, 64};
  IndexMap split = parse("(a,b) -> (a, b floordiv 16, b mod 16)");
  EXPECT_EQ(split.isBijective(shape), Verdict::Proved);
  EXPECT_EQ(split.getPhysicalShape(shape), (Shape{0, 4, 16}));
  EXPECT_EQ(split.inverse(shape), parse("(a,b,c) -> (a, b * 16 + c)"));
  IndexMap splitEmpty = parse("(a,b) -> (a floordiv 16, b, a mod 16)");
  EXPECT_EQ(splitEmpty.isBijective(shape), Verdict::Proved);
  EXPECT_EQ(splitEmpty.getPhysicalShape(shape), (Shape{0, 64, 16}));
  EXPECT_EQ(splitEmpty.isRowMajorReshape(shape), Verdict::Proved);
  // No element is moved, but the physical shapes differ.
  EXPECT_EQ(parse("(a,b) -> (b,a)").isIdentity(shape), Verdict::Refuted);
  EXPECT_EQ(parse("(a,b) -> (b,a)").isRowMajorReshape(shape), Verdict::Proved);
  EXPECT_EQ(parse("(a,b) -> (a,b)").isIdentity(shape), Verdict::Proved);
  EXPECT_EQ(parse("(a,b,c) -> (b,a,c)").isIdentity({kDynamic, kDynamic, 0}),
            Verdict::Unknown);
  EXPECT_EQ(parse("(a,b,c) -> (a,c,b)").isIdentity({kDynamic, 32, 0}),
            Verdict::Unknown);
  EXPECT_EQ(parse("(a,b,c) -> (a,7 - (7 - b),c)").isIdentity({kDynamic, 8, 0}),
            Verdict::Proved);
  // There are no elements, but the physical shape has four positions.
  EXPECT_EQ(parse("(a) -> (a mod 4)").isInjective({0}), Verdict::Proved);
  EXPECT_EQ(parse("(a) -> (a mod 4)").isBijective({0}), Verdict::Refuted);
  EXPECT_EQ(parse("(a) -> (a floordiv 4)").isInjective({0}), Verdict::Proved);
  EXPECT_EQ(split.backward({0, 0, 0}, shape), std::nullopt);
  EXPECT_EQ(IndexMap::getReshape({0, 4}, {0, 2, 2}, &context),
            parse("(a,b) -> (a, b floordiv 2, b mod 2)"));
}

TEST_F(IndexMapCases, ScalarsAndUnitDims) {
  IndexMap scalar = IndexMap::getIdentity(0, &context);
  EXPECT_EQ(scalar.isBijective({}), Verdict::Proved);
  EXPECT_EQ(scalar.isIdentity({}), Verdict::Proved);
  IndexMap toUnit = parse("() -> (0, 0)");
  EXPECT_EQ(toUnit.getPhysicalShape({}), (Shape{1, 1}));
  EXPECT_EQ(toUnit.isRowMajorReshape({}), Verdict::Proved);
  EXPECT_EQ(toUnit.inverse({})->compose(toUnit, {}).isIdentity({}),
            Verdict::Proved);
  // Canonical forms and inverses of transposes are permutations even if most
  // dims have extent 1.
  IndexMap nhwc = parse("(n,c,h,w) -> (n,h,w,c)");
  EXPECT_TRUE(nhwc.canonicalize({1, 64, 1, 1}).getPermutation());
  EXPECT_TRUE(nhwc.inverse({1, 64, 1, 1})->getPermutation());
  EXPECT_EQ(nhwc.isIdentity({1, 1, 1, 1}), Verdict::Proved);
}

TEST_F(IndexMapCases, MoreElementsThan64BitsCount) {
  int64_t huge = int64_t(1) << 40;
  Shape shape = {huge, huge};
  IndexMap transpose = parse("(a,b) -> (b,a)");
  EXPECT_EQ(getNumPoints(shape), std::nullopt);
  EXPECT_EQ(transpose.isBijective(shape), Verdict::Proved);
  EXPECT_EQ(transpose.isIdentity(shape), Verdict::Refuted);
  EXPECT_EQ(transpose.isRowMajorReshape(shape), Verdict::Refuted);
  EXPECT_EQ(transpose.getPhysicalShape(shape), shape);
  IndexMap fuse = parse("(a,b) -> (a * 1099511627776 + b)");
  EXPECT_EQ(fuse.isBijective(shape), Verdict::Unknown);
  EXPECT_EQ(fuse.getPhysicalShape(shape), std::nullopt);
  EXPECT_EQ(IndexMap::getReshape(shape, {huge * 2, huge / 2}, &context),
            std::nullopt);
  EXPECT_EQ(parse("(a,b) -> (a * 9223372036854775807, b)").isInjective({3, 3}),
            Verdict::Unknown);
  EXPECT_EQ(getNumPoints({huge, huge, 0}), 0);
}

TEST_F(IndexMapCases, PhysicalShapeCountsWholeTiles) {
  IndexMap sticks = parse("(i,j) -> (j floordiv 64, i, j mod 64)");
  EXPECT_EQ(sticks.getPhysicalShape({1000, 200}), (Shape{4, 1000, 64}));
  EXPECT_EQ(sticks.getPhysicalShape({10, 20}), (Shape{1, 10, 64}));
  EXPECT_EQ(sticks.isInjective({1000, 200}), Verdict::Proved);
  EXPECT_EQ(sticks.isBijective({1000, 200}), Verdict::Refuted);
}

TEST_F(IndexMapCases, Separators) {
  AffineMap map = parse("(a,b,c) -> (a,b,c)").getAffineMap();
  IndexMap grouped(map, {1});
  EXPECT_EQ(grouped.isIdentity({2, 3, 4}), Verdict::Refuted);
  EXPECT_EQ(grouped.isEqual(IndexMap(map), {2, 3, 4}), Verdict::Refuted);
  EXPECT_EQ(grouped.withoutSeparators(), IndexMap(map));
  // An inverse has no groups; the canonical form keeps them.
  EXPECT_EQ(grouped.inverse({2, 3, 4}), IndexMap(map));
  EXPECT_EQ(grouped.canonicalize({2, 3, 4}), grouped);
  // Composition keeps the groups of the outer map.
  IndexMap rotate = parse("(a,b,c) -> (c,a,b)");
  EXPECT_EQ(grouped.compose(rotate, {2, 3, 4}),
            IndexMap(rotate.getAffineMap(), {1}));
  EXPECT_EQ(IndexMap::getError(map, {1, 2}), std::nullopt);
  EXPECT_EQ(IndexMap::getError(map, {3}),
            "requires axis separators to rise within 1 to 2, found 3 after 0");
  EXPECT_EQ(IndexMap::getError(map, {2, 2}),
            "requires axis separators to rise within 1 to 2, found 2 after 2");
}

TEST_F(IndexMapCases, BlockSizesWithoutCommonRefinement) {
  IndexMap by16 = parse("(n,c,h,w) -> (n, c floordiv 16, h, w, c mod 16)");
  IndexMap by24 = parse("(n,c,h,w) -> (n, c floordiv 24, h, w, c mod 24)");
  Shape shape = {1, 48, 7, 5}, from = {1, 3, 7, 5, 16}, to = {1, 2, 7, 5, 24};
  IndexMap map = by24.compose(*by16.inverse(shape), from);
  EXPECT_EQ(map, parse("(n,o,h,w,i) -> (n, (o * 16 + i) floordiv 24, h, w, "
                       "(o * 16 + i) mod 24)"));
  EXPECT_EQ(map.getPhysicalShape(from), to);
  EXPECT_EQ(map.isBijective(from), Verdict::Proved);
  EXPECT_EQ(map.isRowMajorReshape(from), Verdict::Refuted);
  for (int64_t c = 0; c < 48; ++c)
    EXPECT_EQ(map.forward(by16.forward({0, c, 6, 4})),
              by24.forward({0, c, 6, 4}));
  std::optional<IndexMap> back = map.inverse(from);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->compose(map, from).isIdentity(from), Verdict::Proved);
  EXPECT_EQ(back->isEqual(by16.compose(*by24.inverse(shape), to), to),
            Verdict::Proved);
}

TEST_F(IndexMapCases, ReshapesDoNotCommuteWithTransposes) {
  Shape shape = {2, 3, 4};
  IndexMap transpose = parse("(a,b,c) -> (b,a,c)");
  IndexMap reshape = *IndexMap::getReshape({3, 2, 4}, {24}, &context);
  IndexMap plain = *IndexMap::getReshape(shape, {24}, &context);
  IndexMap both = reshape.compose(transpose, shape);
  EXPECT_EQ(both.isEqual(plain, shape), Verdict::Refuted);
  EXPECT_EQ(both.isRowMajorReshape(shape), Verdict::Refuted);
  EXPECT_EQ(plain.isRowMajorReshape(shape), Verdict::Proved);
}

TEST_F(IndexMapCases, FlattensGroups) {
  auto getGrouped = [&](StringRef text, ArrayRef<int64_t> separators) {
    return IndexMap(parse(text).getAffineMap(), separators);
  };
  auto getShape = [&](const IndexMap &map, ArrayRef<int64_t> shape) {
    return *map.flatten(shape)->getPhysicalShape(shape);
  };
  // The four forms of RFC 39.
  Shape mnpq = {2, 3, 5, 8};
  constexpr char same[] = "(m,n,p,q) -> (m,n,p,q)";
  EXPECT_EQ(getShape(getGrouped(same, {}), mnpq), (Shape{240}));
  EXPECT_EQ(getShape(getGrouped(same, {2}), mnpq), (Shape{6, 40}));
  EXPECT_EQ(getShape(getGrouped(same, {1, 3}), mnpq), (Shape{2, 15, 8}));
  IndexMap texture =
      getGrouped("(m,n,p,q) -> (m, q floordiv 4, n, p, q mod 4)", {3});
  EXPECT_EQ(getShape(texture, mnpq), (Shape{12, 20}));

  // A group has to be countable; two groups of that size are.
  int64_t half = int64_t(1) << 32;
  EXPECT_FALSE(parse("(m,n) -> (m,n)").flatten({half, half}));
  EXPECT_FALSE(parse("(m,n,p) -> (m,n,p)").flatten({kDynamic, half, half}));
  EXPECT_TRUE(getGrouped("(m,n) -> (m,n)", {1}).flatten({half, half}));
  EXPECT_TRUE(parse("(m,n) -> (m,n)").flatten({half, half / 4}));

  Shape activation = {16, 64, 64, 128};
  constexpr char tiled[] = "(n,h,w,c) -> (n, c floordiv 4, h, w, c mod 4)";
  IndexMap flat = *parse(tiled).flatten(activation);
  EXPECT_EQ(flat.forward({11, 37, 23, 101}), (Shape{6186333}));
  EXPECT_EQ(flat.getPhysicalShape(activation), (Shape{8388608}));
  IndexMap image = *getGrouped(tiled, {3}).flatten(activation);
  EXPECT_EQ(image.getPhysicalShape(activation), (Shape{32768, 256}));
  EXPECT_EQ(image.forward({11, 37, 23, 101}), (Shape{24165, 93}));
  EXPECT_EQ(image.getSeparators(), ArrayRef<int64_t>(1));
  // Flattening is idempotent with separators. Without them, the result is 1-D.
  EXPECT_EQ(*image.flatten(activation), image);
  EXPECT_EQ(getShape(image.withoutSeparators(), activation), (Shape{8388608}));

  // forward() does not check that indices are in range.
  IndexMap rows = *parse("(i,j) -> (i,j)").flatten({2, 3});
  EXPECT_EQ(rows.forward({10, 15}), (Shape{45}));
  EXPECT_EQ(rows.forward({20, 23}), (Shape{83}));
  EXPECT_EQ(rows.forward({1, 2}), (Shape{5}));
  IndexMap columns = parse("(i,j) -> (j,i)");
  EXPECT_EQ(columns.getPhysicalShape({2, 3}), (Shape{3, 2}));
  EXPECT_EQ(columns.forward({1, 2}), (Shape{2, 1}));
  EXPECT_EQ(columns.flatten({2, 3})->forward({1, 2}), (Shape{5}));
  EXPECT_EQ(columns.flatten({2, 3})->forward({10, 15}), (Shape{40}));
  EXPECT_EQ(columns.flatten({2, 3})->forward({20, 23}), (Shape{66}));

  // Only the outermost extent of a group may be dynamic.
  EXPECT_EQ(parse("(i,j) -> (i,j)").flatten({4, kDynamic}), std::nullopt);
  EXPECT_EQ(parse("(i,j) -> (i,j)").flatten({kDynamic, 4}),
            parse("(i,j) -> (i * 4 + j)"));
}

TEST_F(IndexMapCases, InvalidMapsAreDiagnosed) {
  AffineExpr a = getAffineDimExpr(0, &context);
  AffineExpr b = getAffineDimExpr(1, &context);
  AffineExpr s = getAffineSymbolExpr(0, &context);
  auto error = [&](AffineExpr expr) {
    return IndexMap::getError(AffineMap::get(2, 0, expr), {});
  };
  EXPECT_EQ(IndexMap::getError(AffineMap::get(2, 1, a + s), {}),
            "requires an index map without symbols, found 1");
  EXPECT_EQ(error(a * b),
            "requires factors and divisors to be constants, found d0 * d1");
  EXPECT_EQ(error(a % b),
            "requires factors and divisors to be constants, found d0 mod d1");
  EXPECT_EQ(error(a % 0), "requires divisors of at least 1, found d0 mod 0");
  EXPECT_EQ(error(a.floorDiv(-2) + b),
            "requires divisors of at least 1, found d0 floordiv -2");
}

// One element of f16 in each stick of 128 bytes. The device has 65,536 places,
// of which the map alone reaches 65,473.
TEST_F(IndexMapCases, BoxHasPlacesBehindTheLastElement) {
  AffineMap sparse = parse("(i) -> (i * 64)").getAffineMap();
  IndexMap map(sparse, {}, {65536});
  Shape shape = {1024};
  EXPECT_EQ(IndexMap(sparse).getPhysicalShape(shape), (Shape{65473}));
  EXPECT_EQ(map.getPhysicalShape(shape), (Shape{65536}));
  EXPECT_EQ(map.forward({1023}), (Shape{65472}));
  EXPECT_EQ(map.isInjective(shape), Verdict::Proved);
  EXPECT_NE(map, IndexMap(sparse));
  EXPECT_EQ(map.isEqual(IndexMap(sparse), shape), Verdict::Refuted);
  EXPECT_EQ(map.withoutSeparators(), map);
  EXPECT_EQ(map.canonicalize(shape), map);
}

TEST_F(IndexMapCases, LargerBoxIsNoBijection) {
  IndexMap transpose = parse("(i, j) -> (j, i)");
  Shape shape = {4, 10};
  IndexMap pitched(transpose.getAffineMap(), {}, {16, 4});
  EXPECT_EQ(pitched.isBijective(shape), Verdict::Refuted);
  EXPECT_EQ(pitched.inverse(shape), std::nullopt);
  EXPECT_EQ(pitched.isRowMajorReshape({4, 1}), Verdict::Refuted);
  EXPECT_EQ(pitched.getPermutation(), std::nullopt);
  // A box that the map fills says nothing.
  IndexMap filled(transpose.getAffineMap(), {}, {10, 2});
  EXPECT_EQ(filled.getPhysicalShape(shape), (Shape{10, 4}));
  EXPECT_EQ(filled.isBijective(shape), Verdict::Proved);
  EXPECT_EQ(filled.isEqual(transpose, shape), Verdict::Proved);
  EXPECT_EQ(filled.canonicalize(shape), transpose);
}

TEST_F(IndexMapCases, BoxesInCompositionsAndGroups) {
  IndexMap sparse(parse("(i) -> (i * 64)").getAffineMap(), {}, {1024});
  IndexMap rows = parse("(p) -> (p floordiv 128, p mod 128)");
  IndexMap both = rows.compose(sparse, {16});
  EXPECT_EQ(both.getPhysicalShape({16}), (Shape{8, 128}));
  EXPECT_EQ(both.forward({3}), (Shape{1, 64}));
  IndexMap pitched(parse("(i, j) -> (i, j)").getAffineMap(), {}, {4, 16});
  IndexMap flat = *pitched.flatten({4, 10});
  EXPECT_EQ(flat.getPhysicalShape({4, 10}), (Shape{64}));
  EXPECT_EQ(flat.forward({3, 9}), (Shape{57}));
  EXPECT_EQ(IndexMap::getError(flat.getAffineMap(), {}, {64, 1}),
            "requires a box of 1 extents, one for each physical dim, found 2");
  EXPECT_EQ(IndexMap::getError(flat.getAffineMap(), {}, {0}),
            "requires a box of extents of at least 1, found 0");
}

} // namespace
