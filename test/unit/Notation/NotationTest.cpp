//===- NotationTest.cpp - Any notation into any other ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: D7, D10, D12, D13, G5, P2, B28
// Case: S2-e, S3-b, S4-a
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/Notation.h"
#include "LayoutChecks.h"
#include "Notation/MapText.h"
#include "Notation/NotationError.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;
using Shape = SmallVector<int64_t>;

namespace {
class NotationTest : public ::testing::Test {
protected:
  llvm::Expected<PhysicalLayout> read(StringRef text, ArrayRef<int64_t> shape,
                                      StringRef dims = "") {
    return readLayout(guessNotation(text), shape, dims, &context);
  }

  /// `text` in another notation, or what is wrong.
  std::string convert(StringRef text, ArrayRef<int64_t> shape, Notation to,
                      StringRef dims = "") {
    llvm::Expected<PhysicalLayout> layout = read(text, shape, dims);
    if (!layout)
      return llvm::toString(layout.takeError());
    llvm::Expected<std::string> result = writeLayout(to, *layout, dims);
    return result ? *result : llvm::toString(result.takeError());
  }

  MLIRContext context;
};
} // namespace

TEST_F(NotationTest, GuessesTheNotation) {
  std::pair<const char *, Notation> texts[] = {
      {"NCHW16c", Notation::Letters},
      {"OIHW[4o4i]", Notation::Letters},
      {"N[a=32]HW[a=64]C", Notation::Glow},
      {"N[ns:opaque]C", Notation::Glow},
      {"*H*", Notation::Glow},
      {"{batch}HW", Notation::Glow},
      {"{3,1,2,0:T(8,128)(2,1)}", Notation::Xla},
      {"{}", Notation::Xla},
      {"aBcd16b", Notation::OneDnn},
      {"ABcd16b16a", Notation::OneDnn},
      {"nchw", Notation::OneDnn},
      {"((4,1024,64),(65536,64,1),(64,256,1))", Notation::Device},
      {"reshape(2,-1).transpose(1,0)", Notation::NumPy},
      {"split(1,16).reorder(0,1,3,4,2)", Notation::Relations},
      {"(i, j) -> (j, i)", Notation::Map},
  };
  for (auto [text, notation] : texts) {
    EXPECT_EQ(guessNotation(text).notation, notation) << text;
    EXPECT_EQ(guessNotation(text).text, text);
  }
  // "AB2a" is a text of three notations; a prefix says which.
  EXPECT_EQ(guessNotation("onednn:AB2a2b").notation, Notation::OneDnn);
  EXPECT_EQ(guessNotation("onednn:AB2a2b").text, "AB2a2b");
  EXPECT_EQ(guessNotation("glow:NHWC").notation, Notation::Glow);
  EXPECT_EQ(guessNotation("numpy:").notation, Notation::NumPy);
  for (Notation notation : getNotations()) {
    EXPECT_EQ(getNotation(getName(notation)), notation);
    EXPECT_EQ(guessNotation(getExample(notation)).notation, notation);
  }
  EXPECT_EQ(getNotation("tvm"), std::nullopt);
}

TEST_F(NotationTest, OneLayoutInAllNotations) {
  Shape shape = {2, 64, 5, 7};
  EXPECT_EQ(convert("NCHW16c", shape, Notation::OneDnn), "aBcd16b");
  EXPECT_EQ(convert("aBcd16b", shape, Notation::Letters, "NCHW"), "NCHW16c");
  EXPECT_EQ(convert("NCHW16c", shape, Notation::Map),
            "(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)");
  EXPECT_EQ(convert("NCHW16c", shape, Notation::NumPy),
            "reshape(2,4,16,5,7).transpose(0,1,3,4,2)");
  EXPECT_EQ(convert("NCHW16c", shape, Notation::Relations),
            "split(1,16).reorder(0,1,3,4,2)");
  EXPECT_EQ(convert("NCHW16c", shape, Notation::Device),
            "((2,4,5,7,16),(2240,560,112,16,1),(2240,560,7,1,35))");
  EXPECT_EQ(convert("NHWC", shape, Notation::Xla, "NCHW"), "{1,3,2,0}");
  EXPECT_EQ(convert("{1,3,2,0}", shape, Notation::Letters, "NCHW"), "NHWC");
  EXPECT_EQ(convert("NHWC", shape, Notation::Glow, "NCHW"), "NHWC");
  EXPECT_EQ(convert("(n, c, h, w) -> (n, h, w, c)", shape, Notation::OneDnn),
            "acdb");
  EXPECT_EQ(convert("((4,1024,64),(65536,64,1),(64,256,1))", {1024, 256},
                    Notation::Letters, "RC"),
            "CR64c");
}

TEST_F(NotationTest, ConversionKeepsPadding) {
  // 20 channels in blocks of 16 take the places of 32.
  Shape shape = {2, 20, 5, 7};
  for (const char *text : {"NCHW16c", "aBcd16b",
                           "(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)",
                           "pad((0,0),(0,12),(0,0),(0,0)).reshape(2,2,16,5,7)"
                           ".transpose(0,1,3,4,2)"}) {
    PhysicalLayout layout = llvm::cantFail(read(text, shape));
    EXPECT_EQ(layout.getNumPositions(), 2 * 32 * 5 * 7) << text;
    EXPECT_EQ(layout.getOffset({1, 19, 4, 6}),
              1120 + 560 + 16 * (4 * 7 + 6) + 3)
        << text;
  }
  EXPECT_EQ(convert("NCHW16c", shape, Notation::OneDnn), "aBcd16b");
  EXPECT_EQ(convert("aBcd16b", shape, Notation::Letters, "NCHW"), "NCHW16c");
}

TEST_F(NotationTest, UnitDimsBetweenBlocks) {
  // 7 channels take 8 places, wherever the one of N stands.
  EXPECT_EQ(convert("CN4c", {1, 7}, Notation::Glow, "NC"), "NC[a=2]");
  EXPECT_EQ(convert("CN4c", {1, 7}, Notation::Device, "NC"),
            "((1,7),(8,1),(0,1))");
}

TEST_F(NotationTest, BetweenBlockings) {
  // As tensors of the physical shape: NCHW16c to NCHW8c is one map.
  PhysicalLayout from = llvm::cantFail(read("NCHW16c", {1, 64, 7, 7}));
  PhysicalLayout to = llvm::cantFail(read("NCHW8c", {1, 64, 7, 7}));
  std::optional<IndexMap> back = from.getMap().inverse(from.getShape());
  ASSERT_TRUE(back);
  IndexMap map = to.getMap().compose(*back, from.getBox());
  EXPECT_EQ(map.getPhysicalShape(from.getBox()), Shape(to.getBox()));
  EXPECT_EQ(isProved(map.isEqual(
                llvm::cantFail(parseIndexMap("(n, o, h, w, i) -> (n, o * 2 + i "
                                             "floordiv 8, h, w, i mod 8)",
                                             &context)),
                from.getBox())),
            true);
  EXPECT_EQ(llvm::cantFail(read("OIHW[4o4i]", {64, 28, 7, 7})).getBox(),
            ArrayRef<int64_t>({16, 7, 7, 7, 16}));
}

TEST_F(NotationTest, ErrorsOfMismatchedShapes) {
  EXPECT_EQ(convert("NCHW16c", {2, 64, 5}, Notation::Map),
            "layout 'NCHW16c' requires a shape of 4 dims, one for each of "
            "'NCHW', found 3");
  EXPECT_EQ(
      convert("NCHW16c", {2, 64, 5, 7}, Notation::Map, "NDHW"),
      "layout 'NCHW16c' requires dims 'NCHW' in some order, found 'NDHW'");
  EXPECT_EQ(convert("aBcd16b", {2, 64, 5, 7}, Notation::Letters),
            "letters require a letter for each of 4 dims, found ''");
  EXPECT_EQ(convert("aBcd16b", {2, 64, 5, 7}, Notation::Letters, "NCCW"),
            "letters require different upper-case letters, found 'NCCW'");
  EXPECT_EQ(convert("I2cC", {3, 4}, Notation::Letters, "IC"),
            "a layout of letters requires the blocks of a dim from outer to "
            "inner, found d1 in steps of 2 behind steps of 1");
  EXPECT_EQ(convert("I65536i65536i", {3}, Notation::Letters, "I"),
            "a layout of letters requires blocks of at most 4294967295, found "
            "4294967296");
  EXPECT_EQ(convert("I65536i65535i", {3}, Notation::Letters, "I"),
            "I4294901760i");
  EXPECT_EQ(convert("reshape()", {}, Notation::Letters),
            "letters name at least 1 dim, found 0");
  EXPECT_EQ(convert("(i) -> (i floordiv 4, i mod 4", {16}, Notation::Letters),
            "layout '(i) -> (i floordiv 4, i mod 4' requires an affine map: "
            "expected ')' in affine map range");
  EXPECT_EQ(convert("(i)[s] -> (i + s)", {16}, Notation::Letters),
            "layout '(i)[s] -> (i + s)' requires an index map without symbols, "
            "found 1");
}

TEST_F(NotationTest, MapsHaveBoxes) {
  IndexMap map =
      llvm::cantFail(parseIndexMap("(i) -> (i * 64) in [65536]", &context));
  EXPECT_EQ(ArrayRef(map.getBox()), ArrayRef<int64_t>({65536}));
  EXPECT_EQ(getText(map), "(d0) -> (d0 * 64) in [65536]");
  for (StringRef text : {"(i) -> (i) in [a]", "(i) -> (i) in [1, 2]",
                         "(i) -> (i) in [0]", "(i) -> (i) in []"})
    EXPECT_NE(llvm::toString(parseIndexMap(text, &context).takeError()), "")
        << text.str();
  // The places behind each element of a sparse layout are in the box alone.
  EXPECT_EQ(convert("((1024),(64),(1))", {1024}, Notation::Map),
            "(d0) -> (d0, 0) in [1024, 64]");
}

TEST_F(NotationTest, MapsHaveGroups) {
  IndexMap map = llvm::cantFail(parseIndexMap(
      "(n, h, w, c) -> (n, c floordiv 4, h | w, c mod 4)", &context));
  EXPECT_EQ(map.getSeparators(), ArrayRef<int64_t>(3));
  EXPECT_EQ(getText(map),
            "(d0, d1, d2, d3) -> (d0, d3 floordiv 4, d1 | d2, d3 mod 4)");
  EXPECT_EQ(llvm::cantFail(parseIndexMap(getText(map), &context)), map);
  // The bar stands between results only.
  for (const char *text : {"(i | j) -> (i, j)", "(i, j) -> (i | )",
                           "(i, j) -> ((i | j) mod 4)", "|", "(i) -> (i) | 1"})
    EXPECT_NE(llvm::toString(parseIndexMap(text, &context).takeError()), "")
        << text;
}

/// Every layout that is written in some notation is read back as what it was,
/// and each notation can be written from those read from each other.
TEST_F(NotationTest, EveryPairOverRandomShapes) {
  layoutchecks::Random random(31);
  auto pick = [&](int64_t low, int64_t high) { return random.pick(low, high); };
  std::map<std::pair<Notation, Notation>, int64_t> written;
  for (int i = 0; i < 400 && !HasFailure(); ++i) {
    // A permutation with up to two blocks, which need not divide.
    std::string dims = std::string("NCHW").substr(0, pick(1, 4));
    std::string text = dims;
    random.shuffle(text);
    for (int64_t blocks = pick(0, 2); blocks > 0; --blocks)
      text += std::to_string(pick(2, 5)) +
              char(std::tolower(dims[pick(0, dims.size() - 1)]));
    Shape shape;
    for (size_t dim = 0; dim < dims.size(); ++dim)
      shape.push_back(pick(1, 7));
    PhysicalLayout layout = llvm::cantFail(read(text, shape, dims));
    for (Notation first : getNotations()) {
      llvm::Expected<std::string> once = writeLayout(first, layout, dims);
      if (!once) {
        EXPECT_NE(llvm::toString(once.takeError()), "");
        continue;
      }
      PhysicalLayout again =
          llvm::cantFail(readLayout({first, *once}, shape, dims, &context));
      EXPECT_TRUE(layoutchecks::isSame(again, layout))
          << text << " as " << *once;
      for (Notation second : getNotations()) {
        llvm::Expected<std::string> twice = writeLayout(second, again, dims);
        if (!twice) {
          llvm::consumeError(twice.takeError());
          continue;
        }
        ++written[{first, second}];
        EXPECT_TRUE(layoutchecks::isSame(
            llvm::cantFail(readLayout({second, *twice}, shape, dims, &context)),
            layout))
            << text << " as " << *once << " as " << *twice;
      }
    }
  }
  for (Notation first : getNotations())
    for (Notation second : getNotations())
      EXPECT_GT((written[{first, second}]), 20)
          << getName(first).str() << " to " << getName(second).str();
}
