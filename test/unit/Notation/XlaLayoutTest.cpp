//===- XlaLayoutTest.cpp - Tests of XLA's orders and tiles ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: D10
//
//===----------------------------------------------------------------------===//

#include "Notation/XlaLayout.h"
#include "LayoutChecks.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using bruteforce::product;
using layoutchecks::getError;
using layoutchecks::getOffsets;
using layoutchecks::Random;
using Shape = SmallVector<int64_t>;

//===----------------------------------------------------------------------===//
// The documentation's definitions, as they stand there
//===----------------------------------------------------------------------===//

namespace {
using Numbers = std::vector<int64_t>;
} // namespace

/// linear_index(e, d)
static int64_t getLinearIndex(const Numbers &e, const Numbers &d) {
  int64_t position = 0;
  for (size_t i = 0; i < e.size(); ++i)
    position = position * d[i] + e[i];
  return position;
}

/// linear_index_with_tile(e, d, t) for every tile in turn; `e` and `d` become
/// what the last one makes of them. Asterisks are removed first, one by one.
static void applyTile(Numbers &e, Numbers &d, Numbers t) {
  while (e.size() < t.size()) {
    e.insert(e.begin(), 0);
    d.insert(d.begin(), 1);
  }
  size_t major = e.size() - t.size();
  for (size_t i = 0; i < t.size();) {
    if (t[i] != XlaLayout::kCombined) {
      ++i;
      continue;
    }
    size_t dim = major + i;
    e[dim + 1] += e[dim] * d[dim + 1];
    d[dim + 1] *= d[dim];
    e.erase(e.begin() + dim);
    d.erase(d.begin() + dim);
    t.erase(t.begin() + i);
  }
  for (size_t i = 0; i < t.size(); ++i) {
    size_t dim = major + i;
    e.push_back(e[dim] % t[i]);
    d.push_back(t[i]);
    e[dim] /= t[i];
    d[dim] = (d[dim] + t[i] - 1) / t[i];
  }
}

/// The place of the element at `index`; `numPlaces` counts all.
static int64_t getLocationText(const XlaLayout &layout, ArrayRef<int64_t> index,
                               ArrayRef<int64_t> shape,
                               int64_t *numPlaces = nullptr) {
  Numbers e, d;
  for (int64_t dim : llvm::reverse(layout.getMinorToMajor())) {
    e.push_back(index[dim]);
    d.push_back(shape[dim]);
  }
  for (const XlaLayout::Tile &tile : layout.getTiles())
    applyTile(e, d, Numbers(tile.begin(), tile.end()));
  if (numPlaces)
    *numPlaces = product(d);
  return getLinearIndex(e, d);
}

namespace {
constexpr auto getColumn = layoutchecks::getColumn<XlaLayout>;

class XlaLayoutTest : public ::testing::Test {
protected:
  XlaLayout parse(StringRef text) {
    return llvm::cantFail(XlaLayout::parse(text));
  }

  PhysicalLayout get(StringRef text, ArrayRef<int64_t> shape) {
    return llvm::cantFail(parse(text).getPhysicalLayout(shape, &context));
  }

  std::string getLayoutError(StringRef text, ArrayRef<int64_t> shape) {
    return getError(parse(text).getPhysicalLayout(shape, &context));
  }

  MLIRContext context;
};

/// A layout of tiles of all lengths, asterisks among them.
XlaLayout getRandomLayout(Random &random, unsigned rank) {
  SmallVector<XlaLayout::Tile> tiles;
  for (int64_t left = random.pick(0, 3); left > 0; --left) {
    XlaLayout::Tile tile;
    for (int64_t length = random.pick(1, rank + 2); length > 0; --length) {
      static constexpr int64_t sizes[] = {1, 1, 1, 2, 2, 3, 4, 8};
      bool isCombined = length > 1 && random.pick(0, 5) == 0;
      tile.push_back(isCombined ? XlaLayout::kCombined
                                : sizes[random.pick(0, 7)]);
    }
    tiles.push_back(tile);
  }
  return XlaLayout(random.permutation(rank), tiles);
}
} // namespace

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST_F(XlaLayoutTest, ParsesPrintedText) {
  for (const char *text :
       {"{}", "{0}", "{1,0}", "{0,1}", "{3,1,2,0:T(8,128)(2,1)}", "{:T(128)}",
        "{4,3,2,1,0:T(*,*,2,*,3)}", "{11,10,9,8,7,6,5,4,3,2,1,0}",
        "{0:T(4294967295)}"})
    EXPECT_EQ(parse(text).str(), text);
  EXPECT_EQ(parse("{3,1,2,0:T(8,128)(2,1)}").getMinorToMajor(),
            ArrayRef<int64_t>({3, 1, 2, 0}));
  EXPECT_EQ(parse("{1,0:T(*,8)}").getTiles(),
            ArrayRef<XlaLayout::Tile>({{XlaLayout::kCombined, 8}}));
  EXPECT_NE(parse("{1,0:T(8)}"), parse("{1,0:T(1,8)}"));
}

TEST_F(XlaLayoutTest, ErrorMessages) {
  EXPECT_EQ(getColumn(""), "1: '{' in front of the dims, found ''");
  EXPECT_EQ(getColumn("f32[2]{0}"),
            "1: '{' in front of the dims, found 'f32[2]{0}'");
  EXPECT_EQ(getColumn("{1,,0}"), "4: the number of a dim, found ',0}'");
  EXPECT_EQ(getColumn("{1, 0}"), "4: the number of a dim, found ' 0}'");
  EXPECT_EQ(getColumn("{1,0"), "5: ',', ':' or '}' behind a dim, found ''");
  EXPECT_EQ(getColumn("{2,0}"), "2: dims from 0 to 1, found 2");
  EXPECT_EQ(getColumn("{0,1,0}"), "6: each dim once, found 0 again");
  EXPECT_EQ(getColumn("{1,0}:T(8)"), "6: the end behind '}', found ':T(8)'");
  EXPECT_EQ(getColumn("{0:T}"), "5: a tile in parentheses, found '}'");
  EXPECT_EQ(getColumn("{0:T()}"), "6: a tile size or '*', found ')}'");
  EXPECT_EQ(getColumn("{0:T(0)}"), "6: a tile size or '*', found '0)}'");
  EXPECT_EQ(getColumn("{0:T(-8)}"), "6: a tile size or '*', found '-8)}'");
  EXPECT_EQ(getColumn("{0:T(8}"), "7: ',' or ')' in a tile, found '}'");
  EXPECT_EQ(
      getColumn("{1,0:T(8,*)}"),
      "11: ',' and a more minor dim for '*' to be combined with, found ')}'");
}

TEST_F(XlaLayoutTest, OtherFieldsAreErrors) {
  EXPECT_EQ(getColumn("{1,0:T(8,128)S(1)}"),
            "14: '(' or '}' behind a tile, other fields of HLO layouts not "
            "being supported, found 'S(1)}'");
  for (const char *field : {"S(1)", "E(4)", "D(D,C)", "L(8)", "#(u32)",
                            "*(u32)", "SC(0:1)", "M(8)", "P(f32[2]{0})"}) {
    std::string rest = std::string(field) + "}";
    EXPECT_EQ(getColumn("{1,0:" + rest),
              "6: 'T(' and tiles behind ':', other fields of HLO layouts not "
              "being supported, found '" +
                  rest + "'");
    EXPECT_EQ(getColumn("{1,0:T(8)" + rest),
              "10: '(' or '}' behind a tile, other fields of HLO layouts not "
              "being supported, found '" +
                  rest + "'");
  }
}

TEST_F(XlaLayoutTest, RandomTexts) {
  Random random(41);
  int64_t read = 0;
  for (int i = 0; i < 5000 && !HasFailure(); ++i) {
    XlaLayout layout = getRandomLayout(random, random.pick(0, 5));
    EXPECT_EQ(parse(layout.str()), layout) << layout.str();
    std::string text = random.garble(layout.str(), "{}(),:*TS0123456789 -\xff");
    llvm::Expected<XlaLayout> garbled = XlaLayout::parse(text);
    if (!garbled) {
      EXPECT_TRUE(garbled.errorIsA<NotationError>());
      llvm::consumeError(garbled.takeError());
      continue;
    }
    ++read;
    EXPECT_EQ(parse(garbled->str()), *garbled) << text;
  }
  EXPECT_GT(read, 300);
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

TEST_F(XlaLayoutTest, Orders) {
  PhysicalLayout columnMajor = get("{0,1}", {3, 5});
  EXPECT_EQ(columnMajor.getStrides(), SmallVector<int64_t>({1, 3}));
  // NHWC, from NCHW.
  PhysicalLayout nhwc = get("{1,3,2,0}", {2, 3, 5, 7});
  EXPECT_EQ(nhwc.getMap(), IndexMap::getPermutation({0, 2, 3, 1}, &context));
  EXPECT_EQ(get("{}", {}).getNumPositions(), 1);
  EXPECT_EQ(get("{1,0}", {0, 1LL << 40}).getNumPositions(), 0);
}

TEST_F(XlaLayoutTest, DocumentedTile) {
  PhysicalLayout layout = get("{1,0:T(2,2)}", {3, 5});
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({2, 3, 2, 2}));
  EXPECT_EQ(layout.getMap().forward({2, 3}),
            SmallVector<int64_t>({1, 1, 0, 1}));
  EXPECT_EQ(layout.getOffset({2, 3}), 17);
  EXPECT_EQ(layout.getNumPositions(), 24);
}

/// Figure 2: pairs of rows are interleaved within tiles of 2x4.
TEST_F(XlaLayoutTest, DocumentedRepeatedTiles) {
  PhysicalLayout layout = get("{1,0:T(2,4)(2,1)}", {4, 8});
  EXPECT_EQ(getOffsets(layout),
            (std::vector<int64_t>{0,  2,  4,  6,  8,  10, 12, 14, //
                                  1,  3,  5,  7,  9,  11, 13, 15, //
                                  16, 18, 20, 22, 24, 26, 28, 30, //
                                  17, 19, 21, 23, 25, 27, 29, 31}));
  layout = get("{1,0:T(8,128)(2,1)}", {32, 256});
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({4, 2, 4, 128, 2}));
  EXPECT_EQ(layout.getOffset({0, 1}), 2);
  EXPECT_EQ(layout.getOffset({1, 0}), 1);
  EXPECT_EQ(layout.getOffset({2, 0}), 256);
  EXPECT_EQ(layout.getOffset({8, 0}), 2048);
  EXPECT_EQ(layout.getOffset({0, 128}), 1024);
}

TEST_F(XlaLayoutTest, DocumentedTileOfTiles) {
  PhysicalLayout layout = get("{1,0:T(2,4)(2,1,1,1)}", {8, 8});
  EXPECT_EQ(layout.getOffset({6, 5}), 51);
  layout = get("{1,0:T(8,128)(2,1,1,1)}", {32, 256});
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({2, 2, 8, 128, 2}));
}

TEST_F(XlaLayoutTest, DocumentedAsterisks) {
  PhysicalLayout combined = get("{4,3,2,1,0:T(*,*,2,*,3)}", {2, 7, 8, 11, 10});
  PhysicalLayout plain = get("{1,0:T(2,3)}", {112, 110});
  EXPECT_EQ(getOffsets(combined), getOffsets(plain));
  EXPECT_EQ(combined.getNumPositions(), 112 * 111);
}

TEST_F(XlaLayoutTest, TilesOfOnesLeaveNoDims) {
  PhysicalLayout layout = get("{3,2,1,0:T(16,1,1)}", {2, 33, 5, 6});
  std::string map;
  llvm::raw_string_ostream(map) << layout.getMap().getAffineMap();
  EXPECT_EQ(map, "(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)");
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({2, 3, 5, 6, 16}));
}

TEST_F(XlaLayoutTest, TilesMayBeLongerThanTheRank) {
  EXPECT_EQ(get("{:T(128)}", {}).getNumPositions(), 128);
  EXPECT_EQ(get("{:T(*,128)}", {}).getNumPositions(), 128);
  PhysicalLayout layout = get("{0:T(2,128)}", {300});
  EXPECT_EQ(layout.getNumPositions(), 3 * 2 * 128);
  EXPECT_EQ(layout.getOffset({128}), 256);
}

TEST_F(XlaLayoutTest, RandomLayoutsHaveTheOffsetsOfTheFormula) {
  Random random(42);
  int64_t padded = 0;
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    unsigned rank = random.pick(0, 5);
    Shape shape = random.shape(rank);
    XlaLayout layout = getRandomLayout(random, rank);
    int64_t numPlaces = 0;
    getLocationText(layout, Shape(rank, 0), shape, &numPlaces);
    std::vector<int64_t> expected;
    for (int64_t at = 0, e = product(shape); at < e; ++at)
      expected.push_back(
          getLocationText(layout, bruteforce::delinearize(at, shape), shape));
    PhysicalLayout physical =
        llvm::cantFail(layout.getPhysicalLayout(shape, &context));
    EXPECT_EQ(getOffsets(physical), expected) << layout.str();
    EXPECT_EQ(physical.getNumPositions(), numPlaces) << layout.str();
    padded += physical.getNumPositions() > physical.getNumElements();
  }
  EXPECT_GT(padded, 1000);
}

/// "Tiling as pad-reshape-transpose", on an array of elements.
TEST_F(XlaLayoutTest, TilesArePadReshapeTranspose) {
  Random random(43);
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    int64_t rows = random.pick(1, 20), columns = random.pick(1, 20);
    int64_t t2 = random.pick(1, 6), t1 = random.pick(1, 6);
    int64_t d2 = (rows + t2 - 1) / t2, d1 = (columns + t1 - 1) / t1;
    // Padded, element (i, j) of d2*t2 x d1*t1 is (i2, i1, j2, j1) of
    // d2 x t2 x d1 x t1, and then of d2 x d1 x t2 x t1.
    std::vector<int64_t> memory(d2 * t2 * d1 * t1, -1);
    for (int64_t i2 = 0; i2 < d2; ++i2)
      for (int64_t i1 = 0; i1 < t2; ++i1)
        for (int64_t j2 = 0; j2 < d1; ++j2)
          for (int64_t j1 = 0; j1 < t1; ++j1) {
            int64_t row = i2 * t2 + i1, column = j2 * t1 + j1;
            if (row < rows && column < columns)
              memory[((i2 * d1 + j2) * t2 + i1) * t1 + j1] =
                  row * columns + column;
          }
    XlaLayout layout({1, 0}, {{t2, t1}});
    PhysicalLayout physical =
        llvm::cantFail(layout.getPhysicalLayout({rows, columns}, &context));
    EXPECT_EQ(physical.getNumPositions(), int64_t(memory.size()));
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column)
        EXPECT_EQ(memory[physical.getOffset({row, column})],
                  row * columns + column);
  }
}

TEST_F(XlaLayoutTest, LargestTiles) {
  auto getInTiles = [&](int64_t size) {
    AffineExpr index = getAffineDimExpr(0, &context);
    IndexMap map(
        AffineMap::get(1, 0, {index.floorDiv(size), index % size}, &context));
    return llvm::cantFail(PhysicalLayout::get(map, {size + 1}));
  };
  constexpr int64_t largest = (int64_t(1) << 32) - 1;
  EXPECT_EQ(llvm::cantFail(XlaLayout::get(getInTiles(largest))).str(),
            "{0:T(4294967295)}");
  EXPECT_EQ(getError(XlaLayout::get(getInTiles(largest + 1))),
            "an XLA layout requires blocks of at most 4294967295, found "
            "4294967296");
}

TEST_F(XlaLayoutTest, UnsupportedShapes) {
  EXPECT_EQ(getLayoutError("{1,0}", {2}),
            "requires a shape of 2 dims for '{1,0}', found 1");
  EXPECT_EQ(getLayoutError("{0}", {ShapedType::kDynamic}),
            "requires a static shape");
  EXPECT_EQ(getLayoutError("{0:T(4294967295)(4294967295,1)}", {5}),
            "requires a box whose number of places fits 63 bits, found "
            "1x4294967295x4294967295");
  EXPECT_EQ(getLayoutError("{0:T(4294967295)(4294967295,1)(*,*,2)}", {5}),
            "requires a number of places that fits 63 bits, found "
            "'{0:T(4294967295)(4294967295,1)(*,*,2)}' of 5");
}
