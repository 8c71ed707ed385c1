//===- DigitSum.cpp - Numbers that digits add up to -----------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a sum is taken apart, the topmost digit of a dim has extent kDynamic:
// nothing above it is cut off, so it can be divided by any number.
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/DigitSum.h"
#include "SliceTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kDynamic = ShapedType::kDynamic;

/// The number of values of a digit.
static int64_t getCount(const Digit &digit, ArrayRef<int64_t> shape) {
  if (!digit.isDynamic())
    return digit.extent;
  return llvm::divideCeilSigned(shape[digit.dim], digit.stride);
}

/// Leaves out what is always 0, and lets topmost digits be open.
static Terms openTerms(ArrayRef<Term> terms, ArrayRef<int64_t> shape) {
  Terms result;
  for (Term term : terms) {
    Digit &digit = term.digit;
    int64_t size = shape[digit.dim];
    if (digit.stride >= size || digit.extent == 1)
      continue;
    if (!digit.isDynamic()) {
      auto reach = llvm::checkedMul(digit.stride, digit.extent);
      if (!reach || *reach >= size)
        digit.extent = kDynamic;
    }
    result.push_back(term);
  }
  return result;
}

static void sortByWeight(MutableArrayRef<Term> terms) {
  llvm::sort(terms, [](const Term &a, const Term &b) {
    return std::make_tuple(-a.weight, a.digit.dim, a.digit.stride) <
           std::make_tuple(-b.weight, b.digit.dim, b.digit.stride);
  });
}

/// The digits of (sum floordiv stride) mod extent, one of the two taking all.
static std::optional<Terms> divide(Terms terms, int64_t stride, int64_t extent,
                                   ArrayRef<int64_t> shape) {
  int64_t cut = ShapedType::isDynamic(extent) ? stride : extent;
  std::optional<int64_t> above;
  for (Term &term : terms) {
    int64_t count = getCount(term.digit, shape);
    auto range = llvm::checkedMul(term.weight, count);
    if (above && (!range || *above < *range))
      return std::nullopt; // Terms overlap, and carry into each other.
    above = term.weight;
    // What stays below the cut need not nest with it.
    if (range && *range <= cut)
      term.digit.extent = count;
  }
  std::optional<Terms> result = sliceTerms(terms, stride, extent);
  if (!result)
    return std::nullopt;
  return openTerms(*result, shape);
}

static std::optional<DigitSum> add(DigitSum lhs, const DigitSum &rhs) {
  std::optional<int64_t> base = llvm::checkedAdd(lhs.base, rhs.base);
  if (!base)
    return std::nullopt;
  lhs.base = *base;
  llvm::append_range(lhs.terms, rhs.terms);
  sortByWeight(lhs.terms);
  return lhs;
}

static std::optional<DigitSum> multiply(DigitSum sum, int64_t factor) {
  std::optional<int64_t> base = llvm::checkedMul(sum.base, factor);
  if (!base)
    return std::nullopt;
  sum.base = *base;
  for (Term &term : sum.terms) {
    std::optional<int64_t> weight = llvm::checkedMul(term.weight, factor);
    if (!weight)
      return std::nullopt;
    term.weight = *weight;
  }
  return sum;
}

static std::optional<DigitSum> getOpenSum(AffineExpr expr,
                                          ArrayRef<int64_t> shape) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return DigitSum{
        0, openTerms(Term{{dim.getPosition(), 1, kDynamic}, 1}, shape)};
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return DigitSum{constant.getValue(), {}};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<DigitSum> lhs = getOpenSum(binary.getLHS(), shape);
  std::optional<DigitSum> rhs = getOpenSum(binary.getRHS(), shape);
  if (!lhs || !rhs)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add)
    return add(*lhs, *rhs);

  if (!isa<AffineConstantExpr>(binary.getRHS()) || rhs->base < 1)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Mul)
    return multiply(*lhs, rhs->base);
  if (lhs->base != 0)
    return std::nullopt;
  std::optional<Terms> terms;
  if (binary.getKind() == AffineExprKind::FloorDiv)
    terms = divide(lhs->terms, rhs->base, kDynamic, shape);
  else if (binary.getKind() == AffineExprKind::Mod)
    terms = divide(lhs->terms, 1, rhs->base, shape);
  if (!terms)
    return std::nullopt;
  return DigitSum{0, *terms};
}

/// Whether `low`, of `count` values, is the lower part of one digit with
/// `high`.
static bool isContinued(const Term &high, const Term &low, int64_t count) {
  return high.digit.dim == low.digit.dim &&
         llvm::checkedMul(low.digit.stride, count) == high.digit.stride &&
         llvm::checkedMul(low.weight, count) == high.weight;
}

std::optional<DigitSum> layout::getDigitSum(AffineExpr expr,
                                            ArrayRef<int64_t> shape) {
  // Cutting a dim rounds its size up, to less than twice as much.
  constexpr int64_t limit = int64_t(1) << 62;
  if (llvm::any_of(shape,
                   [](int64_t size) { return size < 1 || size > limit; }))
    return std::nullopt;
  std::optional<DigitSum> sum = getOpenSum(expr, shape);
  if (!sum)
    return std::nullopt;
  Terms merged;
  for (const Term &term : sum->terms) {
    int64_t count = getCount(term.digit, shape);
    if (merged.empty() || !isContinued(merged.back(), term, count)) {
      merged.push_back(term);
      continue;
    }
    Term &last = merged.back();
    int64_t extent =
        last.digit.isDynamic() ? kDynamic : last.digit.extent * count;
    last = {{term.digit.dim, term.digit.stride, extent}, term.weight};
  }
  for (Term &term : merged)
    term.digit.extent = getCount(term.digit, shape);
  sum->terms = merged;
  return sum;
}

bool layout::coverOnce(ArrayRef<WeightedDigit> terms, ArrayRef<int64_t> shape) {
  SmallVector<Digit> digits;
  for (const WeightedDigit &term : terms)
    if (term.digit.extent != 1)
      digits.push_back(term.digit);
  llvm::sort(digits, [](const Digit &a, const Digit &b) {
    return a.stride < b.stride;
  });
  SmallVector<int64_t> covered(shape.size(), 1);
  for (const Digit &digit : digits) {
    int64_t &end = covered[digit.dim];
    if (digit.stride != end || llvm::MulOverflow(end, digit.extent, end))
      return false;
  }
  return llvm::all_of(llvm::zip_equal(covered, shape), [](auto dim) {
    return std::get<0>(dim) >= std::get<1>(dim);
  });
}
