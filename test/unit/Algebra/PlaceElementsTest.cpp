//===- PlaceElementsTest.cpp - Tests of layouts on raw data ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements put at their places and taken from there, with every element size
// and padding, against the definition followed element by element.
//
// Covers: R10, R49, B28
//
//===----------------------------------------------------------------------===//

#include "BruteForce.h"
#include "RandomLayouts.h"
#include "layout/Algebra/MoveElements.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
using Bytes = std::vector<char>;

constexpr size_t elementSizes[] = {1, 2, 3, 4, 5, 8, 12, 16};

struct PlaceElements : testing::Test {
  MLIRContext context;
  randomlayouts::Generator layouts{&context, /*seed=*/4};

  Bytes pickBytes(size_t size) {
    Bytes bytes(size);
    for (char &byte : bytes)
      byte = static_cast<char>(layouts.maps.pick(0, 255));
    return bytes;
  }

  std::string place(StringRef map, ArrayRef<int64_t> shape,
                    ArrayRef<int64_t> box, StringRef source) {
    PhysicalLayout layout = randomlayouts::parse(map, shape, box, &context);
    std::string target(layout.getNumPlaces(), '?'), back(source.size(), '?');
    placeElements(layout, {'.'}, source, target);
    collectElements(layout, 1, target, back);
    EXPECT_EQ(back, source);
    return target;
  }
};

/// Where every element lies, in elements, in row-major order.
std::vector<int64_t> getOffsets(const PhysicalLayout &layout) {
  std::vector<int64_t> offsets(bruteforce::product(layout.getShape()));
  for (auto [i, offset] : llvm::enumerate(offsets))
    offset = bruteforce::linearize(
        bruteforce::image(layout.getMap().getAffineMap(),
                          bruteforce::delinearize(i, layout.getShape())),
        layout.getBox());
  return offsets;
}

Bytes repeat(const Bytes &element, int64_t count) {
  Bytes bytes;
  for (int64_t i = 0; i < count; ++i)
    bytes.insert(bytes.end(), element.begin(), element.end());
  return bytes;
}
} // namespace

TEST_F(PlaceElements, FillsWhatHoldsNoElement) {
  EXPECT_EQ(place("(i) -> (i floordiv 4, i mod 4)", {14}, {}, "abcdefghijklmn"),
            "abcdefghijklmn..");
  EXPECT_EQ(place("(i) -> (i mod 4, i floordiv 4)", {14}, {}, "abcdefghijklmn"),
            "aeimbfjncgk.dhl.");
  EXPECT_EQ(place("(i) -> ((i + 1) mod 4, (i + 1) floordiv 4)", {14}, {},
                  "abcdefghijklmn"),
            ".dhlaeimbfjncgk.");
  EXPECT_EQ(place("(i, j) -> (j, i)", {2, 3}, {4, 3}, "abcdef"),
            "ad.be.cf....");
  // Tiles within tiles, of which the last ones are cut twice.
  EXPECT_EQ(place("(i) -> (i floordiv 6, i mod 2, (i floordiv 2) mod 3)", {11},
                  {}, "abcdefghijk"),
            "acebdfgikhj.");
}

TEST_F(PlaceElements, MapsOfAnyKind) {
  EXPECT_EQ(place("(i) -> (4 - i)", {5}, {7}, "abcde"), "edcba..");
  EXPECT_EQ(place("(i, j) -> (i, (i + j) mod 3)", {3, 3}, {3, 4}, "abcdefghi"),
            "abc.fde.hig.");
  EXPECT_EQ(place("() -> ()", {}, {}, "a"), "a");
  EXPECT_EQ(place("() -> (1, 2)", {}, {2, 4}, "a"), "......a.");
  EXPECT_EQ(place("(i, j) -> (j, i)", {0, 3}, {3, 2}, ""), "......");
}

TEST_F(PlaceElements, RandomLayouts) {
  unsigned counts[2] = {0, 0};
  for (int i = 0; i < 4000; ++i) {
    std::optional<PhysicalLayout> layout = layouts.get();
    if (!layout)
      continue;
    SCOPED_TRACE(i);
    std::vector<int64_t> offsets = getOffsets(*layout);
    int64_t numPlaces = bruteforce::product(layout->getBox());
    size_t size = elementSizes[i % std::size(elementSizes)];
    Bytes source = pickBytes(offsets.size() * size), padding = pickBytes(size);
    Bytes expected = repeat(padding, numPlaces);
    for (auto [from, to] : llvm::enumerate(offsets))
      std::copy_n(source.begin() + from * size, size,
                  expected.begin() + to * size);

    // One byte more, which stays.
    Bytes target(numPlaces * size + 1, '#');
    placeElements(*layout, padding, source,
                  MutableArrayRef(target).drop_back());
    EXPECT_EQ(target.back(), '#');
    target.pop_back();
    EXPECT_EQ(target, expected);
    Bytes back(source.size() + 1, '#');
    collectElements(*layout, size, target, MutableArrayRef(back).drop_back());
    EXPECT_EQ(back.back(), '#');
    back.pop_back();
    EXPECT_EQ(back, source);
    ++counts[numPlaces != static_cast<int64_t>(offsets.size())];
  }
  EXPECT_GE(counts[0], 500u);
  EXPECT_GE(counts[1], 1000u);
}
