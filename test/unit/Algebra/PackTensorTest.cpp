//===- PackTensorTest.cpp - Tensors into and out of their layouts ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random layouts, also with padding, of tensors with random strides: each
// element must have come to its place, and no other byte may have changed.
//
// Covers: D2, D3, B28
//
//===----------------------------------------------------------------------===//

#include "Algebra/PackTensor.h"
#include "RandomLayouts.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

using Bytes = std::vector<char>;

/// A tensor somewhere in an array of bytes.
struct Tensor {
  SmallVector<int64_t> strides;
  int64_t first = 0; ///< byte
  Bytes bytes;

  int64_t getByte(ArrayRef<int64_t> index) const {
    int64_t byte = first;
    for (auto [i, stride] : llvm::zip_equal(index, strides))
      byte += i * stride;
    return byte;
  }
};

struct PackTensor : testing::Test {
  MLIRContext context;
  randomlayouts::Generator random{&context, /*seed=*/1};

  Bytes pickBytes(size_t size) {
    Bytes bytes(size);
    for (char &byte : bytes)
      byte = static_cast<char>(random.maps.pick(0, 255));
    return bytes;
  }

  /// A tensor whose elements do not overlap: dims in a random order, some of
  /// them reversed, with gaps that need not be whole elements.
  Tensor pickTensor(ArrayRef<int64_t> shape, int64_t size) {
    Tensor tensor;
    tensor.strides.resize(shape.size());
    auto order = llvm::to_vector(llvm::seq<unsigned>(0, shape.size()));
    for (size_t i = 1; i < order.size(); ++i)
      std::swap(order[i], order[random.maps.pick(0, i)]);
    int64_t span = size;
    for (unsigned dim : order) {
      int64_t stride = span + (random.maps.pick(0, 3) == 0 ? 1 : 0) +
                       size * random.maps.pick(0, 1);
      int64_t reach = stride * std::max<int64_t>(shape[dim] - 1, 0);
      bool isReversed = random.maps.pick(0, 3) == 0;
      tensor.strides[dim] = isReversed ? -stride : stride;
      tensor.first += isReversed ? reach : 0;
      span += reach;
    }
    tensor.bytes = pickBytes(span);
    return tensor;
  }

  void expectCopies(const PhysicalLayout &layout, int64_t size);
};

} // namespace

void PackTensor::expectCopies(const PhysicalLayout &layout, int64_t size) {
  Tensor tensor = pickTensor(layout.getShape(), size);
  Bytes buffer = pickBytes(layout.getNumPositions() * size);
  Bytes packed(buffer), unpacked(tensor.bytes);
  forEachIndex(layout.getShape(), [&](ArrayRef<int64_t> index) {
    int64_t place = layout.getOffset(index) * size;
    std::copy_n(tensor.bytes.begin() + tensor.getByte(index), size,
                packed.begin() + place);
    std::copy_n(buffer.begin() + place, size,
                unpacked.begin() + tensor.getByte(index));
    return true;
  });
  Bytes target(buffer);
  packTensor(layout, size, tensor.bytes.data() + tensor.first, tensor.strides,
             target.data());
  EXPECT_EQ(target, packed);
  target = tensor.bytes;
  unpackTensor(layout, size, buffer.data(), target.data() + tensor.first,
               tensor.strides);
  EXPECT_EQ(target, unpacked);
}

TEST_F(PackTensor, CopiesEveryElement) {
  unsigned numLoops = 0, numOthers = 0;
  for (unsigned round = 0; round < 2000; ++round) {
    std::optional<PhysicalLayout> layout = random.get();
    if (!layout || layout->getNumPositions() > 5000)
      continue;
    ++(getStridedForm(*layout) ? numLoops : numOthers);
    int64_t sizes[] = {1, 2, 3, 4, 8, 16};
    expectCopies(*layout, sizes[random.maps.pick(0, 5)]);
    ASSERT_FALSE(HasFailure()) << "round " << round;
  }
  EXPECT_GT(numLoops, 500u);
  EXPECT_GT(numOthers, 20u);
}

TEST_F(PackTensor, CopiesUnitAndEmptyDims) {
  const char *map = "(n, c) -> (c floordiv 4, n, c mod 4)";
  for (const SmallVector<int64_t> &shape :
       {SmallVector<int64_t>{1, 1}, {1, 7}, {3, 1}, {0, 5}, {3, 0}})
    expectCopies(randomlayouts::parse(map, shape, {}, &context), 4);
  expectCopies(randomlayouts::parse("() -> ()", {}, {}, &context), 4);
}

/// Large enough for tiles and for stores that bypass the caches.
TEST_F(PackTensor, CopiesLargeTensors) {
  const char *map = "(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)";
  for (const SmallVector<int64_t> &shape :
       {SmallVector<int64_t>{1, 20, 33, 65}, {2, 60, 100, 120}})
    expectCopies(randomlayouts::parse(map, shape, {}, &context), 4);
}

/// A stride of 0 repeats what is read.
TEST_F(PackTensor, ReadsRepeatedElements) {
  PhysicalLayout layout = randomlayouts::parse(
      "(i, j) -> (j floordiv 2, i, j mod 2)", {3, 4}, {}, &context);
  const char row[] = {1, 2, 3, 4};
  char target[12];
  packTensor(layout, 1, row, {0, 1}, target);
  EXPECT_EQ(Bytes(target, target + 12),
            Bytes({1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4}));
}
