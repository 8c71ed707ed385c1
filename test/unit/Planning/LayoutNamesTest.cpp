//===- LayoutNamesTest.cpp - Tests of names of layouts --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning/LayoutNames.h"
#include "PlannedProgram.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

/// The names of all layouts of a net.
static SmallVector<std::string> getNames(const PlannedProgram &program,
                                         unsigned net) {
  LayoutNames names(*program);
  SmallVector<std::string> texts;
  for (unsigned layout :
       llvm::seq<unsigned>(program->getNet(net).layouts.size()))
    texts.push_back(names.getText(net, layout));
  llvm::sort(texts);
  return texts;
}

TEST(LayoutNamesGetText, DimsHaveLettersFromAOn) {
  PlannedProgram program(kExpOfTransposed);
  EXPECT_EQ(getNames(program, program.getNet("linalg.exp")),
            (SmallVector<std::string>{"BA", "row-major"}));
}

TEST(LayoutNamesGetText, ConvolutionsGiveLetters) {
  PlannedProgram program(kConvolution);
  EXPECT_EQ(getNames(program, program.getNet("linalg.conv_2d_nchw_fchw")),
            (SmallVector<std::string>{"NCHW", "NHWC"}));
}

TEST(LayoutNamesGetText, RulesPassLettersOn) {
  std::string text = kConvolution;
  text.replace(text.find("  return %0"), 11,
               "  %1 = linalg.exp ins(%0 : tensor<1x8x6x6xf32>) outs(%e : "
               "tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>\n  return %1");
  PlannedProgram program(text);
  EXPECT_EQ(getNames(program, program.getNet("linalg.exp")),
            (SmallVector<std::string>{"NCHW", "NHWC"}));
}

TEST(LayoutNamesGetPhysicalType, DimsAreInTheOrderOfMemory) {
  PlannedProgram program(kConvolution);
  LayoutNames names(*program);
  unsigned net = program.getNet("linalg.conv_2d_nchw_fchw");
  for (unsigned layout :
       llvm::seq<unsigned>(program->getNet(net).layouts.size())) {
    bool isNHWC = names.getText(net, layout) == "NHWC";
    EXPECT_EQ(names.getPhysicalType(net, layout).getShape(),
              ArrayRef<int64_t>(isNHWC ? SmallVector<int64_t>{1, 6, 6, 8}
                                       : SmallVector<int64_t>{1, 8, 6, 6}));
  }
  EXPECT_EQ(names.getLogicalType(net).getShape(),
            (ArrayRef<int64_t>{1, 8, 6, 6}));
}

TEST(GetDigitsText, MajorDigitsComeFirst) {
  PlannedProgram program(kConvolution);
  auto type = cast<RankedTensorType>(
      program.get("linalg.conv_2d_nchw_fchw").op->getResult(0).getType());
  // Channels in blocks of 4.
  MixedRadix digits = {{0, 1, 1}, {1, 4, 2}, {2, 1, 6}, {3, 1, 6}, {1, 1, 4}};
  EXPECT_EQ(getDigitsText(digits, type), "d0, d1 floordiv 4, d2, d3, d1 mod 4");
}
