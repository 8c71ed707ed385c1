//===- LayoutTargetTest.cpp - Targets that a program registers ------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/LayoutTarget.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
constexpr StringLiteral kText = R"mlir(
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "max_rank" = 5 : i64,
    "prefers" = [#dlti.map<"kind" = "conv", "data" = "N*C", "price" = 0.5 : f64>],
    "requires" = [#dlti.map<"kind" = "matmul", "data" = "MK",
                            "kernel" = "NK8n">]>>>} {}
)mlir";

class LayoutTargetTest : public testing::Test {
protected:
  LayoutTargetTest() {
    context.loadDialect<DLTIDialect, LayoutDialect>();
    module = ModuleOp::create(UnknownLoc::get(&context));
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(LayoutTargetTest, RegisteredTextIsRead) {
  registerLayoutTarget("test-npu", kText);
  EXPECT_TRUE(llvm::is_contained(getLayoutTargetNames(), "test-npu"));
  EXPECT_EQ(llvm::cantFail(getLayoutTargetText("test-npu")), kText);
  FailureOr<LayoutTargets> targets = readLayoutTargets(*module, "test-npu");
  ASSERT_TRUE(succeeded(targets));
  ASSERT_EQ(targets->devices.size(), 1u);
  const auto &[device, target] = targets->devices.front();
  EXPECT_EQ(device, "NPU");
  EXPECT_EQ(target.name, "NPU");
  EXPECT_EQ(target.maxRank, 5);
  // A convolution has three numbers of image dims.
  ASSERT_EQ(target.prefers.size(), 3u);
  const auto &[kind, preference] = *std::next(target.prefers.begin());
  EXPECT_EQ(kind.str(), "conv2d");
  ASSERT_EQ(preference.alternatives.size(), 1u);
  EXPECT_EQ(preference.alternatives[0].layouts.str(), "NHWC, HWIO -> NHWC");
  EXPECT_EQ(preference.alternatives[0].price, 0.5);
  ASSERT_EQ(target.requirements.size(), 1u);
  EXPECT_EQ(target.requirements.begin()->second.alternatives[0].layouts.str(),
            "MK, NK8n -> MN8n");
}

TEST_F(LayoutTargetTest, LaterTextReplacesEarlier) {
  registerLayoutTarget("test-twice", "module {}");
  registerLayoutTarget("test-twice", kText);
  EXPECT_EQ(llvm::count(getLayoutTargetNames(), "test-twice"), 1);
  EXPECT_TRUE(succeeded(readLayoutTargets(*module, "test-twice")));
}

TEST_F(LayoutTargetTest, WrongTextIsAnErrorWhereItIsUsed) {
  registerLayoutTarget("test-wrong", "module {}");
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  EXPECT_TRUE(failed(readLayoutTargets(*module, "test-wrong")));
  EXPECT_EQ(message,
            "requires 'dlti.target_system_spec' with a device that has "
            "a key 'layout', found none");
}

TEST_F(LayoutTargetTest, AllBuiltinTargetsAreRead) {
  for (const std::string &name : getLayoutTargetNames()) {
    if (StringRef(name).starts_with("test-"))
      continue;
    FailureOr<LayoutTargets> targets = readLayoutTargets(*module, name);
    ASSERT_TRUE(succeeded(targets)) << name;
    EXPECT_EQ(targets->devices.front().second.name, name);
  }
}

TEST_F(LayoutTargetTest, ModuleWithoutTargetHasNoDevices) {
  FailureOr<LayoutTargets> targets = readLayoutTargets(*module, "");
  ASSERT_TRUE(succeeded(targets));
  EXPECT_TRUE(targets->devices.empty());
}
} // namespace
