//===- TransposedOperandsTest.cpp - Tests of operands to transpose --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels/TransposedOperands.h"
#include "StructuredOp.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

/// The numbers of the operands to transpose of `rows` times the transposed
/// `columns`, which have so many summed elements.
static SmallVector<unsigned> findOperands(int64_t rows, int64_t columns,
                                          int64_t summed,
                                          const Machine &machine = {}) {
  auto type = [](int64_t a, int64_t b) {
    return std::to_string(a) + "x" + std::to_string(b) + "xf32";
  };
  std::string x = type(rows, summed), y = type(columns, summed),
              result = type(rows, columns);
  StructuredOp op(
      "m, n, K",
      {{x.c_str(), "m, K"}, {y.c_str(), "n, K"}, {result.c_str(), "m, n"}});
  return findOperandsToTranspose(op.get(), /*lanes=*/16, machine).operands;
}

static const SmallVector<unsigned> second{1}, none;

TEST(FindOperandsToTranspose, KeysOfAttention) {
  StructuredOp op(
      "m, n, K",
      {{"64x32xf32", "m, K"}, {"48x32xf32", "n, K"}, {"64x48xf32", "m, n"}});
  TransposedOperands found = findOperandsToTranspose(op.get(), 16, Machine());
  EXPECT_EQ(found.operands, second);
  EXPECT_EQ(found.loops, (SmallVector<int64_t>{1}));
}

TEST(FindOperandsToTranspose, ShortSumsNeedTwoUses) {
  EXPECT_EQ(findOperands(1, 64, 32), none);
  EXPECT_EQ(findOperands(2, 64, 32), second);
}

TEST(FindOperandsToTranspose, LongSumsNeedMoreUses) {
  // 1 / (0.13 + 23 / 1000) = 6.5
  EXPECT_EQ(findOperands(6, 64, 1000), none);
  EXPECT_EQ(findOperands(7, 64, 1000), second);
}

TEST(FindOperandsToTranspose, LargeOperandsNeedMoreUses) {
  // 4 MiB, just above, and 8 MiB.
  EXPECT_EQ(findOperands(13, 1024, 1024), none);
  EXPECT_EQ(findOperands(14, 1024, 1024), second);
  EXPECT_EQ(findOperands(23, 1056, 1024), none);
  EXPECT_EQ(findOperands(24, 1056, 1024), second);
  EXPECT_EQ(findOperands(127, 2048, 1024), none);
  EXPECT_EQ(findOperands(128, 2048, 1024), second);
}

TEST(FindOperandsToTranspose, MachineDecides) {
  Machine machine;
  machine.leastUses = 5;
  EXPECT_EQ(findOperands(4, 64, 32, machine), none);
  machine.productTime = machine.sumEndTime = 0;
  EXPECT_EQ(findOperands(1000, 64, 32, machine), none);
}

TEST(FindOperandsToTranspose, RowsThatShareLinesNeedWholeVectors) {
  // Rows of the first operand are 2048 bytes apart.
  EXPECT_EQ(findOperands(64, 48, 512), none);
  EXPECT_EQ(findOperands(64, 48, 500), second);
  EXPECT_EQ(findOperands(64, 64, 512), second);
  Machine machine;
  machine.conflictBytes = 4096;
  EXPECT_EQ(findOperands(64, 48, 512, machine), second);
}

TEST(FindOperandsToTranspose, LoopsFillAVectorTogether) {
  StructuredOp op("m, i, j, K", {{"64x32xf32", "m, K"},
                                 {"7x7x32xf32", "i, j, K"},
                                 {"64x7x7xf32", "m, i, j"}});
  TransposedOperands found = findOperandsToTranspose(op.get(), 16, Machine());
  EXPECT_EQ(found.operands, second);
  EXPECT_EQ(found.loops, (SmallVector<int64_t>{1, 2}));
}

TEST(FindOperandsToTranspose, NothingKeepsAMatmulFromVectors) {
  StructuredOp op(
      "m, n, K",
      {{"64x32xf32", "m, K"}, {"32x48xf32", "K, n"}, {"64x48xf32", "m, n"}});
  EXPECT_EQ(findOperandsToTranspose(op.get(), 16, Machine()).operands, none);
}
