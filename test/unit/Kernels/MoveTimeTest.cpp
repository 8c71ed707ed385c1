//===- MoveTimeTest.cpp - Tests of times of moves -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels/MoveTime.h"
#include "Kernels/MovePlan.h"
#include "StructuredOp.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

using Order = SmallVector<unsigned>;
using Sizes = SmallVector<int64_t>;

static const Machine machine = getMachine(64, 32, 1 << 20);

/// Tiles of one group, of square vectors of floats, and of no loop.
static const Sizes single{1, 1}, vectors{16, 16}, none;

/// Transposes a matrix of floats: the loops over rows and columns of the
/// result.
static ElementMove transpose(int64_t rows, int64_t columns) {
  return {nullptr, nullptr, 4, 1, {{rows, 1, columns}, {columns, rows, 1}}};
}

/// Swaps the outer dims of floats of which `group` lie together.
static ElementMove swap(int64_t a, int64_t b, int64_t group) {
  return {nullptr,
          nullptr,
          4,
          group,
          {{a, group, b * group}, {b, a * group, group}}};
}

TEST(MoveTimeGetDirect, LongRowsAreFasterThanShortOnes) {
  double last = std::numeric_limits<double>::infinity();
  // Of as many bytes altogether.
  for (int64_t group : {16, 32, 64, 128, 256, 1024}) {
    ElementMove move = swap(1024, (1 << 20) / group, group);
    double time = MoveTime(move, single, machine).getDirect({0, 1});
    EXPECT_LT(time, last) << "rows of " << group << " floats";
    last = time;
  }
}

TEST(MoveTimeGetDirect, RowsThatGoOnAreFasterThanNewOnes) {
  // Rows of 64 bytes: one order writes on, the other one reads on. What is read
  // in short rows takes longer than what is written in short rows.
  ElementMove move = swap(4096, 4096, 16);
  MoveTime time(move, single, machine);
  double writesOn = time.getDirect({0, 1}), readsOn = time.getDirect({1, 0});
  EXPECT_NEAR(writesOn, 1 + 1 + 128 / 64.0, 1e-9);
  EXPECT_NEAR(readsOn, 1 + 1 + 18 / std::sqrt(64.0), 1e-9);
  EXPECT_LT(writesOn, readsOn);
  Machine other = machine;
  other.readStartBytes = 256;
  MoveTime slowReads(move, single, other);
  EXPECT_GT(slowReads.getDirect({0, 1}), slowReads.getDirect({1, 0}));
}

TEST(MoveTimeGetDirect, ContiguousMovesTakeOneUnitOnEachSide) {
  ElementMove move{nullptr, nullptr, 4, 1 << 20, {}};
  EXPECT_EQ(MoveTime(move, none, machine).getDirect({}), 2);
}

TEST(MoveTimeGetBuffered, LongRowsAreFasterThanShortOnes) {
  ElementMove move = transpose(2048, 2048);
  MoveTime time(move, vectors, machine);
  EXPECT_LT(time.getBuffered({64, 64}), time.getBuffered({16, 64}));
  EXPECT_LT(time.getBuffered({64, 64}), time.getBuffered({64, 16}));
}

TEST(MoveTimeGetBuffered, RowsHaveToFillAVector) {
  ElementMove move = transpose(2048, 2056);
  MoveTime time(move, vectors, machine);
  EXPECT_TRUE(std::isinf(time.getBuffered({64, 8})));
  // The last row of 2056 % 64 = 8 floats does not either.
  EXPECT_TRUE(std::isinf(time.getBuffered({64, 64})));
  EXPECT_TRUE(std::isfinite(time.getBuffered({64, 257})));
}

TEST(MoveTimeGetPrefetched, BlocksAreNeitherSmallNorLarge) {
  ElementMove move = transpose(2048, 2048);
  MoveTime time(move, vectors, machine);
  // 2 KiB, 4 KiB, 32 KiB and 64 KiB: a cache of 1 MiB has 32 of 32 KiB.
  EXPECT_TRUE(std::isinf(time.getPrefetched({32, 16}, {0, 1})));
  EXPECT_TRUE(std::isfinite(time.getPrefetched({32, 32}, {0, 1})));
  EXPECT_TRUE(std::isfinite(time.getPrefetched({128, 64}, {0, 1})));
  EXPECT_TRUE(std::isinf(time.getPrefetched({128, 128}, {0, 1})));
}

TEST(MoveTimeGetPrefetched, AlignedRowsAreFasterThanShared) {
  ElementMove aligned = transpose(2048, 2048), shared = transpose(2048, 2040);
  EXPECT_LT(MoveTime(aligned, vectors, machine).getPrefetched({64, 64}, {0, 1}),
            MoveTime(shared, vectors, machine).getPrefetched({64, 64}, {0, 1}));
}

TEST(MoveTimeFits, AnEighthOfTheCacheOrTheFirstOne) {
  ElementMove move = transpose(2048, 2048);
  MoveTime time(move, vectors, machine);
  EXPECT_TRUE(time.fits({256, 128}));
  EXPECT_FALSE(time.fits({256, 144}));
  Machine small = getMachine(64, 32, 1 << 16);
  MoveTime timeOfSmall(move, vectors, small);
  EXPECT_TRUE(timeOfSmall.fits({128, 64}));
  EXPECT_FALSE(timeOfSmall.fits({128, 80}));
}

TEST(MoveTimeIsSmall, SourceAndResultFitTogether) {
  ElementMove fits = transpose(512, 256), exceeds = transpose(512, 272);
  EXPECT_TRUE(MoveTime(fits, vectors, machine).isSmall());
  EXPECT_FALSE(MoveTime(exceeds, vectors, machine).isSmall());
}

TEST(PlanMove, WhatStaysInTheCacheNeedsNoBlocks) {
  MovePlan plan = planMove(transpose(256, 256), machine, false);
  EXPECT_EQ(plan.tile, (Sizes{16, 16}));
  EXPECT_EQ(plan.block, (Sizes{256, 256}));
  EXPECT_FALSE(plan.isBuffered);
  EXPECT_FALSE(plan.isPrefetched);
}

TEST(PlanMove, LargeTransposesFetchTheNextBlock) {
  MovePlan plan = planMove(transpose(2048, 2048), machine, false);
  EXPECT_TRUE(plan.isPrefetched);
  EXPECT_FALSE(plan.isBuffered);
  EXPECT_EQ(plan.tile, (Sizes{16, 16}));
}

TEST(PlanMove, GroupsThatFillVectorsGoThroughABuffer) {
  MovePlan plan = planMove(swap(2048, 196, 16), machine, false);
  EXPECT_TRUE(plan.isBuffered);
  EXPECT_FALSE(plan.isPrefetched);
  EXPECT_EQ(plan.tile, (Sizes{1, 1}));
}

TEST(PlanMove, ThreadsShareAFewBlocks) {
  EXPECT_EQ(planMove(transpose(256, 256), machine, true).block,
            (Sizes{16, 256}));
  Machine few = machine;
  few.threadBlocks = 4;
  EXPECT_EQ(planMove(transpose(256, 256), few, true).block, (Sizes{64, 256}));
}
