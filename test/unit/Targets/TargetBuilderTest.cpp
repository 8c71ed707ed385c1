//===- TargetBuilderTest.cpp - Targets that C++ describes -----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Covers: P7, P9, G10
//
//===----------------------------------------------------------------------===//

#include "layout/Targets/TargetBuilder.h"
#include "layout/Dialect/LayoutAttributes.h"
#include "layout/Targets/LayoutTarget.h"
#include "layout/Targets/Machine.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class TargetBuilderTest : public testing::Test {
protected:
  TargetBuilderTest() {
    context.loadDialect<DLTIDialect, LayoutDialect>();
    module = ModuleOp::create(UnknownLoc::get(&context));
  }

  /// The target that the text of a builder describes.
  LayoutTarget read(const TargetBuilder &builder) {
    registerLayoutTarget("test-builder", builder.getText());
    FailureOr<LayoutTargets> targets =
        readLayoutTargets(*module, "test-builder");
    if (failed(targets) || targets->devices.size() != 1)
      return {};
    device = targets->devices.front().first;
    return targets->devices.front().second;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string device;
};

TEST_F(TargetBuilderTest, EverythingIsReadBack) {
  TargetBuilder builder("NPU");
  builder.setName("my-npu").setMaxRank(6).setStickBytes(128).setLineBytes(64);
  builder.setRestickify(2);
  builder.require({{"conv2d"}, "NC[stick]HW", "agree"})
      .when("C", {">= 16"})
      .when("C", {"% 2 == 0"})
      .when("data_type", {"f16", "f32"});
  TargetEntry &split = builder.prefer({{"matmul"}, "MK", "NK8n", "MN8n"});
  split.price = 0.5;
  split.splits = true;
  split.isFallback = true;
  split.groupBits = 32;
  builder.offload({{"conv"},
                   {},
                   {"tensor.pad"},
                   {"elementwise", "linalg.exp"},
                   {{"C", {"% 16 == 0"}}}});
  builder.offload({{}, {"npu_*"}});
  builder.require({{"offload"}, "N*C"});
  TargetEntry &byPosition = builder.prefer({{"offload"}});
  byPosition.operands = {"ba", "_"};
  byPosition.results = {"ba"};
  TargetEntry &order = builder.prefer({{"batch_matmul"}});
  order.order = "head_major";

  LayoutTarget target = read(builder);
  EXPECT_EQ(device, "NPU");
  EXPECT_EQ(target.name, "my-npu");
  EXPECT_EQ(target.maxRank, 6);
  EXPECT_EQ(target.unitBytes.stick, 128);
  EXPECT_EQ(target.unitBytes.line, 64);
  EXPECT_EQ(target.restickify, 2);
  ASSERT_EQ(target.requirements.size(), 1u);
  const auto &[kind, required] = *target.requirements.begin();
  EXPECT_EQ(kind.str(), "conv2d");
  ASSERT_EQ(required.alternatives.size(), 1u);
  EXPECT_EQ(required.alternatives[0].layouts.str(),
            "NC[stick]HW, OI[stick]HW -> NC[stick]HW");
  EXPECT_EQ(required.alternatives[0].when.extents.at('C').size(), 2u);
  ASSERT_EQ(target.offload.size(), 2u);
  const OffloadPattern &pattern = target.offload[0];
  EXPECT_EQ(pattern.kinds.lettered.size(), 3u);
  EXPECT_EQ(pattern.precededBy.others, std::set<std::string>{"tensor.pad"});
  EXPECT_EQ(pattern.followedBy.others,
            (std::set<std::string>{"elementwise", "linalg.exp"}));
  EXPECT_EQ(pattern.when.extents.at('C').size(), 1u);
  ASSERT_EQ(target.offload[1].callees.size(), 1u);
  EXPECT_TRUE(target.offload[1].callees[0].match("npu_17"));
  EXPECT_FALSE(target.offload[1].callees[0].match("cpu_17"));
  EXPECT_EQ(
      target.offloadRequires.begin()->second.alternatives[0].layouts.str(),
      "NWC, WIO -> NWC");
  EXPECT_EQ(target.offloadPrefersByPosition.at("offload")[0].str(),
            "ba, _ -> ba");
  EXPECT_EQ(required.alternatives[0].when.dataTypes.size(), 2u);
  ASSERT_EQ(target.prefers.size(), 2u);
  const Preference &matmul = target.prefers.begin()->second;
  EXPECT_EQ(matmul.alternatives[0].layouts.str(), "MK, NK8n -> MN8n");
  EXPECT_EQ(matmul.alternatives[0].price, 0.5);
  EXPECT_TRUE(matmul.splitsMatmuls);
  EXPECT_TRUE(matmul.alternatives.front().isFallback);
  EXPECT_EQ(matmul.groupBits, 32u);
  EXPECT_EQ(std::next(target.prefers.begin())->second.order,
            OperandOrder::HeadMajor);
}

/// A device with each key of the page "targets".
constexpr StringLiteral kEveryKey = R"(
#dlti.target_system_spec<"NPU" = #dlti.target_device_spec<
  "layout" = #dlti.map<
    "name" = "my-npu", "max_rank" = 6 : i64, "stick_bytes" = 128 : i64,
    "line_bytes" = 64 : i64, "cores" = 32 : i64, "verify" = true,
    "constants" = "agree",
    "default" = #dlti.map<"4" = "NC[stick]HW">,
    "requires" = [
      #dlti.map<"kind" = ["conv2d", "conv1d"], "data" = "N*C[a=8]",
                "kernel" = "O*I", "result" = "N*C",
                "when" = #dlti.map<"C" = ">= 16", "groups" = "== 1",
                                   "data_type" = ["f16", "f32"]>>,
      #dlti.map<"kind" = "softmax", "operands" = "ba", "results" = "ba">,
      #dlti.map<"kind" = "reduction", "along_stick" = "sparse">],
    "prefers" = [
      #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK8n",
                "result" = "MN8n", "price" = 0.5 : f64,
                "plain_price" = #dlti.map<"data" = 0.25 : f64,
                                          "result" = 2.0 : f64>,
                "group_bits" = 32 : i64, "split" = true>,
      #dlti.map<"kind" = "batch_matmul", "order" = "head_major">,
      #dlti.map<"kind" = "my.op", "operands" = ["_", "default"],
                "results" = ["agree", "aBcd8b"], "price" = 0.25 : f64>],
    "calibration" = #dlti.map<
      "efficiency" = [#dlti.map<"of_copy" = 0.25 : f64, "run" = 4 : i64>],
      "per_byte" = 62.5 : f64, "unit" = "ps", "version" = 1 : i64>,
    "rewrites" = #dlti.map<"restickify" = 2.0 : f64>>,
  "L1_cache_size_in_bytes" = 32768 : i64,
  "L2_cache_size_in_bytes" = 1048576 : i64>>)";

TEST_F(TargetBuilderTest, EveryKeyIsThatOfAFile) {
  TargetBuilder builder("NPU");
  builder.setName("my-npu").setMaxRank(6).setStickBytes(128).setLineBytes(64);
  builder.setCores(32).setVerify().setConstants(ConstantSharing::Agree);
  builder.setDefault(4, "NC[stick]HW").setRestickify(2);
  builder.setL1CacheBytes(32768).setL2CacheBytes(1048576);
  builder.require({{"conv2d", "conv1d"}, "N*C[a=8]", "O*I", "N*C"})
      .when("C", {">= 16"})
      .when("groups", {"== 1"})
      .when("data_type", {"f16", "f32"});
  builder.require(TargetEntry::byPosition("softmax", {"ba"}, {"ba"}));
  builder.require({{"reduction"}}).alongStick = "sparse";
  TargetEntry &matmul = builder.prefer({{"matmul"}, "MK", "NK8n", "MN8n"});
  matmul.price = 0.5;
  matmul.plainDataPrice = 0.25;
  matmul.plainResultPrice = 2;
  matmul.groupBits = 32;
  matmul.splits = true;
  builder.prefer({{"batch_matmul"}}).order = "head_major";
  builder
      .prefer(TargetEntry::byPosition("my.op", {"_", "default"},
                                      {"agree", "aBcd8b"}))
      .price = 0.25;
  ASSERT_FALSE(builder.setCalibration(
      R"({"version": 1, "unit": "ps", "per_byte": 62.5,
          "efficiency": [{"run": 4, "of_copy": 0.25}]})"));
  EXPECT_EQ(builder.getSystemSpec(&context),
            parseAttribute(kEveryKey.trim(), &context));

  LayoutTarget target = read(builder);
  EXPECT_TRUE(target.verify);
  EXPECT_EQ(target.constants, ConstantSharing::Agree);
  EXPECT_EQ(target.requirements.size(), 2u);
  const Preference &stated = target.prefers.begin()->second;
  EXPECT_EQ(stated.alternatives[0].plainDataPrice, 0.25);
  EXPECT_EQ(stated.alternatives[0].plainResultPrice, 2);
  ASSERT_EQ(target.requiresByPosition.count("softmax"), 1u);
  EXPECT_EQ(target.requiresByPosition["softmax"][0].str(), "ba -> ba");
  ASSERT_EQ(target.prefersByPosition.count("my.op"), 1u);
  const PositionalAlternative &own = target.prefersByPosition["my.op"][0];
  EXPECT_EQ(own.str(), "_, default -> agree, aBcd8b");
  EXPECT_EQ(own.price, 0.25);
  Machine machine;
  machine.level1Bytes = 1;
  ASSERT_TRUE(succeeded(readMachine(&context, "test-builder", machine)));
  EXPECT_EQ(machine.level1Bytes, 32768);
  EXPECT_EQ(machine.level2Bytes, 1048576);
}

TEST_F(TargetBuilderTest, ModuleMayHaveTheAttribute) {
  TargetBuilder builder("NPU");
  builder.prefer({{"conv"}, "N*C"});
  (*module)->setAttr(DLTIDialect::kTargetSystemDescAttrName,
                     builder.getSystemSpec(&context));
  FailureOr<LayoutTargets> targets = readLayoutTargets(*module, "");
  ASSERT_TRUE(succeeded(targets));
  ASSERT_EQ(targets->devices.size(), 1u);
  EXPECT_EQ(targets->devices.front().second.prefers.size(), 3u);
}

TEST_F(TargetBuilderTest, CalibrationIsThatOfAFile) {
  TargetBuilder builder("NPU");
  ASSERT_FALSE(builder.setCalibration(
      R"({"version": 1, "unit": "ps", "per_byte": 62.5,
          "efficiency": [{"run": 4, "of_copy": 0.25}]})"));
  LayoutTarget target = read(builder);
  ASSERT_TRUE(target.calibration.has_value());
  EXPECT_EQ(target.calibration->unit, "ps");
  EXPECT_EQ(target.calibration->getCost(16), 1000);
  EXPECT_EQ(target.calibration->getCost(16, 4), 4000);
  EXPECT_EQ(llvm::toString(builder.setCalibration("[true]")),
            "requires an object of maps, arrays, strings and numbers");
}

TEST_F(TargetBuilderTest, DefaultsPerRank) {
  TargetBuilder builder("NPU");
  builder.setStickBytes(128).setDefault(4, "NC[stick]HW");
  LayoutTarget target = read(builder);
  PhysicalLayout image =
      llvm::cantFail(target.getDefaultLayout({1, 100, 7, 7}, 16, &context));
  EXPECT_EQ(ArrayRef(image.getBox()), ArrayRef<int64_t>({1, 2, 7, 7, 64}));
  // Other ranks are row-major.
  PhysicalLayout matrix =
      llvm::cantFail(target.getDefaultLayout({3, 5}, 16, &context));
  EXPECT_EQ(ArrayRef(matrix.getBox()), ArrayRef<int64_t>({3, 5}));
}

// The example of the RFC: f16 of size (1000, 200) is (4, 1000, 64) on the
// device.
TEST_F(TargetBuilderTest, DefaultIsSticks) {
  TargetBuilder builder("NPU");
  builder.setStickBytes(128).setDefaultToSticks();
  LayoutTarget target = read(builder);
  PhysicalLayout half =
      llvm::cantFail(target.getDefaultLayout({1000, 200}, 16, &context));
  EXPECT_EQ(ArrayRef(half.getBox()), ArrayRef<int64_t>({4, 1000, 64}));
  EXPECT_EQ(half.getOffset({1, 65}), 64000 + 64 + 1);
  PhysicalLayout single =
      llvm::cantFail(target.getDefaultLayout({1000, 200}, 32, &context));
  EXPECT_EQ(ArrayRef(single.getBox()), ArrayRef<int64_t>({7, 1000, 32}));
  EXPECT_EQ(llvm::cantFail(target.getDefaultLayout({}, 32, &context))
                .getNumPositions(),
            1);
}
} // namespace
