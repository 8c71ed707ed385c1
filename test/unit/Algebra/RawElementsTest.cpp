//===- RawElementsTest.cpp - Index maps, pads and crops on raw data -------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function is compared with its definition, applied element by element,
// on random maps, boxes and element sizes.
//
// Covers: R15, B28
//
//===----------------------------------------------------------------------===//

#include "Algebra/RawElements.h"
#include "RandomMaps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

using Bytes = std::vector<char>;
using Shape = SmallVector<int64_t>;

constexpr size_t kElementSizes[] = {1, 2, 3, 4, 5, 8, 12, 16, 24, 64};

struct RawElements : testing::Test {
  MLIRContext context;
  randommaps::Generator random{&context, /*seed=*/1};

  Bytes pickBytes(size_t size) {
    Bytes bytes(size);
    for (char &byte : bytes)
      byte = static_cast<char>(random.pick(0, 255));
    return bytes;
  }
};

int64_t getOffset(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  return linearize(index, computeStrides(shape));
}

void copyElement(const Bytes &source, int64_t from, Bytes &target, int64_t to,
                 size_t size) {
  std::copy_n(source.begin() + from * size, size, target.begin() + to * size);
}

} // namespace

/// Checks the bytes that are written, and that none is written beyond the end.
static void expectTransformed(const IndexMap &map, ArrayRef<int64_t> shape,
                              size_t size, const Bytes &source) {
  Shape targetShape = *map.getPhysicalShape(shape);
  Bytes expected(source.size());
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    copyElement(source, getOffset(index, shape), expected,
                getOffset(map.forward(index), targetShape), size);
    return true;
  });
  Bytes found(source.size() + 64, 'x');
  transformElements(map, shape, size, source,
                    MutableArrayRef<char>(found).drop_back(64));
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), found.begin()));
  EXPECT_EQ(std::count(found.end() - 64, found.end(), 'x'), 64);
}

TEST_F(RawElements, TransformsByRandomMaps) {
  unsigned digitMaps = 0, otherMaps = 0;
  for (int i = 0; i < 2000; ++i) {
    bool isOther = i % 4 == 0;
    randommaps::Sample sample = isOther ? random.otherMap() : random.digitMap();
    if (i % 100 == 1)
      sample = random.digitMap({48, 9, 64});
    IndexMap map(sample.map);
    if (!isProved(map.isBijective(sample.shape)))
      continue;
    size_t size = kElementSizes[i % std::size(kElementSizes)];
    SCOPED_TRACE(i);
    expectTransformed(map, sample.shape, size,
                      pickBytes(*getNumPoints(sample.shape) * size));
    ++(map.getDigits(sample.shape) ? digitMaps : otherMaps);
  }
  EXPECT_GE(digitMaps, 1000u);
  EXPECT_GE(otherMaps, 20u);
}

TEST_F(RawElements, TransposesMatricesOfAllSizes) {
  // Sizes that are and are not multiples of registers and tiles.
  IndexMap map = IndexMap::getPermutation({1, 0}, &context);
  for (size_t size : {1, 2, 4, 8, 16})
    for (int64_t rows : {1, 2, 3, 5, 8, 15, 17, 64, 67})
      for (int64_t columns : {1, 2, 4, 7, 9, 16, 31, 70}) {
        SCOPED_TRACE(testing::Message()
                     << rows << "x" << columns << " of " << size);
        expectTransformed(map, {rows, columns}, size,
                          pickBytes(rows * columns * size));
      }
}

TEST_F(RawElements, TransformsByMapsWithoutDigits) {
  AffineExpr i = getAffineDimExpr(0, &context);
  AffineExpr j = getAffineDimExpr(1, &context);
  IndexMap skew(AffineMap::get(2, 0, {i, (i + j) % 17}, &context));
  IndexMap reversal(AffineMap::get(2, 0, {15 - i, j}, &context));
  for (const IndexMap &map : {skew, reversal})
    for (size_t size : {1, 3, 4})
      expectTransformed(map, {16, 17}, size, pickBytes(16 * 17 * size));
}

TEST_F(RawElements, InsertsAndExtractsBoxes) {
  for (int i = 0; i < 200; ++i) {
    size_t size = kElementSizes[i % std::size(kElementSizes)];
    Shape inner, offsets, outer;
    for (unsigned dim = 0, rank = random.pick(0, 4); dim < rank; ++dim) {
      inner.push_back(random.pick(dim == 0 ? 0 : 1, 7));
      offsets.push_back(random.pick(0, 3));
      outer.push_back(offsets.back() + inner.back() + random.pick(0, 3));
    }
    SCOPED_TRACE(i);
    int64_t innerPoints = *getNumPoints(inner);
    int64_t outerPoints = *getNumPoints(outer);
    Bytes box = pickBytes(innerPoints * size);
    Bytes around = pickBytes(outerPoints * size);

    Bytes expected = around, found = around;
    Bytes taken(box.size()), expectedTaken(box.size());
    forEachIndex(inner, [&](ArrayRef<int64_t> index) {
      Shape moved;
      for (auto [position, offset] : llvm::zip_equal(index, offsets))
        moved.push_back(position + offset);
      int64_t at = getOffset(moved, outer), from = getOffset(index, inner);
      copyElement(box, from, expected, at, size);
      copyElement(around, at, expectedTaken, from, size);
      return true;
    });
    insertElements(inner, offsets, outer, size, box, found);
    EXPECT_EQ(found, expected);
    extractElements(outer, offsets, inner, size, around, taken);
    EXPECT_EQ(taken, expectedTaken);
  }
}

TEST_F(RawElements, InsertsAndFillsWithSplats) {
  Bytes target(12, '.');
  insertElements({2, 3}, {1, 1}, {3, 4}, 1, Bytes{'a'}, target);
  EXPECT_EQ(std::string(target.begin(), target.end()), ".....aaa.aaa");
  fillElements(Bytes{'x', 'y', 'z'}, target);
  EXPECT_EQ(std::string(target.begin(), target.end()), "xyzxyzxyzxyz");
  fillElements(Bytes{'x', 'y', 'z'}, {});
}

TEST_F(RawElements, PacksFromTheLowestBit) {
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

TEST_F(RawElements, PackingRoundTrips) {
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    unsigned bits = 1u << i % 3;
    int64_t count = random.pick(0, 40), size = (count * bits + 7) / 8;
    Bytes packed = pickBytes(size), elements(count), back(size, '#');
    unpackElements(bits, packed, elements);
    for (int64_t element = 0; element < count; ++element) {
      unsigned expected = 0;
      for (unsigned bit = 0; bit < bits; ++bit) {
        int64_t at = element * bits + bit;
        expected |= (packed[at / 8] >> (at % 8) & 1) << bit;
      }
      EXPECT_EQ(static_cast<unsigned>(elements[element]), expected);
    }
    packElements(bits, elements, back);
    // Unused bits of the last byte become 0.
    if (int64_t used = count * bits % 8)
      packed.back() &= (1 << used) - 1;
    EXPECT_EQ(back, packed);
  }
}
