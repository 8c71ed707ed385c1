//===- LetterLayoutTest.cpp - Tests of layouts written with letters -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: D10, D12, P3, P4
//
//===----------------------------------------------------------------------===//

#include "layout/Notation/LetterLayout.h"
#include "Notation/NotationError.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class LetterLayoutTest : public ::testing::Test {
protected:
  LetterLayout parse(StringRef text) {
    return llvm::cantFail(LetterLayout::parse(text));
  }

  /// Returns the error of a text; "" if it has none.
  std::string getError(StringRef text) {
    return llvm::toString(LetterLayout::parse(text).takeError());
  }

  /// The message, the text and the caret.
  std::string getCaret(StringRef text) {
    std::string lines;
    llvm::raw_string_ostream os(lines);
    llvm::handleAllErrors(
        LetterLayout::parse(text).takeError(),
        [&](const NotationError &error) { error.printWithCaret(os); });
    return lines;
  }

  /// The map from dims with these letters, as text.
  std::string getMap(StringRef text, StringRef dims) {
    std::optional<IndexMap> map = parse(text).getIndexMap(dims, &context);
    if (!map)
      return "none";
    std::string result;
    llvm::raw_string_ostream(result) << map->getAffineMap();
    return result;
  }

  MLIRContext context;
};
} // namespace

TEST_F(LetterLayoutTest, ParsesPrintedText) {
  for (const char *text :
       {"N", "NCHW", "NHWC", "NCHW16c", "OIHW16i16o", "OIHW4i16o4i",
        "OIHW[4o4i]", "OI2o[4o4i2o]8i", "MK16m16k", "NC1c", "NC4294967295c",
        "NHWC[a=8]", "NC[a=24]HW8c", "OIHW[a=3][4o4i]"})
    EXPECT_EQ(parse(text).str(), text);
}

TEST_F(LetterLayoutTest, MapsToPhysicalDims) {
  EXPECT_EQ(getMap("NCHW16c", "NCHW"),
            "(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)");
  EXPECT_EQ(getMap("NCHW16c", "NHWC"),
            "(d0, d1, d2, d3) -> (d0, d3 floordiv 16, d1, d2, d3 mod 16)");
  EXPECT_EQ(getMap("NHWC", "NCHW"), "(d0, d1, d2, d3) -> (d0, d2, d3, d1)");
  EXPECT_EQ(getMap("OIHW16i16o", "OIHW"),
            "(d0, d1, d2, d3) -> (d0 floordiv 16, d1 floordiv 16, d2, d3, "
            "d1 mod 16, d0 mod 16)");
}

TEST_F(LetterLayoutTest, NestsBlocksOfOneLetter) {
  EXPECT_EQ(getMap("OI4i16o2i", "OI"),
            "(d0, d1) -> (d0 floordiv 16, d1 floordiv 8, (d1 floordiv 2) mod "
            "4, d0 mod 16, d1 mod 2)");
  EXPECT_EQ(parse("OI4i16o2i").getBlock('I'), 8);
  EXPECT_EQ(parse("OI4i16o2i").getBlock('O'), 16);
  EXPECT_EQ(parse("OI4i16o2i").getBlock('N'), 1);
}

TEST_F(LetterLayoutTest, MatchesLettersWithDims) {
  EXPECT_EQ(getMap("BMK", "BBMK"), "(d0, d1, d2, d3) -> (d0, d1, d2, d3)");
  EXPECT_EQ(getMap("MBK", "BBMK"), "(d0, d1, d2, d3) -> (d2, d0, d1, d3)");
  EXPECT_EQ(getMap("NCHW", "NCH"), "none");
  EXPECT_EQ(getMap("NCH", "NCHW"), "none");
  EXPECT_EQ(getMap("BMK16k", "BMKK"), "none");
}

TEST_F(LetterLayoutTest, DropsLettersAndBlocks) {
  EXPECT_EQ(parse("NCHW16c").without('N').str(), "CHW16c");
  EXPECT_EQ(parse("NCHW16c").without('C').str(), "NHW");
  EXPECT_EQ(parse("NCHW16c").withoutBlocks('C').str(), "NCHW");
  EXPECT_EQ(parse("OIHW16i16o").withoutBlocks('I').str(), "OIHW16o");
  EXPECT_EQ(parse("OIHW16i16o").getLetters(), "OIHW");
}

TEST_F(LetterLayoutTest, FusesBlocksInBrackets) {
  EXPECT_EQ(getMap("OIHW[4o4i]", "OIHW"),
            "(d0, d1, d2, d3) -> (d0 floordiv 4, d1 floordiv 4, d2, d3, "
            "(d0 mod 4) * 4 + d1 mod 4)");
  IndexMap map = *parse("OIHW[4o4i]").getIndexMap("OIHW", &context);
  EXPECT_EQ(*map.getPhysicalShape({64, 28, 7, 7}),
            (SmallVector<int64_t>{16, 7, 7, 7, 16}));
  // 5 elements end within the block of 4n2c2c, which counts whole.
  PhysicalLayout layout = llvm::cantFail(
      parse("CN[4n2c2c]").getPhysicalLayout({5, 3}, "NC", &context));
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({1, 2, 16}));
  EXPECT_EQ(layout.getOffset({4, 2}), 16 + 2);
  EXPECT_EQ(parse("OI[4o4i2o]").without('O').str(), "I4i");
  EXPECT_EQ(parse("OI[4o4i2o]").withoutBlocks('I').str(), "OI[4o2o]");
  EXPECT_EQ(parse("OI2i[4o2o]").without('O').str(), "I2i");
}

TEST_F(LetterLayoutTest, ErrorOffsets) {
  EXPECT_EQ(getCaret("NCHW16x"),
            "layout 'NCHW16x' requires an upper-case letter for block '16x', "
            "found none\nNCHW16x\n    ^\n");
  EXPECT_EQ(getCaret("NCHW[4c"),
            "layout 'NCHW[4c' requires a letter, or a block size and a "
            "lower-case letter, found ''\nNCHW[4c\n       ^\n");
  EXPECT_EQ(getCaret("NCHCW"), "layout 'NCHCW' requires each upper-case letter "
                               "once, found 'C' again\nNCHCW\n   ^\n");
}

TEST_F(LetterLayoutTest, ErrorMessages) {
  EXPECT_EQ(getError(""), "layout '' requires at least one letter");
  EXPECT_EQ(getError("NC?W"), "layout 'NC?W' requires a letter, or a block "
                              "size and a lower-case letter, found '?W'");
  EXPECT_EQ(getError("NcHW"), "layout 'NcHW' requires a letter, or a block "
                              "size and a lower-case letter, found 'cHW'");
  EXPECT_EQ(getError("NC0c"), "layout 'NC0c' requires a letter, or a block "
                              "size and a lower-case letter, found '0c'");
  EXPECT_EQ(getError("NC99999999999c"),
            "layout 'NC99999999999c' requires a letter, or a block size and a "
            "lower-case letter, found '99999999999c'");
  EXPECT_EQ(getError("NCHW16"), "layout 'NCHW16' requires a lower-case letter "
                                "after block size 16, found ''");
  EXPECT_EQ(getError("NCHW16C"), "layout 'NCHW16C' requires a lower-case "
                                 "letter after block size 16, found 'C'");
  EXPECT_EQ(getError("NCHCW"), "layout 'NCHCW' requires each upper-case letter "
                               "once, found 'C' again");
  EXPECT_EQ(getError("NHW16c"), "layout 'NHW16c' requires an upper-case letter "
                                "for block '16c', found none");
  EXPECT_EQ(getError("C4294967295c4294967295c4294967295c"),
            "layout 'C4294967295c4294967295c4294967295c' requires blocks of "
            "'C' whose product is a 64-bit number");
  EXPECT_EQ(getError("OI[2o2i][2147483647o2147483647i]"), "");
  EXPECT_EQ(getError("OIH[4294967295o4294967295i4294967295h]"),
            "layout 'OIH[4294967295o4294967295i4294967295h]' requires blocks "
            "in brackets whose product is a 64-bit number");
}

TEST_F(LetterLayoutTest, AlignmentRoundsExtentsUp) {
  auto getBox = [&](StringRef text, ArrayRef<int64_t> shape, StringRef dims) {
    PhysicalLayout layout =
        llvm::cantFail(parse(text).getPhysicalLayout(shape, dims, &context));
    return SmallVector<int64_t>(layout.getBox());
  };
  EXPECT_EQ(getBox("NHWC[a=8]", {2, 3, 5, 7}, "NCHW"),
            SmallVector<int64_t>({2, 5, 7, 8}));
  // 3 channels are 6 by their alignment, which are 2 blocks.
  EXPECT_EQ(getBox("NC[a=6]HW4c", {1, 3, 1, 1}, "NCHW"),
            SmallVector<int64_t>({1, 2, 1, 1, 4}));
  EXPECT_EQ(parse("NHWC[a=8]").getAlignment('C'), 8);
  EXPECT_EQ(parse("NHWC[a=8]").getAlignment('N'), 1);
  EXPECT_EQ(parse("NC[a=6]HW4c").withoutBlocks('C').str(), "NC[a=6]HW");
  EXPECT_EQ(getError("NHWC[a=0]"),
            "layout 'NHWC[a=0]' requires an alignment, found '0]'");
  EXPECT_EQ(getError("NHWC[a=8"), "layout 'NHWC[a=8' requires ']' after the "
                                  "alignment, found ''");
}

TEST_F(LetterLayoutTest, SticksDependOnTheElementType) {
  LetterLayout layout = parse("K[stick]M");
  EXPECT_EQ(layout.str(), "K[stick]M");
  EXPECT_TRUE(layout.hasUnits());
  EXPECT_TRUE(layout.isCut('K'));
  EXPECT_FALSE(layout.getIndexMap("MK", &context).has_value());
  EXPECT_EQ(llvm::toString(
                layout.getPhysicalLayout({4, 4}, "MK", &context).takeError()),
            "layout 'K[stick]M' requires the size of its units, found none");

  UnitBytes sizes;
  sizes.stick = 128;
  LetterLayout half = llvm::cantFail(layout.inElements(sizes, 16));
  EXPECT_EQ(half.str(), "K[a=64]M64k");
  EXPECT_EQ(llvm::cantFail(layout.inElements(sizes, 32)).str(), "K[a=32]M32k");
  // A stick of one element cuts nothing.
  EXPECT_EQ(llvm::cantFail(layout.inElements(sizes, 1024)).str(), "KM");
  PhysicalLayout physical =
      llvm::cantFail(half.getPhysicalLayout({1000, 200}, "MK", &context));
  EXPECT_EQ(ArrayRef(physical.getBox()), ArrayRef<int64_t>({4, 1000, 64}));

  EXPECT_EQ(llvm::toString(layout.inElements(sizes, 24).takeError()),
            "requires a stick of whole elements, found 128 bytes and elements "
            "of 24 bits");
  EXPECT_EQ(llvm::toString(layout.inElements({}, 16).takeError()),
            "requires the size of a stick in bytes, found none");
}

TEST_F(LetterLayoutTest, SticksAreBehindBlocks) {
  UnitBytes sizes;
  sizes.stick = 128;
  // Four sticks of one row side by side, and tiles of sticks.
  EXPECT_EQ(llvm::cantFail(parse("K[stick]M4k").inElements(sizes, 16)).str(),
            "K[a=256]M4k64k");
  EXPECT_EQ(parse("K[stick]M4k").str(), "K[stick]M4k");
  EXPECT_EQ(
      llvm::cantFail(parse("M[stick]K[stick]").inElements(sizes, 8)).str(),
      "M[a=128]K[a=128]128m128k");
  EXPECT_EQ(parse("NC[stick]HW").without('N').str(), "C[stick]HW");
  EXPECT_EQ(parse("NC[stick]HW").withoutBlocks('C').str(), "NCHW");
}

TEST_F(LetterLayoutTest, AlignsToSticksAndLines) {
  UnitBytes sizes;
  sizes.stick = 128;
  sizes.line = 64;
  EXPECT_EQ(parse("NHWC[a=line]").str(), "NHWC[a=line]");
  EXPECT_EQ(llvm::cantFail(parse("NHW[a=stick]C[a=line]").inElements(sizes, 16))
                .str(),
            "NHW[a=64]C[a=32]");
  EXPECT_EQ(getError("NHWC[a=page]"),
            "layout 'NHWC[a=page]' requires an alignment, found 'page]'");
  EXPECT_EQ(getError("NHWC[sticks]"),
            "layout 'NHWC[sticks]' requires a letter, or a block size and a "
            "lower-case letter, found 'sticks]'");
}
