//===- OneDnnTagTest.cpp - Tests of oneDNN's format tags ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: D10, D12
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/OneDnnTag.h"
#include "../Algebra/RandomMaps.h"
#include "LayoutChecks.h"
#include "Notation/XlaLayout.h"
#include "layout/Notation/LetterLayout.h"
#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using bruteforce::product;
using layoutchecks::getError;
using layoutchecks::getOffsets;
using layoutchecks::isSame;
using layoutchecks::Random;
using Shape = SmallVector<int64_t>;

/// oneDNN's own arithmetic (blocking_desc): from the innermost block on, each
/// block takes the remainder of its dim's position and leaves the quotient.
static int64_t getLocationText(const OneDnnTag &tag, ArrayRef<int64_t> index,
                               ArrayRef<int64_t> shape,
                               int64_t *numPlaces = nullptr) {
  std::vector<int64_t> position(index.begin(), index.end());
  std::vector<int64_t> padded(shape.begin(), shape.end());
  int64_t place = 0, stride = 1;
  for (const OneDnnTag::Block &block : llvm::reverse(tag.getBlocks())) {
    place += position[block.dim] % block.size * stride;
    position[block.dim] /= block.size;
    padded[block.dim] = (padded[block.dim] + block.size - 1) / block.size;
    stride *= block.size;
  }
  for (unsigned dim : llvm::reverse(tag.getOrder())) {
    place += position[dim] * stride;
    stride *= padded[dim];
  }
  if (numPlaces)
    *numPlaces = stride;
  return place;
}

namespace {
constexpr auto getColumn = layoutchecks::getColumn<OneDnnTag>;

class OneDnnTagTest : public ::testing::Test {
protected:
  OneDnnTag parse(StringRef text) {
    return llvm::cantFail(OneDnnTag::parse(text));
  }

  PhysicalLayout get(const OneDnnTag &tag, ArrayRef<int64_t> shape) {
    return llvm::cantFail(tag.getPhysicalLayout(shape, &context));
  }

  PhysicalLayout getLayout(StringRef map, ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> box = {}) {
    auto attribute = cast<AffineMapAttr>(
        parseAttribute(("affine_map<" + map + ">").str(), &context));
    return llvm::cantFail(
        PhysicalLayout::get(IndexMap(attribute.getValue()), shape, box));
  }

  /// The tag for a layout, or the error. The tag must mean the layout.
  std::string write(const PhysicalLayout &layout) {
    llvm::Expected<OneDnnTag> tag = OneDnnTag::get(layout);
    if (!tag)
      return llvm::toString(tag.takeError());
    EXPECT_TRUE(isSame(get(*tag, layout.getShape()), layout)) << tag->str();
    EXPECT_EQ(parse(tag->str()), *tag);
    return tag->str();
  }

  std::string write(StringRef map, ArrayRef<int64_t> shape,
                    ArrayRef<int64_t> box = {}) {
    return write(getLayout(map, shape, box));
  }

  MLIRContext context;
};

bool isTag(StringRef text) { return !text.contains(' '); }

OneDnnTag getRandomTag(Random &random, unsigned rank) {
  SmallVector<OneDnnTag::Block> blocks;
  for (int64_t left = random.pick(0, 4); left > 0; --left)
    blocks.push_back(
        {static_cast<unsigned>(random.pick(0, rank - 1)), random.pick(1, 6)});
  auto order = random.permutation(rank);
  return OneDnnTag(SmallVector<unsigned>(order.begin(), order.end()), blocks);
}
} // namespace

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST_F(OneDnnTagTest, ParsesPrintedText) {
  for (const char *text : {"a", "ba", "abcd", "acdb", "aBcd16b", "ABcd16b16a",
                           "ABcd4b16a4b", "aBCd8b16c2b", "aCBde16c16b",
                           "ABc4a8b8a4b", "abcdefghijkl", "aBcd4294967295b"})
    EXPECT_EQ(parse(text).str(), text);
  EXPECT_EQ(parse("aCBd8b16c").getOrder(), ArrayRef<unsigned>({0, 2, 1, 3}));
  EXPECT_EQ(parse("aCBd8b16c").getBlocks(),
            ArrayRef<OneDnnTag::Block>({{1, 8}, {2, 16}}));
}

/// Aliases as dnnl_types.h defines them.
TEST_F(OneDnnTagTest, NamedTags) {
  std::pair<const char *, const char *> tags[] = {
      {"nc", "ab"},
      {"cn", "ba"},
      {"ncw", "abc"},
      {"nwc", "acb"},
      {"nchw", "abcd"},
      {"nhwc", "acdb"},
      {"chwn", "bcda"},
      {"ncdhw", "abcde"},
      {"ndhwc", "acdeb"},
      {"oi", "ab"},
      {"io", "ba"},
      {"wio", "cba"},
      {"iwo", "bca"},
      {"oihw", "abcd"},
      {"hwio", "cdba"},
      {"ohwi", "acdb"},
      {"ihwo", "bcda"},
      {"iohw", "bacd"},
      {"dhwio", "cdeba"},
      {"idhwo", "bcdea"},
      {"goiw", "abcd"},
      {"wigo", "dcab"},
      {"goihw", "abcde"},
      {"hwigo", "decab"},
      {"giohw", "acbde"},
      {"goidhw", "abcdef"},
      {"dhwigo", "defcab"},
      {"tnc", "abc"},
      {"ntc", "bac"},
      {"ldnc", "abcd"},
      {"ldigo", "abcde"},
      {"ldgoi", "abdec"},
      {"ldio", "abcd"},
      {"ldoi", "abdc"},
      {"ldgo", "abcd"},
      {"nChw16c", "aBcd16b"},
      {"nCdhw8c", "aBcde8b"},
      {"NChw32n16c", "ABcd32a16b"},
      {"OI8i16o2i", "AB8b16a2b"},
      {"OIhw16i16o", "ABcd16b16a"},
      {"OhwI16o2i", "AcdB16a2b"},
      {"OIhw8o16i2o", "ABcd8a16b2a"},
      {"IOhw16o16i", "BAcd16a16b"},
      {"Owhi16o", "Adcb16a"},
      {"IhwO8i4o", "BcdA8b4a"},
      {"gOIhw4i16o4i", "aBCde4c16b4c"},
      {"gIOhw16i16o", "aCBde16c16b"},
      {"Goihw8g", "Abcde8a"},
      {"gOIw4o8i8o4i", "aBCd4b8c8b4c"},
      {"ldgOI64o2i", "abdEC64e2c"},
  };
  for (auto [named, abstract] : tags) {
    EXPECT_EQ(parse(named).str(), abstract) << named;
    EXPECT_EQ(parse(named), parse(abstract)) << named;
  }
}

TEST_F(OneDnnTagTest, ErrorMessages) {
  EXPECT_EQ(getColumn(""), "1: a letter for a dim, found ''");
  EXPECT_EQ(getColumn("16b"), "1: a letter for a dim, found '16b'");
  EXPECT_EQ(getColumn("abd"),
            "3: 3 dims to be the letters from 'a' to 'c', found 'd'");
  EXPECT_EQ(getColumn("bc"),
            "2: 2 dims to be the letters from 'a' to 'b', found 'c'");
  EXPECT_EQ(getColumn("abcb"), "4: each dim once, found 'b' again");
  EXPECT_EQ(getColumn("aBcb16b"), "4: each dim once, found 'b' again");
  EXPECT_EQ(getColumn("abz"), "3: letters from 'a' to 'l' for dims, or those "
                              "of a named tensor, found 'z'");
  EXPECT_EQ(getColumn("abcdefghijklm"),
            "13: letters from 'a' to 'l' for dims, or those of a named tensor, "
            "found 'm'");
  EXPECT_EQ(getColumn("aBcd"), "2: a block for upper-case 'B', found none");
  EXPECT_EQ(getColumn("aBCd16c"), "2: a block for upper-case 'B', found none");
  EXPECT_EQ(getColumn("abcd16b"),
            "5: an upper-case 'B' in front of block '16b', found none");
  EXPECT_EQ(getColumn("aBcd16b4f"),
            "8: an upper-case 'F' in front of block '4f', found none");
  EXPECT_EQ(getColumn("nChw16b"),
            "5: an upper-case 'B' in front of block '16b', found none");
  EXPECT_EQ(
      getColumn("aBcd0b"),
      "5: a block size and a lower-case letter behind the dims, found '0b'");
  EXPECT_EQ(getColumn("aBcd4294967296b"),
            "5: a block size and a lower-case letter behind the dims, found "
            "'4294967296b'");
  EXPECT_EQ(getColumn("aBcd16B"),
            "7: a lower-case letter after block size 16, found 'B'");
  EXPECT_EQ(getColumn("aBcd16"),
            "7: a lower-case letter after block size 16, found ''");
  EXPECT_EQ(
      getColumn("aBc16bd"),
      "7: a block size and a lower-case letter behind the dims, found 'd'");
  EXPECT_EQ(getColumn("A4294967295a4294967295a"),
            "13: blocks of 'a' whose product is a 64-bit number");
}

TEST_F(OneDnnTagTest, RandomTexts) {
  Random random(51);
  int64_t read = 0;
  for (int i = 0; i < 5000 && !HasFailure(); ++i) {
    OneDnnTag tag = getRandomTag(random, random.pick(1, 6));
    EXPECT_EQ(parse(tag.str()), tag) << tag.str();
    std::string text =
        random.garble(tag.str(), "abcdefABCDnhwl0123456789 \xff");
    llvm::Expected<OneDnnTag> garbled = OneDnnTag::parse(text);
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

TEST_F(OneDnnTagTest, MapsDims) {
  auto getMap = [&](StringRef tag, ArrayRef<int64_t> shape) {
    std::string map;
    llvm::raw_string_ostream(map)
        << get(parse(tag), shape).getMap().getAffineMap();
    return map;
  };
  EXPECT_EQ(getMap("acdb", {2, 3, 5, 7}),
            "(d0, d1, d2, d3) -> (d0, d2, d3, d1)");
  EXPECT_EQ(getMap("aBcd16b", {2, 32, 5, 7}),
            "(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)");
  EXPECT_EQ(getMap("ABcd4b16a4b", {16, 16, 3, 3}),
            "(d0, d1, d2, d3) -> (d0 floordiv 16, d1 floordiv 16, d2, d3, (d1 "
            "floordiv 4) mod 4, d0 mod 16, d1 mod 4)");
}

TEST_F(OneDnnTagTest, PadsToWholeBlocks) {
  PhysicalLayout layout = get(parse("aBcd16b"), {2, 3, 5, 7});
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({2, 1, 5, 7, 16}));
  EXPECT_EQ(layout.getNumPositions(), 1120);
  EXPECT_EQ(layout.getOffset({1, 2, 3, 4}), 560 + (3 * 7 + 4) * 16 + 2);
  layout = get(parse("ABcd4b16a4b"), {17, 20, 1, 1});
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({2, 2, 1, 1, 4, 16, 4}));
  EXPECT_EQ(get(parse("aBcd16b"), {0, 3, 5, 7}).getNumPositions(), 0);
}

TEST_F(OneDnnTagTest, UnsupportedShapes) {
  auto getLayoutError = [&](StringRef tag, ArrayRef<int64_t> shape) {
    return getError(parse(tag).getPhysicalLayout(shape, &context));
  };
  EXPECT_EQ(getLayoutError("abcd", {2, 3}),
            "requires a shape of 4 dims for 'abcd', found 2");
  EXPECT_EQ(getLayoutError("a", {ShapedType::kDynamic}),
            "requires a static shape");
  EXPECT_EQ(getLayoutError("AB4294967295a4294967295b", {2, 3}),
            "requires a box whose number of places fits 63 bits, found "
            "1x1x4294967295x4294967295");
}

TEST_F(OneDnnTagTest, RandomTagsHaveOneDnnOffsets) {
  Random random(52);
  int64_t padded = 0, written = 0;
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    unsigned rank = random.pick(1, 6);
    Shape shape = random.shape(rank);
    OneDnnTag tag = getRandomTag(random, rank);
    int64_t numPlaces = 0;
    getLocationText(tag, Shape(rank, 0), shape, &numPlaces);
    std::vector<int64_t> expected;
    for (int64_t at = 0, e = product(shape); at < e; ++at)
      expected.push_back(
          getLocationText(tag, bruteforce::delinearize(at, shape), shape));
    PhysicalLayout layout = get(tag, shape);
    EXPECT_EQ(getOffsets(layout), expected) << tag.str();
    EXPECT_EQ(layout.getNumPositions(), numPlaces) << tag.str();
    padded += layout.getNumPositions() > layout.getNumElements();
    // Every tag comes back, perhaps without blocks that do nothing here.
    written += isTag(write(layout));
    EXPECT_EQ(written, i + 1) << tag.str() << ": " << write(layout);
  }
  EXPECT_GT(padded, 1000);
}

//===----------------------------------------------------------------------===//
// Tags of given layouts
//===----------------------------------------------------------------------===//

TEST_F(OneDnnTagTest, WritesPermutationsAndBlocks) {
  EXPECT_EQ(write("(n, c, h, w) -> (n, h, w, c)", {2, 3, 5, 7}), "acdb");
  EXPECT_EQ(write("(n, c, h, w) -> (n, h, w, c)", {1, 1, 1, 1}), "acdb");
  constexpr char nchw16c[] = "(n, c, h, w) -> (n, c floordiv 16, h, w, c mod "
                             "16)";
  EXPECT_EQ(write(nchw16c, {1, 64, 5, 7}), "aBcd16b");
  EXPECT_EQ(write(nchw16c, {1, 3, 5, 7}), "aBcd16b");
  // One block is all channels.
  EXPECT_EQ(write(nchw16c, {1, 16, 5, 7}), "acdb");
  EXPECT_EQ(write("(o, i, h, w) -> (o floordiv 16, i floordiv 16, h, w, i mod "
                  "16, o mod 16)",
                  {32, 32, 3, 3}),
            "ABcd16b16a");
  // Fused blocks lie where blocks one behind the other do.
  EXPECT_EQ(write("(o, i) -> (o floordiv 4, i floordiv 4, (o mod 4) * 4 + i "
                  "mod 4)",
                  {9, 10}),
            "AB4a4b");
  EXPECT_EQ(write("(i) -> (i)", {5}, {8}), "A8a");
  EXPECT_EQ(write("(i) -> (i)", {1}, {8}), "A8a");
  // All factors after a block are blocks.
  EXPECT_EQ(write("(a, b, c) -> (a floordiv 2, b, a mod 2, c)", {4, 3, 5}),
            "AbC2a5c");
  EXPECT_EQ(write("(i, j) -> (j, i)", {0, 3}), "ab");
}

TEST_F(OneDnnTagTest, UnsupportedMaps) {
  EXPECT_EQ(write("(i, j) -> (i, (i + j) mod 16)", {16, 16}),
            "a oneDNN tag requires dims in nested blocks, padded at their "
            "ends, found (d0, d1) -> (d0, (d0 + d1) mod 16) from 16x16 into "
            "16x16");
  EXPECT_EQ(write("(i) -> (i mod 4, i floordiv 4)", {16}),
            "a oneDNN tag requires the blocks of a dim from outer to inner, "
            "found d0 in steps of 4 behind steps of 1");
  EXPECT_EQ(write("(i) -> (i, 0)", {5}, {5, 64}),
            "a oneDNN tag requires padding of dims, found places that belong "
            "to none");
  EXPECT_EQ(write("() -> ()", {}),
            "a oneDNN tag requires 1 to 12 dims, found 0");
  EXPECT_EQ(write(llvm::cantFail(PhysicalLayout::get(
                IndexMap::getIdentity(13, &context), Shape(13, 2)))),
            "a oneDNN tag requires 1 to 12 dims, found 13");
  PhysicalLayout grouped = llvm::cantFail(PhysicalLayout::get(
      IndexMap(AffineMap::getMultiDimIdentityMap(2, &context), {1}), {2, 3}));
  EXPECT_EQ(write(grouped),
            "a oneDNN tag requires a map without axis separators");
}

/// `write` checks the tag of each map that has one.
TEST_F(OneDnnTagTest, RandomMaps) {
  randommaps::Generator generator(&context, 53);
  int64_t written = 0;
  for (int i = 0; i < 4000 && !HasFailure(); ++i) {
    randommaps::Sample sample =
        i % 2 ? generator.digitMap() : generator.otherMap();
    llvm::Expected<PhysicalLayout> layout =
        PhysicalLayout::get(IndexMap(sample.map), sample.shape);
    if (layout)
      written += isTag(write(*layout));
    else
      llvm::consumeError(layout.takeError());
  }
  EXPECT_GT(written, 500);
}

//===----------------------------------------------------------------------===//
// Notations agree
//===----------------------------------------------------------------------===//

TEST_F(OneDnnTagTest, AgreesWithLetters) {
  std::tuple<const char *, const char *, const char *> layouts[] = {
      {"abcd", "NCHW", "NCHW"},
      {"acdb", "NHWC", "NCHW"},
      {"aBcd16b", "NCHW16c", "NCHW"},
      {"aBcd4b", "NCHW4c", "NCHW"},
      {"ABcd16b16a", "OIHW16i16o", "OIHW"},
      {"ABcd4b16a4b", "OIHW4i16o4i", "OIHW"},
      {"cdba", "HWIO", "OIHW"},
      {"aBCd8b16c2b", "GOIW8o16i2o", "GOIW"},
  };
  Random random(54);
  for (auto [tag, letters, dims] : layouts) {
    LetterLayout layout = llvm::cantFail(LetterLayout::parse(letters));
    IndexMap map = *layout.getIndexMap(dims, &context);
    for (int i = 0; i < 100 && !HasFailure(); ++i) {
      Shape shape = random.shape(4);
      PhysicalLayout expected = llvm::cantFail(PhysicalLayout::get(map, shape));
      EXPECT_TRUE(isSame(get(parse(tag), shape), expected)) << tag;
      EXPECT_EQ(get(parse(tag), shape).getMap(), map);
    }
  }
}

/// Every tag is some XLA layout, which is the tag again.
TEST_F(OneDnnTagTest, AgreesWithXla) {
  Random random(55);
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    unsigned rank = random.pick(1, 5);
    PhysicalLayout layout = get(getRandomTag(random, rank), random.shape(rank));
    XlaLayout xla = llvm::cantFail(XlaLayout::get(layout));
    PhysicalLayout tiled =
        llvm::cantFail(xla.getPhysicalLayout(layout.getShape(), &context));
    EXPECT_TRUE(isSame(tiled, layout)) << xla.str();
    EXPECT_EQ(write(tiled), write(layout)) << xla.str();
  }
  PhysicalLayout nchw16c = get(parse("nChw16c"), {2, 40, 5, 7});
  EXPECT_EQ(llvm::cantFail(XlaLayout::get(nchw16c)).str(),
            "{3,2,1,0:T(16,1,1)}");
}
