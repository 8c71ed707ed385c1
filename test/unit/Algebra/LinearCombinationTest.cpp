//===- LinearCombinationTest.cpp - Linear combinations of digits ----------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/LinearCombination.h"
#include "BruteForce.h"
#include "RandomMaps.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class LinearCombinationTest : public ::testing::Test {
protected:
  AffineExpr dim(unsigned i) { return getAffineDimExpr(i, &context); }

  /// Returns "base + weight*(dim,stride,extent) + ...", or "none".
  std::string print(AffineExpr expr, ArrayRef<int64_t> shape) {
    std::optional<LinearCombination> sum = getLinearCombination(expr, shape);
    if (!sum)
      return "none";
    std::string text = std::to_string(sum->base);
    for (auto [digit, weight] : sum->terms) {
      auto [dim, stride, extent] = digit;
      text += " + " + std::to_string(weight) + "*(" + std::to_string(dim) +
              "," + std::to_string(stride) + "," + std::to_string(extent) + ")";
    }
    return text;
  }

  MLIRContext context;
};
} // namespace

static int64_t getValue(const LinearCombination &sum,
                        const bruteforce::Index &index) {
  int64_t value = sum.base;
  for (auto [digit, weight] : sum.terms)
    value += weight * (index[digit.dim] / digit.stride % digit.extent);
  return value;
}

TEST_F(LinearCombinationTest, OutermostExtentIsTheNumberOfValues) {
  // 20 channels in blocks of 16 need two blocks, 3 channels a part of one.
  AffineExpr blocked = dim(0).floorDiv(16) * 1024 + dim(0) % 16;
  EXPECT_EQ(print(blocked, {20}), "0 + 1024*(0,16,2) + 1*(0,1,16)");
  EXPECT_EQ(print(blocked, {3}), "0 + 1*(0,1,3)");
  EXPECT_EQ(print(blocked, {1}), "0");
  EXPECT_EQ(print(dim(0).floorDiv(16) * 16 + dim(0) % 16, {20}),
            "0 + 1*(0,1,20)");
}

TEST_F(LinearCombinationTest, HandlesGapsAndOffsets) {
  EXPECT_EQ(print(dim(0) * 8 + dim(1) * 2 + 5, {4, 3}),
            "5 + 8*(0,1,4) + 2*(1,1,3)");
  EXPECT_EQ(print((dim(0) + 3) * 4, {4}), "12 + 4*(0,1,4)");
  // Overlapping terms are allowed in a sum that is not divided.
  EXPECT_EQ(print(dim(0) * 2 + dim(1) * 3, {3, 2}),
            "0 + 3*(1,1,2) + 2*(0,1,3)");
}

TEST_F(LinearCombinationTest, DividesPaddedRows) {
  AffineExpr row = dim(0) * 256 + dim(1);
  EXPECT_EQ(print(row.floorDiv(64), {1000, 200}),
            "0 + 4*(0,1,1000) + 1*(1,64,4)");
  EXPECT_EQ(print(row % 64, {1000, 200}), "0 + 1*(1,1,64)");
  EXPECT_EQ(print((dim(0) * 20 + dim(1) * 3) % 20, {7, 5}), "0 + 3*(1,1,5)");
}

TEST_F(LinearCombinationTest, RejectsUnsupportedExpressions) {
  EXPECT_EQ(print((dim(0) + 1) % 4, {4}), "none");
  EXPECT_EQ(print((dim(0) * 3 + dim(1)) % 2, {2, 3}), "none");
  EXPECT_EQ(print((dim(0) * 2 + dim(1)).floorDiv(4), {4, 3}), "none");
  EXPECT_EQ(print(dim(0) * -1 + 3, {4}), "none");
  EXPECT_EQ(print(dim(0).ceilDiv(2), {4}), "none");
  EXPECT_EQ(print(dim(0), {0}), "none");
  EXPECT_EQ(print(dim(0), {ShapedType::kDynamic}), "none");
  EXPECT_EQ(print(dim(0), {INT64_MAX}), "none");
  EXPECT_EQ(print(dim(0) * INT64_MAX * 2, {4}), "none");
}

TEST_F(LinearCombinationTest, EqualsTheExpressionAtEveryPoint) {
  randommaps::Generator generator(&context, 4);
  unsigned found = 0;
  for (unsigned i = 0; i < 8000; ++i) {
    // On a smaller box than it was made for, a digit map has partial tiles.
    randommaps::Sample sample =
        i % 2 ? generator.digitMap() : generator.otherMap();
    for (int64_t &size : sample.shape)
      size = generator.pick(std::max<int64_t>(size - 5, 1), size);
    for (AffineExpr expr : sample.map.getResults()) {
      std::optional<LinearCombination> sum =
          getLinearCombination(expr, sample.shape);
      ASSERT_TRUE(sum || i % 2 == 0);
      if (!sum)
        continue;
      ++found;
      for (int64_t at = 0, e = bruteforce::product(sample.shape); at < e;
           ++at) {
        bruteforce::Index index = bruteforce::delinearize(at, sample.shape);
        ASSERT_EQ(getValue(*sum, index), bruteforce::value(expr, index));
      }
      for (auto [digit, weight] : sum->terms)
        ASSERT_GE(digit.extent, 2);
    }
  }
  EXPECT_GT(found, 16000u);
}

TEST_F(LinearCombinationTest, CoversEachDimOnce) {
  EXPECT_TRUE(coversEachDimOnce({{{0, 1, 16}, 1}, {{0, 16, 2}, 64}}, {20}));
  EXPECT_TRUE(coversEachDimOnce({{{1, 1, 3}, 1}, {{0, 1, 1}, 3}}, {1, 3}));
  EXPECT_FALSE(coversEachDimOnce({{{0, 1, 16}, 1}}, {20}));
  EXPECT_FALSE(coversEachDimOnce({{{0, 1, 16}, 1}, {{0, 8, 3}, 16}}, {20}));
  EXPECT_FALSE(coversEachDimOnce({{{0, 1, 20}, 1}, {{0, 1, 20}, 20}}, {20}));
  EXPECT_FALSE(coversEachDimOnce({{{0, 2, 10}, 1}}, {20}));
}
