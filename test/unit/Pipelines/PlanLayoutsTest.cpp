//===- PlanLayoutsTest.cpp - Tests of planning from C++ -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Pipelines/PlanLayouts.h"
#include "layout/InitAll.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr char kProgram[] = R"mlir(
func.func @main(%x: tensor<1x8x6x6xf32>, %o: tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32> {
  %w = arith.constant dense<0.5> : tensor<8x8x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x6x6xf32>, tensor<8x8x1x1xf32>)
      outs(%o : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}
)mlir";

class PlanLayouts : public ::testing::Test {
protected:
  PlanLayouts()
      : handler(&context, [this](Diagnostic &diagnostic) {
          errors.push_back(diagnostic.str());
        }) {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, func::FuncDialect,
                    linalg::LinalgDialect, tensor::TensorDialect>();
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(kProgram, &context);
  }

  MLIRContext context;
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
};

TEST_F(PlanLayouts, ReportsWhatIsLeft) {
  LayoutPipelineOptions options;
  options.target = "nhwc";
  FailureOr<PlanReport> report = planLayouts(*module, options);
  ASSERT_TRUE(succeeded(report));
  EXPECT_EQ(report->target, "nhwc");
  // Both arguments and the result, of 1152 bytes each, are read and written.
  ASSERT_TRUE(report->plan.has_value());
  EXPECT_EQ(report->plan->cost, 3 * 2 * 1152);
  EXPECT_EQ(report->plan->bound, report->plan->cost);
  ASSERT_TRUE(report->remaining.has_value());
  ASSERT_EQ(report->remaining->size(), 3u);
  for (const RemainingRewrite &rewrite : *report->remaining)
    EXPECT_EQ(rewrite.bytes, 2 * 1152);
  EXPECT_EQ(report->after.rewrites.n, 3);
  ASSERT_EQ(report->graphs.size(), 1u);
  EXPECT_EQ(report->graphs.front().function, "main");

  bool isNHWC = false;
  module->walk([&](linalg::Conv2DNhwcHwcfOp) { isNHWC = true; });
  EXPECT_TRUE(isNHWC);
  // Nothing of the run stays in the program.
  module->walk([](Operation *op) {
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      EXPECT_FALSE(attribute.getName().strref().starts_with("layout."));
  });
}

TEST_F(PlanLayouts, FailsWithAnError) {
  LayoutPipelineOptions options;
  options.target = "nhwcc";
  EXPECT_TRUE(failed(planLayouts(*module, options)));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors.front().find("found 'nhwcc'; did you mean 'nhwc'?"),
            std::string::npos);
}

TEST_F(PlanLayouts, RefusesOptionsThatContradict) {
  LayoutPipelineOptions options;
  options.target = "nhwc";
  options.form = LinalgForm::IREE;
  options.materialize = false;
  EXPECT_TRUE(failed(planLayouts(*module, options)));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors.front().find("found materialize=false"), std::string::npos);
}
