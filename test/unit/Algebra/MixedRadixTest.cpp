//===- MixedRadixTest.cpp - Mixed radix representation of indices ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/MixedRadix.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kDynamic = ShapedType::kDynamic;

namespace {

TEST(MixedRadix, NormalFormMergesNeighboursAndDropsUnits) {
  EXPECT_EQ(normalize({{0, 12, 1}, {0, 4, 3}, {1, 1, 1}, {0, 1, 4}}),
            (MixedRadix{{0, 1, 12}}));
  // In another order the digits are not parts of one digit.
  EXPECT_EQ(normalize({{0, 1, 4}, {0, 4, 3}}),
            (MixedRadix{{0, 1, 4}, {0, 4, 3}}));
  // Digits of different dims never merge.
  EXPECT_EQ(normalize({{0, 4, 3}, {1, 1, 4}}),
            (MixedRadix{{0, 4, 3}, {1, 1, 4}}));
  EXPECT_EQ(normalize({{0, 16, kDynamic}, {0, 1, 16}}),
            (MixedRadix{{0, 1, kDynamic}}));
}

TEST(MixedRadix, Slice) {
  // Two dims of extents 4 and 6 denote numbers below 24.
  MixedRadix list = {{0, 1, 4}, {1, 1, 6}};
  EXPECT_EQ(slice(list, 1, 24), list);
  EXPECT_EQ(slice(list, 6, 4), (MixedRadix{{0, 1, 4}}));
  EXPECT_EQ(slice(list, 3, 4), (MixedRadix{{0, 1, 2}, {1, 3, 2}}));
  EXPECT_EQ(slice(list, 12, kDynamic), (MixedRadix{{0, 2, 2}}));
  // The boundary 4 lies within the digit of extent 6 and does not divide it.
  EXPECT_EQ(slice(list, 4, 6), std::nullopt);
  EXPECT_EQ(slice(list, 1, 9), std::nullopt);
}

TEST(MixedRadix, SliceOfADynamicDigitAssumesDivisibility) {
  MixedRadix list = {{0, 1, kDynamic}, {1, 1, 8}};
  EXPECT_EQ(slice(list, 1, 16), (MixedRadix{{0, 1, 2}, {1, 1, 8}}));
  EXPECT_EQ(slice(list, 32, kDynamic), (MixedRadix{{0, 4, kDynamic}}));
}

TEST(MixedRadix, ComposeUsesCommonRefinement) {
  // NCHW16c read as NCHW8c: 2 co + ci floordiv 8, ci mod 8.
  MixedRadixMap blocked = {{{0, 16, 4}}, {{0, 1, 16}}};
  EXPECT_EQ(compose(MixedRadix{{0, 1, 4}, {1, 8, 2}}, blocked),
            (MixedRadix{{0, 8, 8}}));
  EXPECT_EQ(compose(MixedRadix{{1, 1, 8}}, blocked), (MixedRadix{{0, 1, 8}}));
  EXPECT_EQ(compose(MixedRadix{{1, 1, 3}}, blocked), std::nullopt);
}

TEST(MixedRadix, Coverage) {
  int64_t shape[] = {12, 5};
  MixedRadix five = {{1, 1, 5}};
  auto cover = [&](const MixedRadix &of12) {
    return getCoverage({of12, five}, shape);
  };
  EXPECT_EQ(cover({{0, 1, 12}}), Coverage::Exact);
  EXPECT_EQ(cover({{0, 4, 3}, {0, 1, 4}}), Coverage::Exact);
  EXPECT_EQ(cover({{0, 1, 4}, {0, 1, 12}}), Coverage::Overlapping);
  EXPECT_EQ(cover({{0, 4, 3}}), Coverage::Incomplete);
  EXPECT_EQ(cover({{0, 1, 4}}), Coverage::Incomplete);
  EXPECT_EQ(cover({{0, 6, 2}, {0, 1, 2}}), Coverage::Incomplete);
  // 3·4 and 4·3 have no common refinement: the lists decide nothing.
  EXPECT_EQ(cover({{0, 3, 4}, {0, 1, 4}}), Coverage::Unknown);
}

TEST(MixedRadix, CoverageOfDynamicDims) {
  int64_t shape[] = {kDynamic, 8};
  EXPECT_EQ(getCoverage({{{0, 4, kDynamic}}, {{0, 1, 4}, {1, 1, 8}}}, shape),
            Coverage::Exact);
  EXPECT_EQ(getCoverage({{{0, 1, kDynamic}}, {{0, 1, 4}, {1, 1, 8}}}, shape),
            Coverage::Overlapping);
  // Not injective, unless the dynamic extent is 0 or 1.
  EXPECT_EQ(getCoverage({{{0, 4, kDynamic}}, {{1, 1, 8}}}, shape),
            Coverage::Unknown);
  EXPECT_EQ(getCoverage({{{0, 1, kDynamic}}, {{1, 2, 4}}}, shape),
            Coverage::Unknown);
}

TEST(MixedRadix, Invert) {
  int64_t shape[] = {6, 8};
  MixedRadixMap lists = {{{1, 2, 4}}, {{0, 1, 6}, {1, 1, 2}}};
  ASSERT_TRUE(isExactCover(lists, shape));
  EXPECT_EQ(invert(lists, shape),
            (MixedRadixMap{{{1, 2, 6}}, {{0, 1, 4}, {1, 1, 2}}}));
}

TEST(MixedRadix, ReadsDigitsOffExpressions) {
  MLIRContext context;
  AffineExpr c = getAffineDimExpr(0, &context);
  AffineExpr h = getAffineDimExpr(1, &context);
  int64_t shape[] = {64, 7};
  auto read = [&](AffineExpr expr) { return getDigits(expr, shape); };
  EXPECT_EQ(read(c.floorDiv(16)), (MixedRadix{{0, 16, 4}}));
  EXPECT_EQ(read((c % 32).floorDiv(8)), (MixedRadix{{0, 8, 4}}));
  EXPECT_EQ(read(c.floorDiv(8) % 4), (MixedRadix{{0, 8, 4}}));
  EXPECT_EQ(read(c * 7 + h), (MixedRadix{{0, 1, 64}, {1, 1, 7}}));
  EXPECT_EQ(read((c * 7 + h).floorDiv(7)), (MixedRadix{{0, 1, 64}}));
  EXPECT_EQ(read(c.floorDiv(64)), MixedRadix());
  // Gaps, overlaps, offsets, reversals and partial tiles have no digits.
  for (AffineExpr expr : {c * 8 + h, c * 6 + h, c + 1, 63 - c, c % 65, h % 8,
                          c.floorDiv(3), c % 3, h.floorDiv(2), c.ceilDiv(16)})
    EXPECT_EQ(read(expr), std::nullopt);
}

TEST(MixedRadix, ExtentsBeyond64Bits) {
  MLIRContext context;
  AffineExpr a = getAffineDimExpr(0, &context);
  AffineExpr b = getAffineDimExpr(1, &context);
  int64_t huge = int64_t(1) << 40;
  int64_t shape[] = {huge, huge};
  EXPECT_EQ(getDigits(a, shape), (MixedRadix{{0, 1, huge}}));
  EXPECT_EQ(getDigits(a * huge + b, shape), std::nullopt);
  EXPECT_EQ(getDigits(a * huge, shape), std::nullopt);
  // A digit of a dynamic dim that no dim of 64 bits has.
  int64_t dynamic[] = {ShapedType::kDynamic};
  EXPECT_EQ(getDigits(a.floorDiv(8) % (int64_t(1) << 62), dynamic),
            std::nullopt);
  EXPECT_EQ(getDigits(a.floorDiv(8) % (int64_t(1) << 59), dynamic),
            (MixedRadix{{0, 8, int64_t(1) << 59}}));
}

} // namespace
