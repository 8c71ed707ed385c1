//===- XlaTilesTest.cpp - Tests of XLA's tiles for a given layout ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Case: S4-a, S4-c
// Covers: P5
//
//===----------------------------------------------------------------------===//

#include "../Algebra/RandomMaps.h"
#include "LayoutChecks.h"
#include "Notation/DeviceLayout.h"
#include "Notation/XlaLayout.h"
#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using layoutchecks::isSame;
using layoutchecks::Random;
using Shape = SmallVector<int64_t>;

namespace {
class XlaTiles : public ::testing::Test {
protected:
  PhysicalLayout getLayout(StringRef map, ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> box = {}) {
    auto attribute = cast<AffineMapAttr>(
        parseAttribute(("affine_map<" + map + ">").str(), &context));
    return llvm::cantFail(
        PhysicalLayout::get(IndexMap(attribute.getValue()), shape, box));
  }

  /// XLA's text for a layout, or the error. The text must mean the layout.
  std::string write(const PhysicalLayout &layout) {
    llvm::Expected<XlaLayout> xla = XlaLayout::get(layout);
    if (!xla)
      return llvm::toString(xla.takeError());
    EXPECT_TRUE(isSame(
        llvm::cantFail(xla->getPhysicalLayout(layout.getShape(), &context)),
        layout))
        << xla->str();
    EXPECT_EQ(llvm::cantFail(XlaLayout::parse(xla->str())), *xla);
    return xla->str();
  }

  std::string write(StringRef map, ArrayRef<int64_t> shape,
                    ArrayRef<int64_t> box = {}) {
    return write(getLayout(map, shape, box));
  }

  MLIRContext context;
};
} // namespace

TEST_F(XlaTiles, Permutations) {
  EXPECT_EQ(write("() -> ()", {}), "{}");
  EXPECT_EQ(write("(i, j) -> (i, j)", {3, 5}), "{1,0}");
  EXPECT_EQ(write("(i, j) -> (j, i)", {3, 5}), "{0,1}");
  EXPECT_EQ(write("(n, c, h, w) -> (n, h, w, c)", {2, 3, 5, 7}), "{1,3,2,0}");
  // Dims of extent 1 stay where the map names them.
  EXPECT_EQ(write("(n, c, h, w) -> (n, h, w, c)", {1, 1, 1, 1}), "{1,3,2,0}");
  EXPECT_EQ(write("(i, j) -> (i, 0)", {3, 1}), "{1,0}");
  // Reshapes keep the order of memory.
  EXPECT_EQ(write("(n, h, w) -> (n, h * 7 + w)", {2, 5, 7}), "{2,1,0}");
  EXPECT_EQ(write("(i, j) -> (i floordiv 4, i mod 4, j)", {8, 5}), "{1,0}");
}

TEST_F(XlaTiles, Tiles) {
  EXPECT_EQ(
      write("(i, j) -> (i floordiv 8, j floordiv 128, i mod 8, j mod 128)",
            {20, 300}),
      "{1,0:T(8,128)}");
  EXPECT_EQ(write("(i, j) -> (i floordiv 8, j floordiv 128, (i mod 8) floordiv "
                  "2, j mod 128, i mod 2)",
                  {20, 300}),
            "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(write("(i, j) -> (i floordiv 4, j floordiv 4, i mod 2, j mod 4, "
                  "(i floordiv 2) mod 2)",
                  {8, 8}),
            "{1,0:T(2,4)(2,1,1,1)}");
  // NCHW16c: a tile of ones behind the channels.
  for (int64_t channels : {3, 16, 33, 64})
    EXPECT_EQ(write("(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)",
                    {2, channels, 5, 7}),
              channels == 16 ? "{1,3,2,0}" : "{3,2,1,0:T(16,1,1)}");
  // OIHW16i16o: o is split off behind i.
  EXPECT_EQ(write("(o, i, h, w) -> (o floordiv 16, i floordiv 16, h, w, i mod "
                  "16, o mod 16)",
                  {32, 32, 3, 3}),
            "{3,2,1,0:T(16,1,1)(16,1,1,1,1,1,1)}");
}

TEST_F(XlaTiles, Sticks) {
  PhysicalLayout device =
      getLayout("(i, j) -> (j floordiv 64, i, j mod 64)", {1024, 256});
  EXPECT_EQ(write(device), "{0,1:T(64,1)}");
  EXPECT_EQ(device.getOffset({3, 130}), 131266);
  DeviceLayout triple = llvm::cantFail(
      DeviceLayout::parse("((4,1024,64),(65536,64,1),(64,256,1))"));
  EXPECT_TRUE(isSame(
      llvm::cantFail(triple.getPhysicalLayout({1024, 256}, {}, &context)),
      device));
  device = getLayout("(i, j) -> (j floordiv 64, i, j mod 64)", {1000, 200});
  EXPECT_EQ(write(device), "{0,1:T(64,1)}");
  EXPECT_EQ(device.getNumPositions() * 2, 512000);
  // One element in each stick: a dim in front of all is padded.
  EXPECT_EQ(write("(i) -> (i, 0)", {5}, {5, 64}), "{0:T(64,1)}");
  EXPECT_EQ(write("() -> (0)", {}, {128}), "{:T(128)}");
}

TEST_F(XlaTiles, Padding) {
  EXPECT_EQ(write("(i) -> (i)", {5}, {8}), "{0:T(8)}");
  EXPECT_EQ(write("(i) -> (i)", {1}, {8}), "{0:T(8)}");
  // Rows in front of whole columns are a tile of both.
  EXPECT_EQ(write("(i, j) -> (i, j)", {5, 3}, {7, 3}), "{1,0:T(7,3)}");
  EXPECT_EQ(write("(i, j) -> (i, j)", {5, 3}, {5, 4}), "{1,0:T(4)}");
  EXPECT_EQ(write("(i) -> (i floordiv 4, i mod 4)", {10}, {5, 4}), "{0:T(20)}");
}

TEST_F(XlaTiles, DimsAsOneNumber) {
  EXPECT_EQ(
      write("(i, j) -> ((i * 10 + j) floordiv 4, (i * 10 + j) mod 4)", {3, 10}),
      "{1,0:T(*,4)}");
  EXPECT_EQ(write("(i, j, k) -> ((j * 10 + k) floordiv 4, i, (j * 10 + k) mod "
                  "4)",
                  {2, 3, 10}),
            "{0,2,1:T(*,4,1)}");
}

/// Also where no tile of the usual kind does it: whatever a block stands in
/// front of is a block itself.
TEST_F(XlaTiles, BlocksInFrontOfDims) {
  EXPECT_EQ(write("(n, c, w) -> (n, c mod 4, c floordiv 4, w)", {2, 8, 5}),
            "{2,1,0:T(4,1)(2,5,1,1)}");
  EXPECT_EQ(write("(n, c, w) -> (n floordiv 2, c, n mod 2, w)", {4, 3, 5}),
            "{2,1,0:T(2,1,5)}");
}

TEST_F(XlaTiles, UnsupportedMaps) {
  EXPECT_EQ(write("(i, j) -> (i, (i + j) mod 16)", {16, 16}),
            "an XLA layout requires dims in nested blocks, padded at their "
            "ends, found (d0, d1) -> (d0, (d0 + d1) mod 16) from 16x16 into "
            "16x16");
  for (const char *map :
       {"(i) -> (15 - i)", "(i) -> (i + 1)", "(i) -> (i * 2)", "(i) -> (i, 1)"})
    EXPECT_EQ(write(map, {16}).substr(0, 44),
              "an XLA layout requires dims in nested blocks");
  // A block of 8 in a place for 9.
  EXPECT_EQ(write("(i) -> (i floordiv 8, i mod 8)", {16}, {2, 9}).substr(0, 44),
            "an XLA layout requires dims in nested blocks");
  PhysicalLayout grouped = llvm::cantFail(PhysicalLayout::get(
      IndexMap(AffineMap::getMultiDimIdentityMap(2, &context), {1}), {2, 3}));
  EXPECT_EQ(write(grouped),
            "an XLA layout requires a map without axis separators");
}

TEST_F(XlaTiles, EmptyTensors) {
  EXPECT_EQ(write("(i, j) -> (j, i)", {0, 3}), "{1,0}");
  EXPECT_EQ(write("(i) -> (i)", {0}, {4}),
            "an XLA layout requires a tensor with elements, or no place "
            "either");
}

/// Any order of any digits is some sequence of tiles.
TEST_F(XlaTiles, EveryBijectiveDigitMap) {
  randommaps::Generator generator(&context, 44);
  int64_t bijective = 0;
  for (int i = 0; i < 4000 && !HasFailure(); ++i) {
    randommaps::Sample sample = generator.digitMap();
    IndexMap map(sample.map);
    if (!isProved(map.isBijective(sample.shape)))
      continue;
    ++bijective;
    std::string text =
        write(llvm::cantFail(PhysicalLayout::get(map, sample.shape)));
    EXPECT_EQ(text.front(), '{') << text;
  }
  EXPECT_GT(bijective, 2000);
}

/// Maps of other forms have a layout that is checked in `write`, or none.
TEST_F(XlaTiles, OtherMaps) {
  randommaps::Generator generator(&context, 45);
  int64_t written = 0;
  for (int i = 0; i < 4000 && !HasFailure(); ++i) {
    randommaps::Sample sample = generator.otherMap();
    llvm::Expected<PhysicalLayout> layout =
        PhysicalLayout::get(IndexMap(sample.map), sample.shape);
    if (layout)
      written += write(*layout).front() == '{';
    else
      llvm::consumeError(layout.takeError());
  }
  EXPECT_GT(written, 200);
}

/// XLA's own layouts come back, unless the tiles of one do not nest in those of
/// another.
TEST_F(XlaTiles, RoundTripThroughLayouts) {
  Random random(46);
  int64_t numWritten = 0;
  for (int i = 0; i < 4000 && !HasFailure(); ++i) {
    unsigned rank = random.pick(0, 4);
    Shape shape = random.shape(rank);
    SmallVector<XlaLayout::Tile> tiles;
    for (int64_t left = random.pick(0, 3); left > 0; --left) {
      XlaLayout::Tile tile;
      for (int64_t length = random.pick(1, rank + 2); length > 0; --length)
        tile.push_back(length > 1 && random.pick(0, 6) == 0
                           ? XlaLayout::kCombined
                           : int64_t(1) << random.pick(0, left));
      tiles.push_back(tile);
    }
    XlaLayout xla(random.permutation(rank), tiles);
    std::string text =
        write(llvm::cantFail(xla.getPhysicalLayout(shape, &context)));
    bool isWritten = text.front() == '{';
    numWritten += isWritten;
    bool isSimple = tiles.size() < 2 &&
                    !llvm::any_of(
                        tiles,
                        [](auto &tile) {
                          return llvm::is_contained(tile, XlaLayout::kCombined);
                        });
    EXPECT_TRUE(isWritten || !isSimple) << xla.str() << ": " << text;
  }
  EXPECT_GT(numWritten, 3000);
}
