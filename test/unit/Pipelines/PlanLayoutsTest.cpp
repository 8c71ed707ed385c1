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
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/DebugStringHelper.h"
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

/// An op between convolutions takes their layout.
static constexpr char kValues[] = R"mlir(
func.func @main(%x: tensor<1x32x6x6xf32>, %o: tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32> {
  %w = arith.constant dense<0.5> : tensor<32x32x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x6x6xf32>, tensor<32x32x1x1xf32>)
      outs(%o : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %1 = linalg.exp ins(%0 : tensor<1x32x6x6xf32>) outs(%o : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : tensor<1x32x6x6xf32>, tensor<32x32x1x1xf32>)
      outs(%o : tensor<1x32x6x6xf32>) -> tensor<1x32x6x6xf32>
  return %2 : tensor<1x32x6x6xf32>
}
)mlir";

/// The program has a location for each op, and none.
class PlannedValues : public PlanLayouts,
                      public ::testing::WithParamInterface<bool> {};

TEST_P(PlannedValues, AreThoseOfThePlannedModule) {
  module = parseSourceString<ModuleOp>(kValues, &context);
  if (GetParam())
    module->walk([&](Operation *op) { op->setLoc(UnknownLoc::get(&context)); });
  LayoutPipelineOptions options;
  options.target = "nchw16c";
  FailureOr<PlanReport> report = planLayouts(*module, options);
  ASSERT_TRUE(succeeded(report));

  llvm::StringMap<std::string> layouts;
  for (const PlannedValue &planned : report->values) {
    Value value = planned.value;
    if (!value)
      continue;
    Operation *op = value.getParentRegion()->getParentOp();
    EXPECT_TRUE(module->getOperation()->isAncestor(op));
    if (Operation *producer = value.getDefiningOp())
      layouts[producer->getName().getStringRef()] = debugString(planned.layout);
    else
      EXPECT_TRUE(planned.layout.isIdentity());
    if (isa_and_nonnull<linalg::ExpOp>(value.getDefiningOp())) {
      EXPECT_EQ(planned.name, "NCHW16c");
      EXPECT_EQ(planned.logical.getShape(), ArrayRef<int64_t>({1, 32, 6, 6}));
      EXPECT_EQ(cast<RankedTensorType>(value.getType()).getShape(),
                ArrayRef<int64_t>({1, 2, 6, 6, 16}));
    }
  }
  std::string blocked = "(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, "
                        "d1 mod 16)";
  EXPECT_EQ(layouts.lookup("linalg.exp"), blocked);

  ASSERT_EQ(report->criticalLayouts.size(), 2u);
  const CriticalLayout &first = report->criticalLayouts.front(),
                       &last = report->criticalLayouts.back();
  ASSERT_NE(first.op, nullptr);
  ASSERT_NE(last.op, nullptr);
  EXPECT_TRUE(first.op->isBeforeInBlock(last.op));
  EXPECT_EQ(layouts.lookup(first.op->getName().getStringRef()), blocked);

  ASSERT_TRUE(report->remaining.has_value());
  llvm::SmallPtrSet<Operation *, 4> rewrites;
  for (const RemainingRewrite &rewrite : *report->remaining) {
    ASSERT_NE(rewrite.op, nullptr);
    EXPECT_TRUE(rewrites.insert(rewrite.op).second);
    EXPECT_TRUE(getRewriteEndingAt(rewrite.op).has_value());
    EXPECT_TRUE(module->getOperation()->isAncestor(rewrite.op));
  }
  EXPECT_EQ(rewrites.size(), 3u);
}

INSTANTIATE_TEST_SUITE_P(Locations, PlannedValues, ::testing::Bool());

static constexpr char kTranspose[] = R"mlir(
func.func @main(%x: tensor<4x6xf32>, %y: tensor<4x2xf32>, %o: tensor<6x2xf32>) -> tensor<6x2xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %1 = linalg.matmul ins(%0, %y : tensor<6x4xf32>, tensor<4x2xf32>) outs(%o : tensor<6x2xf32>) -> tensor<6x2xf32>
  return %1 : tensor<6x2xf32>
}
)mlir";

/// Where no report is to be read, rewrites are neither counted nor described. A
/// report that is read all the same describes them itself.
TEST_F(PlanLayouts, CountsForReportsOnly) {
  for (bool isRead : {true, false}) {
    module = parseSourceString<ModuleOp>(kTranspose, &context);
    bool isCounted = false;
    size_t numLeft = 0;
    PassManager manager(&context);
    manager.addPass(createLayoutSurvey({}, isRead));
    manager.addPass(createLayoutListRewrites());
    manager.addPass(createLayoutReport({}, [&](const PlanReport &report) {
      isCounted = report.before.has_value();
      numLeft = report.remaining ? report.remaining->size() : 0;
    }));
    EXPECT_TRUE(succeeded(manager.run(*module)));
    EXPECT_EQ(isCounted, isRead);
    EXPECT_EQ(numLeft, 1u);
  }
}

TEST_F(PlanLayouts, FailsWithAnError) {
  LayoutPipelineOptions options;
  options.target = "nhwcc";
  EXPECT_TRUE(failed(planLayouts(*module, options)));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NE(errors.front().find("found 'nhwcc'; did you mean 'nhwc'?"),
            std::string::npos);
}
