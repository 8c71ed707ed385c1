//===- TileOrderTest.cpp - Tests of orders of tiles -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels/TileOrder.h"
#include "StructuredOp.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

using Order = SmallVector<unsigned>;

TEST(ChooseTileOrder, TilesShareTheOperandThatFitsInTheCache) {
  Machine machine = getMachine(64, 32, 1 << 20);
  SmallVector<int64_t> tile{14, 32, 1};
  StructuredOp wide("m, n, K", {{"126x768xf32", "m, K"},
                                {"768x768xf32", "K, n"},
                                {"126x768xf32", "m, n"}});
  // All rows, 378 KiB, stay while each of the columns is read once.
  EXPECT_EQ(chooseTileOrder(wide, tile, machine), (Order{1, 0, 2}));
  StructuredOp tall("m, n, K", {{"4032x768xf32", "m, K"},
                                {"768x64xf32", "K, n"},
                                {"4032x64xf32", "m, n"}});
  // All columns, 192 KiB, stay while each of the rows is read once.
  EXPECT_EQ(chooseTileOrder(tall, tile, machine), (Order{0, 1, 2}));
}

TEST(ChooseTileOrder, PixelsAreReadAsAWholeUnlessTheImageFits) {
  StructuredOp op("h, w, I, J, c", {{"30x30x192xf32", "h + I, w + J, c"},
                                    {"3x3x192xf32", "I, J, c"},
                                    {"28x28x192xf32", "h, w, c"}});
  SmallVector<int64_t> tile{1, 7, 1, 1, 16};
  // Image and result have 1263 KiB: channels are innermost where these do not
  // fit, since short runs of bytes take longer, and outermost where they do.
  EXPECT_EQ(chooseTileOrder(op, tile, getMachine(64, 32, 4 << 20)),
            (Order{4, 1, 0, 2, 3}));
  EXPECT_EQ(chooseTileOrder(op, tile, getMachine(64, 32, 1 << 18)),
            (Order{0, 1, 4, 2, 3}));
}

TEST(ChooseTileOrder, MachineDecidesWhatShortRunsTake) {
  // An operand in rows of 64 bytes, or in whole columns of tiles.
  StructuredOp op("m, n",
                  {{"4096x4096xf32", "m, n"}, {"4096x4096xf32", "m, n"}});
  SmallVector<int64_t> tile{16, 16};
  EXPECT_EQ(chooseTileOrder(op, tile, getMachine(64, 32)), (Order{0, 1}));
  StructuredOp transposed(
      "m, n", {{"4096x4096xf32", "n, m"}, {"4096x4096xf32", "n, m"}});
  EXPECT_EQ(chooseTileOrder(transposed, tile, getMachine(64, 32)),
            (Order{1, 0}));
  Machine machine = getMachine(64, 32);
  machine.runBytes = machine.lateByte = 0;
  EXPECT_EQ(chooseTileOrder(transposed, tile, machine), (Order{0, 1}));
}

TEST(ChooseTileOrder, LoopsOfOneTileComeLast) {
  StructuredOp op("m, n, K", {{"14x768xf32", "m, K"},
                              {"768x768xf32", "K, n"},
                              {"14x768xf32", "m, n"}});
  EXPECT_EQ(chooseTileOrder(op, {14, 32, 1}, getMachine(64, 32)),
            (Order{1, 0, 2}));
}

TEST(ChooseTileOrder, GivenOrderCountsAmongEquals) {
  StructuredOp op("m, n", {{"64x64xf32", "m, n"}, {"64x64xf32", "m, n"}});
  EXPECT_EQ(chooseTileOrder(op, {1, 16}, getMachine(64, 32)), (Order{0, 1}));
}
