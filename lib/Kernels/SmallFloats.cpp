//===- SmallFloats.cpp - Arithmetic of floats of 8 bits -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM has no floats of 8 bits. What is computed with them is computed in f32,
// and conversions are arithmetic of integers, on single elements and vectors.
//
//===----------------------------------------------------------------------===//

#include "KernelVectors.h"
#include "layout/Kernels/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTEXPANDSMALLFLOATS
#include "layout/Kernels/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;
using llvm::APFloat;

/// The bits of f32.
static constexpr int kMantissa = 23, kBias = 127;
static constexpr int64_t kInfinity = 0x7F800000, kQuietNaN = 0x7FC00000;

/// A type of floats of at most 8 bits; null for other types.
static FloatType getSmallFloat(Type type) {
  auto real = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return real && real.getWidth() <= 8 ? real : FloatType();
}

namespace {
/// How the bits of a type of 8 bits with a sign and NaNs stand for numbers.
struct Encoding {
  int mantissa, bias;
  /// The largest number, and what larger ones are rounded to, without sign; an
  /// infinity if there is one. A NaN may be the zero with a sign.
  int64_t largest, overflow, nan;
  bool hasInfinity;

  static std::optional<Encoding> get(Type type) {
    FloatType real = getSmallFloat(type);
    if (!real || real.getWidth() != 8)
      return std::nullopt;
    const llvm::fltSemantics &semantics = real.getFloatSemantics();
    if (!APFloat::semanticsHasNaN(semantics) ||
        !APFloat::semanticsHasSignedRepr(semantics))
      return std::nullopt;
    auto getBits = [](const APFloat &number) {
      return int64_t(number.bitcastToAPInt().getZExtValue());
    };
    Encoding encoding;
    encoding.mantissa = int(APFloat::semanticsPrecision(semantics)) - 1;
    encoding.bias = 1 - APFloat::semanticsMinExponent(semantics);
    encoding.largest = getBits(APFloat::getLargest(semantics));
    encoding.nan = getBits(APFloat::getNaN(semantics));
    encoding.hasInfinity = APFloat::semanticsHasInf(semantics);
    encoding.overflow = encoding.hasInfinity
                            ? getBits(APFloat::getInf(semantics))
                            : encoding.nan;
    return encoding;
  }

  bool hasNegativeZero() const { return nan != 0x80; }
};

/// Builds arithmetic of elements, or of vectors of the shape of a value.
class Elements {
public:
  Elements(OpBuilder &builder, Location loc, Type like)
      : builder(builder), loc(loc), shape(dyn_cast<VectorType>(like)) {}

  Type getType(Type element) {
    return shape ? Type(shape.clone(element)) : element;
  }
  Value constant(int64_t value) {
    return constant(builder.getI32IntegerAttr(value));
  }
  Value constant(double value) {
    return constant(builder.getF32FloatAttr(float(value)));
  }
  template <typename Op>
  Value convert(Value value, Type element) {
    return Op::create(builder, loc, getType(element), value);
  }
  Value bits(Value value) {
    return convert<arith::BitcastOp>(value, builder.getI32Type());
  }
  Value real(Value bits) {
    return convert<arith::BitcastOp>(bits, builder.getF32Type());
  }
  template <typename Op>
  Value binary(Value a, Value b) {
    return Op::create(builder, loc, a, b);
  }
  template <typename Op>
  Value binary(Value a, int64_t b) {
    return binary<Op>(a, constant(b));
  }
  Value isAbove(Value a, int64_t b) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, a,
                                 constant(b));
  }
  Value isEqual(Value a, int64_t b) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a,
                                 constant(b));
  }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) {
    return arith::CmpFOp::create(builder, loc, predicate, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, loc, condition, a, b);
  }
  Value select(Value condition, int64_t a, Value b) {
    return select(condition, constant(a), b);
  }

  OpBuilder &builder;

private:
  Value constant(TypedAttr element) {
    if (!shape)
      return arith::ConstantOp::create(builder, loc, element);
    auto type = cast<ShapedType>(getType(element.getType()));
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, element));
  }

  Location loc;
  VectorType shape;
};
} // namespace

/// The f32 of small floats. The mantissa and the exponent move to their places;
/// numbers below the least normal one are the products of their mantissa.
static Value extend(Elements &build, Value small, const Encoding &encoding) {
  Type i32 = build.builder.getI32Type(), f32 = build.builder.getF32Type();
  int shift = kMantissa - encoding.mantissa;
  Value code = build.convert<arith::ExtUIOp>(
      build.convert<arith::BitcastOp>(small, build.builder.getI8Type()), i32);
  Value magnitude = build.binary<arith::AndIOp>(code, 0x7F);
  Value normal =
      build.binary<arith::AddIOp>(build.binary<arith::ShLIOp>(magnitude, shift),
                                  int64_t(kBias - encoding.bias) << kMantissa);
  double least = std::ldexp(1.0, 1 - encoding.bias - encoding.mantissa);
  Value subnormal = build.bits(build.binary<arith::MulFOp>(
      build.convert<arith::UIToFPOp>(magnitude, f32), build.constant(least)));
  int64_t lastSubnormal = (int64_t(1) << encoding.mantissa) - 1;
  Value result =
      build.select(build.isAbove(magnitude, lastSubnormal), normal, subnormal);
  Value isNaN =
      encoding.hasNegativeZero()
          ? build.isAbove(magnitude, encoding.hasInfinity ? encoding.overflow
                                                          : encoding.largest)
          : build.isEqual(code, encoding.nan);
  if (encoding.hasInfinity)
    result = build.select(build.isEqual(magnitude, encoding.overflow),
                          kInfinity, result);
  result = build.select(isNaN, kQuietNaN, result);
  Value sign =
      build.binary<arith::ShLIOp>(build.binary<arith::AndIOp>(code, 0x80), 24);
  return build.real(build.binary<arith::OrIOp>(result, sign));
}

/// The small floats that are nearest to f32, even ones among equals.
static Value truncate(Elements &build, Value wide, FloatType type,
                      const Encoding &encoding) {
  int shift = kMantissa - encoding.mantissa, leastExponent = 1 - encoding.bias;
  Value bits = build.bits(wide);
  Value magnitude = build.binary<arith::AndIOp>(bits, 0x7FFFFFFF);
  // Half of a unit in the last place, minus one where that is even.
  Value isOdd = build.binary<arith::AndIOp>(
      build.binary<arith::ShRUIOp>(magnitude, shift), 1);
  Value rounded = build.binary<arith::AddIOp>(
      build.binary<arith::AddIOp>(magnitude, (int64_t(1) << (shift - 1)) - 1),
      isOdd);
  Value normal = build.binary<arith::SubIOp>(
      build.binary<arith::ShRUIOp>(rounded, shift),
      int64_t(kBias - encoding.bias) << encoding.mantissa);
  // The sum with a number whose last place is that of the result is rounded.
  double base = std::ldexp(1.0, leastExponent - encoding.mantissa + kMantissa);
  Value subnormal = build.binary<arith::SubIOp>(
      build.bits(build.binary<arith::AddFOp>(build.real(magnitude),
                                             build.constant(base))),
      llvm::bit_cast<int32_t>(float(base)));
  int64_t leastNormal = int64_t(leastExponent + kBias) << kMantissa;
  Value result = build.select(build.isAbove(magnitude, leastNormal - 1), normal,
                              subnormal);
  result = build.select(build.isAbove(result, encoding.largest),
                        encoding.overflow, result);
  result =
      build.select(build.isAbove(magnitude, kInfinity), encoding.nan, result);
  Value sign =
      build.binary<arith::AndIOp>(build.binary<arith::ShRUIOp>(bits, 24), 0x80);
  if (!encoding.hasNegativeZero())
    sign = build.select(build.isEqual(result, 0), 0, sign);
  Value code = build.convert<arith::TruncIOp>(
      build.binary<arith::OrIOp>(result, sign), build.builder.getI8Type());
  return build.convert<arith::BitcastOp>(code, type);
}

/// The f32 of f64, rounded such that rounding once more rounds as if once: to
/// the one of both neighbours that is odd.
static Value roundToOdd(Elements &build, Value wide) {
  Value near = build.convert<arith::TruncFOp>(wide, build.builder.getF32Type());
  Value back = build.convert<arith::ExtFOp>(near, build.builder.getF64Type());
  Value isFarther = build.compare(
      arith::CmpFPredicate::OGT,
      build.convert<math::AbsFOp>(back, build.builder.getF64Type()),
      build.convert<math::AbsFOp>(wide, build.builder.getF64Type()));
  Value bits = build.bits(near);
  Value below =
      build.select(isFarther, build.binary<arith::SubIOp>(bits, 1), bits);
  Value isInexact = build.compare(arith::CmpFPredicate::ONE, back, wide);
  return build.real(
      build.select(isInexact, build.binary<arith::OrIOp>(below, 1), bits));
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct Extend : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Encoding> encoding = Encoding::get(op.getIn().getType());
    if (!encoding)
      return failure();
    Elements build(rewriter, op.getLoc(), op.getType());
    Value wide = extend(build, op.getIn(), *encoding);
    Type type = getElementTypeOrSelf(op.getType());
    if (type.isF64())
      wide = build.convert<arith::ExtFOp>(wide, type);
    else if (!type.isF32())
      wide = build.convert<arith::TruncFOp>(wide, type);
    rewriter.replaceOp(op, wide);
    return success();
  }
};

struct Truncate : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Encoding> encoding = Encoding::get(op.getType());
    Type from = getElementTypeOrSelf(op.getIn().getType());
    if (!encoding ||
        !isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(from))
      return failure();
    Elements build(rewriter, op.getLoc(), op.getType());
    Value wide = op.getIn();
    if (from.isF64())
      wide = roundToOdd(build, wide);
    else if (!from.isF32())
      wide = build.convert<arith::ExtFOp>(wide, rewriter.getF32Type());
    rewriter.replaceOp(
        op, truncate(build, wide, getSmallFloat(op.getType()), *encoding));
    return success();
  }
};

struct LayoutExpandSmallFloats
    : layout::impl::LayoutExpandSmallFloatsBase<LayoutExpandSmallFloats> {
  void runOnProgram() override {
    SetVector<Type> types;
    getOperation()->walk([&](Operation *op) {
      for (TypeRange range :
           {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
        for (Type type : range)
          if (FloatType small = getSmallFloat(type))
            types.insert(small);
    });
    if (types.empty())
      return;
    if (failed(computeInF32(getOperation(), types.getArrayRef())))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<Extend, Truncate>(&getContext());
    arith::populateExpandF8E8M0Patterns(patterns);
    arith::populateExpandF4E2M1Patterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))) ||
        failed(checkRest()))
      signalPassFailure();
  }

private:
  /// Fails at ops that still compute with small floats.
  LogicalResult checkRest() {
    return failure(
        getOperation()
            ->walk([](Operation *op) {
              if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
                      op->getDialect()) ||
                  isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(op))
                return WalkResult::advance();
              SmallVector<Type> types(op->getOperandTypes());
              llvm::append_range(types, op->getResultTypes());
              for (Type type : types)
                if (FloatType small = getSmallFloat(type)) {
                  op->emitOpError("requires an operation that f32 can do "
                                  "instead, found one of ")
                      << small;
                  return WalkResult::interrupt();
                }
              return WalkResult::advance();
            })
            .wasInterrupted());
  }
};
} // namespace
