//===- Recombine.cpp - Indices from their quotients and remainders --------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recombine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// A product of a constant and of values. The values are sorted by address only
/// to compare products; the order has no influence on the output.
struct Product {
  int64_t constant = 1;
  SmallVector<Value, 2> values;

  bool operator==(const Product &other) const {
    return constant == other.constant && values == other.values;
  }
  bool operator!=(const Product &other) const { return !(*this == other); }
  bool isOne() const { return constant == 1 && values.empty(); }
};

/// How a division treats negative numbers: affine ones round down, those of
/// the arith dialect here are unsigned. A quotient of one kind and a remainder
/// of the other do not make up their number.
enum class Rounding { Any, Down, Unsigned };

/// (number / divisor) mod modulus; without a modulus the whole quotient.
struct Part {
  Value number;
  Product divisor;
  std::optional<Product> modulus;
  Rounding rounding = Rounding::Any;
};
} // namespace

static std::optional<Product> multiply(const Product &a, const Product &b) {
  std::optional<int64_t> constant = llvm::checkedMul(a.constant, b.constant);
  if (!constant || *constant < 1)
    return std::nullopt;
  Product product{*constant, a.values};
  llvm::append_range(product.values, b.values);
  llvm::sort(product.values, [](Value x, Value y) {
    return x.getAsOpaquePointer() < y.getAsOpaquePointer();
  });
  return product;
}

/// The factors of a value.
static std::optional<Product> getProduct(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return Product{*constant, {}};
  auto dynamic = dyn_cast<Value>(value);
  if (!dynamic)
    return std::nullopt;
  auto product = dynamic.getDefiningOp<arith::MulIOp>();
  if (!product)
    return Product{1, {dynamic}};
  std::optional<Product> a = getProduct(OpFoldResult(product.getLhs()));
  std::optional<Product> b = getProduct(OpFoldResult(product.getRhs()));
  return a && b ? multiply(*a, *b) : std::nullopt;
}

/// The factors of an expression; nothing if it is no product.
static std::optional<Product>
getProduct(AffineExpr expr, ArrayRef<OpFoldResult> operands, unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Product{constant.getValue(), {}};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getProduct(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return getProduct(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() != AffineExprKind::Mul)
    return std::nullopt;
  std::optional<Product> a = getProduct(binary.getLHS(), operands, numDims);
  std::optional<Product> b = getProduct(binary.getRHS(), operands, numDims);
  return a && b ? multiply(*a, *b) : std::nullopt;
}

/// The quotient or the remainder of a part. Fails if `part` is a remainder.
static std::optional<Part> divide(std::optional<Part> part,
                                  std::optional<Product> by, bool isRemainder,
                                  Rounding rounding) {
  if (!part || !by || by->constant < 1 || part->modulus ||
      (part->rounding != Rounding::Any && part->rounding != rounding))
    return std::nullopt;
  part->rounding = rounding;
  if (isRemainder) {
    part->modulus = by;
    return part;
  }
  std::optional<Product> divisor = multiply(part->divisor, *by);
  if (!divisor)
    return std::nullopt;
  part->divisor = *divisor;
  return part;
}

/// The sum `high * weight + low`, if it is a part again: `low` is the remainder
/// of a number by `weight`, and `high` its quotient, or a part of that.
static std::optional<Part> add(const Part &high, const Product &weight,
                               const Part &low) {
  if (high.number != low.number || low.modulus != weight ||
      high.rounding != low.rounding ||
      multiply(low.divisor, weight) != high.divisor)
    return std::nullopt;
  std::optional<Product> modulus =
      high.modulus ? multiply(*high.modulus, weight) : std::nullopt;
  if (high.modulus && !modulus)
    return std::nullopt;
  return Part{low.number, low.divisor, modulus, low.rounding};
}

static std::optional<Part>
getPart(AffineExpr expr, ArrayRef<OpFoldResult> operands, unsigned numDims);

/// The part that a value is, at least all of itself.
static std::optional<Part> getPart(OpFoldResult operand) {
  auto value = dyn_cast<Value>(operand);
  if (!value)
    return std::nullopt;
  std::optional<Part> part;
  if (auto apply = value.getDefiningOp<affine::AffineApplyOp>()) {
    AffineMap map = apply.getAffineMap();
    part = getPart(map.getResult(0), getAsOpFoldResult(apply.getMapOperands()),
                   map.getNumDims());
  } else if (auto op =
                 value.getDefiningOp<affine::AffineDelinearizeIndexOp>()) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    SmallVector<OpFoldResult> basis = op.getPaddedBasis();
    part = Part{op.getLinearIndex(), {}, std::nullopt, Rounding::Any};
    for (OpFoldResult factor : ArrayRef(basis).drop_front(number + 1))
      part = divide(part, getProduct(factor), false, Rounding::Down);
    if (number != 0)
      part = divide(part, getProduct(basis[number]), true, Rounding::Down);
  } else if (auto op = value.getDefiningOp<arith::DivUIOp>()) {
    part = divide(getPart(OpFoldResult(op.getLhs())),
                  getProduct(OpFoldResult(op.getRhs())), false,
                  Rounding::Unsigned);
  } else if (auto op = value.getDefiningOp<arith::RemUIOp>()) {
    part =
        divide(getPart(OpFoldResult(op.getLhs())),
               getProduct(OpFoldResult(op.getRhs())), true, Rounding::Unsigned);
  }
  return part ? part : Part{value, {}, std::nullopt, Rounding::Any};
}

/// The part that an expression denotes.
static std::optional<Part>
getPart(AffineExpr expr, ArrayRef<OpFoldResult> operands, unsigned numDims) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getPart(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return getPart(operands[numDims + symbol.getPosition()]);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  if (expr.getKind() == AffineExprKind::FloorDiv ||
      expr.getKind() == AffineExprKind::Mod)
    return divide(getPart(lhs, operands, numDims),
                  getProduct(rhs, operands, numDims),
                  expr.getKind() == AffineExprKind::Mod, Rounding::Down);
  auto product = dyn_cast<AffineBinaryOpExpr>(lhs);
  if (expr.getKind() != AffineExprKind::Add || !product ||
      lhs.getKind() != AffineExprKind::Mul)
    return std::nullopt;
  std::optional<Part> high = getPart(product.getLHS(), operands, numDims);
  std::optional<Part> low = getPart(rhs, operands, numDims);
  std::optional<Product> weight =
      getProduct(product.getRHS(), operands, numDims);
  return high && low && weight ? add(*high, *weight, *low) : std::nullopt;
}

Value layout::recombine(AffineExpr expr, ArrayRef<OpFoldResult> operands,
                        unsigned numDims) {
  if (expr.getKind() != AffineExprKind::Add)
    return Value();
  std::optional<Part> part = getPart(expr, operands, numDims);
  return part && part->divisor.isOne() && !part->modulus ? part->number
                                                         : Value();
}
