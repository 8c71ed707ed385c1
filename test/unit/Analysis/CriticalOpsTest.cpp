//===- CriticalOpsTest.cpp - Tests of the critical-op test ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: R1
//
//===----------------------------------------------------------------------===//

#include "layout/Analysis/CriticalOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

static char getLetter(LoopRole role) {
  switch (role) {
  case LoopRole::Other:
    return '?';
  case LoopRole::Batch:
    return 'b';
  case LoopRole::OutputImage:
    return 'o';
  case LoopRole::OutputChannel:
    return 'f';
  case LoopRole::FilterLoop:
    return 'k';
  case LoopRole::InputChannel:
    return 'c';
  case LoopRole::Depth:
    return 'd';
  case LoopRole::M:
    return 'M';
  case LoopRole::N:
    return 'N';
  case LoopRole::K:
    return 'K';
  }
  llvm_unreachable("unknown role");
}

/// One letter per loop of the only linalg op on `types`; "" if it is not
/// critical, and "!" after the letters if it is blocked.
static std::string classifyOp(const std::string &op,
                              ArrayRef<const char *> types) {
  std::string source = "func.func @f(%a: " + std::string(types[0]) +
                       ", %b: " + types[1] + ", %c: " + types[2] + ") -> " +
                       types[2] + " {\n  %0 = " + op +
                       " ins(%a, %b : " + types[0] + ", " + types[1] +
                       ") outs(%c : " + types[2] + ")";
  bool isGeneric = StringRef(op).starts_with("linalg.generic");
  if (isGeneric)
    source += " {\n^bb0(%x: f32, %y: f32, %z: f32):\n  %p = arith.mulf %x, %y"
              " : f32\n  %s = arith.addf %z, %p : f32\n  linalg.yield %s :"
              " f32\n}";
  source +=
      " -> " + std::string(types[2]) + "\n  return %0 : " + types[2] + "\n}\n";

  MLIRContext context;
  context.loadDialect<func::FuncDialect, linalg::LinalgDialect,
                      arith::ArithDialect, tensor::TensorDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(source, &context);
  if (!module)
    return "does not parse";
  std::string letters;
  CriticalOpAnalysis criticalOps(*module);
  module->walk([&](linalg::LinalgOp op) {
    const CriticalOp *critical = criticalOps.lookup(op);
    EXPECT_EQ(criticalOps.lookupOnTensors(op), critical);
    if (!critical)
      return;
    for (LoopRole role : critical->roles)
      letters += getLetter(role);
    if (isBlocked(op, *critical))
      letters += '!';
  });
  return letters;
}

static std::string generic(const char *maps, const char *iterators) {
  return std::string("linalg.generic {indexing_maps = [") + maps +
         "], iterator_types = [" + iterators + "]}";
}

TEST(CriticalOps, NamedConvolutions) {
  EXPECT_EQ(classifyOp("linalg.conv_2d_nchw_fchw",
                       {"tensor<1x3x8x8xf32>", "tensor<4x3x3x3xf32>",
                        "tensor<1x4x6x6xf32>"}),
            "bfoockk");
  EXPECT_EQ(classifyOp("linalg.depthwise_conv_2d_nhwc_hwc",
                       {"tensor<1x8x8x4xf32>", "tensor<3x3x4xf32>",
                        "tensor<1x6x6x4xf32>"}),
            "boodkk");
  EXPECT_EQ(classifyOp("linalg.conv_2d_ngchw_gfchw",
                       {"tensor<1x2x3x8x8xf32>", "tensor<2x4x3x3x3xf32>",
                        "tensor<1x2x4x6x6xf32>"}),
            "bdfoockk");
}

TEST(CriticalOps, NamedContractions) {
  EXPECT_EQ(classifyOp("linalg.matmul", {"tensor<4x8xf32>", "tensor<8x2xf32>",
                                         "tensor<4x2xf32>"}),
            "MNK");
  EXPECT_EQ(classifyOp("linalg.batch_matmul",
                       {"tensor<3x4x8xf32>", "tensor<3x8x2xf32>",
                        "tensor<3x4x2xf32>"}),
            "bMNK");
  EXPECT_EQ(classifyOp("linalg.matvec",
                       {"tensor<4x8xf32>", "tensor<8xf32>", "tensor<4xf32>"}),
            "MK");
  EXPECT_EQ(
      classifyOp("linalg.mmt4d", {"tensor<2x3x4x8xf32>", "tensor<5x3x16x8xf32>",
                                  "tensor<2x5x4x16xf32>"}),
      "MNKMNK!");
}

TEST(CriticalOps, PoolingsAndElementwiseOpsAreNotCritical) {
  EXPECT_EQ(classifyOp("linalg.pooling_nchw_max",
                       {"tensor<1x3x8x8xf32>", "tensor<3x3xf32>",
                        "tensor<1x3x6x6xf32>"}),
            "");
  EXPECT_EQ(classifyOp("linalg.add",
                       {"tensor<4xf32>", "tensor<4xf32>", "tensor<4xf32>"}),
            "");
  // A sum of elementwise products: no m, no n.
  EXPECT_EQ(classifyOp(generic("affine_map<(i, j) -> (i, j)>,"
                               "affine_map<(i, j) -> (i, j)>,"
                               "affine_map<(i, j) -> (i)>",
                               "\"parallel\", \"reduction\""),
                       {"tensor<4x8xf32>", "tensor<4x8xf32>", "tensor<4xf32>"}),
            "");
}

TEST(CriticalOps, Generics) {
  // Two rows of loops that stand side by side are one number.
  EXPECT_EQ(
      classifyOp(generic("affine_map<(b, m, n, k) -> (b, m, k)>,"
                         "affine_map<(b, m, n, k) -> (k, n)>,"
                         "affine_map<(b, m, n, k) -> (b, m, n)>",
                         "\"parallel\", \"parallel\", \"parallel\","
                         "\"reduction\""),
                 {"tensor<2x4x8xf32>", "tensor<8x3xf32>", "tensor<2x4x3xf32>"}),
      "MMNK");
  // NCHW4c -> NCHW2c.
  EXPECT_EQ(
      classifyOp(
          generic("affine_map<(n, f, h, w, e, c, i, j, d) -> (n, c, h + i, "
                  "w + j, d)>,"
                  "affine_map<(n, f, h, w, e, c, i, j, d) -> (f, c, i, j, d, "
                  "e)>,"
                  "affine_map<(n, f, h, w, e, c, i, j, d) -> (n, f, h, w, e)>",
                  "\"parallel\", \"parallel\", \"parallel\", \"parallel\","
                  "\"parallel\", \"reduction\", \"reduction\", \"reduction\","
                  "\"reduction\""),
          {"tensor<1x3x8x8x4xf32>", "tensor<5x3x3x3x4x2xf32>",
           "tensor<1x5x6x6x2xf32>"}),
      "bfoofckkc!");
  // A strided 1x1 convolution written as a contraction.
  EXPECT_EQ(
      classifyOp(generic("affine_map<(n, f, h, c) -> (n, c, h * 2)>,"
                         "affine_map<(n, f, h, c) -> (f, c)>,"
                         "affine_map<(n, f, h, c) -> (n, f, h)>",
                         "\"parallel\", \"parallel\", \"parallel\","
                         "\"reduction\""),
                 {"tensor<1x3x9xf32>", "tensor<4x3xf32>", "tensor<1x4x5xf32>"}),
      "MN?K");
}
