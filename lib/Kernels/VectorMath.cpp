//===- VectorMath.cpp - Functions of vectors of f32 -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The polynomials of exp and log are those of Cephes for single precision (S.
// L. Moshier, netlib.org/cephes, expf.c, logf.c), which upstream has as well.
// Its reductions of the argument are not used: that of sin and cos has the
// error of one product of f32, which is all of a result near a multiple of
// pi/2, and those of exp and log have no denormals.
//
//===----------------------------------------------------------------------===//

#include "VectorMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {
/// Builds arithmetic of vectors of f32, and of their bits.
class Lanes {
public:
  Lanes(OpBuilder &builder, Location loc, VectorType type)
      : b(loc, builder), reals(type), integers(type.clone(b.getI32Type())) {}

  Value real(double value) {
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(reals, b.getF32FloatAttr(float(value))));
  }
  Value integer(int64_t value) {
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(integers, b.getI32IntegerAttr(value)));
  }
  Value toBits(Value x) { return arith::BitcastOp::create(b, integers, x); }
  Value toReal(Value bits) { return arith::BitcastOp::create(b, reals, bits); }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z);
  }
  Value compare(arith::CmpFPredicate predicate, Value x, double bound) {
    return arith::CmpFOp::create(b, predicate, x, real(bound));
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  template <typename Op>
  Value apply(Value x, Value y) {
    return Op::create(b, x, y);
  }
  template <typename Op>
  Value apply(Value x, int64_t y) {
    return Op::create(b, x, integer(y));
  }

  /// c[0] * x^n + ... + c[n] by Horner's rule.
  Value polynomial(Value x, ArrayRef<double> c) {
    Value sum = real(c.front());
    for (double next : c.drop_front())
      sum = fma(sum, x, real(next));
    return sum;
  }

  ImplicitLocOpBuilder b;
  VectorType reals, integers;
};
} // namespace

/// 1.5 * 2^23: a sum with it, of less than 2^22, is rounded to an integer, and
/// its bits end in those of the integer.
static constexpr double kRounder = 12582912.0;
static constexpr double kInfinity = std::numeric_limits<double>::infinity();

//===----------------------------------------------------------------------===//
// exp and log
//===----------------------------------------------------------------------===//

/// e^x = 2^n * e^r, with |r| <= log(2)/2. From -104 on, results round to 0, and
/// from 89 on to infinity: n is in [-150, 128]. As 2^n need not be normal, the
/// result is multiplied by 2^floor(n/2) and by what is missing.
static Value expandExp(Lanes &v, Value x) {
  // The comparisons hold for NaN, which the polynomial keeps.
  x = v.select(v.compare(arith::CmpFPredicate::UGE, x, -104.0), x,
               v.real(-104.0));
  x = v.select(v.compare(arith::CmpFPredicate::ULE, x, 89.0), x, v.real(89.0));
  // The bits end in n + 254, which is the sum of two biased exponents.
  Value rounder = v.real(kRounder + 254.0);
  Value rounded = v.fma(x, v.real(1.44269504088896341), rounder);
  Value n = v.apply<arith::SubFOp>(rounded, rounder);
  Value r = v.fma(n, v.real(-0.693359375), x);
  r = v.fma(n, v.real(2.12194440e-4), r);
  Value y =
      v.polynomial(r, {1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3,
                       4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1});
  y = v.fma(y, v.apply<arith::MulFOp>(r, r), r);
  y = v.apply<arith::AddFOp>(y, v.real(1.0));
  Value bits = v.toBits(rounded);
  Value half = v.apply<arith::ShRUIOp>(bits, 1);
  Value rest = v.apply<arith::SubIOp>(bits, half);
  for (Value exponent : {half, rest})
    y = v.apply<arith::MulFOp>(y,
                               v.toReal(v.apply<arith::ShLIOp>(exponent, 23)));
  return y;
}

/// log(x) = e * log(2) + log(m), with m in [sqrt(1/2), sqrt(2)), and that in
/// units of log(2) if `isBinary`. Denormals are multiplied by 2^23 first.
static Value expandLog(Lanes &v, Value x, bool isBinary) {
  constexpr double smallest = 0x1.0p-126;
  Value isDenormal = v.compare(arith::CmpFPredicate::OLT, x, smallest);
  Value normal =
      v.select(isDenormal, v.apply<arith::MulFOp>(x, v.real(0x1.0p23)), x);
  // The bits of sqrt(1/2), from which on the exponent counts.
  Value bits = v.toBits(normal);
  Value above = v.apply<arith::SubIOp>(bits, 0x3f3504f3);
  Value exponent =
      arith::SIToFPOp::create(v.b, v.reals, v.apply<arith::ShRSIOp>(above, 23));
  exponent = v.select(isDenormal,
                      v.apply<arith::SubFOp>(exponent, v.real(23.0)), exponent);
  Value mantissa = v.toReal(v.apply<arith::SubIOp>(
      bits, v.apply<arith::AndIOp>(above, int32_t(0xff800000))));
  Value r = v.apply<arith::SubFOp>(mantissa, v.real(1.0));
  Value square = v.apply<arith::MulFOp>(r, r);
  Value cube = v.apply<arith::MulFOp>(square, r);
  // Three chains are faster than one of nine terms.
  Value y =
      v.polynomial(r, {7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1});
  y = v.fma(
      y, cube,
      v.polynomial(r, {-1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1}));
  y = v.fma(
      y, cube,
      v.polynomial(r, {2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1}));
  y = v.fma(y, cube, v.fma(square, v.real(-0.5), r));
  y = isBinary ? v.fma(y, v.real(1.44269504088896341), exponent)
               : v.fma(exponent, v.real(0.69314718055994531), y);
  Value isBelow = v.compare(arith::CmpFPredicate::ULT, x, 0.0);
  Value isZero = v.compare(arith::CmpFPredicate::OEQ, x, 0.0);
  Value isInfinite = v.compare(arith::CmpFPredicate::OEQ, x, kInfinity);
  y = v.select(isInfinite, v.real(kInfinity), y);
  y = v.select(isBelow, v.real(std::numeric_limits<double>::quiet_NaN()), y);
  return v.select(isZero, v.real(-kInfinity), y);
}

//===----------------------------------------------------------------------===//
// sin and cos
//===----------------------------------------------------------------------===//

/// The largest |x| that is reduced by three products of f32, and in f64. For
/// multiples k * pi of these, the first difference is exact near 0, and the
/// others have one rounding each, as a product in an fma has none. No f32 up to
/// 2^20 is closer than 1e-8 to a multiple of pi/2, of which the last product is
/// a small part.
static constexpr double kFarthest = 0x1.0p20, kFarthestInF64 = 0x1.0p48;

namespace {
/// |x| = k * pi + r, where k * pi is the closest zero of sin or cos.
struct Reduced {
  Value r;
  /// An i32 that is odd if the function is -sin(r) around that zero.
  Value turns;
};
} // namespace

/// Reduces |x| of f32 or f64 by multiples of the `parts` of -pi. `rounder`
/// is 1.5 times the number from which on the type has only integers.
static Reduced reduce(Lanes &v, Value magnitude, bool isCosine, double rounder,
                      ArrayRef<double> parts) {
  auto type = cast<VectorType>(magnitude.getType());
  auto real = [&](double value) -> Value {
    auto element = cast<FloatType>(type.getElementType());
    return arith::ConstantOp::create(
        v.b, DenseElementsAttr::get(type, v.b.getFloatAttr(element, value)));
  };
  // Zeros of cos are half a period behind, so the sign is that of k + 1/2.
  Value shift = real(rounder + (isCosine ? 1.0 : 0.0));
  Value inverse = real(0.31830988618379067);
  Value rounded =
      isCosine
          ? v.apply<arith::AddFOp>(v.fma(magnitude, inverse, real(-0.5)), shift)
          : v.fma(magnitude, inverse, shift);
  Value k = v.apply<arith::SubFOp>(rounded, shift);
  if (isCosine)
    k = v.apply<arith::AddFOp>(k, real(0.5));
  Reduced reduced{magnitude, {}};
  for (double part : parts)
    reduced.r = v.fma(k, real(part), reduced.r);
  if (type == v.reals) {
    reduced.turns = v.toBits(rounded);
    return reduced;
  }
  Value bits =
      arith::BitcastOp::create(v.b, type.clone(v.b.getI64Type()), rounded);
  reduced.turns = arith::TruncIOp::create(v.b, v.integers, bits);
  reduced.r = arith::TruncFOp::create(v.b, v.reals, reduced.r);
  return reduced;
}

/// Reduces |x| up to `kFarthest`. The parts have an error of 2^-75.
static Reduced reduceNear(Lanes &v, Value magnitude, bool isCosine) {
  return reduce(v, magnitude, isCosine, kRounder,
                {-0x1.921fb6p1, 0x1.777a5cp-24, 0x1.ee59dap-49});
}

/// Reduces |x| up to `kFarthestInF64`. The parts have an error of 2^-108.
static Reduced reduceFar(Lanes &v, Value magnitude, bool isCosine) {
  Value wide =
      arith::ExtFOp::create(v.b, v.reals.clone(v.b.getF64Type()), magnitude);
  return reduce(v, wide, isCosine, 0x1.8p52,
                {-0x1.921fb54442d18p1, -0x1.1a62633145c07p-53});
}

/// sin(|x|) or cos(x), and with the `sign` of x sin(x). The polynomial is that
/// of sinf_u35 in SLEEF (N. Shibata, sleef.org), with coefficients that differ
/// in the last digits: for all f32 near pi/2, no sum is larger than 1, and that
/// of the f32 next to pi/2 is 1, so that cos(0) = 1. With the reduction, the
/// error is at most three units in the last place.
static Value expandReducedSine(Lanes &v, Reduced reduced, Value sign) {
  Value square = v.apply<arith::MulFOp>(reduced.r, reduced.r);
  Value y = v.polynomial(
      square, {0x1.5e0efep-19, -0x1.9f7626p-13, 0x1.110ed6p-7, -0x1.555548p-3});
  y = v.fma(y, v.apply<arith::MulFOp>(square, reduced.r), reduced.r);
  Value turned = v.apply<arith::ShLIOp>(reduced.turns, 31);
  if (sign)
    turned = v.apply<arith::XOrIOp>(turned, sign);
  return v.toReal(v.apply<arith::XOrIOp>(v.toBits(y), turned));
}

/// Calls the function of `op` for one element after the other.
static Value callForElements(OpBuilder &builder, Operation *op, Value x) {
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  auto type = cast<VectorType>(x.getType());
  auto flat = VectorType::get(type.getNumElements(), type.getElementType());
  Value elements = vector::ShapeCastOp::create(b, flat, x);
  Value begin = arith::ConstantIndexOp::create(b, 0);
  Value end = arith::ConstantIndexOp::create(b, type.getNumElements());
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto loop = scf::ForOp::create(
      b, begin, end, one, elements,
      [&](OpBuilder &nested, Location loc, Value lane, ValueRange values) {
        Value element = vector::ExtractOp::create(nested, loc, values[0],
                                                  OpFoldResult(lane));
        IRMapping mapping;
        mapping.map(op->getOperand(0), element);
        Operation *call = nested.clone(*op, mapping);
        call->getResult(0).setType(type.getElementType());
        Value inserted = vector::InsertOp::create(
            nested, loc, call->getResult(0), values[0], OpFoldResult(lane));
        scf::YieldOp::create(nested, loc, inserted);
      });
  return vector::ShapeCastOp::create(b, type, loop.getResult(0));
}

/// Whether an element is above a bound, or NaN.
static Value isAnyAbove(Lanes &v, Value x, double bound) {
  Value isAbove = v.compare(arith::CmpFPredicate::UGT, x, bound);
  auto flat = VectorType::get(v.reals.getNumElements(), v.b.getI1Type());
  return vector::ReductionOp::create(
      v.b, vector::CombiningKind::OR,
      vector::ShapeCastOp::create(v.b, flat, isAbove));
}

/// Computes all lanes by the reduction that the farthest from 0 needs:
///
///   %0 = scf.if %isAnyAbove2^20 {
///     %1 = scf.if %isAnyAbove2^48 { libm } else { reduction in f64 }
///     scf.yield %1
///   } else { reduction in f32 }
static Value expandSine(Lanes &v, Operation *op, bool isCosine) {
  Value x = op->getOperand(0);
  Value magnitude = math::AbsFOp::create(v.b, x);
  auto compute = [&](auto reduceElements) {
    return [&, reduceElements](OpBuilder &nested, Location loc) {
      Lanes lanes(nested, loc, v.reals);
      Value sign;
      if (!isCosine)
        sign = lanes.apply<arith::AndIOp>(lanes.toBits(x),
                                          int64_t(int32_t(0x80000000)));
      Reduced reduced = reduceElements(lanes, magnitude, isCosine);
      scf::YieldOp::create(nested, loc,
                           expandReducedSine(lanes, reduced, sign));
    };
  };
  auto call = [&](OpBuilder &nested, Location loc) {
    scf::YieldOp::create(nested, loc, callForElements(nested, op, x));
  };
  auto computeFar = [&](OpBuilder &nested, Location loc) {
    Lanes lanes(nested, loc, v.reals);
    auto choice = scf::IfOp::create(
        nested, loc, isAnyAbove(lanes, magnitude, kFarthestInF64), call,
        compute(reduceFar));
    scf::YieldOp::create(nested, loc, choice.getResult(0));
  };
  auto choice = scf::IfOp::create(v.b, isAnyAbove(v, magnitude, kFarthest),
                                  computeFar, compute(reduceNear));
  return choice.getResult(0);
}

//===----------------------------------------------------------------------===//
// All functions
//===----------------------------------------------------------------------===//

/// Whether upstream's polynomial is right for every f32. Those of asin, atan,
/// atan2 and cbrt are wrong by 7 to 40 units, or for zeros and infinities.
static bool isRightUpstream(StringRef name) {
  return llvm::is_contained(
      {math::AcosOp::getOperationName(), math::ErfOp::getOperationName(),
       math::ErfcOp::getOperationName(), math::ExpM1Op::getOperationName(),
       math::Log1pOp::getOperationName(), math::TanhOp::getOperationName()},
      name);
}

static VectorType getExpandedType(Operation *op) {
  if (!isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
      op->getNumResults() != 1)
    return {};
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  return type && type.getElementType().isF32() && type.getRank() != 0
             ? type
             : VectorType();
}

/// Expands what upstream has polynomials for, which use exp and log.
static bool expandByUpstream(func::FuncOp kernel) {
  SmallVector<Operation *> ops;
  kernel.walk([&](Operation *op) {
    if (getExpandedType(op) && isRightUpstream(op->getName().getStringRef()))
      ops.push_back(op);
  });
  if (ops.empty())
    return false;
  // Upstream's erf has no negative zero.
  for (Operation *op : ops)
    if (auto erf = dyn_cast<math::ErfOp>(op)) {
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      auto signedErf = math::CopySignOp::create(
          builder, op->getLoc(), erf.getResult(), erf.getOperand());
      erf.getResult().replaceAllUsesExcept(signedErf, signedErf);
    }
  RewritePatternSet patterns(kernel.getContext());
  populateMathPolynomialApproximationPatterns(patterns, isRightUpstream);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingOps);
  (void)applyOpPatternsGreedily(ops, std::move(patterns), config);
  return true;
}

bool layout::expandVectorMath(func::FuncOp kernel) {
  bool isChanged = expandByUpstream(kernel);
  SmallVector<Operation *> ops;
  kernel.walk([&](Operation *op) {
    if (isa<math::ExpOp, math::LogOp, math::Log2Op, math::SinOp, math::CosOp>(
            op) &&
        getExpandedType(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(kernel.getContext());
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    Lanes v(rewriter, op->getLoc(), getExpandedType(op));
    Value x = op->getOperand(0);
    Value result;
    if (isa<math::ExpOp>(op))
      result = expandExp(v, x);
    else if (isa<math::LogOp, math::Log2Op>(op))
      result = expandLog(v, x, isa<math::Log2Op>(op));
    else
      result = expandSine(v, op, isa<math::CosOp>(op));
    rewriter.replaceOp(op, result);
  }
  return isChanged || !ops.empty();
}

//===----------------------------------------------------------------------===//
// Classes of numbers
//===----------------------------------------------------------------------===//

/// A number of the type of `like` in all its elements.
static Value createNumber(OpBuilder &builder, Location loc, Value like,
                          const APFloat &number) {
  Type type = like.getType();
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  TypedAttr value = FloatAttr::get(element, number);
  if (auto shaped = dyn_cast<ShapedType>(type))
    value = DenseElementsAttr::get(shaped, value);
  return arith::ConstantOp::create(builder, loc, value);
}

namespace {
struct ExpandIsInf : OpRewritePattern<math::IsInfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IsInfOp op,
                                PatternRewriter &rewriter) const override {
    Value x = op.getOperand();
    const llvm::fltSemantics &semantics =
        cast<FloatType>(getElementTypeOrSelf(x)).getFloatSemantics();
    Value magnitude = math::AbsFOp::create(rewriter, op.getLoc(), x);
    Value largest =
        createNumber(rewriter, op.getLoc(), x, APFloat::getLargest(semantics));
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, arith::CmpFPredicate::OGT,
                                               magnitude, largest);
    return success();
  }
};

struct ExpandIsNormal : OpRewritePattern<math::IsNormalOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IsNormalOp op,
                                PatternRewriter &rewriter) const override {
    Value x = op.getOperand();
    Location loc = op.getLoc();
    const llvm::fltSemantics &semantics =
        cast<FloatType>(getElementTypeOrSelf(x)).getFloatSemantics();
    Value magnitude = math::AbsFOp::create(rewriter, loc, x);
    Value isLarge = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OGE, magnitude,
        createNumber(rewriter, loc, x,
                     APFloat::getSmallestNormalized(semantics)));
    Value isFinite = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OLE, magnitude,
        createNumber(rewriter, loc, x, APFloat::getLargest(semantics)));
    rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isLarge, isFinite);
    return success();
  }
};
} // namespace

void layout::populateClassTestPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandIsInf, ExpandIsNormal>(patterns.getContext());
}
