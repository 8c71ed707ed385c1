//===- ElementFinderTest.cpp ----------------------------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: D3
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/ElementFinder.h"
#include "BruteForce.h"
#include "RandomLayouts.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class ElementFinderTest : public ::testing::Test {
protected:
  using Index = SmallVector<int64_t>;

  std::optional<Index> find(StringRef map, ArrayRef<int64_t> shape,
                            ArrayRef<int64_t> box, ArrayRef<int64_t> place) {
    return ElementFinder::get(randomlayouts::parse(map, shape, box, &context))
        ->getIndexAt(place);
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

TEST_F(ElementFinderTest, DoesNotKnowLargeUnsolvedMaps) {
  constexpr char remainders[] = "(i) -> (i mod 512, i mod 514)";
  EXPECT_TRUE(ElementFinder::get(
      randomlayouts::parse(remainders, {1 << 16}, {}, &context)));
  EXPECT_FALSE(ElementFinder::get(
      randomlayouts::parse(remainders, {1 << 17}, {}, &context)));
}

TEST_F(ElementFinderTest, FindsEveryElement) {
  randomlayouts::Generator generator(&context, 44);
  unsigned judged = 0, padded = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    std::optional<PhysicalLayout> layout = generator.get();
    if (!layout || layout->getNumPlaces() > 2000)
      continue;
    ++judged;
    padded += layout->getNumPlaces() != layout->getNumElements();
    std::map<bruteforce::Index, bruteforce::Index> elements;
    bruteforce::Facts facts(layout->getMap().getAffineMap(),
                            layout->getShape());
    for (auto [point, image] : llvm::zip_equal(facts.points, facts.images))
      elements[image] = point;

    std::optional<ElementFinder> finder = ElementFinder::get(*layout);
    ASSERT_TRUE(finder);
    for (int64_t offset = 0; offset < layout->getNumPlaces(); ++offset) {
      bruteforce::Index place =
          bruteforce::delinearize(offset, layout->getBox());
      std::optional<Index> found = finder->getIndexAt(place);
      auto element = elements.find(place);
      ASSERT_EQ(found.has_value(), element != elements.end());
      if (found)
        ASSERT_EQ(ArrayRef(*found), ArrayRef(element->second));
    }
  }
  EXPECT_GT(judged, 1000u);
  EXPECT_GT(padded, 300u);
}
