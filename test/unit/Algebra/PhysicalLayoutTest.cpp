//===- PhysicalLayoutTest.cpp - Layouts of tensors of known shape ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: D3, P27
// Case: S2-a, S2-e
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/PhysicalLayout.h"
#include "BruteForce.h"
#include "RandomLayouts.h"
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

TEST_F(PhysicalLayoutTest, ComputesOffsets) {
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
  EXPECT_EQ(layout.getNumPositions(), 280);
  EXPECT_EQ(layout.getNumPaddingPositions(), 70);
  layout = llvm::cantFail(get("(i) -> (i)", {5}, {8}));
  EXPECT_EQ(layout.getNumPositions(), 8);
  layout = llvm::cantFail(get(nchw4c, {32, 3, 224, 224}));
  EXPECT_EQ(layout.getNumPaddingPositions(), 1605632);
  layout = llvm::cantFail(get(nchw4c, {32, 4, 224, 224}));
  EXPECT_EQ(layout.getNumPaddingPositions(), 0);
}

/// Neither enumeration nor Presburger arithmetic could prove this map
/// injective.
TEST_F(PhysicalLayoutTest, FullTilesProveLargeMapsInjective) {
  PhysicalLayout layout = llvm::cantFail(
      get("(i) -> (i floordiv 64, (i floordiv 16) mod 4, i mod 4, (i floordiv "
          "4) mod 4)",
          {100001}));
  EXPECT_EQ(layout.getBox(), ArrayRef<int64_t>({1563, 4, 4, 4}));
  EXPECT_EQ(layout.getOffset({100000}), 1562 * 64 + 2 * 16);
}

TEST_F(PhysicalLayoutTest, ReturnsStridesOfUntiledDims) {
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
  // Tiles of a single row are contiguous.
  EXPECT_EQ(getStrides("(i, j) -> (j floordiv 64, i, j mod 64)", {1, 256}),
            (Strides{64, 1}));
  EXPECT_EQ(getStrides("(i, j) -> (i, j)", {0, 3}), std::nullopt);
}

TEST_F(PhysicalLayoutTest, DiagnosesInvalidLayouts) {
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

//===----------------------------------------------------------------------===//
// StridedForm
//===----------------------------------------------------------------------===//

namespace {
class StridedFormTest : public ::testing::Test {
protected:
  PhysicalLayout get(StringRef map, ArrayRef<int64_t> shape,
                     ArrayRef<int64_t> box = {}) {
    return randomlayouts::parse(map, shape, box, &context);
  }

  /// Returns "offset | digits of dim 0 | ...", each digit as EXTENTxSTRIDE.
  std::string getForm(StringRef map, ArrayRef<int64_t> shape,
                      ArrayRef<int64_t> box = {}) {
    std::optional<StridedForm> form = getStridedForm(get(map, shape, box));
    if (!form)
      return "none";
    std::string text = std::to_string(form->first);
    for (ArrayRef<StridedDigit> digits : form->dims) {
      text += " |";
      for (auto [extent, stride] : digits)
        text += " " + std::to_string(extent) + "x" + std::to_string(stride);
    }
    return text;
  }

  MLIRContext context;
};

} // namespace

TEST_F(StridedFormTest, ReturnsTheDigitsOfTiledDims) {
  EXPECT_EQ(getForm(nchw4c, {2, 64, 56, 56}),
            "0 | 2x200704 | 16x12544 4x1 | 56x224 | 56x4");
  EXPECT_EQ(getForm("(i, j) -> (j floordiv 64, i, j mod 64)", {1024, 256}),
            "0 | 1024x64 | 4x65536 64x1");
  EXPECT_EQ(getForm("(o, i) -> (o floordiv 4, i floordiv 4, (o mod 4) * 4 + i "
                    "mod 4)",
                    {64, 28}),
            "0 | 16x112 4x4 | 7x16 4x1");
  // Consecutive tiles are contiguous: the dim has one stride.
  EXPECT_EQ(getForm("(i) -> (i floordiv 4, i mod 4)", {16}), "0 | 16x1");
}

TEST_F(StridedFormTest, HandlesPartialTiles) {
  EXPECT_EQ(getForm(nchw4c, {2, 3, 5, 7}), "0 | 2x140 | 3x1 | 5x28 | 7x4");
  EXPECT_EQ(getForm(nchw4c, {2, 14, 5, 7}),
            "0 | 2x560 | 4x140 4x1 | 5x28 | 7x4");
  EXPECT_EQ(getForm("(i) -> (i)", {5}, {8}), "0 | 5x1");
  EXPECT_EQ(getForm("(i, j) -> (i, j)", {3, 5}, {3, 8}), "0 | 3x8 | 5x1");
}

TEST_F(StridedFormTest, HandlesUnitDimsAndOffsets) {
  EXPECT_EQ(getForm(nchw4c, {1, 1, 5, 7}), "0 | 1x140 | 1x1 | 5x28 | 7x4");
  EXPECT_EQ(getForm("(i, j) -> (j, i + 2)", {3, 5}), "2 | 3x1 | 5x5");
}

TEST_F(StridedFormTest, RejectsOtherLayouts) {
  EXPECT_EQ(getForm("(i, j) -> (i, (i + j) mod 16)", {16, 16}), "none");
  EXPECT_EQ(getForm("(i, j) -> (i, j)", {0, 3}), "none");
  EXPECT_EQ(getForm("(i) -> (i mod 4, i mod 6)", {12}), "none");
  EXPECT_EQ(getForm("(i) -> (i, i mod 4)", {12}), "none");
  EXPECT_EQ(getForm("(i) -> (14 - i)", {15}), "none");
}

TEST_F(StridedFormTest, AgreesWithBruteForce) {
  randomlayouts::Generator generator(&context, 41);
  unsigned withForm = 0, padded = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    std::optional<PhysicalLayout> layout = generator.get();
    if (!layout || layout->getNumPositions() > 2000)
      continue;
    ArrayRef<int64_t> shape = layout->getShape();
    std::map<int64_t, bruteforce::Index> elements;
    bruteforce::Facts facts(layout->getMap().getAffineMap(), shape);
    for (auto [point, image] : llvm::zip_equal(facts.points, facts.images))
      elements[bruteforce::linearize(image, layout->getBox())] = point;
    std::optional<StridedForm> form = getStridedForm(*layout);
    if (!form)
      continue;
    ++withForm;
    padded += layout->getNumPositions() != layout->getNumElements();
    for (auto &[offset, point] : elements) {
      int64_t sum = form->first;
      for (auto [digits, x] : llvm::zip_equal(form->dims, point)) {
        int64_t rest = x;
        for (const StridedDigit &digit : llvm::reverse(digits)) {
          sum += digit.stride * (rest % digit.extent);
          rest /= digit.extent;
        }
        ASSERT_EQ(rest, 0);
      }
      ASSERT_EQ(sum, offset);
    }
  }
  EXPECT_GT(withForm, 1000u);
  EXPECT_GT(padded, 300u);
}

//===----------------------------------------------------------------------===//
// ElementFinder
//===----------------------------------------------------------------------===//

namespace {
class ElementFinderTest : public ::testing::Test {
protected:
  using Index = SmallVector<int64_t>;

  std::optional<Index> find(StringRef map, ArrayRef<int64_t> shape,
                            ArrayRef<int64_t> box, ArrayRef<int64_t> position) {
    return ElementFinder::get(randomlayouts::parse(map, shape, box, &context))
        ->getIndexAt(position);
  }

  MLIRContext context;
};
} // namespace

TEST_F(ElementFinderTest, FindsElementsAndPadding) {
  constexpr char tiles[] = "(i) -> (i floordiv 4, i mod 4)";
  EXPECT_EQ(find(tiles, {14}, {}, {3, 1}), Index({13}));
  EXPECT_EQ(find(tiles, {14}, {}, {3, 2}), std::nullopt);
  EXPECT_EQ(find(tiles, {14}, {5, 4}, {4, 0}), std::nullopt);
  EXPECT_EQ(find("(i) -> (i + 1)", {2}, {}, {0}), std::nullopt);
  EXPECT_EQ(find("() -> (0)", {}, {2}, {0}), Index());
  EXPECT_EQ(find("() -> (0)", {}, {2}, {1}), std::nullopt);
}

TEST_F(ElementFinderTest, RejectsLargeMapsThatCannotBeInverted) {
  constexpr char remainders[] = "(i) -> (i mod 512, i mod 514)";
  EXPECT_TRUE(ElementFinder::get(
      randomlayouts::parse(remainders, {1 << 16}, {}, &context)));
  EXPECT_FALSE(ElementFinder::get(
      randomlayouts::parse(remainders, {1 << 17}, {}, &context)));
}

TEST_F(ElementFinderTest, AgreesWithBruteForce) {
  randomlayouts::Generator generator(&context, 44);
  unsigned checked = 0, padded = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    std::optional<PhysicalLayout> layout = generator.get();
    if (!layout || layout->getNumPositions() > 2000)
      continue;
    ++checked;
    padded += layout->getNumPositions() != layout->getNumElements();
    std::map<bruteforce::Index, bruteforce::Index> elements;
    bruteforce::Facts facts(layout->getMap().getAffineMap(),
                            layout->getShape());
    for (auto [point, image] : llvm::zip_equal(facts.points, facts.images))
      elements[image] = point;

    std::optional<ElementFinder> finder = ElementFinder::get(*layout);
    ASSERT_TRUE(finder);
    for (int64_t offset = 0; offset < layout->getNumPositions(); ++offset) {
      bruteforce::Index position =
          bruteforce::delinearize(offset, layout->getBox());
      std::optional<Index> found = finder->getIndexAt(position);
      auto element = elements.find(position);
      ASSERT_EQ(found.has_value(), element != elements.end());
      if (found)
        ASSERT_EQ(ArrayRef(*found), ArrayRef(element->second));
    }
  }
  EXPECT_GT(checked, 1000u);
  EXPECT_GT(padded, 300u);
}
