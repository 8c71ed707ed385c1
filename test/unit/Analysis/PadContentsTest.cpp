//===- PadContentsTest.cpp - What stands in the padding of values ---------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Case: S1-d

#include "Analysis/PadContents.h"
#include "OpModels/ExternalModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class PadContents : public testing::Test {
protected:
  PadContents() {
    DialectRegistry registry;
    registerMovementModels(registry);
    context.appendDialectRegistry(registry);
    context
        .loadDialect<arith::ArithDialect, complex::ComplexDialect,
                     func::FuncDialect, linalg::LinalgDialect,
                     math::MathDialect, tensor::TensorDialect, ub::UBDialect>();
  }

  /// An elementwise op of `arity` inputs of `type`; the body reads %a, %b, %c
  /// and the destination %o, and yields %r.
  linalg::LinalgOp elementwise(StringRef type, unsigned arity, StringRef body) {
    StringRef names[] = {"%a", "%b", "%c"};
    return parse(type, "parallel", "affine_map<(d0) -> (d0)>",
                 ArrayRef(names).take_front(arity), body);
  }
  /// The same, summed up in some way over its only loop.
  linalg::LinalgOp reduction(StringRef type, unsigned arity, StringRef body) {
    StringRef names[] = {"%a", "%b", "%c"};
    return parse(type, "reduction", "affine_map<(d0) -> (0)>",
                 ArrayRef(names).take_front(arity), body);
  }

  linalg::LinalgOp parse(StringRef type, StringRef iterator, StringRef map,
                         ArrayRef<StringRef> names, StringRef body) {
    std::string maps, inputs, types, arguments;
    llvm::raw_string_ostream mapsOs(maps), argumentsOs(arguments);
    llvm::raw_string_ostream inputsOs(inputs), typesOs(types);
    for (StringRef name : names) {
      mapsOs << "affine_map<(d0) -> (d0)>, ";
      argumentsOs << name << ": " << type << ", ";
      inputsOs << (name == "%a" ? "" : ", ") << "%x";
      typesOs << (name == "%a" ? "" : ", ") << "tensor<8x" << type << ">";
    }
    std::string size = iterator == "reduction" ? "1" : "8";
    std::string destination = "tensor<" + size + "x" + type.str() + ">";
    std::string text =
        ("func.func @f(%x: tensor<8x" + type + ">, %y: " + destination +
         ", %table: tensor<4x" + type + ">) {\n" +
         "%0 = linalg.generic {indexing_maps = [" + maps + map +
         "], iterator_types = [\"" + iterator + "\"]} " +
         (names.empty() ? "" : "ins(" + inputs + " : " + types + ") ") +
         "outs(%y : " + destination + ") {\n^bb0(" + arguments + "%o: " + type +
         "):\n" + body + "\nlinalg.yield %r : " + type + "\n} -> " +
         destination + "\nreturn\n}")
            .str();
    module = parseSourceString<ModuleOp>(text, &context);
    linalg::LinalgOp result;
    module->walk([&](linalg::LinalgOp op) { result = op; });
    return result;
  }

  PadContent f32(double x) {
    return PadContent::get(Builder(&context).getF32FloatAttr(x));
  }
  PadContent i32(int32_t x) {
    return PadContent::get(Builder(&context).getI32IntegerAttr(x));
  }

  /// The only result, the destination holding anything.
  FailureOr<PadContent> evaluate(linalg::LinalgOp op,
                                 SmallVector<PadContent> inputs) {
    inputs.push_back(PadContent::getUnknown());
    auto results = evaluateOnPads(op, inputs);
    if (failed(results))
      return failure();
    return results->front();
  }

  const PadContent poison = PadContent::getPoison();
  const PadContent unknown = PadContent::getUnknown();
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(PadContents, Lattice) {
  EXPECT_EQ(PadContent::get(ub::PoisonAttr::get(&context)), poison);
  EXPECT_EQ(f32(0).join(f32(0)), f32(0));
  EXPECT_EQ(f32(0).join(f32(-0.0)), unknown);
  // Poison joined with 0 is not known to be 0, because no op has stored it.
  EXPECT_EQ(poison.join(f32(0)), unknown);
  EXPECT_EQ(f32(0).join(poison), unknown);
  EXPECT_EQ(poison.join(poison), poison);
  EXPECT_EQ(unknown.join(unknown), unknown);
  EXPECT_TRUE(f32(0).fits(f32(0)));
  EXPECT_TRUE(unknown.fits(poison));
  EXPECT_FALSE(f32(0).fits(f32(5)));
  EXPECT_FALSE(poison.fits(f32(0)));
  EXPECT_FALSE(unknown.fits(unknown));
}

TEST_F(PadContents, ZeroPassesReluButNotExp) {
  auto relu = elementwise("f32", 1,
                          "%z = arith.constant 0.0 : f32\n"
                          "%r = arith.maximumf %a, %z : f32");
  EXPECT_EQ(evaluate(relu, {f32(0)}), f32(0));
  EXPECT_EQ(evaluate(relu, {f32(-3)}), f32(0));
  EXPECT_EQ(evaluate(relu, {f32(5)}), f32(5));
  EXPECT_EQ(evaluate(relu, {poison}), poison);
  EXPECT_EQ(evaluate(relu, {unknown}), unknown);
  auto byCompare = elementwise("f32", 1,
                               "%z = arith.constant 0.0 : f32\n"
                               "%p = arith.cmpf ugt, %a, %z : f32\n"
                               "%r = arith.select %p, %a, %z : f32");
  EXPECT_EQ(evaluate(byCompare, {f32(0)}), f32(0));
  EXPECT_EQ(evaluate(byCompare, {f32(7)}), f32(7));
  EXPECT_EQ(evaluate(byCompare, {poison}), poison);
  auto exp = elementwise("f32", 1, "%r = math.exp %a : f32");
  EXPECT_EQ(evaluate(exp, {f32(0)}), f32(1));
  EXPECT_EQ(evaluate(exp, {poison}), poison);
}

TEST_F(PadContents, UnknownOperands) {
  auto product = elementwise("i32", 2, "%r = arith.muli %a, %b : i32");
  EXPECT_EQ(evaluate(product, {i32(6), i32(7)}), i32(42));
  EXPECT_EQ(evaluate(product, {unknown, i32(7)}), unknown);
  // 0 times an integer is 0 on either side; poison stays poison.
  EXPECT_EQ(evaluate(product, {unknown, i32(0)}), i32(0));
  EXPECT_EQ(evaluate(product, {i32(0), unknown}), i32(0));
  EXPECT_EQ(evaluate(product, {poison, i32(0)}), poison);
  // 0 times a float may be a NaN.
  auto floats = elementwise("f32", 2, "%r = arith.mulf %a, %b : f32");
  EXPECT_EQ(evaluate(floats, {unknown, f32(0)}), unknown);
  EXPECT_EQ(evaluate(floats, {f32(3), f32(0)}), f32(0));
  // A value from outside the body that is a constant.
  auto shifted = elementwise("i32", 1,
                             "%c5 = arith.constant 5 : i32\n"
                             "%r = arith.addi %a, %c5 : i32");
  EXPECT_EQ(evaluate(shifted, {i32(2)}), i32(7));
  auto index = elementwise("i32", 0,
                           "%i = linalg.index 0 : index\n"
                           "%r = arith.index_cast %i : index to i32");
  EXPECT_EQ(evaluate(index, {}), unknown);
}

TEST_F(PadContents, EvaluationDoesNotChangeTheBody) {
  auto sum = elementwise("i32", 2, "%r = arith.addi %a, %b : i32");
  std::string before, after;
  llvm::raw_string_ostream(before) << *module;
  // Folds of commutative ops move constants to the right, in place.
  EXPECT_EQ(evaluate(sum, {i32(0), unknown}), unknown);
  EXPECT_EQ(evaluate(sum, {i32(4), unknown}), unknown);
  llvm::raw_string_ostream(after) << *module;
  EXPECT_EQ(before, after);
}

TEST_F(PadContents, Selects) {
  auto choice = elementwise("f32", 3,
                            "%z = arith.constant 0.0 : f32\n"
                            "%p = arith.cmpf oeq, %a, %z : f32\n"
                            "%r = arith.select %p, %b, %c : f32");
  // The operand that is not selected does not matter, even if it is poison.
  EXPECT_EQ(evaluate(choice, {f32(0), f32(1), poison}), f32(1));
  EXPECT_EQ(evaluate(choice, {f32(9), poison, f32(2)}), f32(2));
  EXPECT_EQ(evaluate(choice, {unknown, f32(1), f32(1)}), f32(1));
  EXPECT_EQ(evaluate(choice, {unknown, f32(1), f32(2)}), unknown);
  EXPECT_EQ(evaluate(choice, {unknown, f32(1), poison}), unknown);
  EXPECT_EQ(evaluate(choice, {poison, f32(1), f32(1)}), poison);
}

TEST_F(PadContents, DivisionsAndLoadsAreNotRunOnPoison) {
  auto quotient = elementwise("i32", 2, "%r = arith.divsi %a, %b : i32");
  EXPECT_EQ(evaluate(quotient, {i32(7), i32(2)}), i32(3));
  EXPECT_TRUE(failed(evaluate(quotient, {i32(7), i32(0)})));
  EXPECT_TRUE(failed(evaluate(quotient, {i32(7), poison})));
  EXPECT_TRUE(failed(evaluate(quotient, {poison, poison})));
  EXPECT_TRUE(failed(evaluate(quotient, {i32(7), unknown})));
  auto halves = elementwise("i32", 1,
                            "%two = arith.constant 2 : i32\n"
                            "%r = arith.divsi %a, %two : i32");
  EXPECT_EQ(evaluate(halves, {poison}), poison);
  EXPECT_EQ(evaluate(halves, {unknown}), unknown);
  // Floats divide by anything.
  auto floats = elementwise("f32", 2, "%r = arith.divf %a, %b : f32");
  EXPECT_EQ(evaluate(floats, {poison, f32(0)}), poison);

  auto load = elementwise("i32", 1,
                          "%i = arith.index_cast %a : i32 to index\n"
                          "%r = tensor.extract %table[%i] : tensor<4xi32>");
  EXPECT_EQ(evaluate(load, {i32(3)}), unknown);
  EXPECT_TRUE(failed(evaluate(load, {i32(4)})));
  EXPECT_TRUE(failed(evaluate(load, {i32(-1)})));
  EXPECT_TRUE(failed(evaluate(load, {unknown})));
  EXPECT_TRUE(failed(evaluate(load, {poison})));
  // The loop runs over the padding, so its index leaves the table.
  auto gather = elementwise("i32", 0,
                            "%i = linalg.index 0 : index\n"
                            "%r = tensor.extract %table[%i] : tensor<4xi32>");
  EXPECT_TRUE(failed(evaluate(gather, {})));
}

TEST_F(PadContents, ComplexNumbers) {
  auto twice = elementwise("complex<f32>", 1,
                           "%n = complex.neg %a : complex<f32>\n"
                           "%r = complex.neg %n : complex<f32>");
  Builder builder(&context);
  PadContent number = PadContent::get(builder.getArrayAttr(
      {builder.getF32FloatAttr(1), builder.getF32FloatAttr(2)}));
  EXPECT_EQ(evaluate(twice, {number}), number);
  EXPECT_EQ(evaluate(twice, {poison}), poison);
  EXPECT_EQ(evaluate(twice, {unknown}), unknown);
}

TEST_F(PadContents, StepsOfAReduction) {
  // The padded part of the result of a reduction along another loop.
  auto sum = reduction("f32", 1, "%r = arith.addf %a, %o : f32");
  auto evaluateFrom = [&](linalg::LinalgOp op, PadContent input,
                          PadContent init) {
    return evaluateOnPads(op, {input, init})->front();
  };
  EXPECT_EQ(evaluateFrom(sum, f32(0), f32(0)), f32(0));
  EXPECT_EQ(evaluateFrom(sum, f32(1), f32(0)), unknown);
  EXPECT_EQ(evaluateFrom(sum, poison, poison), poison);
  EXPECT_EQ(evaluateFrom(sum, poison, f32(0)), unknown);
  auto maximum = reduction("f32", 1, "%r = arith.maximumf %a, %o : f32");
  EXPECT_EQ(evaluateFrom(maximum, f32(3), f32(5)), f32(5));
  EXPECT_EQ(evaluateFrom(maximum, f32(5), f32(3)), unknown);
}

TEST_F(PadContents, NeutralElements) {
  auto multiplyAdd = reduction("f32", 2,
                               "%m = arith.mulf %a, %b : f32\n"
                               "%r = arith.addf %o, %m : f32");
  EXPECT_TRUE(isNeutral(multiplyAdd, {f32(0), f32(0), unknown}));
  EXPECT_TRUE(isNeutral(multiplyAdd, {f32(0), f32(-2), unknown}));
  EXPECT_FALSE(isNeutral(multiplyAdd, {f32(0), unknown, unknown}));
  EXPECT_FALSE(isNeutral(multiplyAdd, {f32(0), poison, unknown}));
  EXPECT_FALSE(isNeutral(multiplyAdd, {f32(1), f32(1), unknown}));
  auto integers = reduction("i32", 2,
                            "%m = arith.muli %a, %b : i32\n"
                            "%r = arith.addi %m, %o : i32");
  EXPECT_TRUE(isNeutral(integers, {i32(0), unknown, unknown}));
  EXPECT_FALSE(isNeutral(integers, {i32(0), poison, unknown}));
  auto maximum = reduction("f32", 1, "%r = arith.maximumf %a, %o : f32");
  double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(isNeutral(maximum, {f32(-infinity), unknown}));
  EXPECT_FALSE(isNeutral(maximum, {f32(0), unknown}));
  auto productOfAll = reduction("f32", 1, "%r = arith.mulf %a, %o : f32");
  EXPECT_TRUE(isNeutral(productOfAll, {f32(1), unknown}));
  EXPECT_FALSE(isNeutral(productOfAll, {f32(0), unknown}));
  auto keep = reduction("f32", 1, "%r = arith.negf %o : f32");
  EXPECT_FALSE(isNeutral(keep, {f32(0), unknown}));
  auto last = reduction("f32", 1, "%r = arith.negf %a : f32");
  EXPECT_FALSE(isNeutral(last, {f32(0), unknown}));
  auto quotients = reduction("i32", 2,
                             "%m = arith.divsi %a, %b : i32\n"
                             "%r = arith.addi %m, %o : i32");
  EXPECT_TRUE(isNeutral(quotients, {i32(0), i32(1), unknown}));
  EXPECT_FALSE(isNeutral(quotients, {i32(0), i32(0), unknown}));
}

TEST_F(PadContents, OperandPads) {
  auto isInput = [](OpOperand &operand) {
    return operand.getOperandNumber() == 0;
  };
  auto relu = elementwise("f32", 1,
                          "%z = arith.constant 0.0 : f32\n"
                          "%r = arith.maximumf %a, %z : f32");
  using Contents = SmallVector<PadContent>;
  EXPECT_EQ(findOperandPads(relu, f32(0), isInput), (Contents{f32(0), poison}));
  EXPECT_EQ(findOperandPads(relu, f32(5), isInput), (Contents{f32(5), poison}));
  EXPECT_EQ(findOperandPads(relu, f32(-5), isInput), std::nullopt);
  EXPECT_EQ(findOperandPads(relu, poison, isInput), (Contents{poison, poison}));
  auto exp = elementwise("f32", 1, "%r = math.exp %a : f32");
  EXPECT_EQ(findOperandPads(exp, f32(0), isInput), std::nullopt);
  EXPECT_EQ(findOperandPads(exp, f32(1), isInput), (Contents{f32(0), poison}));
  // Nobody looks at the result, but the division must be one.
  auto inverse = elementwise("i32", 1,
                             "%c1 = arith.constant 1 : i32\n"
                             "%r = arith.divsi %c1, %a : i32");
  EXPECT_EQ(findOperandPads(inverse, poison, isInput),
            (Contents{i32(1), poison}));
  // The second operand is not padded: it holds what it holds.
  auto sum = elementwise("f32", 2, "%r = arith.addf %a, %b : f32");
  EXPECT_EQ(findOperandPads(sum, f32(0), isInput), std::nullopt);
  EXPECT_EQ(findOperandPads(sum, poison, isInput),
            (Contents{poison, unknown, poison}));
}

} // namespace
