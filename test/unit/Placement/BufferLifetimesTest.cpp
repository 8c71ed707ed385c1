//===- BufferLifetimesTest.cpp - Tests of lives of buffers ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement/BufferLifetimes.h"
#include "layout/InitAll.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class GetBuffers : public ::testing::Test {
protected:
  GetBuffers() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, memref::MemRefDialect,
                        scf::SCFDialect>();
  }

  /// The buffers of a function with this body, which has the argument %x.
  FunctionBuffers get(const std::string &body) {
    module = parseSourceString<ModuleOp>(
        "func.func private @use(memref<?xf32>)\n"
        "func.func @main(%x: memref<24xf32>, %n: index) {\n" +
            body + "  return\n}\n",
        &context);
    EXPECT_TRUE(module);
    return getBuffers(module->lookupSymbol<func::FuncOp>("main"), analysis);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  BufferUsesAnalysis analysis;
};
} // namespace

static const std::string a = "  %a = memref.alloc() : memref<24xf32>\n",
                         b = "  %b = memref.alloc() : memref<24xf32>\n";

static std::string copy(StringRef from, StringRef to) {
  return ("  memref.copy %" + from + ", %" + to +
          " : memref<24xf32> to memref<24xf32>\n")
      .str();
}

TEST_F(GetBuffers, SizesAreWholeLines) {
  FunctionBuffers buffers = get(a + copy("x", "a") + copy("a", "x"));
  ASSERT_EQ(buffers.shared.size(), 1u);
  EXPECT_TRUE(buffers.separate.empty());
  // 96 bytes are 2 lines of 64.
  EXPECT_EQ(buffers.shared[0].lifetime.size, 128);
  EXPECT_EQ(buffers.shared[0].lifetime.alignment, 64);
}

TEST_F(GetBuffers, LargerAlignmentsCount) {
  FunctionBuffers buffers =
      get("  %a = memref.alloc() {alignment = 256 : i64} : memref<24xf32>\n" +
          copy("x", "a") + copy("a", "x"));
  ASSERT_EQ(buffers.shared.size(), 1u);
  EXPECT_EQ(buffers.shared[0].lifetime.alignment, 256);
}

TEST_F(GetBuffers, BuffersOneBehindTheOtherShareMemory) {
  FunctionBuffers buffers = get(a + b + copy("x", "a") + copy("a", "x") +
                                copy("x", "b") + copy("b", "x"));
  ASSERT_EQ(buffers.shared.size(), 2u);
  EXPECT_FALSE(buffers.shared[0].lifetime.overlaps(buffers.shared[1].lifetime));
  MemoryPlan plan = planMemory(buffers);
  EXPECT_EQ(plan.offsets, (SmallVector<int64_t>{0, 0}));
  EXPECT_EQ(plan.peak, 128);
  EXPECT_EQ(plan.sum, 256);
}

TEST_F(GetBuffers, BuffersOfOneOpDoNot) {
  FunctionBuffers buffers =
      get(a + b + copy("x", "a") + copy("a", "b") + copy("b", "x"));
  ASSERT_EQ(buffers.shared.size(), 2u);
  EXPECT_TRUE(buffers.shared[0].lifetime.overlaps(buffers.shared[1].lifetime));
  MemoryPlan plan = planMemory(buffers);
  EXPECT_NE(plan.offsets[0], plan.offsets[1]);
  EXPECT_EQ(plan.peak, 256);
}

TEST_F(GetBuffers, AccessesInALoopCountForAllOfIt) {
  std::string loop = "  %zero = arith.constant 0 : index\n"
                     "  %one = arith.constant 1 : index\n"
                     "  scf.for %i = %zero to %n step %one {\n";
  // One is written before it is read in each iteration, but was not allocated
  // there.
  FunctionBuffers buffers = get(a + b + loop + copy("x", "a") + copy("a", "x") +
                                copy("x", "b") + copy("b", "x") + "  }\n");
  ASSERT_EQ(buffers.shared.size(), 2u);
  EXPECT_TRUE(buffers.shared[0].lifetime.overlaps(buffers.shared[1].lifetime));
  // Those of an iteration end with it.
  buffers = get(loop + a + b + copy("x", "a") + copy("a", "x") +
                copy("x", "b") + copy("b", "x") + "  }\n");
  ASSERT_EQ(buffers.shared.size(), 2u);
  EXPECT_FALSE(buffers.shared[0].lifetime.overlaps(buffers.shared[1].lifetime));
}

TEST_F(GetBuffers, BuffersOfUnknownSizeAndThoseOfOthersAreSeparate) {
  FunctionBuffers buffers =
      get("  %a = memref.alloc(%n) : memref<?xf32>\n"
          "  call @use(%a) : (memref<?xf32>) -> ()\n" +
          b +
          "  %c = memref.cast %b : memref<24xf32> to memref<?xf32>\n"
          "  call @use(%c) : (memref<?xf32>) -> ()\n");
  EXPECT_TRUE(buffers.shared.empty());
  ASSERT_EQ(buffers.separate.size(), 2u);
  EXPECT_NE(buffers.separate[0].reason, buffers.separate[1].reason);
}
