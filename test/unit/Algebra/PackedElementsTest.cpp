//===- PackedElementsTest.cpp - Tests of elements of less than a byte -----===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: R15, B28
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/PackedElements.h"
#include "BruteForce.h"
#include "RandomLayouts.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
using Bytes = std::vector<char>;

/// The bytes that hold `count` elements.
size_t getSize(int64_t count, unsigned bits) { return (count * bits + 7) / 8; }

/// Element `i` as its bits say one by one.
unsigned getElement(const Bytes &packed, unsigned bits, int64_t i) {
  unsigned element = 0;
  for (unsigned bit = 0; bit < bits; ++bit) {
    int64_t at = i * bits + bit;
    element |= (packed[at / 8] >> (at % 8) & 1) << bit;
  }
  return element;
}

void setElement(Bytes &packed, unsigned bits, int64_t i, unsigned element) {
  for (unsigned bit = 0; bit < bits; ++bit) {
    int64_t at = i * bits + bit;
    packed[at / 8] &= ~(1 << at % 8);
    packed[at / 8] |= (element >> bit & 1) << at % 8;
  }
}

struct PackedElements : testing::Test {
  MLIRContext context;
  randomlayouts::Generator layouts{&context, /*seed=*/9};

  Bytes pickBytes(size_t size) {
    Bytes bytes(size);
    for (char &byte : bytes)
      byte = static_cast<char>(layouts.maps.pick(0, 255));
    return bytes;
  }
  IndexMap transpose = IndexMap::getPermutation({1, 0}, &context);
};
} // namespace

TEST_F(PackedElements, LowestBitsFirst) {
  Bytes nibbles(5), pairs(3), bits(9);
  unpackElements(4, Bytes{'\x21', '\x43', '\xf5'}, nibbles);
  EXPECT_EQ(nibbles, (Bytes{1, 2, 3, 4, 5}));
  unpackElements(2, Bytes{'\xe4'}, pairs);
  EXPECT_EQ(pairs, (Bytes{0, 1, 2}));
  unpackElements(1, Bytes{'\x0d', '\xff'}, bits);
  EXPECT_EQ(bits, (Bytes{1, 0, 1, 1, 0, 0, 0, 0, 1}));

  Bytes packed(3, '\xff');
  packElements(4, Bytes{1, 2, 3, 4, '\xf5'}, packed);
  EXPECT_EQ(packed, (Bytes{'\x21', '\x43', '\x05'}));
}

TEST_F(PackedElements, Transposes) {
  // 1 2 3 / 4 5 6 -> 1 4 / 2 5 / 3 6
  Bytes nibbles(3);
  transformPackedElements(transpose, {2, 3}, 4, Bytes{'\x21', '\x43', '\x65'},
                          nibbles);
  EXPECT_EQ(nibbles, (Bytes{'\x41', '\x52', '\x63'}));
  // 1 0 1 / 1 0 0 / 0 0 1 -> 1 1 0 / 0 0 0 / 1 0 1
  Bytes bits(2, '\xff');
  transformPackedElements(transpose, {3, 3}, 1, Bytes{'\x0d', '\xff'}, bits);
  EXPECT_EQ(bits, (Bytes{'\x43', '\x01'}));
}

TEST_F(PackedElements, Pads) {
  // 1 2 / 3 4 / 5 6 in blocks of two rows; the last block is not full.
  PhysicalLayout layout = randomlayouts::parse(
      "(i, j) -> (i floordiv 2, j, i mod 2)", {3, 2}, {}, &context);
  Bytes packed(4), back(3);
  placePackedElements(layout, 4, '\x7e', Bytes{'\x21', '\x43', '\x65'}, packed);
  EXPECT_EQ(packed, (Bytes{'\x31', '\x42', '\xe5', '\xe6'}));
  collectPackedElements(layout, 4, packed, back);
  EXPECT_EQ(back, (Bytes{'\x21', '\x43', '\x65'}));
}

TEST_F(PackedElements, RandomLayouts) {
  unsigned numPadded = 0, numBijective = 0;
  for (int i = 0; i < 3000; ++i) {
    std::optional<PhysicalLayout> layout = layouts.get();
    if (!layout)
      continue;
    SCOPED_TRACE(i);
    unsigned bits = 1u << i % 3;
    int64_t numElements = bruteforce::product(layout->getShape());
    int64_t numPlaces = bruteforce::product(layout->getBox());
    Bytes source = pickBytes(getSize(numElements, bits));
    char padding = static_cast<char>(layouts.maps.pick(0, 255));

    Bytes expected(getSize(numPlaces, bits));
    for (int64_t place = 0; place < numPlaces; ++place)
      setElement(expected, bits, place, padding);
    for (int64_t element = 0; element < numElements; ++element)
      setElement(expected, bits,
                 bruteforce::linearize(
                     bruteforce::image(
                         layout->getMap().getAffineMap(),
                         bruteforce::delinearize(element, layout->getShape())),
                     layout->getBox()),
                 getElement(source, bits, element));

    Bytes target(expected.size()), back(source.size());
    placePackedElements(*layout, bits, padding, source, target);
    EXPECT_EQ(target, expected);
    collectPackedElements(*layout, bits, target, back);
    for (int64_t element = 0; element < numElements; ++element)
      ASSERT_EQ(getElement(back, bits, element),
                getElement(source, bits, element));
    if (numPlaces != numElements) {
      ++numPadded;
      continue;
    }
    ++numBijective;
    Bytes transformed(expected.size());
    transformPackedElements(layout->getMap(), layout->getShape(), bits, source,
                            transformed);
    EXPECT_EQ(transformed, expected);
  }
  EXPECT_GE(numPadded, 500u);
  EXPECT_GE(numBijective, 500u);
}
