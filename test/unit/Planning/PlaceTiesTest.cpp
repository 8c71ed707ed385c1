//===- PlaceTiesTest.cpp - Tests of ties of places ------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning/Model/PlaceTies.h"
#include "PlannedProgram.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

static const char *kConcat = R"mlir(
func.func @main(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<12xf32> {
  %a = tensor.empty() : tensor<4xf32>
  %b = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.tanh ins(%y : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<4xf32>, tensor<8xf32>) -> tensor<12xf32>
  return %2 : tensor<12xf32>
}
)mlir";

TEST(PlaceTiesGet, PartsOfAConcatLieBehindEachOther) {
  PlannedProgram program(kConcat);
  PlaceTies ties(*program);
  unsigned concat = program.find("tensor.concat");
  ArrayRef<PlaceTie> found = ties.get(concat);
  ASSERT_EQ(found.size(), 2u);
  const int64_t offsets[] = {0, 4};
  const StringRef parts[] = {"linalg.exp", "linalg.tanh"};
  for (auto [tie, offset, part] : llvm::zip_equal(found, offsets, parts)) {
    EXPECT_EQ(tie.offsets, (SmallVector<int64_t, 4>{offset}));
    EXPECT_EQ(tie.dims, (SmallVector<unsigned, 4>{0}));
    EXPECT_EQ(ties.getNet(concat, tie.partPort), program.getNet(part));
    EXPECT_EQ(ties.getNet(concat, tie.wholePort),
              program.getNet("tensor.concat"));
    EXPECT_TRUE(tie.isBox && tie.isPossible && !tie.isOver) << part.str();
  }
  EXPECT_FALSE(ties.isCapped());
}

TEST(PlaceTiesIsDead, OpsThatNothingNeedsAre) {
  std::string text = kConcat;
  text.replace(text.find("dim(0) %0"), 9, "dim(0) %x");
  PlannedProgram program(text);
  PlaceTies ties(*program);
  EXPECT_TRUE(ties.isDead(program.find("linalg.exp")));
  EXPECT_FALSE(ties.isDead(program.find("linalg.tanh")));
}

TEST(PlaceTiesGet, OpsThatComputeHaveNone) {
  PlannedProgram program(kConcat);
  PlaceTies ties(*program);
  EXPECT_TRUE(ties.get(program.find("linalg.exp")).empty());
  EXPECT_EQ(ties.getShape(program.getNet("tensor.concat")),
            ArrayRef<int64_t>(12));
}
