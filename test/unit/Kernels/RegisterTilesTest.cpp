//===- RegisterTilesTest.cpp - Tests of tiles in registers ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels/RegisterTiles.h"
#include "StructuredOp.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

using Sizes = SmallVector<int64_t>;

static const Machine avx512 = getMachine(64, 32), avx2 = getMachine(32, 16);

static RegisterTile choose(linalg::GenericOp op, const Machine &machine) {
  StringRef reason;
  FailureOr<RegisterTile> tile = chooseRegisterTile(op, machine, reason);
  EXPECT_TRUE(succeeded(tile)) << reason.str();
  return succeeded(tile) ? *tile : RegisterTile();
}

TEST(ChooseRegisterTile, MatmulFillsTheRegistersOfAVX512) {
  StructuredOp op("m, n, K", {{"126x768xf32", "m, K"},
                              {"768x768xf32", "K, n"},
                              {"126x768xf32", "m, n"}});
  RegisterTile tile = choose(op, avx512);
  EXPECT_EQ(tile.lanes, 16);
  // 28 vectors of the result, two of a row, and one element.
  EXPECT_EQ(tile.sizes, (Sizes{14, 32, 1}));
  EXPECT_EQ(tile.vectorReduction, std::nullopt);
  EXPECT_EQ(tile.reductionOrder, (Sizes{2}));
}

TEST(ChooseRegisterTile, MatmulFillsTheRegistersOfAVX2) {
  StructuredOp op("m, n, K", {{"126x768xf32", "m, K"},
                              {"768x768xf32", "K, n"},
                              {"126x768xf32", "m, n"}});
  RegisterTile tile = choose(op, avx2);
  EXPECT_EQ(tile.lanes, 8);
  EXPECT_EQ(tile.sizes, (Sizes{6, 16, 1}));
}

TEST(ChooseRegisterTile, ConvolutionInBlocksOfChannelsHasPixels) {
  StructuredOp one("f, h, w, C, I, J, K, g",
                   {{"4x58x58x16xf32", "C, h + I, w + J, K"},
                    {"1x4x3x3x16x16xf32", "f, C, I, J, K, g"},
                    {"1x56x56x16xf32", "f, h, w, g"}});
  // 28 vectors of the result, as square as the windows on the image overlap.
  EXPECT_EQ(choose(one, avx512).sizes, (Sizes{1, 7, 4, 1, 1, 1, 1, 16}));
  StructuredOp several("f, h, w, C, I, J, K, g",
                       {{"4x58x58x16xf32", "C, h + I, w + J, K"},
                        {"4x4x3x3x16x16xf32", "f, C, I, J, K, g"},
                        {"4x56x56x16xf32", "f, h, w, g"}});
  // Two blocks of channels share the elements of 14 pixels.
  EXPECT_EQ(choose(several, avx512).sizes, (Sizes{2, 7, 2, 1, 1, 1, 1, 16}));
}

TEST(ChooseRegisterTile, SumsOfRowsHaveLanes) {
  StructuredOp op("m, K", {{"64x768xf32", "m, K"}, {"64xf32", "m"}});
  RegisterTile tile = choose(op, avx512);
  EXPECT_EQ(tile.vectorReduction, 1u);
  // Four vectors, so that additions need not wait for each other.
  EXPECT_EQ(tile.sizes, (Sizes{1, 64}));
  Machine two = avx512;
  two.sumVectors = 2;
  EXPECT_EQ(choose(op, two).sizes, (Sizes{1, 32}));
}

TEST(ChooseRegisterTile, ReductionsReadAdjacentElementsLast) {
  StructuredOp op(
      "n, K, L",
      {{"8x32xf32", "L, K"}, {"32x8x64xf32", "K, L, n"}, {"64xf32", "n"}});
  EXPECT_EQ(choose(op, avx512).reductionOrder, (Sizes{2, 1}));
}

TEST(ChooseRegisterTile, ShortDimsAreAShortVector) {
  StructuredOp op(
      "m, n, K",
      {{"126x768xf32", "m, K"}, {"768x5xf32", "K, n"}, {"126x5xf32", "m, n"}});
  RegisterTile tile = choose(op, avx512);
  EXPECT_EQ(tile.lanes, 5);
  EXPECT_EQ(tile.sizes[1], 5);
}

TEST(ChooseRegisterTile, SaysWhyThereIsNone) {
  // Neither adjacent results nor summed elements are adjacent in the input.
  StructuredOp op("m, n, K", {{"4x64x8xf32", "K, n, m"}, {"8x64xf32", "m, n"}});
  StringRef reason;
  EXPECT_TRUE(failed(chooseRegisterTile(op, avx512, reason)));
  EXPECT_EQ(reason, "elements that are adjacent in the result are not in an "
                    "operand");
}
