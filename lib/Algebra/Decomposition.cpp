//===- Decomposition.cpp - Simpler maps with the same kernel --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decomposition.h"
#include "layout/Algebra/QuasiAffine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

namespace {
/// (operand floordiv divisor) mod modulus, without `mod` if the modulus is 0.
struct Slice {
  AffineExpr operand;
  int64_t divisor = 1, modulus = 0;
};
} // namespace

/// Returns the right operand of `expr` if that is a constant and `expr` has the
/// given kind.
static std::optional<int64_t> getConstantRHS(AffineExpr expr,
                                             AffineExprKind kind) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || binary.getKind() != kind)
    return std::nullopt;
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant)
    return std::nullopt;
  return constant.getValue();
}

static AffineExpr getLHS(AffineExpr expr) {
  return cast<AffineBinaryOpExpr>(expr).getLHS();
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

static AffineExpr getSum(ArrayRef<SumTerm> terms) {
  AffineExpr sum = terms.front().atom * terms.front().factor;
  for (const SumTerm &term : terms.drop_front())
    sum = sum + term.atom * term.factor;
  return sum;
}

/// Returns whether the values of the sum of `terms` lie within `count`
/// consecutive integers.
static bool staysWithin(ArrayRef<SumTerm> terms, int64_t count,
                        ArrayRef<int64_t> shape) {
  std::optional<Interval> range = getRange(getSum(terms), shape);
  if (!range)
    return false;
  std::optional<int64_t> width = llvm::checkedSub(range->high, range->low);
  return width && *width < count;
}

/// Splits k * a + b into a and b if b stays within k consecutive values. Drops
/// signs, constants and common factors. Returns nullopt if neither applies.
static std::optional<SmallVector<AffineExpr>>
splitSum(AffineExpr expr, ArrayRef<int64_t> shape) {
  SmallVector<SumTerm> terms;
  auto takeConstant = [](AffineExpr part, int64_t) {
    return isa<AffineConstantExpr>(part);
  };
  if (!addTerms(expr, 1, takeConstant, terms) ||
      llvm::any_of(terms, [](const SumTerm &term) {
        return term.factor == std::numeric_limits<int64_t>::min();
      }))
    return std::nullopt;
  llvm::erase_if(terms, [&](const SumTerm &term) {
    return staysWithin(term, /*count=*/1, shape);
  });
  if (terms.empty())
    return SmallVector<AffineExpr>();
  if (terms.size() == 1 && terms.front().atom == expr)
    return std::nullopt;

  int64_t common = 0;
  for (const SumTerm &term : terms)
    common = std::gcd(common, term.factor);
  if (terms.size() == 1)
    return SmallVector<AffineExpr>{terms.front().atom};
  for (SumTerm &term : terms)
    term.factor /= common;

  for (const SumTerm &candidate : terms) {
    int64_t k = std::abs(candidate.factor);
    SmallVector<SumTerm> high, low;
    for (const SumTerm &term : terms)
      (term.factor % k == 0 ? high : low).push_back(term);
    if (low.empty() || !staysWithin(low, k, shape))
      continue;
    for (SumTerm &term : high)
      term.factor /= k;
    return SmallVector<AffineExpr>{getSum(high), getSum(low)};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Quotients and remainders
//===----------------------------------------------------------------------===//

/// Writes nested quotients and remainders as one slice, as far as possible.
static Slice getSlice(AffineExpr expr) {
  Slice slice{expr};
  while (true) {
    auto &[operand, divisor, modulus] = slice;
    if (auto inner = getConstantRHS(operand, AffineExprKind::FloorDiv)) {
      std::optional<int64_t> product = llvm::checkedMul(divisor, *inner);
      if (!product)
        return slice;
      divisor = *product;
    } else if (auto inner = getConstantRHS(operand, AffineExprKind::Mod)) {
      // (e mod inner) floordiv divisor has inner / divisor values.
      int64_t left = *inner / divisor;
      if (*inner % divisor != 0 || (modulus != 0 && left % modulus != 0))
        return slice;
      if (modulus == 0)
        modulus = left;
    } else {
      return slice;
    }
    operand = getLHS(operand);
  }
}

/// Returns an expression that determines, and is determined by, both slices, if
/// they are an upper and a lower slice of one operand that are adjacent.
/// Returns null otherwise.
static AffineExpr join(AffineExpr upperExpr, AffineExpr lowerExpr) {
  Slice upper = getSlice(upperExpr), lower = getSlice(lowerExpr);
  if (upper.operand != lower.operand || lower.modulus == 0)
    return {};
  auto boundary = llvm::checkedMul(lower.divisor, lower.modulus);
  if (boundary != upper.divisor)
    return {};
  AffineExpr operand = lower.operand.floorDiv(lower.divisor);
  if (upper.modulus == 0)
    return operand;
  auto modulus = llvm::checkedMul(lower.modulus, upper.modulus);
  return modulus ? operand % *modulus : AffineExpr();
}

/// Joins one pair of `exprs`. Returns false if there is none.
static bool joinSlices(SmallVectorImpl<AffineExpr> &exprs) {
  for (size_t i = 0; i < exprs.size(); ++i)
    for (size_t j = 0; j < exprs.size(); ++j) {
      AffineExpr joined = i == j ? AffineExpr() : join(exprs[i], exprs[j]);
      if (!joined)
        continue;
      exprs[i] = joined;
      exprs.erase(exprs.begin() + j);
      return true;
    }
  return false;
}

/// Returns e for `e mod m` if e is already in [0, m).
static AffineExpr dropModulus(AffineExpr expr, ArrayRef<int64_t> shape) {
  std::optional<int64_t> modulus = getConstantRHS(expr, AffineExprKind::Mod);
  if (!modulus)
    return expr;
  std::optional<Interval> range = getRange(getLHS(expr), shape);
  bool changesNothing = range && range->low >= 0 && range->high < *modulus;
  return changesNothing ? getLHS(expr) : expr;
}

SmallVector<AffineExpr> layout::decompose(ArrayRef<AffineExpr> exprs,
                                          ArrayRef<int64_t> shape) {
  // Joining slices may enable another split, so both alternate until neither
  // applies.
  SmallVector<AffineExpr> whole(exprs), split;
  do {
    while (!whole.empty()) {
      AffineExpr expr = dropModulus(whole.pop_back_val(), shape);
      if (auto parts = splitSum(expr, shape))
        llvm::append_range(whole, *parts);
      else if (!llvm::is_contained(split, expr))
        split.push_back(expr);
    }
    if (!joinSlices(split))
      return split;
    std::swap(whole, split);
  } while (true);
}
