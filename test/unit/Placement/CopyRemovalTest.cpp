//===- CopyRemovalTest.cpp - Tests of copies that are removed -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement/CopyRemoval.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A function with the arguments %x and %y, and the copy in it.
class CopyRemoval : public ::testing::Test {
protected:
  CopyRemoval() {
    context.loadDialect<func::FuncDialect, linalg::LinalgDialect,
                        memref::MemRefDialect>();
  }

  Copy parse(const std::string &body) {
    module = parseSourceString<ModuleOp>(
        "func.func @main(%x: memref<4x32xf32>, %y: memref<4x96xf32>) {\n" +
            body + "  return\n}\n",
        &context);
    EXPECT_TRUE(module);
    Copy copy;
    module->walk([&](memref::CopyOp op) { copy = *getCopy(op); });
    return copy;
  }

  unsigned countCopies() {
    unsigned count = 0;
    module->walk([&](memref::CopyOp) { ++count; });
    return count;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  IRRewriter rewriter{&context};
  llvm::SmallPtrSet<Operation *, 4> none;
};
} // namespace

static const std::string
    allocate = "  %a = memref.alloc() : memref<4x32xf32>\n",
    computeA = "  linalg.exp ins(%x : memref<4x32xf32>) outs(%a : "
               "memref<4x32xf32>)\n",
    whole = "  %d = memref.alloc() : memref<4x96xf32>\n",
    view = "memref<4x32xf32, strided<[96, 1], offset: 64>>",
    part = "  %s = memref.subview %d[0, 64] [4, 32] [1, 1] : "
           "memref<4x96xf32> to " +
           view + "\n",
    copyToPart = "  memref.copy %a, %s : memref<4x32xf32> to " + view + "\n",
    copyFromPart = "  memref.copy %s, %a : " + view + " to memref<4x32xf32>\n",
    writePart =
        "  linalg.exp ins(%x : memref<4x32xf32>) outs(%s : " + view + ")\n",
    readA = "  linalg.exp ins(%a : memref<4x32xf32>) outs(%x : "
            "memref<4x32xf32>)\n";

TEST_F(CopyRemoval, GetCopyKnowsTheOpThatWritesEachElement) {
  Copy copy = parse(allocate + computeA + whole + part + copyToPart);
  EXPECT_TRUE(copy.source.getDefiningOp<memref::AllocOp>());
  EXPECT_TRUE(copy.target.getDefiningOp<memref::SubViewOp>());
  module->walk([](linalg::ExpOp op) { EXPECT_FALSE(getCopy(op)); });
}

TEST_F(CopyRemoval, WriteInPlaceComputesTheSourceInItsTarget) {
  Copy copy = parse(allocate + computeA + whole + part + copyToPart);
  EXPECT_FALSE(writeInPlace(rewriter, copy));
  EXPECT_EQ(countCopies(), 0u);
  module->walk([](linalg::ExpOp op) {
    EXPECT_TRUE(op.getOutputs()[0].getDefiningOp<memref::SubViewOp>());
  });
}

TEST_F(CopyRemoval, WriteInPlaceKeepsWhatIsReadBehindAnotherWrite) {
  // The target holds something else when the source is read again.
  Copy copy = parse(allocate + computeA + whole + part + copyToPart +
                    writePart + readA);
  EXPECT_TRUE(writeInPlace(rewriter, copy));
  EXPECT_EQ(countCopies(), 1u);
}

TEST_F(CopyRemoval, WriteInPlaceKeepsWhatOthersRead) {
  // An argument is not computed here.
  Copy copy =
      parse(whole + part + "  memref.copy %x, %s : memref<4x32xf32> to " +
            view + "\n");
  EXPECT_TRUE(writeInPlace(rewriter, copy));
  EXPECT_EQ(countCopies(), 1u);
}

TEST_F(CopyRemoval, ReadInPlaceReadsTheSource) {
  Copy copy = parse(whole + part + allocate + copyFromPart + readA);
  EXPECT_FALSE(readInPlace(rewriter, copy.target, none));
  EXPECT_EQ(countCopies(), 0u);
  module->walk([](linalg::ExpOp op) {
    EXPECT_TRUE(op.getInputs()[0].getDefiningOp<memref::SubViewOp>());
  });
}

TEST_F(CopyRemoval, ReadInPlaceKeepsCopiesOfWhatChanges) {
  Copy copy = parse(whole + part + allocate + copyFromPart + writePart + readA);
  EXPECT_TRUE(readInPlace(rewriter, copy.target, none));
  EXPECT_EQ(countCopies(), 1u);
}
