//===- StridedFormTest.cpp ------------------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: P27
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/StridedForm.h"
#include "BruteForce.h"
#include "RandomLayouts.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class StridedFormTest : public ::testing::Test {
protected:
  PhysicalLayout get(StringRef map, ArrayRef<int64_t> shape,
                     ArrayRef<int64_t> box = {}) {
    return randomlayouts::parse(map, shape, box, &context);
  }

  /// The digits of every dim as text: "4 by 50176, 16 by 1" per dim.
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

constexpr char nchw4c[] = "(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)";
} // namespace

TEST_F(StridedFormTest, SaysTheDigitsOfTiledDims) {
  EXPECT_EQ(getForm(nchw4c, {2, 64, 56, 56}),
            "0 | 2x200704 | 16x12544 4x1 | 56x224 | 56x4");
  EXPECT_EQ(getForm("(i, j) -> (j floordiv 64, i, j mod 64)", {1024, 256}),
            "0 | 1024x64 | 4x65536 64x1");
  EXPECT_EQ(getForm("(o, i) -> (o floordiv 4, i floordiv 4, (o mod 4) * 4 + i "
                    "mod 4)",
                    {64, 28}),
            "0 | 16x112 4x4 | 7x16 4x1");
  // One stride says it: the next tile lies where the next index would.
  EXPECT_EQ(getForm("(i) -> (i floordiv 4, i mod 4)", {16}), "0 | 16x1");
}

TEST_F(StridedFormTest, CutsWhatIsNotFull) {
  EXPECT_EQ(getForm(nchw4c, {2, 3, 5, 7}), "0 | 2x140 | 3x1 | 5x28 | 7x4");
  EXPECT_EQ(getForm(nchw4c, {2, 14, 5, 7}),
            "0 | 2x560 | 4x140 4x1 | 5x28 | 7x4");
  EXPECT_EQ(getForm("(i) -> (i)", {5}, {8}), "0 | 5x1");
  EXPECT_EQ(getForm("(i, j) -> (i, j)", {3, 5}, {3, 8}), "0 | 3x8 | 5x1");
}

TEST_F(StridedFormTest, TakesUnitDimsAndOffsets) {
  EXPECT_EQ(getForm(nchw4c, {1, 1, 5, 7}), "0 | 1x140 | 1x1 | 5x28 | 7x4");
  EXPECT_EQ(getForm("(i, j) -> (j, i + 2)", {3, 5}), "2 | 3x1 | 5x5");
}

TEST_F(StridedFormTest, IsNotOfferedForOthers) {
  EXPECT_EQ(getForm("(i, j) -> (i, (i + j) mod 16)", {16, 16}), "none");
  EXPECT_EQ(getForm("(i, j) -> (i, j)", {0, 3}), "none");
  EXPECT_EQ(getForm("(i) -> (i mod 4, i mod 6)", {12}), "none");
  EXPECT_EQ(getForm("(i) -> (i, i mod 4)", {12}), "none");
  EXPECT_EQ(getForm("(i) -> (14 - i)", {15}), "none");
}

/// The form says the offset of every element.
TEST_F(StridedFormTest, AgreesWithEveryOffset) {
  randomlayouts::Generator generator(&context, 41);
  unsigned withForm = 0, padded = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    std::optional<PhysicalLayout> layout = generator.get();
    if (!layout || layout->getNumPlaces() > 2000)
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
    padded += layout->getNumPlaces() != layout->getNumElements();
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
