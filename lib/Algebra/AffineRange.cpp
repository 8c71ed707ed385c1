//===- AffineRange.cpp - Values of affine expressions ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/AffineRange.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

int64_t layout::evaluate(AffineExpr expr, ArrayRef<int64_t> dims) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  auto binary = cast<AffineBinaryOpExpr>(expr);
  return evaluate(binary.getKind(), evaluate(binary.getLHS(), dims),
                  evaluate(binary.getRHS(), dims));
}

AffineExpr layout::getRowMajorOffset(ArrayRef<AffineExpr> index,
                                     ArrayRef<int64_t> shape,
                                     MLIRContext *context) {
  AffineExpr offset = getAffineConstantExpr(0, context);
  for (auto [i, size] : llvm::zip_equal(index, shape))
    offset = offset * size + i;
  return offset;
}

AffineExpr layout::simplify(AffineExpr expr, unsigned numDims) {
  auto getLength = [](AffineExpr expr) {
    int64_t length = 0;
    expr.walk([&](AffineExpr) { ++length; });
    return length;
  };
  AffineExpr flat = simplifyAffineExpr(expr, numDims, /*numSymbols=*/0);
  return getLength(flat) < getLength(expr) ? flat : expr;
}

AffineMap layout::simplify(AffineMap map) {
  unsigned numDims = map.getNumDims();
  auto results = llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return simplify(expr, numDims);
  });
  return AffineMap::get(numDims, 0, results, map.getContext());
}

/// The interval that `f` sends the ends of `range` to, if both fit.
static std::optional<Interval>
mapEnds(Interval range, llvm::function_ref<std::optional<int64_t>(int64_t)> f) {
  std::optional<int64_t> low = f(range.low), high = f(range.high);
  if (!low || !high)
    return std::nullopt;
  return Interval{std::min(*low, *high), std::max(*low, *high)};
}

std::optional<Interval> layout::getRange(AffineExpr expr,
                                         ArrayRef<int64_t> shape) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return Interval{0, std::max<int64_t>(shape[dim.getPosition()] - 1, 0)};
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Interval{constant.getValue(), constant.getValue()};
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<Interval> lhs = getRange(binary.getLHS(), shape);
  std::optional<Interval> rhs = getRange(binary.getRHS(), shape);
  if (!lhs || !rhs)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add) {
    std::optional<int64_t> low = llvm::checkedAdd(lhs->low, rhs->low);
    std::optional<int64_t> high = llvm::checkedAdd(lhs->high, rhs->high);
    if (!low || !high)
      return std::nullopt;
    return Interval{*low, *high};
  }

  int64_t value = rhs->low; // The right side is a constant in all other cases.
  switch (binary.getKind()) {
  case AffineExprKind::Mul:
    return mapEnds(*lhs, [&](int64_t x) { return llvm::checkedMul(x, value); });
  case AffineExprKind::FloorDiv:
    return mapEnds(
        *lhs, [&](int64_t x) { return llvm::divideFloorSigned(x, value); });
  case AffineExprKind::CeilDiv:
    return mapEnds(*lhs,
                   [&](int64_t x) { return llvm::divideCeilSigned(x, value); });
  case AffineExprKind::Mod:
    return Interval{0, value - 1};
  default:
    llvm_unreachable("index maps hold no other expressions");
  }
}

bool layout::hasUnfilledTile(AffineExpr expr, ArrayRef<int64_t> shape) {
  auto leavesRest = [&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (!binary || binary.getKind() != AffineExprKind::Mod)
      return false;
    int64_t tile = cast<AffineConstantExpr>(binary.getRHS()).getValue();
    std::optional<Interval> range = getRange(binary.getLHS(), shape);
    if (!range || llvm::divideFloorSigned(range->low, tile) !=
                      llvm::divideFloorSigned(range->high, tile))
      return false; // The remainders wrap around.
    int64_t step = std::gcd(binary.getLHS().getLargestKnownDivisor(), tile);
    return llvm::mod(range->high, tile) < tile - step;
  };
  bool found = false;
  expr.walk([&](AffineExpr part) { found |= leavesRest(part); });
  return found;
}

static llvm::SmallBitVector getUsedDims(ArrayRef<AffineExpr> exprs,
                                        unsigned numDims) {
  llvm::SmallBitVector used(numDims);
  for (AffineExpr expr : exprs)
    expr.walk([&](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part))
        used.set(dim.getPosition());
    });
  return used;
}

Restriction layout::restrictToUsedDims(ArrayRef<AffineExpr> exprs,
                                       ArrayRef<int64_t> shape) {
  llvm::SmallBitVector used = getUsedDims(exprs, shape.size());
  Restriction result;
  // Dims that are not used keep a name that nothing refers to.
  SmallVector<AffineExpr> names(shape.size());
  for (unsigned dim : used.set_bits()) {
    names[dim] =
        getAffineDimExpr(result.shape.size(), exprs.front().getContext());
    result.shape.push_back(shape[dim]);
  }
  for (AffineExpr expr : exprs)
    result.exprs.push_back(expr.replaceDims(names));
  return result;
}

SmallVector<Restriction> layout::getIndependentParts(ArrayRef<AffineExpr> exprs,
                                                     ArrayRef<int64_t> shape) {
  llvm::IntEqClasses parts(shape.size());
  for (AffineExpr expr : exprs) {
    llvm::SmallBitVector used = getUsedDims(expr, shape.size());
    for (unsigned dim : used.set_bits())
      parts.join(used.find_first(), dim);
  }
  parts.compress();

  SmallVector<Restriction> result;
  for (unsigned part = 0; part < parts.getNumClasses(); ++part) {
    SmallVector<AffineExpr> members =
        llvm::filter_to_vector(exprs, [&](AffineExpr expr) {
          int first = getUsedDims(expr, shape.size()).find_first();
          return first >= 0 && parts[first] == part;
        });
    if (!members.empty()) {
      result.push_back(restrictToUsedDims(members, shape));
      continue;
    }
    for (auto [dim, size] : llvm::enumerate(shape))
      if (parts[dim] == part)
        result.push_back({{}, {size}});
  }
  return result;
}
