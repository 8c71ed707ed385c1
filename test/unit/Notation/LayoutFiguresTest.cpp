//===- LayoutFiguresTest.cpp - What a device sees of a layout -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: P25
//
//===----------------------------------------------------------------------===//

#include "Notation/LayoutFigures.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// 16-bit elements in sticks of 128 bytes.
SmallVector<unsigned> divide(ArrayRef<int64_t> box, int64_t cores) {
  return getDimsForCores(box, cores, /*elementBits=*/16,
                         /*unitBits=*/8 * 128);
}

std::string print(const llvm::json::Value &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

TEST(LayoutFigures, CoresDivideDimsEvenly) {
  EXPECT_EQ(divide({4, 1024, 64}, 4), (SmallVector<unsigned>{0, 1}));
  EXPECT_EQ(divide({4, 1000, 64}, 8), SmallVector<unsigned>{1});
  EXPECT_EQ(divide({3, 7, 64}, 32), SmallVector<unsigned>());
  EXPECT_EQ(divide({}, 2), SmallVector<unsigned>());
  EXPECT_EQ(divide({0, 64}, 2), SmallVector<unsigned>());
  EXPECT_EQ(divide({5, 64}, 1), (SmallVector<unsigned>{0, 1}));
}

TEST(LayoutFigures, NoCoreGetsPartOfAStick) {
  // Two sticks of 64 elements side by side for each of two cores, and one for
  // each of four.
  EXPECT_EQ(divide({256}, 2), SmallVector<unsigned>{0});
  EXPECT_EQ(divide({256}, 4), SmallVector<unsigned>{0});
  EXPECT_EQ(divide({256}, 8), SmallVector<unsigned>());
  // Without sticks, any element begins a part.
  EXPECT_EQ(getDimsForCores({256}, 8, 16, 1), SmallVector<unsigned>{0});
}

TEST(LayoutFigures, RunsAreInElementsAndBytes) {
  EXPECT_EQ(print(toJson(std::nullopt, 32)), "null");
  ContiguousRuns runs{{1, 64}, 64, 20};
  EXPECT_EQ(print(toJson(runs, 16)),
            R"({"dims":[{"bytes":2,"elements":1},{"bytes":128,"elements":64}],)"
            R"("row_major":{"bytes":128,"count":20,"elements":64}})");
  // Elements of 4 bits.
  EXPECT_EQ(print(getBytesOfBits(4)), "0.5");
}
} // namespace
