//===- AffineIndex.cpp - Indices in the body of a linalg op ---------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineIndex.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns whether `expr` is known to be non-negative for non-negative dims.
static bool isNonNegative(AffineExpr expr) {
  if (isa<AffineDimExpr>(expr) || expr.getKind() == AffineExprKind::Mod)
    return true;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() >= 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  return binary && isNonNegative(binary.getLHS()) &&
         isNonNegative(binary.getRHS());
}

namespace {
/// Reads indices as expressions of the values that `getLeaf` knows.
struct IndexReader {
  llvm::function_ref<AffineExpr(Value)> getLeaf;

  AffineExpr read(Value index) const;

private:
  /// Returns `combine` of a dividend and a constant divisor, or null unless
  /// both are known to be non-negative: then signed, unsigned and floor
  /// division agree.
  AffineExpr readDivision(
      Value lhs, Value rhs,
      llvm::function_ref<AffineExpr(AffineExpr, int64_t)> combine) const;
  AffineExpr readAppliedMap(affine::AffineApplyOp apply) const;
};
} // namespace

AffineExpr IndexReader::readDivision(
    Value lhs, Value rhs,
    llvm::function_ref<AffineExpr(AffineExpr, int64_t)> combine) const {
  APInt divisor;
  AffineExpr dividend = read(lhs);
  if (!dividend || !isNonNegative(dividend) ||
      !matchPattern(rhs, m_ConstantInt(&divisor)) ||
      !divisor.isStrictlyPositive())
    return {};
  return combine(dividend, divisor.getSExtValue());
}

AffineExpr IndexReader::readAppliedMap(affine::AffineApplyOp apply) const {
  SmallVector<AffineExpr> operands = llvm::map_to_vector(
      apply.getMapOperands(), [&](Value operand) { return read(operand); });
  if (!llvm::all_of(operands, [](AffineExpr expr) -> bool { return !!expr; }))
    return {};
  ArrayRef<AffineExpr> all = operands;
  unsigned numDims = apply.getAffineMap().getNumDims();
  return apply.getAffineMap().getResult(0).replaceDimsAndSymbols(
      all.take_front(numDims), all.drop_front(numDims));
}

AffineExpr IndexReader::read(Value index) const {
  MLIRContext *context = index.getContext();
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  if (AffineExpr leaf = getLeaf(index))
    return leaf;
  Operation *op = index.getDefiningOp();
  if (!op)
    return {};

  auto floorDiv = [](AffineExpr a, int64_t b) { return a.floorDiv(b); };
  auto mod = [](AffineExpr a, int64_t b) { return a % b; };
  return llvm::TypeSwitch<Operation *, AffineExpr>(op)
      .Case([&](affine::AffineApplyOp apply) { return readAppliedMap(apply); })
      .Case([&](arith::AddIOp add) -> AffineExpr {
        AffineExpr lhs = read(add.getLhs());
        AffineExpr rhs = read(add.getRhs());
        return lhs && rhs ? lhs + rhs : AffineExpr();
      })
      .Case([&](arith::SubIOp sub) -> AffineExpr {
        AffineExpr lhs = read(sub.getLhs());
        AffineExpr rhs = read(sub.getRhs());
        return lhs && rhs ? lhs - rhs : AffineExpr();
      })
      .Case([&](arith::MulIOp mul) -> AffineExpr {
        AffineExpr lhs = read(mul.getLhs());
        AffineExpr rhs = read(mul.getRhs());
        if (!lhs || !rhs || !(lhs * rhs).isPureAffine())
          return {};
        return lhs * rhs;
      })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp>([&](auto div) {
        return readDivision(div.getLhs(), div.getRhs(), floorDiv);
      })
      .Case<arith::RemSIOp, arith::RemUIOp>([&](auto rem) {
        return readDivision(rem.getLhs(), rem.getRhs(), mod);
      })
      .Default([](Operation *) { return AffineExpr(); });
}

AffineExpr
layout::readAffineIndex(Value index,
                        llvm::function_ref<AffineExpr(Value)> getLeaf) {
  return IndexReader{getLeaf}.read(index);
}

AffineExpr layout::getAffineIndex(Value index) {
  return readAffineIndex(index, [](Value value) {
    auto loop = value.getDefiningOp<linalg::IndexOp>();
    return loop ? getAffineDimExpr(loop.getDim(), loop.getContext())
                : AffineExpr();
  });
}
