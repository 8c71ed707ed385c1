//===- InterfacesTest.cpp - What the ops tell upstream --------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interfaces/LinalgRule.h"
#include "layout/Dialect/Layout.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class Interfaces : public testing::Test {
protected:
  Interfaces() { context.loadDialect<LayoutDialect, func::FuncDialect>(); }

  /// The ops of the only function of a module.
  SmallVector<Operation *> parse(StringRef body) {
    std::string text = ("func.func @f(%x: tensor<?x64xf32>, %i: index) {\n" +
                        body + "\nreturn\n}")
                           .str();
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << "does not parse: " << text;
      return {};
    }
    auto function = *module->getOps<func::FuncOp>().begin();
    return llvm::map_to_vector(function.front().without_terminator(),
                               [](Operation &op) { return &op; });
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

using Variable = ValueBoundsConstraintSet::Variable;

TEST_F(Interfaces, BoundsOfSizes) {
  auto ops = parse(R"(
    %0 = layout.layout_transform %x by <(n, c) -> (c floordiv 16, n, c mod 16)>
      : tensor<?x64xf32> to tensor<4x?x16xf32>
    %1 = layout.pad %x low [2, %i] high [3, 0] value(poison)
      : tensor<?x64xf32> to tensor<?x?xf32>
    %2 = layout.crop %1 offsets [0, 1] sizes [%i, 7]
      : tensor<?x?xf32> to tensor<?x7xf32>
    %3 = layout.layout_transform %2 by <(n, c) -> (n * 7 + c)>
      : tensor<?x7xf32> to tensor<?xf32>)");
  ASSERT_EQ(ops.size(), 4u);
  auto function = *module->getOps<func::FuncOp>().begin();
  Value x = function.getArgument(0), i = function.getArgument(1);
  auto result = [&](int op) { return ops[op]->getResult(0); };
  auto getDelta = [](Value a, int64_t dimA, Value b, int64_t dimB) {
    return ValueBoundsConstraintSet::computeConstantDelta(a, b, dimA, dimB);
  };
  EXPECT_EQ(getDelta(result(0), 1, x, 0), 0);
  EXPECT_EQ(getDelta(result(1), 0, x, 0), 5);
  EXPECT_EQ(
      ValueBoundsConstraintSet::areEqual(Variable(result(2), 0), Variable(i)),
      true);
  EXPECT_EQ(
      ValueBoundsConstraintSet::areEqual(
          Variable(result(3), 0),
          Variable(AffineMap::get(0, 1, getAffineSymbolExpr(0, &context) * 7),
                   ValueRange{i})),
      true);
  // The new size of dim 1 is known but for the run-time width.
  EXPECT_EQ(
      ValueBoundsConstraintSet::areEqual(
          Variable(result(1), 1),
          Variable(AffineMap::get(0, 1, getAffineSymbolExpr(0, &context) + 64),
                   ValueRange{i})),
      true);
}

TEST_F(Interfaces, InferredTypes) {
  auto ops = parse(R"(
    %0 = layout.layout_transform %x by <(n, c) -> (c floordiv 16, n, c mod 16)>
      : tensor<?x64xf32> to tensor<4x?x16xf32>
    %1 = layout.pad %x low [2, %i] high [3, 0] value(poison)
      : tensor<?x64xf32> to tensor<?x?xf32>
    %2 = layout.crop %x offsets [0, 1] sizes [%i, 7]
      : tensor<?x64xf32> to tensor<?x7xf32>)");
  for (Operation *op : ops) {
    auto inferable = cast<InferTypeOpInterface>(op);
    SmallVector<Type> types;
    ASSERT_TRUE(succeeded(inferable.inferReturnTypes(
        &context, op->getLoc(), op->getOperands(),
        op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
        op->getRegions(), types)));
    EXPECT_EQ(types, SmallVector<Type>(op->getResultTypes()));
  }
}

TEST_F(Interfaces, TypesThatCannotBeInferred) {
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  auto source = RankedTensorType::get({4}, Float32Type::get(&context));
  auto infer = [&](AffineExpr result) {
    OperationState state(UnknownLoc::get(&context),
                         LayoutTransformOp::getOperationName());
    OpBuilder builder(&context);
    Value value = tensor::EmptyOp::create(
        builder, state.location, source.getShape(), source.getElementType());
    LayoutTransformOp::Properties properties;
    properties.map = IndexMapAttr::get(IndexMap(AffineMap::get(1, 0, result)));
    SmallVector<Type> types;
    LogicalResult inferred = LayoutTransformOp::inferReturnTypes(
        &context, state.location, value, {}, &properties, {}, types);
    value.getDefiningOp()->erase();
    return succeeded(inferred);
  };
  AffineExpr i = getAffineDimExpr(0, &context);
  EXPECT_TRUE(infer(3 - i));
  EXPECT_FALSE(infer(i - 1));
  EXPECT_EQ(message,
            "requires a map whose physical shape on 'tensor<4xf32>' is known, "
            "found #layout.index_map<(d0) -> (d0 - 1)>");
}

TEST_F(Interfaces, EdgeLayoutsFromCode) {
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  AffineMap map = AffineMap::getMultiDimIdentityMap(2, &context);
  auto check = [&](AffineMap map, ArrayRef<int64_t> pad) {
    return EdgeLayoutAttr::getChecked(emitError, &context, map, pad);
  };
  EXPECT_FALSE(check({}, {1}));
  EXPECT_EQ(message, "requires a map beside a padding");
  EXPECT_FALSE(check(map, {0, 0, 0}));
  EXPECT_EQ(message, "requires a padding of 2 widths, found 3");
  EXPECT_EQ(check(map, {0, 0}), check(map, {}));
  EXPECT_FALSE(check(map, {0, 0}).hasPadding());
  EXPECT_TRUE(check(map, {0, 1}).hasPadding());
  EXPECT_TRUE(check({}, {}).isAsItStands());
}

/// Rules of ops survive as attributes and as their text.
TEST_F(Interfaces, RulesAsAttributes) {
  context.loadDialect<linalg::LinalgDialect>();
  auto ops = parse(R"(
    %s = tensor.empty() : tensor<3x64xf32>
    %0 = layout.layout_transform %s by <(n, c) -> (n, 63 - c)>
      : tensor<3x64xf32> to tensor<3x64xf32>
    %1 = layout.pad %x low [0, 16] high [%i, 0] value(poison)
      : tensor<?x64xf32> to tensor<?x80xf32>
    %2 = layout.crop %x offsets [%i, 16] sizes [%i, 32]
      : tensor<?x64xf32> to tensor<?x32xf32>
    %a = tensor.empty() : tensor<1x4x9x9xf32>
    %k = tensor.empty() : tensor<8x4x3x3xf32>
    %o = tensor.empty() : tensor<1x8x7x7xf32>
    %3 = linalg.conv_2d_nchw_fchw
      ins(%a, %k : tensor<1x4x9x9xf32>, tensor<8x4x3x3xf32>)
      outs(%o : tensor<1x8x7x7xf32>) -> tensor<1x8x7x7xf32>)");
  unsigned numRules = 0;
  for (Operation *op : ops) {
    std::optional<LayoutRule> rule;
    if (auto self = dyn_cast<LayoutRuleOpInterface>(op))
      rule = self.getLayoutRule();
    else if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      rule = getLinalgRule(structured);
    if (!rule)
      continue;
    ++numRules;
    auto attribute = LayoutRuleAttr::get(&context, *rule, op->getNumResults());
    EXPECT_TRUE(attribute.getRule() == *rule);
    std::string text;
    llvm::raw_string_ostream(text) << attribute;
    EXPECT_EQ(parseAttribute(text, &context), attribute) << text;
  }
  EXPECT_EQ(numRules, 4u);
}

} // namespace
