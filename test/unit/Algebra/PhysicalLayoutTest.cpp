//===- PhysicalLayoutTest.cpp ---------------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Case: S2-a, S2-e
// Covers: P27
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/PhysicalLayout.h"
#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class PhysicalLayoutTest : public ::testing::Test {
protected:
  llvm::Expected<PhysicalLayout> get(StringRef text, ArrayRef<int64_t> shape,
                                     ArrayRef<int64_t> box = {}) {
    auto attribute = cast<AffineMapAttr>(
        parseAttribute(("affine_map<" + text + ">").str(), &context));
    return PhysicalLayout::get(IndexMap(attribute.getValue()), shape, box);
  }

  std::string getError(StringRef text, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> box = {}) {
    return llvm::toString(get(text, shape, box).takeError());
  }

  MLIRContext context;
};

constexpr char nchw4c[] = "(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)";
} // namespace

TEST_F(PhysicalLayoutTest, SaysWhereElementsLie) {
  PhysicalLayout nhwc = llvm::cantFail(get(
      "(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)", {16, 64, 64, 128}));
  EXPECT_EQ(nhwc.getBox(), ArrayRef<int64_t>({16, 32, 64, 64, 4}));
  EXPECT_EQ(nhwc.getOffset({0, 0, 0, 3}), 3);
  EXPECT_EQ(nhwc.getOffset({0, 0, 0, 4}), 16384);
  EXPECT_EQ(nhwc.getOffset({11, 37, 23, 101}), 6186333);
}

TEST_F(PhysicalLayoutTest, CountsPadding) {
  PhysicalLayout layout = llvm::cantFail(get(nchw4c, {2, 3, 5, 7}));
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({2, 1, 5, 7, 4}));
  EXPECT_EQ(layout.getNumElements(), 210);
  EXPECT_EQ(layout.getNumPlaces(), 280);
  layout = llvm::cantFail(get("(i) -> (i)", {5}, {8}));
  EXPECT_EQ(layout.getNumPlaces(), 8);
}

/// More points than are looked at, more divisions than Presburger is asked for.
TEST_F(PhysicalLayoutTest, BlocksInLargePaddedDims) {
  PhysicalLayout layout = llvm::cantFail(
      get("(i) -> (i floordiv 64, (i floordiv 16) mod 4, i mod 4, (i floordiv "
          "4) mod 4)",
          {100001}));
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({1563, 4, 4, 4}));
  EXPECT_EQ(layout.getOffset({100000}), 1562 * 64 + 2 * 16);
}

TEST_F(PhysicalLayoutTest, HasStridesWhereOneNumberSaysIt) {
  auto getStrides = [&](StringRef map, ArrayRef<int64_t> shape,
                        ArrayRef<int64_t> box = {}) {
    return llvm::cantFail(get(map, shape, box)).getStrides();
  };
  using Strides = SmallVector<int64_t>;
  EXPECT_EQ(getStrides("(i, j) -> (j, i)", {2, 3}), (Strides{1, 2}));
  EXPECT_EQ(getStrides("(i, j) -> (i, j)", {2, 3}, {2, 8}), (Strides{8, 1}));
  EXPECT_EQ(getStrides("(i) -> (i floordiv 4, i mod 4)", {16}), (Strides{1}));
  EXPECT_EQ(getStrides("(i, j) -> (j floordiv 64, i, j mod 64)", {1024, 256}),
            std::nullopt);
  // Tiles of one row are not tiled after all.
  EXPECT_EQ(getStrides("(i, j) -> (j floordiv 64, i, j mod 64)", {1, 256}),
            (Strides{64, 1}));
  EXPECT_EQ(getStrides("(i, j) -> (i, j)", {0, 3}), std::nullopt);
}

TEST_F(PhysicalLayoutTest, SaysWhatIsWrong) {
  EXPECT_EQ(getError("(i, j) -> (i)", {4, 4}),
            "requires a map that is proved injective on 4x4, found (d0, d1) -> "
            "(d0)");
  EXPECT_EQ(getError("(i) -> (i)", {4, 4}),
            "requires a shape of 1 dims for (d0) -> (d0), found 2");
  EXPECT_EQ(getError("(i) -> (i)", {ShapedType::kDynamic}),
            "requires a static shape");
  EXPECT_EQ(getError("(i) -> (i)", {8}, {7}),
            "requires a box that holds 8, found 7");
  EXPECT_EQ(getError("(i, j) -> (i, j)", {1LL << 32, 1LL << 32}),
            "requires a shape whose element count fits 63 bits, found "
            "4294967296x4294967296");
  EXPECT_EQ(getError("(i) -> (i, 0)", {2}, {1LL << 32, 1LL << 32}),
            "requires a box whose number of places fits 63 bits, found "
            "4294967296x4294967296");
}
