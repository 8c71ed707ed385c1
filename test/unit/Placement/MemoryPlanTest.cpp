//===- MemoryPlanTest.cpp - Tests of places in an arena -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement/MemoryPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <chrono>
#include <numeric>
#include <random>

using namespace mlir;
using namespace mlir::layout;

/// Requires that the plan is a placement and that its figures are true.
static void check(ArrayRef<Lifetime> buffers, const MemoryPlan &plan) {
  ASSERT_EQ(plan.offsets.size(), buffers.size());
  int64_t peak = 0, sum = 0, bound = 0;
  for (auto [a, offset] : llvm::zip(buffers, plan.offsets)) {
    EXPECT_GE(offset, 0);
    EXPECT_EQ(offset % a.alignment, 0);
    peak = std::max(peak, offset + a.size);
    sum += a.size;
    int64_t live = 0;
    for (auto [b, other] : llvm::zip(buffers, plan.offsets)) {
      if (b.first <= a.first && a.first <= b.last)
        live += b.size;
      if (&a != &b && a.overlaps(b)) {
        EXPECT_TRUE(offset + a.size <= other || other + b.size <= offset);
      }
    }
    bound = std::max(bound, live);
  }
  EXPECT_EQ(plan.peak, peak);
  EXPECT_EQ(plan.sum, sum);
  EXPECT_EQ(plan.bound, bound);
  EXPECT_GE(plan.peak, plan.bound);
}

/// The least peak: tries every offset in [0, limit) for every buffer.
static int64_t getLeastPeak(ArrayRef<Lifetime> buffers,
                            SmallVectorImpl<int64_t> &offsets, int64_t peak,
                            int64_t limit) {
  if (offsets.size() == buffers.size())
    return peak;
  const Lifetime &buffer = buffers[offsets.size()];
  for (int64_t offset = 0; offset + buffer.size < limit;
       offset += buffer.alignment) {
    bool isFree = llvm::all_of(llvm::zip(buffers, offsets), [&](auto pair) {
      auto [other, place] = pair;
      return !other.overlaps(buffer) || offset + buffer.size <= place ||
             place + other.size <= offset;
    });
    if (!isFree)
      continue;
    offsets.push_back(offset);
    limit = std::min(limit,
                     getLeastPeak(buffers, offsets,
                                  std::max(peak, offset + buffer.size), limit));
    offsets.pop_back();
  }
  return limit;
}

static SmallVector<Lifetime> makeRandom(std::mt19937 &random, unsigned count,
                                        int64_t steps, int64_t largest,
                                        unsigned numAlignments) {
  auto draw = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  SmallVector<Lifetime> buffers;
  for (unsigned i = 0; i != count; ++i) {
    int64_t first = draw(0, steps - 1);
    int64_t last = draw(first, steps - 1);
    int64_t alignment = int64_t(1) << draw(0, numAlignments - 1);
    buffers.push_back({first, last, draw(1, largest), alignment});
  }
  return buffers;
}

TEST(MemoryPlan, NoBuffers) {
  MemoryPlan plan = planMemory({});
  EXPECT_TRUE(plan.offsets.empty());
  EXPECT_EQ(plan.sum, 0);
  EXPECT_EQ(plan.peak, 0);
  EXPECT_EQ(plan.bound, 0);
}

TEST(MemoryPlan, ChainNeedsTwoNeighbours) {
  // Each buffer is read where the next one is written.
  SmallVector<Lifetime> buffers = {
      {0, 1, 64}, {1, 2, 128}, {2, 3, 64}, {3, 4, 256}, {4, 5, 64}};
  MemoryPlan plan = planMemory(buffers);
  check(buffers, plan);
  EXPECT_EQ(plan.sum, 576);
  EXPECT_EQ(plan.bound, 320);
  EXPECT_EQ(plan.peak, 320);
}

TEST(MemoryPlan, BuffersLiveAtTheSameStepDoNotShare) {
  SmallVector<Lifetime> buffers = {{0, 3, 8}, {3, 5, 8}, {4, 6, 8}};
  MemoryPlan plan = planMemory(buffers);
  check(buffers, plan);
  EXPECT_EQ(plan.peak, 16);
  EXPECT_EQ(plan.offsets[0], plan.offsets[2]);
}

TEST(MemoryPlan, AlignmentOfEachBuffer) {
  SmallVector<Lifetime> buffers = {{0, 1, 24, 8}, {0, 1, 16, 32}, {0, 1, 8, 8}};
  MemoryPlan plan = planMemory(buffers);
  check(buffers, plan);
  EXPECT_EQ(plan.peak, 48);
}

TEST(MemoryPlan, SmallInstancesAreOptimal) {
  std::mt19937 random(1);
  unsigned aboveBound = 0;
  for (unsigned i = 0; i != 3000; ++i) {
    SmallVector<Lifetime> buffers =
        makeRandom(random, /*count=*/1 + i % 6, /*steps=*/6, /*largest=*/4,
                   /*numAlignments=*/1 + i % 3);
    MemoryPlan plan = planMemory(buffers);
    check(buffers, plan);
    aboveBound += plan.peak > plan.bound;
    SmallVector<int64_t> offsets;
    // The search looks for less than this plan only.
    EXPECT_EQ(getLeastPeak(buffers, offsets, 0, plan.peak), plan.peak);
    if (HasFailure())
      return;
  }
  EXPECT_GT(aboveBound, 100u);
}

TEST(MemoryPlan, LargeInstances) {
  std::mt19937 random(2);
  for (unsigned i = 0; i != 100; ++i) {
    SmallVector<Lifetime> buffers =
        makeRandom(random, /*count=*/2 + i, /*steps=*/40, /*largest=*/5000,
                   /*numAlignments=*/8);
    MemoryPlan plan = planMemory(buffers);
    check(buffers, plan);
    EXPECT_EQ(planMemory(buffers).offsets, plan.offsets);
    EXPECT_LE(plan.peak, plan.bound + plan.bound / 2);
  }
}

TEST(MemoryPlan, TenThousandBuffersWithinSeconds) {
  std::mt19937 random(3);
  SmallVector<Lifetime> buffers =
      makeRandom(random, /*count=*/10000, /*steps=*/20000, /*largest=*/1 << 20,
                 /*numAlignments=*/1);
  for (Lifetime &buffer : buffers) {
    buffer.last = std::min(buffer.last, buffer.first + 50);
    buffer.size = llvm::alignTo(buffer.size, 64);
    buffer.alignment = 64;
  }
  auto begin = std::chrono::steady_clock::now();
  MemoryPlan plan = planMemory(buffers);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - begin;
  // A second on an idle machine.
  EXPECT_LT(seconds.count(), 10);
  check(buffers, plan);
  RecordProperty("seconds", std::to_string(seconds.count()));
  RecordProperty("excess", std::to_string(double(plan.peak) / plan.bound));
}
