//===- RequirementTest.cpp - Tests of what ops require --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: G7, G8, G9, G18, G19, G26
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/Requirement.h"
#include "OpModels/ExternalModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr char kProgram[] = R"mlir(
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"verify" = true, "requires" = [
    #dlti.map<"kind" = "conv2d", "data" = "NHWC[a=8]", "when" = #dlti.map<"window" = "> 1">>,
    #dlti.map<"kind" = "softmax", "operands" = "ba">,
    #dlti.map<"kind" = "math.tanh", "operands" = "_", "results" = "default">]>>>} {
  func.func private @other(tensor<4x5xf32>) -> tensor<4x5xf32>
  func.func @f(%x: tensor<1x16x8x8xf32>, %w: tensor<24x16x3x3xf32>, %v: tensor<24x16x1x1xf32>, %o: tensor<1x24x6x6xf32>,
               %p: tensor<1x24x8x8xf32>, %m: tensor<4x5xf32>) {
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x8x8xf32>, tensor<24x16x3x3xf32>) outs(%o : tensor<1x24x6x6xf32>) -> tensor<1x24x6x6xf32>
    %1 = linalg.conv_2d_nchw_fchw ins(%x, %v : tensor<1x16x8x8xf32>, tensor<24x16x1x1xf32>) outs(%p : tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32>
    %2 = linalg.softmax dimension(1) ins(%m : tensor<4x5xf32>) outs(%m : tensor<4x5xf32>) -> tensor<4x5xf32>
    %3 = math.tanh %2 : tensor<4x5xf32>
    %4 = math.exp %3 {layout.op_layout = [#layout.op_layout<operands = [<(i, j) -> (j, i)>], results = [<(i, j) -> (j, i)>], cost = 0>]} : tensor<4x5xf32>
    %5 = arith.addf %4, %4 : tensor<4x5xf32>
    %6 = tensor.collapse_shape %5 [[0, 1]] : tensor<4x5xf32> into tensor<20xf32>
    %7 = call @other(%5) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %c = arith.constant dense<1.0> : tensor<4x5xf32>
    return
  }
})mlir";

namespace {
class RequirementTest : public testing::Test {
protected:
  void SetUp() override {
    DialectRegistry registry;
    registerElementwiseModels(registry);
    registerSoftmaxModel(registry);
    registerTensorModels(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<LayoutDialect, linalg::LinalgDialect, DLTIDialect,
                        func::FuncDialect, arith::ArithDialect,
                        math::MathDialect, tensor::TensorDialect>();
    module = parseSourceString<ModuleOp>(kProgram, &context);
    ASSERT_TRUE(module);
    FailureOr<LayoutTargets> read = readLayoutTargets(*module, "");
    ASSERT_TRUE(succeeded(read));
    targets = std::move(*read);
    criticalOps.emplace(module->getOperation());
    module->walk([&](func::FuncOp function) {
      if (!function.isExternal())
        for (Operation &op : function.front())
          ops.push_back(&op);
    });
  }

  const LayoutTarget *getTarget() { return &targets.devices.front().second; }
  Requirement ofOperand(unsigned op, unsigned number) {
    return getRequirement(ops[op]->getOpOperand(number), getTarget(),
                          criticalOps->lookup(ops[op]));
  }
  Requirement ofResult(unsigned op) {
    return getRequirement(ops[op]->getResult(0), getTarget(),
                          criticalOps->lookup(ops[op]));
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  LayoutTargets targets;
  std::optional<CriticalOpAnalysis> criticalOps;
  SmallVector<Operation *> ops;
};
} // namespace

using Kind = Requirement::Kind;
using Source = Requirement::Source;

TEST_F(RequirementTest, OfTargetInLetters) {
  EXPECT_TRUE(getTarget()->verify);
  Requirement data = ofOperand(0, 0);
  ASSERT_EQ(data.kind, Kind::Layout);
  EXPECT_EQ(data.source, Source::Target);
  ASSERT_EQ(data.layouts.size(), 1u);
  EXPECT_EQ(data.layouts[0].text, "NHWC[a=8]");
  EXPECT_EQ(data.layouts[0].given, "NCHW");
  EXPECT_EQ(data.layouts[0].alignment, SmallVector<int64_t>({1, 8, 1, 1}));
  EXPECT_EQ(data.layouts[0].map,
            IndexMap::getPermutation({0, 2, 3, 1}, &context));
  EXPECT_EQ(data.isMet(), false);
  EXPECT_EQ(ofOperand(0, 1).layouts[0].text, "HWIO");
  EXPECT_EQ(ofOperand(0, 2).layouts[0].text, "NHWC[a=8]");
  EXPECT_EQ(ofResult(0).layouts[0].text, "NHWC[a=8]");
}

// The requirement depends on the window: this op has the layouts that it has.
TEST_F(RequirementTest, OfCriticalOpItself) {
  Requirement data = ofOperand(1, 0);
  ASSERT_EQ(data.kind, Kind::Layout);
  EXPECT_EQ(data.source, Source::Op);
  EXPECT_EQ(data.layouts[0].text, "NCHW");
  EXPECT_EQ(data.isMet(), true);
  EXPECT_EQ(ofOperand(1, 1).layouts[0].text, "OIHW");
}

TEST_F(RequirementTest, ByPosition) {
  Requirement input = ofOperand(2, 0);
  ASSERT_EQ(input.kind, Kind::Layout);
  EXPECT_EQ(input.source, Source::Target);
  EXPECT_EQ(input.layouts[0].text, "ba");
  EXPECT_EQ(input.isMet(), std::nullopt); // It has not been put anywhere.
  EXPECT_EQ(ofOperand(2, 1).kind, Kind::AsNeighbours);
  EXPECT_EQ(ofOperand(3, 0).kind, Kind::Any);
  EXPECT_EQ(ofResult(3).layouts[0].text, "default");

  auto permuted = EdgeLayoutAttr::get(
      &context, IndexMap::getPermutation({1, 0}, &context).getAffineMap(), {});
  ops[2]->setAttr(LayoutDialect::kChosen,
                  OpLayoutAttr::get(&context, {permuted, permuted}, {permuted},
                                    0, OperandOrder::Given));
  EXPECT_EQ(ofOperand(2, 0).isMet(), true);
  auto stands = EdgeLayoutAttr::get(&context, AffineMap(), {});
  ops[2]->setAttr(LayoutDialect::kChosen,
                  OpLayoutAttr::get(&context, {stands, stands}, {stands}, 0,
                                    OperandOrder::Given));
  EXPECT_EQ(ofOperand(2, 0).isMet(), false);
}

TEST_F(RequirementTest, OfOverride) {
  Requirement result = ofResult(4);
  ASSERT_EQ(result.kind, Kind::Layout);
  EXPECT_EQ(result.source, Source::Override);
  EXPECT_EQ(result.layouts[0].map, IndexMap::getPermutation({1, 0}, &context));
  EXPECT_EQ(result.isMet(), false);
}

TEST_F(RequirementTest, OfOtherOps) {
  EXPECT_EQ(ofOperand(5, 1).kind, Kind::AsNeighbours);
  EXPECT_EQ(ofResult(5).kind, Kind::AsNeighbours);
  EXPECT_EQ(ofOperand(6, 0).kind, Kind::Any); // a reshape
  Requirement call = ofOperand(7, 0);
  ASSERT_EQ(call.kind, Kind::Layout);
  EXPECT_EQ(call.source, Source::Op);
  EXPECT_EQ(call.layouts[0].text, "default");
  EXPECT_EQ(ofResult(8).kind, Kind::Any); // a constant
}
