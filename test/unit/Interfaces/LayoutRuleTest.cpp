//===- LayoutRuleTest.cpp - Tests of layout rules -------------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: R19, R20, R21, R24, R34
// Case: S1-e, S1-f
//
//===----------------------------------------------------------------------===//

#include "Interfaces/LinalgRule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class LayoutRuleTest : public ::testing::Test {
protected:
  LayoutRuleTest() {
    context.loadDialect<linalg::LinalgDialect, tensor::TensorDialect,
                        arith::ArithDialect, func::FuncDialect>();
  }

  /// The rule of a generic op with the given maps, iterators and types. Its
  /// body yields its first operand.
  std::optional<LayoutRule> getRule(StringRef maps, StringRef iterators,
                                    ArrayRef<StringRef> inputs,
                                    StringRef output) {
    std::string text = "func.func @f(";
    for (auto [index, type] : llvm::enumerate(inputs))
      text += ("%i" + Twine(index) + ": " + type + ", ").str();
    text += ("%o: " + output + ") -> " + output +
             " {\n%r = linalg.generic {indexing_maps = [" + maps +
             "], iterator_types = [" + iterators + "]} ins(")
                .str();
    for (unsigned index = 0; index < inputs.size(); ++index)
      text += (Twine(index ? ", " : "") + "%i" + Twine(index)).str();
    text += " : ";
    for (unsigned index = 0; index < inputs.size(); ++index)
      text += (Twine(index ? ", " : "") + inputs[index]).str();
    text += (") outs(%o : " + output + ") {\n^bb0(").str();
    for (unsigned index = 0; index < inputs.size(); ++index)
      text += ("%b" + Twine(index) + ": f32, ").str();
    text += ("%c: f32):\nlinalg.yield %b0 : f32\n} -> " + output +
             "\nreturn %r : " + output + "\n}")
                .str();
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return std::nullopt;
    std::optional<LayoutRule> rule;
    module->walk([&](linalg::LinalgOp op) { rule = getLinalgRule(op); });
    return rule;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// The physical shape of a port.
SmallVector<int64_t> getShape(const MixedRadixMap &layout) {
  return llvm::map_to_vector(
      layout, [](const MixedRadix &list) { return getExtent(list); });
}
TEST_F(LayoutRuleTest, BuiltRuleOfAMatmul) {
  LayoutRuleBuilder builder;
  unsigned m = builder.addFactor(4), n = builder.addFactor(6);
  unsigned k = builder.addFactor(8, /*isReduction=*/true);
  auto getPort = [&](unsigned first, unsigned second) {
    PortRule port;
    for (unsigned factor : {first, second}) {
      int64_t extent = builder.getExtent(factor);
      port.shape.push_back(extent);
      port.dims.push_back(Access::whole(factor, extent));
    }
    return port;
  };
  LayoutRule rule = builder.addPort(getPort(m, k))
                        .addPort(getPort(k, n))
                        .addPort(getPort(m, n))
                        .addPort(getPort(m, n))
                        .build();
  EXPECT_EQ(rule.getError(), std::nullopt);
  std::optional<LayoutRule> expected = getRule(
      "affine_map<(m, n, k) -> (m, k)>, "
      "affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>",
      "\"parallel\", \"parallel\", \"reduction\"",
      {"tensor<4x8xf32>", "tensor<8x6xf32>"}, "tensor<4x6xf32>");
  ASSERT_TRUE(expected.has_value());
  EXPECT_TRUE(rule == *expected);
  EXPECT_EQ(hash_value(rule), hash_value(*expected));
  // Split m by 2 and move its outer part to the front.
  FactorOrder order = {{m, 2, 2}, {n, 1, 6}, {m, 1, 2}, {k, 1, 8}};
  ASSERT_TRUE(rule.isValid(order));
  EXPECT_EQ(rule.getPortLayout(3, order),
            (MixedRadixMap{{{0, 2, 2}}, {{1, 1, 6}}, {{0, 1, 2}}}));
}

TEST_F(LayoutRuleTest, ErrorsOfRules) {
  auto getError = [](Access access, int64_t size) {
    PortRule port;
    port.shape = {size};
    port.dims = {std::move(access)};
    return LayoutRuleBuilder({8, 3}).addPort(port).build().getError().value_or(
        "");
  };
  EXPECT_EQ(getError(Access::whole(0, 8), 8), "");
  EXPECT_EQ(getError(Access::piece(0, 6), 2), "");
  EXPECT_EQ(getError(Access::piece(0, ShapedType::kDynamic), 9), "");
  EXPECT_EQ(getError(Access::whole(2, 8), 8),
            "requires factor numbers below 2, found f2");
  EXPECT_EQ(getError(Access::whole(0, 4), 4),
            "requires whole factors in a dim, found a part of f0");
  EXPECT_EQ(getError(Access::whole(0, 8), 9),
            "requires a dim of size 8 for its factors, found 9");
  EXPECT_EQ(getError(Access::piece(0, 7), 2),
            "requires a piece within the 8 elements of f0, found 2 elements "
            "from 7 on");
  EXPECT_EQ(getError(Access::window(0, {1}), 2),
            "requires a window to follow one of its factors, found f0");
}

} // namespace

TEST_F(LayoutRuleTest, BroadcastOperandsTakeTheirDigitsInTheCommonOrder) {
  auto rule = getRule("affine_map<(n, c, h, w) -> (n, c, h, w)>, "
                      "affine_map<(n, c, h, w) -> (c, 0, 0)>, "
                      "affine_map<(n, c, h, w) -> (n, c, h, w)>",
                      R"("parallel", "parallel", "parallel", "parallel")",
                      {"tensor<32x256x213x213xf32>", "tensor<256x1x1xf32>"},
                      "tensor<32x256x213x213xf32>");
  ASSERT_TRUE(rule);
  // NCHW4c of the result.
  MixedRadix layout{
      {0, 1, 32}, {1, 4, 64}, {2, 1, 213}, {3, 1, 213}, {1, 1, 4}};
  std::optional<FactorOrder> label = rule->pull(3, layout);
  ASSERT_TRUE(label);
  EXPECT_EQ(getShape(rule->getPortLayout(0, *label)),
            (SmallVector<int64_t>{32, 64, 213, 213, 4}));
  // (i floordiv 4, j, k, i mod 4)
  MixedRadixMap bias = rule->getPortLayout(1, *label);
  ASSERT_EQ(getShape(bias), (SmallVector<int64_t>{64, 1, 1, 4}));
  EXPECT_EQ(bias[0], (MixedRadix{{0, 4, 64}}));
  EXPECT_EQ(bias[1], (MixedRadix{{1, 1, 1}}));
  EXPECT_EQ(bias[2], (MixedRadix{{2, 1, 1}}));
  EXPECT_EQ(bias[3], (MixedRadix{{0, 1, 4}}));
}

TEST_F(LayoutRuleTest, ReducedDimsKeepTheirPosition) {
  auto rule = getRule("affine_map<(n, c, h, w) -> (n, c, h, w)>, "
                      "affine_map<(n, c, h, w) -> (n, c)>",
                      R"("parallel", "parallel", "reduction", "reduction")",
                      {"tensor<32x256x213x213xf32>"}, "tensor<32x256xf32>");
  ASSERT_TRUE(rule);
  // The result by (n, c floordiv 4, c mod 4); the operand by
  // (i, j floordiv 4, k, l, j mod 4).
  FactorOrder label{{0, 1, 32}, {1, 4, 64}, {1, 1, 4}};
  rule->complete(label);
  ASSERT_TRUE(rule->isValid(label));
  EXPECT_EQ(rule->getPortLayout(0, label), (MixedRadixMap{{{0, 1, 32}},
                                                          {{1, 4, 64}},
                                                          {{2, 1, 213}},
                                                          {{3, 1, 213}},
                                                          {{1, 1, 4}}}));
  EXPECT_EQ(getShape(rule->getPortLayout(2, label)),
            (SmallVector<int64_t>{32, 64, 4}));
}

TEST_F(LayoutRuleTest, WindowsMoveButAreNotSplit) {
  auto rule = getRule(
      "affine_map<(n, c, h, w, i, j) -> (n, c, h * 2 + i, w * 2 + j)>, "
      "affine_map<(n, c, h, w, i, j) -> (i, j)>, "
      "affine_map<(n, c, h, w, i, j) -> (n, c, h, w)>",
      R"("parallel", "parallel", "parallel", "parallel", "reduction",
                 "reduction")",
      {"tensor<2x32x9x9xf32>", "tensor<3x3xf32>"}, "tensor<2x32x4x4xf32>");
  ASSERT_TRUE(rule);
  // Channels may be split and the image dims moved.
  std::optional<FactorOrder> label = rule->pull(
      3, MixedRadix{{0, 1, 2}, {1, 16, 2}, {3, 1, 4}, {2, 1, 4}, {1, 1, 16}});
  ASSERT_TRUE(label);
  EXPECT_EQ(getShape(rule->getPortLayout(0, *label)),
            (SmallVector<int64_t>{2, 2, 9, 9, 16}));
  EXPECT_EQ(rule->getPortLayout(0, *label)[2], (MixedRadix{{3, 1, 9}}));
  // The image may not be split, from whichever side it is asked.
  EXPECT_FALSE(rule->pull(
      3, MixedRadix{{0, 1, 2}, {1, 1, 32}, {2, 2, 2}, {3, 1, 4}, {2, 1, 2}}));
  EXPECT_FALSE(rule->pull(
      0, MixedRadix{{0, 1, 2}, {1, 1, 32}, {2, 3, 3}, {3, 1, 9}, {2, 1, 3}}));
}

TEST_F(LayoutRuleTest, WholeDimsGrow) {
  auto rule =
      getRule("affine_map<(n, c, h) -> (n, c, h)>, affine_map<(n, c, h) -> "
              "(c)>, affine_map<(n, c, h) -> (n, c * 5 + h)>",
              "\"parallel\", \"parallel\", \"parallel\"",
              {"tensor<2x13x5xf32>", "tensor<13xf32>"}, "tensor<2x65xf32>");
  ASSERT_TRUE(rule);
  std::optional<LayoutRule> grown;
  EXPECT_EQ(rule->growPort(0, {2, 13, 5}, grown), &*rule);
  EXPECT_FALSE(grown);
  // Elements after the end of n are padding of every port. c is one of two
  // factors of a dim of the result, where its padding would not be at the end.
  const LayoutRule *other = rule->growPort(0, {4, 13, 5}, grown);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->ports[0].shape, SmallVector<int64_t>({4, 13, 5}));
  EXPECT_EQ(other->ports[1].shape, SmallVector<int64_t>({13}));
  EXPECT_EQ(other->ports[2].shape, SmallVector<int64_t>({4, 65}));
  EXPECT_EQ(rule->growPort(1, {16}, grown), nullptr);
  EXPECT_EQ(rule->growPort(0, {2, 13, 8}, grown), nullptr);
  // A label says by itself how large the factors are.
  FactorOrder label{{0, 1, 4}, {1, 1, 13}, {2, 1, 5}};
  EXPECT_EQ(rule->growTo(label, grown)->ports[2].shape,
            SmallVector<int64_t>({4, 65}));
}

TEST_F(LayoutRuleTest, UnitDimsAtIndexZeroGrow) {
  auto rule =
      getRule("affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, "
              "0)>, affine_map<(i, j) -> (i, 0)>",
              "\"parallel\", \"reduction\"",
              {"tensor<5x20xf32>", "tensor<5x1xf32>"}, "tensor<5x1xf32>");
  ASSERT_TRUE(rule);
  // One factor for the dim that both have in the same place, and no loop.
  ASSERT_EQ(rule->factors.size(), 3U);
  EXPECT_TRUE(rule->factors[2].isUnit);
  EXPECT_FALSE(rule->factors[1].isUnit);
  EXPECT_EQ(rule->getUnitFactor(rule->ports[1].dims[1]), 2U);
  EXPECT_EQ(rule->getUnitFactor(rule->ports[0].dims[1]), std::nullopt);
  std::optional<LayoutRule> grown;
  const LayoutRule *other = rule->growPort(1, {5, 16}, grown);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->ports[0].shape, SmallVector<int64_t>({5, 20}));
  EXPECT_EQ(other->ports[2].shape, SmallVector<int64_t>({5, 16}));
  EXPECT_FALSE(rule->runsOnPadding(*other));
  FactorOrder order{{0, 1, 5}, {1, 1, 20}, {2, 1, 16}};
  EXPECT_TRUE(other->isValid(order));
  EXPECT_EQ(getShape(other->getPortLayout(2, order)),
            SmallVector<int64_t>({5, 16}));
  std::optional<LayoutRule> grownLoop;
  const LayoutRule *loop = rule->growPort(0, {5, 32}, grownLoop);
  ASSERT_TRUE(loop);
  EXPECT_TRUE(rule->runsOnPadding(*loop));
}

TEST_F(LayoutRuleTest, DiagonalsArePinned) {
  auto rule =
      getRule("affine_map<(i, j) -> (i, i)>, "
              "affine_map<(i, j) -> (i, j)>, "
              "affine_map<(i, j) -> (i, j)>",
              R"("parallel", "parallel")",
              {"tensor<4x4xf32>", "tensor<4x6xf32>"}, "tensor<4x6xf32>");
  ASSERT_TRUE(rule);
  EXPECT_TRUE(rule->ports[0].isPinned);
  EXPECT_FALSE(rule->pull(0, MixedRadix{{1, 1, 4}, {0, 1, 4}}));
  std::optional<FactorOrder> label =
      rule->pull(3, MixedRadix{{1, 1, 6}, {0, 1, 4}});
  ASSERT_TRUE(label);
  EXPECT_EQ(rule->getPortLayout(0, *label),
            (MixedRadixMap{{{0, 1, 4}}, {{1, 1, 4}}}));
  EXPECT_EQ(rule->getPortLayout(1, *label),
            (MixedRadixMap{{{1, 1, 6}}, {{0, 1, 4}}}));
}

TEST_F(LayoutRuleTest, FusedAccessesAreDigits) {
  // A blocked loop nest over a plain operand.
  auto rule = getRule("affine_map<(a, x, b) -> (a * 16 + b, x)>, "
                      "affine_map<(a, x, b) -> (a, x, b)>",
                      R"("parallel", "parallel", "parallel")",
                      {"tensor<64x5xf32>"}, "tensor<4x5x16xf32>");
  ASSERT_TRUE(rule);
  std::optional<FactorOrder> label =
      rule->pull(2, MixedRadix{{0, 1, 4}, {1, 1, 5}, {2, 1, 16}});
  ASSERT_TRUE(label);
  EXPECT_EQ(rule->getPortLayout(0, *label),
            (MixedRadixMap{{{0, 16, 4}}, {{1, 1, 5}}, {{0, 1, 16}}}));
}

TEST_F(LayoutRuleTest, OnlyOutermostDigitsAreDynamic) {
  auto rule = getRule("affine_map<(n, c) -> (n, c)>, "
                      "affine_map<(n, c) -> (n, c)>",
                      R"("parallel", "parallel")", {"tensor<?x32xf32>"},
                      "tensor<?x32xf32>");
  ASSERT_TRUE(rule);
  int64_t dynamic = ShapedType::kDynamic;
  std::optional<FactorOrder> label =
      rule->pull(1, MixedRadix{{1, 1, 32}, {0, 1, dynamic}});
  ASSERT_TRUE(label);
  EXPECT_EQ(getShape(rule->getPortLayout(0, *label)),
            (SmallVector<int64_t>{32, dynamic}));
  label = rule->pull(1, MixedRadix{{0, 4, dynamic}, {1, 1, 32}, {0, 1, 4}});
  ASSERT_TRUE(label);
  EXPECT_EQ(getShape(rule->getPortLayout(0, *label)),
            (SmallVector<int64_t>{dynamic, 32, 4}));
}
