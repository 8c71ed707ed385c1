//===- WrongRulesTest.cpp - Tests of rules that do not fit their ops ------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/InitAll.h"
#include "layout/Pipelines/PlanLayouts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr char kProgram[] = R"mlir(
func.func @main(%x: tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %w = arith.constant dense<0.5> : tensor<8x8x1x1xf32>
  %e = tensor.empty() : tensor<1x8x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x6x6xf32>, tensor<8x8x1x1xf32>)
      outs(%e : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %1 = linalg.exp ins(%0 : tensor<1x8x6x6xf32>) outs(%e : tensor<1x8x6x6xf32>)
      -> tensor<1x8x6x6xf32>
  return %1 : tensor<1x8x6x6xf32>
}
)mlir";

/// The rule of an elementwise op on tensors of this shape.
static LayoutRule getRule(ArrayRef<int64_t> shape) {
  LayoutRule rule;
  for (int64_t extent : shape)
    rule.factors.push_back(Factor{extent});
  rule.ports.assign(3, PortRule::whole(shape));
  return rule;
}

/// The rule of the exponential in the program, as it should be.
static LayoutRule getRightRule() { return getRule({1, 8, 6, 6}); }

class WrongRules : public ::testing::Test {
protected:
  WrongRules() {
    DialectRegistry registry;
    registry
        .insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                math::MathDialect, tensor::TensorDialect>();
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
  }

  /// The errors of planning the program if a callback states `rule` for the
  /// exponential, in lines.
  std::string plan(LayoutRule rule) {
    rule.finalize();
    registerLayoutRuleCallback(
        &context,
        [rule](Operation *op) -> FailureOr<std::optional<LayoutRule>> {
          if (isa<linalg::ExpOp>(op))
            return std::optional<LayoutRule>(rule);
          return failure();
        });
    std::string errors;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      errors += diagnostic.str() + "\n";
    });
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(kProgram, &context);
    LayoutPipelineOptions options;
    options.target = "nhwc";
    bool isPlanned = succeeded(planLayouts(*module, options));
    EXPECT_EQ(isPlanned, errors.empty());
    return errors;
  }

  MLIRContext context;
};

TEST_F(WrongRules, AcceptsTheRightOne) { EXPECT_EQ(plan(getRightRule()), ""); }

TEST_F(WrongRules, NamesMissingPorts) {
  LayoutRule rule = getRightRule();
  rule.ports.pop_back();
  EXPECT_EQ(plan(rule),
            "'linalg.exp' op requires its layout rule to have 3 ports, one for "
            "each operand and result, found 2\n");
}

TEST_F(WrongRules, NamesUnknownFactors) {
  LayoutRule rule = getRightRule();
  rule.factors.pop_back();
  EXPECT_NE(
      plan(rule).find("'linalg.exp' op has a wrong layout rule: requires "),
      std::string::npos);
}

TEST_F(WrongRules, NamesWrongExtents) {
  LayoutRule rule = getRightRule();
  rule.factors[1].extent = 0;
  EXPECT_EQ(plan(rule),
            "'linalg.exp' op has a wrong layout rule: requires factors of "
            "extent 1 or more, found 0\n");
}

TEST_F(WrongRules, NamesWrongShapes) {
  EXPECT_EQ(plan(getRule({1, 16, 6, 6})),
            "'linalg.exp' op requires the shape of 'tensor<1x8x6x6xf32>' for "
            "operand 0 in its layout rule, found 1x16x6x6\n");
}

TEST_F(WrongRules, NamesWrongTypes) {
  LayoutRule rule = getRightRule();
  rule.ports[0] = PortRule::scalar();
  EXPECT_EQ(plan(rule),
            "'linalg.exp' op requires a tensor of type 'tensor<1x8x6x6xf32>' "
            "for operand 0 in its layout rule, found 'scalar'\n");
}

TEST_F(WrongRules, NamesFactorsThatAreNoLoops) {
  LayoutRule rule = getRightRule();
  rule.factors.push_back(Factor{2});
  EXPECT_EQ(plan(rule),
            "'linalg.exp' op requires one factor for each of its 4 loops in "
            "its layout rule, found 5\n");
}
