//===- LinearCombination.cpp - Linear combinations of digits --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a combination is being built, the most significant digit of each dim
// has extent kDynamic: it has no upper end, so that any number may divide it.
//
//===----------------------------------------------------------------------===//

#include "LinearCombination.h"
#include "Support/Checked.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kDynamic = ShapedType::kDynamic;

using Terms = SmallVector<WeightedDigit, 4>;

std::optional<Terms> layout::sliceTerms(ArrayRef<WeightedDigit> terms,
                                        int64_t stride, int64_t extent) {
  std::optional<int64_t> end = kDynamic;
  if (extent != kDynamic && !(end = multiplyChecked(stride, extent)))
    return std::nullopt;
  Terms result;
  for (const WeightedDigit &term : terms) {
    auto [digit, weight] = term;
    std::optional<int64_t> top = kDynamic;
    if (!digit.isDynamic() && !(top = multiplyChecked(weight, digit.extent)))
      return std::nullopt;
    if (*top != kDynamic && *top <= stride)
      continue; // This term and all later ones add up to less than `stride`.
    if (*end != kDynamic && weight >= *end) {
      if (weight % *end != 0)
        return std::nullopt;
      continue;
    }
    int64_t low = 1, high = digit.extent;
    if (stride > weight) {
      if (stride % weight != 0)
        return std::nullopt;
      low = stride / weight;
    } else if (weight % stride != 0) {
      return std::nullopt;
    }
    if (*end != kDynamic && (*top == kDynamic || *top > *end)) {
      if (*end % weight != 0)
        return std::nullopt;
      high = *end / weight;
    }
    if (!digit.isDynamic() &&
        (digit.extent % low != 0 || digit.extent % high != 0))
      return std::nullopt;
    if (high != kDynamic && high % low != 0)
      return std::nullopt;
    std::optional<int64_t> partStride = multiplyChecked(digit.stride, low);
    int64_t partExtent = high == kDynamic ? kDynamic : high / low;
    if (!partStride ||
        (high != kDynamic && !multiplyChecked(*partStride, partExtent)))
      return std::nullopt;
    Digit part{digit.dim, *partStride, partExtent};
    result.push_back({part, stride > weight ? 1 : weight / stride});
  }
  return result;
}

/// Returns the number of values of a digit that occur in the box.
static int64_t getCount(const Digit &digit, ArrayRef<int64_t> shape) {
  if (!digit.isDynamic())
    return digit.extent;
  return llvm::divideCeilSigned(shape[digit.dim], digit.stride);
}

/// Drops digits that are always 0 and makes the most significant digit of each
/// dim dynamic, see the head of this file.
static Terms openTerms(ArrayRef<WeightedDigit> terms, ArrayRef<int64_t> shape) {
  Terms result;
  for (WeightedDigit term : terms) {
    Digit &digit = term.digit;
    int64_t size = shape[digit.dim];
    if (digit.stride >= size || digit.extent == 1)
      continue;
    if (!digit.isDynamic()) {
      auto reach = multiplyChecked(digit.stride, digit.extent);
      if (!reach || *reach >= size)
        digit.extent = kDynamic;
    }
    result.push_back(term);
  }
  return result;
}

static void sortByWeight(MutableArrayRef<WeightedDigit> terms) {
  llvm::sort(terms, [](const WeightedDigit &a, const WeightedDigit &b) {
    return std::make_tuple(-a.weight, a.digit.dim, a.digit.stride) <
           std::make_tuple(-b.weight, b.digit.dim, b.digit.stride);
  });
}

/// Returns the terms of (sum floordiv stride) mod extent, where either the
/// stride is 1 or the extent is kDynamic.
static std::optional<Terms> divide(Terms terms, int64_t stride, int64_t extent,
                                   ArrayRef<int64_t> shape) {
  int64_t boundary = ShapedType::isDynamic(extent) ? stride : extent;
  std::optional<int64_t> above;
  for (WeightedDigit &term : terms) {
    int64_t count = getCount(term.digit, shape);
    auto range = multiplyChecked(term.weight, count);
    if (above && (!range || *above < *range))
      return std::nullopt; // The terms overlap: their sum has carries.
    above = term.weight;
    // A term whose values stay below the boundary need not divide it.
    if (range && *range <= boundary)
      term.digit.extent = count;
  }
  std::optional<Terms> result = sliceTerms(terms, stride, extent);
  if (!result)
    return std::nullopt;
  return openTerms(*result, shape);
}

static std::optional<LinearCombination> add(LinearCombination lhs,
                                            const LinearCombination &rhs) {
  std::optional<int64_t> base = llvm::checkedAdd(lhs.base, rhs.base);
  if (!base)
    return std::nullopt;
  lhs.base = *base;
  llvm::append_range(lhs.terms, rhs.terms);
  sortByWeight(lhs.terms);
  return lhs;
}

static std::optional<LinearCombination> multiply(LinearCombination sum,
                                                 int64_t factor) {
  std::optional<int64_t> base = multiplyChecked(sum.base, factor);
  if (!base)
    return std::nullopt;
  sum.base = *base;
  for (WeightedDigit &term : sum.terms) {
    std::optional<int64_t> weight = multiplyChecked(term.weight, factor);
    if (!weight)
      return std::nullopt;
    term.weight = *weight;
  }
  return sum;
}

/// Returns the combination with dynamic most significant digits.
static std::optional<LinearCombination>
getOpenCombination(AffineExpr expr, ArrayRef<int64_t> shape) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return LinearCombination{
        0,
        openTerms(WeightedDigit{{dim.getPosition(), 1, kDynamic}, 1}, shape)};
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return LinearCombination{constant.getValue(), {}};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<LinearCombination> lhs =
      getOpenCombination(binary.getLHS(), shape);
  std::optional<LinearCombination> rhs =
      getOpenCombination(binary.getRHS(), shape);
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
  return LinearCombination{0, *terms};
}

/// Returns whether `low`, which has `count` values, and `high` are the lower
/// and the upper part of one digit.
static bool isContinued(const WeightedDigit &high, const WeightedDigit &low,
                        int64_t count) {
  return high.digit.dim == low.digit.dim &&
         multiplyChecked(low.digit.stride, count) == high.digit.stride &&
         multiplyChecked(low.weight, count) == high.weight;
}

std::optional<LinearCombination>
layout::getLinearCombination(AffineExpr expr, ArrayRef<int64_t> shape) {
  // Splitting a dim rounds its size up to less than twice the size.
  constexpr int64_t limit = int64_t(1) << 62;
  if (llvm::any_of(shape,
                   [](int64_t size) { return size < 1 || size > limit; }))
    return std::nullopt;
  std::optional<LinearCombination> sum = getOpenCombination(expr, shape);
  if (!sum)
    return std::nullopt;
  Terms merged;
  for (const WeightedDigit &term : sum->terms) {
    int64_t count = getCount(term.digit, shape);
    if (merged.empty() || !isContinued(merged.back(), term, count)) {
      merged.push_back(term);
      continue;
    }
    WeightedDigit &last = merged.back();
    int64_t extent =
        last.digit.isDynamic() ? kDynamic : last.digit.extent * count;
    last = {{term.digit.dim, term.digit.stride, extent}, term.weight};
  }
  for (WeightedDigit &term : merged)
    term.digit.extent = getCount(term.digit, shape);
  sum->terms = merged;
  return sum;
}

bool layout::coversEachDimOnce(ArrayRef<WeightedDigit> terms,
                               ArrayRef<int64_t> shape) {
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
