//===- DecideTest.cpp - Tests of what is decided about ops ----------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planning/Freeze/Decide.h"
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

namespace {
class Decide : public testing::Test {
protected:
  void SetUp() override {
    DialectRegistry registry;
    registerElementwiseModels(registry);
    registerTensorModels(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<LayoutDialect, linalg::LinalgDialect, DLTIDialect,
                        func::FuncDialect, arith::ArithDialect,
                        math::MathDialect, tensor::TensorDialect>();
  }

  /// Parses a program for a target with these keys, or none, and decides about
  /// the last op in it. The program must stay as it is.
  Decision decideIn(StringRef body, StringRef keys, StringRef prefer = "",
                    Indivisible indivisible = Indivisible::Plain) {
    std::string spec;
    if (!keys.empty())
      spec = (" attributes {dlti.target_system_spec = "
              "#dlti.target_system_spec<\"NPU\" = #dlti.target_device_spec<"
              "\"layout\" = #dlti.map<\"name\" = \"npu\", " +
              keys + ">>>}")
                 .str();
    std::string text =
        ("module" + spec + " {" + kFunction + body + "\nreturn\n}\n}").str();
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module ||
        failed(statedLayouts.read(*module, prefer, "", indivisible))) {
      ADD_FAILURE() << "cannot be read: " << text;
      return {};
    }
    auto function = *module->getOps<func::FuncOp>().begin();
    SmallVector<Operation *> ops;
    for (Operation &op : function.front().without_terminator())
      ops.push_back(&op);
    CriticalOpAnalysis criticalOps(module->getOperation());
    statedLayouts.findDisputed(ops, criticalOps);
    FailureOr<const LayoutTarget *> device =
        statedLayouts.getTargets().lookup(ops.back());
    std::string before = print();
    Decision decision =
        decide(ops.back(), criticalOps.lookupOnTensors(ops.back()),
               {statedLayouts, *device});
    EXPECT_EQ(print(), before);
    return decision;
  }

  std::string print() {
    std::string text;
    llvm::raw_string_ostream(text) << *module;
    return text;
  }

  static constexpr StringLiteral kFunction = R"(
    func.func @f(%x: tensor<1x32x8x8xf32>, %w: tensor<64x32x3x3xf32>,
                 %o: tensor<1x64x6x6xf32>, %a: tensor<8x24xf32>,
                 %b: tensor<24x40xf32>, %c: tensor<8x40xf32>,
                 %n: tensor<0x24xf32>, %m: tensor<0x40xf32>,
                 %p: tensor<2x3x4x8xf32>, %q: tensor<5x3x8x8xf32>,
                 %r: tensor<2x5x4x8xf32>, %win: tensor<3x3xf32>,
                 %y: tensor<1x32x6x6xf32>) {
)";
  static constexpr StringLiteral kConv =
      "%0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x32x8x8xf32>, "
      "tensor<64x32x3x3xf32>) outs(%o : tensor<1x64x6x6xf32>) -> "
      "tensor<1x64x6x6xf32>";
  /// A matmul with an attribute.
  static std::string getMatmul(StringRef attributes = "") {
    return ("%0 = linalg.matmul {" + attributes +
            "} ins(%a, %b : tensor<8x24xf32>, tensor<24x40xf32>) "
            "outs(%c : tensor<8x40xf32>) -> tensor<8x40xf32>")
        .str();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  StatedLayouts statedLayouts;
};

/// The reason of the only refusal if it is of this type; else null.
template <typename T>
const T *getReason(const Decision &decision) {
  return decision.refusals.size() == 1
             ? std::get_if<T>(&decision.refusals.front().reason)
             : nullptr;
}
} // namespace

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

TEST_F(Decide, OnlyChoice) {
  Decision decision = decideIn(kConv, "", "conv2d=[NCHW16c,default]");
  EXPECT_TRUE(decision.isCritical);
  EXPECT_EQ(decision.kind, "conv2d");
  ASSERT_TRUE(decision.preferred);
  EXPECT_EQ(decision.preferred->str(), "conv2d");
  EXPECT_FALSE(decision.overriding);
  const auto *options = decision.getAs<Options>();
  ASSERT_TRUE(options);
  ASSERT_EQ(options->choices.size(), 1u);
  EXPECT_EQ(options->choices[0].layouts, "NCHW16c, OIHW16i16o -> NCHW16c");
  EXPECT_TRUE(options->choices[0].concessions.empty());
  EXPECT_FALSE(options->marksChosen);
  EXPECT_TRUE(decision.refusals.empty());
}

TEST_F(Decide, SeveralChoicesWithPrices) {
  Decision decision = decideIn(kConv, R"("prefers" = [
        #dlti.map<"kind" = "conv2d", "data" = "NHWC", "kernel" = "default">,
        #dlti.map<"kind" = "conv2d", "data" = "NCHW", "kernel" = "default", "price" = 0.5>])");
  const auto *options = decision.getAs<Options>();
  ASSERT_TRUE(options);
  ASSERT_EQ(options->choices.size(), 2u);
  EXPECT_EQ(options->choices[0].attribute.getCost(), 0);
  // Half of the bytes of the result.
  EXPECT_EQ(options->choices[1].attribute.getCost(), 64 * 6 * 6 * 4 / 2);
  EXPECT_TRUE(options->choices[1].attribute.isAsItStands());
}

TEST_F(Decide, ChoicesWithPadding) {
  Decision decision =
      decideIn(getMatmul(), "", "matmul=[MK16m,KN16n]", Indivisible::Priced);
  const auto *options = decision.getAs<Options>();
  ASSERT_TRUE(options);
  ASSERT_EQ(options->choices.size(), 2u);
  EXPECT_EQ(options->choices[0].attribute.getPadding(), 0);
  // Rows 8 to 16, columns 40 to 48; the result is read and written.
  EXPECT_EQ(options->choices[1].attribute.getPadding(),
            4 * (8 * 24 + 24 * 8 + 2 * (16 * 48 - 8 * 40)));
  ASSERT_EQ(options->choices[1].concessions.size(), 2u);
  const auto *reason =
      std::get_if<IndivisibleExtent>(&options->choices[1].concessions[0]);
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->outcome, IndivisibleExtent::Outcome::Padded);
  EXPECT_EQ(reason->width, 8);
}

TEST_F(Decide, BlockLeftOut) {
  Decision decision = decideIn(kConv, "", "conv2d=[NCHW48c,default]");
  const auto *options = decision.getAs<Options>();
  ASSERT_TRUE(options);
  EXPECT_EQ(options->choices[0].layouts, "NCHW, OIHW -> NCHW");
  ASSERT_EQ(decision.givenUp.size(), 2u);
  EXPECT_EQ(decision.givenUp[0].what, GivenUp::What::Block);
  EXPECT_FALSE(decision.givenUp[0].isChoice);
  EXPECT_EQ(getText(decision.givenUp[0].reason),
            "requires output channels in a multiple of 48, found 64; "
            "indivisible=pad adds 32");
}

TEST_F(Decide, ByPosition) {
  Decision decision = decideIn("%0 = math.exp %a : tensor<8x24xf32>",
                               R"("prefers" = [#dlti.map<
        "kind" = "elementwise", "operands" = "ba", "results" = "ba">])");
  EXPECT_FALSE(decision.isCritical);
  EXPECT_EQ(decision.kind, "elementwise");
  const auto *options = decision.getAs<Options>();
  ASSERT_TRUE(options);
  EXPECT_EQ(options->choices[0].layouts, "ba -> ba");
  EXPECT_TRUE(options->marksChosen);
}

TEST_F(Decide, RequirementOverridesPreference) {
  Decision decision = decideIn(
      kConv, R"("requires" = [#dlti.map<"kind" = "conv2d", "data" = "NHWC">])",
      "conv2d=[NCHW16c,default]");
  ASSERT_TRUE(decision.overriding);
  EXPECT_EQ(decision.overriding->name, "npu");
  ASSERT_TRUE(decision.getAs<Options>());
  EXPECT_EQ(decision.getAs<Options>()->choices[0].layouts,
            "NHWC, HWIO -> NHWC");
}

//===----------------------------------------------------------------------===//
// Kept, free and stated layouts
//===----------------------------------------------------------------------===//

TEST_F(Decide, Kept) {
  auto getWhy = [&](StringRef body, StringRef keys, StringRef prefer) {
    Decision decision = decideIn(body, keys, prefer);
    const auto *kept = decision.getAs<layout::Kept>();
    return kept ? std::optional(kept->why) : std::nullopt;
  };
  using Why = Kept::Why;
  EXPECT_EQ(getWhy(getMatmul("layout.frozen"), "", "matmul=[MK8m,default]"),
            Why::Frozen);
  EXPECT_EQ(getWhy("%0 = linalg.matmul ins(%n, %b : tensor<0x24xf32>, "
                   "tensor<24x40xf32>) outs(%m : tensor<0x40xf32>) -> "
                   "tensor<0x40xf32>",
                   "", "matmul=[MK8m,default]"),
            Why::NoElements);
  EXPECT_EQ(getWhy(getMatmul(), "", ""), Why::NoPreference);
  EXPECT_EQ(getWhy(getMatmul(), R"("others" = "keep")", ""), Why::NoPreference);
}

TEST_F(Decide, Free) {
  Decision critical = decideIn(getMatmul(), R"("max_rank" = 4)");
  ASSERT_TRUE(critical.getAs<layout::Free>());
  EXPECT_FALSE(critical.getAs<layout::Free>()->isStated);
  Decision other = decideIn("%0 = math.exp %a : tensor<8x24xf32>",
                            R"("prefers" = [#dlti.map<
        "kind" = "elementwise", "operands" = "_", "results" = "_">])");
  ASSERT_TRUE(other.getAs<layout::Free>());
  EXPECT_TRUE(other.getAs<layout::Free>()->isStated);
}

TEST_F(Decide, Stated) {
  Decision decision = decideIn(
      getMatmul("layout.op_layout = [#layout.op_layout<operands = [_, _, _], "
                "results = [_], cost = 0>], layout.prefer"),
      "", "matmul=[MK8m,default]");
  const auto *stated = decision.getAs<layout::Stated>();
  ASSERT_TRUE(stated);
  EXPECT_EQ(stated->options.size(), 1u);
  EXPECT_TRUE(stated->isPreference);
}

TEST_F(Decide, OtherForms) {
  auto getForm = [&](StringRef body, StringRef prefer) {
    Decision decision = decideIn(body, "", prefer);
    const auto *form = decision.getAs<OtherForm>();
    return form ? std::optional(form->form) : std::nullopt;
  };
  EXPECT_EQ(getForm("%0 = linalg.mmt4d ins(%p, %q : tensor<2x3x4x8xf32>, "
                    "tensor<5x3x8x8xf32>) outs(%r : tensor<2x5x4x8xf32>) -> "
                    "tensor<2x5x4x8xf32>",
                    "matmul=[MK4m,default]"),
            OtherForm::Form::Unblocked);
  EXPECT_EQ(getForm(kConv, "conv2d=[NCHW4h4w,default]"),
            OtherForm::Form::AlignedWindows);
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

TEST_F(Decide, RefusedForAnExtent) {
  Decision decision = decideIn(getMatmul(), R"("prefers" = [#dlti.map<
        "kind" = "matmul", "data" = "MK16m", "kernel" = "KN">])");
  const auto *refused = decision.getAs<Refused>();
  ASSERT_TRUE(refused);
  EXPECT_FALSE(refused->isRequired);
  const auto *reason = getReason<IndivisibleExtent>(decision);
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->name, "m");
  EXPECT_EQ(reason->multiple, 16);
  EXPECT_EQ(reason->extent, 8);
  EXPECT_EQ(decision.refusals[0].number, 0u);
  EXPECT_EQ(decision.refusals[0].str(),
            "MK16m, KN -> MN16m: it requires m in a multiple of 16, found 8; "
            "indivisible=pad adds 8");
}

TEST_F(Decide, RefusedForTheRank) {
  Decision decision = decideIn(kConv, R"("max_rank" = 4,
      "requires" = [#dlti.map<"kind" = "conv2d", "data" = "NCHW16c">])");
  const auto *refused = decision.getAs<Refused>();
  ASSERT_TRUE(refused);
  EXPECT_TRUE(refused->isRequired);
  ASSERT_TRUE(refused->requiring);
  EXPECT_EQ(refused->requiring->name, "npu");
  const auto *reason = getReason<TooManyDims>(decision);
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->most, 4);
  EXPECT_EQ(reason->found, 5);
}

TEST_F(Decide, RefusedForUnknownRoles) {
  Decision decision = decideIn(R"(
      %e = tensor.empty() : tensor<8x1x24xf32>
      %0 = linalg.generic {indexing_maps = [
            affine_map<(m, n, k) -> (m, 0, k)>, affine_map<(m, n, k) -> (k, n)>,
            affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%e, %b : tensor<8x1x24xf32>, tensor<24x40xf32>)
          outs(%c : tensor<8x40xf32>) {
      ^bb0(%d: f32, %f: f32, %g: f32):
        %h = arith.mulf %d, %f : f32
        %i = arith.addf %g, %h : f32
        linalg.yield %i : f32
      } -> tensor<8x40xf32>)",
                               "", "matmul=[MK8m,default]");
  EXPECT_TRUE(decision.isCritical);
  ASSERT_TRUE(decision.getAs<Refused>());
  EXPECT_TRUE(getReason<UnknownRoles>(decision));
}

TEST_F(Decide, NoGroupsInSeveralDims) {
  Decision decision = decideIn(R"(
      %d = tensor.empty() : tensor<5x4x4xi8>
      %e = tensor.empty() : tensor<4x4x16xi8>
      %f = tensor.empty() : tensor<5x16xi32>
      %0 = linalg.contract indexing_maps = [
            affine_map<(m, n, k, l) -> (m, k, l)>,
            affine_map<(m, n, k, l) -> (k, l, n)>,
            affine_map<(m, n, k, l) -> (m, n)>]
          ins(%d, %e : tensor<5x4x4xi8>, tensor<4x4x16xi8>)
          outs(%f : tensor<5x16xi32>) -> tensor<5x16xi32>)",
                               R"("prefers" = [#dlti.map<"kind" = "matmul",
        "data" = "MK", "kernel" = "NK16n", "group_bits" = 32>])");
  ASSERT_FALSE(decision.givenUp.empty());
  EXPECT_EQ(decision.givenUp[0].what, GivenUp::What::Groups);
  const auto *reason = std::get_if<SeveralDims>(&decision.givenUp[0].reason);
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->name, "k");
  EXPECT_EQ(reason->count, 2u);
}

/// The value is required in a layout that letters do not say: the op gets what
/// is preferred, and a rewrite stays in between.
TEST_F(Decide, ValueWithoutLetters) {
  Decision decision = decideIn(R"(
      %1 = layout.layout_transform %a by <(m, k) -> (m * 24 + k)>
        : tensor<8x24xf32> to tensor<192xf32>
      %2 = layout.constraint %1 : tensor<192xf32>
      %3 = layout.layout_transform %2 by <(i) -> (i floordiv 24, i mod 24)>
        : tensor<192xf32> to tensor<8x24xf32>
      %0 = linalg.matmul ins(%3, %b : tensor<8x24xf32>, tensor<24x40xf32>)
          outs(%c : tensor<8x40xf32>) -> tensor<8x40xf32>)",
                               "", "matmul=[MK8m,default]");
  EXPECT_TRUE(decision.getAs<Options>());
  ASSERT_EQ(decision.givenUp.size(), 1u);
  EXPECT_EQ(decision.givenUp[0].what, GivenUp::What::RequiredValues);
  EXPECT_TRUE(std::holds_alternative<NoLetters>(decision.givenUp[0].reason));
}

TEST_F(Decide, RefusedForSharedConstants) {
  Decision decision = decideIn(R"(
      %k = arith.constant dense<1.0> : tensor<24x40xf32>
      %s = arith.addf %k, %b : tensor<24x40xf32>
      %0 = linalg.matmul ins(%a, %k : tensor<8x24xf32>, tensor<24x40xf32>)
          outs(%c : tensor<8x40xf32>) -> tensor<8x40xf32>)",
                               R"("constants" = "agree", "prefers" = [
        #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK">])");
  ASSERT_TRUE(decision.getAs<Refused>());
  const auto *reason = getReason<DisputedConstant>(decision);
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->operand, 1u);
}

TEST_F(Decide, RefusedByTheRule) {
  Decision decision = decideIn("%0 = math.exp %a : tensor<8x24xf32>",
                               R"("requires" = [#dlti.map<
        "kind" = "elementwise", "operands" = "aB16b", "results" = "aB16b">])");
  ASSERT_TRUE(decision.getAs<Refused>());
  EXPECT_TRUE(decision.getAs<Refused>()->isRequired);
  const auto *reason = getReason<Unsupported>(decision);
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->clause,
            "requires blocks that divide dim b for aB16b, found size 24");
}

/// The second request is refused, and the first one is not.
TEST_F(Decide, RefusedForTheSecondRequest) {
  Decision decision =
      decideIn(getMatmul(), "", "matmul=[MK8m,default]|[MK16m,default]");
  ASSERT_TRUE(decision.getAs<Options>());
  ASSERT_EQ(decision.refusals.size(), 1u);
  EXPECT_EQ(decision.refusals[0].number, 1u);
}

TEST_F(Decide, ConflictWithAValue) {
  Decision decision = decideIn(R"(
      %1 = layout.layout_transform %a by <(m, k) -> (k, m)>
        : tensor<8x24xf32> to tensor<24x8xf32>
      %2 = layout.constraint %1 : tensor<24x8xf32>
      %3 = layout.layout_transform %2 by <(k, m) -> (m, k)>
        : tensor<24x8xf32> to tensor<8x24xf32>
      %0 = linalg.matmul ins(%3, %b : tensor<8x24xf32>, tensor<24x40xf32>)
          outs(%c : tensor<8x40xf32>) -> tensor<8x40xf32>)",
                               R"("requires" = [#dlti.map<
        "kind" = "matmul", "data" = "MK", "kernel" = "KN">])");
  const auto *conflict = decision.getAs<Conflict>();
  ASSERT_TRUE(conflict);
  ASSERT_EQ(conflict->values.size(), 1u);
  EXPECT_EQ(conflict->values[0].operand, 0u);
  EXPECT_EQ(conflict->layouts, "MK, KN -> MN");
}

TEST(Reasons, Texts) {
  using Outcome = IndivisibleExtent::Outcome;
  EXPECT_EQ(getText(Reason(UnknownRoles())),
            "requires dims of known roles, found others");
  EXPECT_EQ(getText(Reason(SeveralDims{"k"})),
            "requires k in one dim, found several");
  EXPECT_EQ(getText(Reason(SeveralDims{"k", 2})),
            "requires k in one dim, found 2");
  EXPECT_EQ(getText(Reason(IndivisibleExtent{"n", 16, ShapedType::kDynamic})),
            "requires n in a static multiple of 16, found ?");
  EXPECT_EQ(getText(Reason(IndivisibleExtent{"n", 16, 3, Outcome::Padded, 13})),
            "requires n in a multiple of 16, found 3, padded by 13");
  EXPECT_EQ(
      getText(
          Reason(IndivisibleExtent{"n", 16, 3, Outcome::LeftOutByPlan, 13})),
      "requires n in a multiple of 16, found 3; the plan leaves it out instead "
      "of adding 13");
  EXPECT_EQ(getText(Kept{Kept::Why::Blocked, "requires more"}),
            "it is blocked already, and requires more");
}
