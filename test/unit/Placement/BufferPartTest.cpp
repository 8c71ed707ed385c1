//===- BufferPartTest.cpp - Tests of parts of buffers ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement/BufferPart.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class BufferPartTest : public ::testing::Test {
protected:
  BufferPartTest() {
    context.loadDialect<func::FuncDialect, memref::MemRefDialect>();
  }

  /// The part that the last view of a program is.
  std::optional<BufferPart> get(const std::string &views) {
    module = parseSourceString<ModuleOp>(
        "func.func @main(%s: memref<2x8x16xf32>, %i: index) {\n" + views +
            "  return\n}\n",
        &context);
    EXPECT_TRUE(module);
    Operation *last = nullptr;
    module->walk([&](Operation *op) {
      if (op->getNumResults() == 1)
        last = op;
    });
    return BufferPart::get(last->getResult(0));
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

static const std::string half =
    "  %0 = memref.subview %s[1, 0, 0] [1, 8, 16] [1, 1, 1] : "
    "memref<2x8x16xf32> to memref<1x8x16xf32, strided<[128, 16, 1], offset: "
    "128>>\n";

TEST_F(BufferPartTest, GetLooksBehindAllViews) {
  std::optional<BufferPart> part =
      get(half + "  %1 = memref.collapse_shape %0 [[0, 1], [2]] : "
                 "memref<1x8x16xf32, strided<[128, 16, 1], offset: 128>> into "
                 "memref<8x16xf32, strided<[16, 1], offset: 128>>\n");
  ASSERT_TRUE(part);
  EXPECT_TRUE(isa<BlockArgument>(part->whole));
  ASSERT_EQ(part->axes.size(), 3u);
  EXPECT_EQ(part->getOffset(0), 1);
  EXPECT_EQ(part->getOffset(1), 0);
}

TEST_F(BufferPartTest, GetKnowsNoDynamicOffsets) {
  EXPECT_FALSE(get("  %0 = memref.subview %s[%i, 0, 0] [1, 8, 16] [1, 1, 1] : "
                   "memref<2x8x16xf32> to memref<1x8x16xf32, strided<[128, 16, "
                   "1], offset: ?>>\n"));
}

TEST_F(BufferPartTest, DivideAtSplitsAnAxis) {
  std::optional<BufferPart> part = get(half);
  ASSERT_TRUE(part);
  EXPECT_TRUE(part->divideAt(4));
  // 16 has become 4 times 4.
  ASSERT_EQ(part->axes.size(), 4u);
  EXPECT_EQ(part->axes[2].extent, 4);
  EXPECT_EQ(part->axes[2].stride, 4);
  EXPECT_EQ(part->axes[3].extent, 4);
  EXPECT_EQ(part->axes[3].stride, 1);
  EXPECT_FALSE(part->divideAt(3));
}

TEST_F(BufferPartTest, FindAxisHasMoreThanOneIndex) {
  std::optional<BufferPart> part = get(half);
  ASSERT_TRUE(part);
  EXPECT_EQ(part->findAxis(16), 1u);
  EXPECT_EQ(part->findAxis(5), 3u);
}

TEST_F(BufferPartTest, GetSharedAxesOfHalves) {
  std::optional<BufferPart> a = get(half);
  ASSERT_TRUE(a);
  BufferPart b = *a;
  auto shared = getSharedAxes(*a, b);
  ASSERT_TRUE(shared);
  ASSERT_EQ(shared->size(), 2u);
  EXPECT_EQ((*shared)[0].size, 8);
  EXPECT_EQ((*shared)[1].size, 16);
}
