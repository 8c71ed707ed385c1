//===- StridedRegionTest.cpp - Tests of the elements of views -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/StridedRegion.h"
#include "Support/SplitMix64.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace mlir::layout;

namespace {
/// All positions of a region, by enumeration.
std::set<int64_t> enumerate(const StridedRegion &region) {
  std::set<int64_t> positions = {region.offset};
  for (const StridedRegion::Dim &dim : region.dims) {
    std::set<int64_t> next;
    for (int64_t position : positions)
      for (int64_t i = 0; i < dim.size; ++i)
        next.insert(position + i * dim.stride);
    positions = std::move(next);
  }
  return positions;
}

bool share(const std::set<int64_t> &a, const std::set<int64_t> &b) {
  return llvm::any_of(a, [&](int64_t position) { return b.count(position); });
}

StridedRegion get(MLIRContext &context, ArrayRef<int64_t> shape,
                  ArrayRef<int64_t> strides, int64_t offset) {
  auto layout = StridedLayoutAttr::get(&context, offset, strides);
  return *StridedRegion::get(
      MemRefType::get(shape, Float32Type::get(&context), layout));
}

TEST(StridedRegion, OfType) {
  MLIRContext context;
  StridedRegion region = get(context, {2, 1, 3}, {12, 7, 4}, 5);
  EXPECT_EQ(region.offset, 5);
  ASSERT_EQ(region.dims.size(), 2u); // Unit dims do not matter.
  EXPECT_EQ(region.dims[1].size, 3);
  EXPECT_EQ(region.dims[1].stride, 4);
  EXPECT_EQ(region.getNumElements(), 6);
  auto dynamic =
      MemRefType::get({2, ShapedType::kDynamic}, Float32Type::get(&context));
  EXPECT_FALSE(StridedRegion::get(dynamic));
}

TEST(StridedRegion, SlicesOfOneBuffer) {
  MLIRContext context;
  // Columns 0..15 and 16..23 of memref<4x24xf32>.
  EXPECT_TRUE(areDisjoint(get(context, {4, 16}, {24, 1}, 0),
                          get(context, {4, 8}, {24, 1}, 16)));
  EXPECT_FALSE(areDisjoint(get(context, {4, 17}, {24, 1}, 0),
                           get(context, {4, 8}, {24, 1}, 16)));
  // Even and odd columns.
  EXPECT_TRUE(areDisjoint(get(context, {4, 12}, {24, 2}, 0),
                          get(context, {4, 12}, {24, 2}, 1)));
  // A row, seen through a reshape to one dim.
  EXPECT_TRUE(areDisjoint(get(context, {24}, {1}, 24),
                          get(context, {2, 24}, {24, 1}, 48)));
  // A region without elements.
  EXPECT_TRUE(
      areDisjoint(get(context, {0}, {1}, 0), get(context, {9}, {1}, 0)));
}

// Regions that share a position are never called disjoint, and those with
// strides that divide each other are decided.
TEST(StridedRegion, AgreesWithEnumeration) {
  SplitMix64 random(1, 0);
  auto choose = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random.next() % (high - low + 1));
  };
  int disjoint = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    auto create = [&] {
      StridedRegion region;
      region.offset = choose(0, 40);
      for (int64_t dim = 0, rank = choose(0, 3); dim < rank; ++dim)
        region.dims.push_back({choose(1, 5), choose(1, 24)});
      return region;
    };
    StridedRegion a = create(), b = create();
    bool areKnownDisjoint = areDisjoint(a, b);
    disjoint += areKnownDisjoint;
    EXPECT_FALSE(areKnownDisjoint && share(enumerate(a), enumerate(b)))
        << "trial " << trial;
  }
  EXPECT_GT(disjoint, 1000);
}

// Boxes of one buffer, some of them with steps that divide the size.
TEST(StridedRegion, DecidesBoxes) {
  SplitMix64 random(2, 0);
  auto choose = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random.next() % (high - low + 1));
  };
  for (int trial = 0; trial < 20000; ++trial) {
    SmallVector<int64_t> shape = {choose(1, 4), choose(1, 6), choose(1, 6)};
    auto create = [&] {
      StridedRegion region;
      int64_t stride = 1;
      for (int64_t size : llvm::reverse(shape)) {
        int64_t begin = choose(0, size - 1);
        int64_t extent = choose(1, size - begin);
        region.offset += begin * stride;
        if (extent != 1)
          region.dims.push_back({extent, stride});
        stride *= size;
      }
      return region;
    };
    StridedRegion a = create(), b = create();
    EXPECT_EQ(areDisjoint(a, b), !share(enumerate(a), enumerate(b)))
        << "trial " << trial;
  }
}

TEST(StridedRegion, Injective) {
  EXPECT_TRUE((StridedRegion{0, {}}).isInjective());
  EXPECT_TRUE((StridedRegion{3, {{4, 8}, {8, 1}}}).isInjective());
  EXPECT_TRUE((StridedRegion{0, {{8, 1}, {4, 8}}}).isInjective());
  EXPECT_FALSE((StridedRegion{0, {{4, 1}, {4, 1}}}).isInjective());
  EXPECT_FALSE((StridedRegion{0, {{4, 7}, {8, 1}}}).isInjective());
  EXPECT_TRUE((StridedRegion{0, {{4, 1}, {0, 1}}}).isInjective());
}
} // namespace
