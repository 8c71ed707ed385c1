//===- MixedRadix.cpp - Mixed radix representation of indices -------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/MixedRadix.h"
#include "LinearCombination.h"
#include "Support/Checked.h"
#include "layout/Algebra/QuasiAffine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kDynamic = ShapedType::kDynamic;

using Terms = SmallVector<WeightedDigit, 4>;

int64_t layout::getExtent(ArrayRef<Digit> list) {
  int64_t extent = 1;
  for (const Digit &digit : list) {
    if (digit.isDynamic())
      return kDynamic;
    extent *= digit.extent;
  }
  return extent;
}

SmallVector<int64_t> layout::getListExtents(ArrayRef<MixedRadix> lists) {
  return llvm::map_to_vector(
      lists, [](const MixedRadix &list) { return getExtent(list); });
}

SmallVector<int64_t> layout::getSpannedShape(ArrayRef<Digit> digits,
                                             unsigned rank) {
  SmallVector<int64_t> box(rank, 1);
  for (const Digit &digit : digits) {
    int64_t &extent = box[digit.dim];
    if (digit.isDynamic() || extent == kDynamic)
      extent = kDynamic;
    else
      extent *= digit.extent;
  }
  return box;
}

MixedRadix layout::normalize(ArrayRef<Digit> list) {
  MixedRadix result;
  for (const Digit &digit : list) {
    if (digit.extent == 1)
      continue;
    if (!result.empty()) {
      Digit &last = result.back();
      if (last.dim == digit.dim && !digit.isDynamic() &&
          last.stride == digit.stride * digit.extent) {
        last.stride = digit.stride;
        if (!last.isDynamic())
          last.extent *= digit.extent;
        continue;
      }
    }
    result.push_back(digit);
  }
  return result;
}

/// Returns the digits with their weights, as a linear combination without gaps.
static Terms getTerms(ArrayRef<Digit> list) {
  Terms terms;
  int64_t weight = 1;
  for (const Digit &digit : llvm::reverse(list)) {
    terms.push_back({digit, weight});
    if (!digit.isDynamic())
      weight *= digit.extent;
  }
  std::reverse(terms.begin(), terms.end());
  return terms;
}

/// Returns the digits of a linear combination, or nullopt if it has gaps.
static std::optional<MixedRadix> getList(ArrayRef<WeightedDigit> terms) {
  MixedRadix list;
  int64_t weight = 1;
  for (const WeightedDigit &term : llvm::reverse(terms)) {
    if (term.digit.extent == 1)
      continue;
    if (weight == kDynamic || term.weight != weight)
      return std::nullopt;
    list.push_back(term.digit);
    std::optional<int64_t> next = kDynamic;
    if (!term.digit.isDynamic() &&
        !(next = multiplyChecked(weight, term.digit.extent)))
      return std::nullopt;
    weight = *next;
  }
  std::reverse(list.begin(), list.end());
  return normalize(list);
}

std::optional<MixedRadix> layout::slice(ArrayRef<Digit> list, int64_t stride,
                                        int64_t extent) {
  std::optional<Terms> terms = sliceTerms(getTerms(list), stride, extent);
  if (!terms)
    return std::nullopt;
  return getList(*terms);
}

std::optional<MixedRadix> layout::compose(ArrayRef<Digit> outer,
                                          ArrayRef<MixedRadix> inner) {
  MixedRadix result;
  for (const Digit &digit : outer) {
    if (digit.extent == 1)
      continue;
    std::optional<MixedRadix> part =
        slice(inner[digit.dim], digit.stride, digit.extent);
    if (!part)
      return std::nullopt;
    llvm::append_range(result, *part);
  }
  return normalize(result);
}

std::optional<MixedRadixMap> layout::composeAll(ArrayRef<MixedRadix> lists,
                                                ArrayRef<MixedRadix> inner) {
  MixedRadixMap result;
  result.reserve(lists.size());
  for (const MixedRadix &list : lists) {
    std::optional<MixedRadix> composed = compose(list, inner);
    if (!composed)
      return std::nullopt;
    result.push_back(std::move(*composed));
  }
  return result;
}

MixedRadix layout::concat(ArrayRef<MixedRadix> lists) {
  MixedRadix result;
  for (const MixedRadix &list : lists)
    llvm::append_range(result, list);
  return normalize(result);
}

SmallVector<int64_t> layout::treatEmptyAsDynamic(ArrayRef<int64_t> shape) {
  return llvm::map_to_vector(
      shape, [](int64_t size) { return size == 0 ? kDynamic : size; });
}

MixedRadixMap layout::getIdentityDigits(ArrayRef<int64_t> shape) {
  MixedRadixMap result;
  result.reserve(shape.size());
  for (auto [dim, size] : llvm::enumerate(shape))
    result.push_back(normalize(Digit{static_cast<unsigned>(dim), 1, size}));
  return result;
}

/// Returns the digits of each dim, sorted by stride.
static SmallVector<SmallVector<Digit>> groupByDim(ArrayRef<MixedRadix> lists,
                                                  unsigned rank) {
  SmallVector<SmallVector<Digit>> groups(rank);
  for (const MixedRadix &list : lists)
    for (const Digit &digit : list)
      groups[digit.dim].push_back(digit);
  for (SmallVector<Digit> &group : groups)
    llvm::sort(group, [](const Digit &a, const Digit &b) {
      return std::tie(a.stride, a.extent) < std::tie(b.stride, b.extent);
    });
  return groups;
}

/// Returns how the digits of one dim, sorted by stride, cover it.
static Coverage getDimCoverage(ArrayRef<Digit> digits, int64_t size) {
  SmallVector<int64_t> boundaries;
  int64_t covered = 1;
  bool gap = false, overlap = false;
  for (const Digit &digit : digits) {
    overlap |= covered == kDynamic || digit.stride < covered;
    gap |= covered != kDynamic && digit.stride > covered;
    boundaries.push_back(digit.stride);
    int64_t end = kDynamic;
    if (!digit.isDynamic() &&
        llvm::MulOverflow(digit.stride, digit.extent, end))
      return Coverage::Unknown;
    if (end == kDynamic || covered == kDynamic) {
      covered = kDynamic;
      continue;
    }
    boundaries.push_back(end);
    covered = std::max(covered, end);
  }
  gap |= covered != size;
  if (!gap && !overlap)
    return Coverage::Exact;

  // Gaps and overlaps are conclusive only if the boundaries divide each other:
  // then the digits between consecutive boundaries are independent.
  llvm::sort(boundaries);
  for (size_t i = 1; i < boundaries.size(); ++i)
    if (boundaries[i] % boundaries[i - 1] != 0)
      return Coverage::Unknown;
  if (gap)
    return size == kDynamic ? Coverage::Unknown : Coverage::Incomplete;
  return Coverage::Overlapping;
}

Coverage layout::getCoverage(ArrayRef<MixedRadix> lists,
                             ArrayRef<int64_t> shape) {
  SmallVector<SmallVector<Digit>> groups = groupByDim(lists, shape.size());
  auto coverages =
      llvm::map_to_vector(llvm::zip_equal(groups, shape), [](auto dim) {
        return getDimCoverage(std::get<0>(dim), std::get<1>(dim));
      });
  // If a part of a dim is missing, two indices that differ only there have the
  // same image. But a box with a dynamic dim may have no index at all.
  if (llvm::is_contained(coverages, Coverage::Incomplete) &&
      llvm::none_of(shape, ShapedType::isDynamic))
    return Coverage::Incomplete;
  for (Coverage coverage : {Coverage::Incomplete, Coverage::Unknown})
    if (llvm::is_contained(coverages, coverage))
      return Coverage::Unknown;
  return llvm::is_contained(coverages, Coverage::Overlapping)
             ? Coverage::Overlapping
             : Coverage::Exact;
}

MixedRadixMap layout::invert(ArrayRef<MixedRadix> lists,
                             ArrayRef<int64_t> shape) {
  struct Pair {
    Digit source; ///< a digit of an input dim
    Digit target; ///< the same digit as part of an output dim
  };
  SmallVector<SmallVector<Pair>> pairs(shape.size());
  for (auto [index, list] : llvm::enumerate(lists)) {
    int64_t stride = 1;
    for (const Digit &digit : llvm::reverse(list)) {
      Digit target{static_cast<unsigned>(index), stride, digit.extent};
      pairs[digit.dim].push_back({digit, target});
      if (!digit.isDynamic())
        stride *= digit.extent;
    }
  }
  MixedRadixMap result;
  result.reserve(shape.size());
  for (SmallVector<Pair> &group : pairs) {
    // The digits of a dim in an exact cover have different strides.
    llvm::sort(group, [](const Pair &a, const Pair &b) {
      return a.source.stride > b.source.stride;
    });
    result.push_back(normalize(llvm::map_to_vector(
        group, [](const Pair &pair) { return pair.target; })));
  }
  return result;
}

/// Returns the terms of an expression, or nullopt if two terms may overlap:
/// then their sum has carries.
static std::optional<Terms> getTerms(AffineExpr expr, ArrayRef<int64_t> shape) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    int64_t size = shape[dim.getPosition()];
    if (size == 1)
      return Terms{};
    return Terms{{Digit{dim.getPosition(), 1, size}, 1}};
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    if (constant.getValue() == 0)
      return Terms{};
    return std::nullopt;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<Terms> lhs = getTerms(binary.getLHS(), shape);
  if (!lhs)
    return std::nullopt;

  if (binary.getKind() == AffineExprKind::Add) {
    std::optional<Terms> rhs = getTerms(binary.getRHS(), shape);
    if (!rhs)
      return std::nullopt;
    llvm::append_range(*lhs, *rhs);
    // Terms of equal weight overlap and are rejected below, so that their order
    // does not matter.
    llvm::sort(*lhs, [](const WeightedDigit &a, const WeightedDigit &b) {
      return a.weight > b.weight;
    });
    for (size_t i = 1; i < lhs->size(); ++i) {
      const WeightedDigit &low = (*lhs)[i], &high = (*lhs)[i - 1];
      std::optional<int64_t> range;
      if (low.digit.isDynamic() ||
          !(range = multiplyChecked(low.weight, low.digit.extent)) ||
          high.weight < *range)
        return std::nullopt;
    }
    return lhs;
  }

  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant || constant.getValue() <= 0)
    return std::nullopt;
  int64_t value = constant.getValue();
  switch (binary.getKind()) {
  case AffineExprKind::Mul:
    for (WeightedDigit &term : *lhs) {
      std::optional<int64_t> weight = multiplyChecked(term.weight, value);
      if (!weight || !(term.digit.isDynamic() ||
                       multiplyChecked(*weight, term.digit.extent)))
        return std::nullopt;
      term.weight = *weight;
    }
    return lhs;
  case AffineExprKind::FloorDiv:
    return sliceTerms(*lhs, value, kDynamic);
  case AffineExprKind::Mod: {
    if (lhs->empty())
      return std::nullopt; // A single value does not fill a tile.
    const WeightedDigit &top = lhs->front();
    if (!top.digit.isDynamic() && top.weight * top.digit.extent < value)
      return std::nullopt;
    return sliceTerms(*lhs, 1, value);
  }
  default:
    return std::nullopt;
  }
}

std::optional<MixedRadix> layout::getDigits(AffineExpr expr,
                                            ArrayRef<int64_t> shape) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return normalize(Digit{dim.getPosition(), 1, shape[dim.getPosition()]});
  std::optional<Terms> terms = getTerms(expr, shape);
  if (!terms)
    return std::nullopt;
  return getList(*terms);
}

/// The largest extent along which guessDigits evaluates an expression.
static constexpr int64_t kMaxProbes = 1 << 12;

/// Appends the digits of `dim` that explain `value`, the expression as a
/// function of this dim alone. Returns false if there are none.
static bool probe(llvm::function_ref<int64_t(int64_t)> value, unsigned dim,
                  int64_t size, SmallVectorImpl<WeightedDigit> &digits) {
  for (int64_t stride = 1; stride < size;) {
    int64_t weight = value(stride);
    int64_t extent = 1;
    if (weight == 0) {
      // The expression ignores this digit. It ends at the next multiple of the
      // stride with a value other than 0.
      do
        ++extent;
      while (stride * extent < size && value(stride * extent) == 0);
    } else {
      while (stride * extent < size &&
             value(stride * extent) == weight * extent)
        ++extent;
      digits.push_back({{dim, stride, extent}, weight});
    }
    stride *= extent;
    if (weight != 0 && size % stride != 0)
      return false;
  }
  return true;
}

std::optional<MixedRadix> layout::guessDigits(AffineExpr expr,
                                              ArrayRef<int64_t> shape) {
  SmallVector<WeightedDigit> digits;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (ShapedType::isDynamic(size) || size > kMaxProbes)
      return std::nullopt;
    SmallVector<int64_t> index(shape.size(), 0);
    auto value = [&, dim = dim](int64_t i) {
      index[dim] = i;
      return evaluate(expr, index);
    };
    if (value(0) != 0 || !probe(value, dim, size, digits))
      return std::nullopt;
  }
  llvm::sort(digits, [](const WeightedDigit &a, const WeightedDigit &b) {
    return a.weight < b.weight;
  });
  MixedRadix list;
  int64_t weight = 1;
  for (const WeightedDigit &part : digits) {
    if (part.weight != weight)
      return std::nullopt;
    weight *= part.digit.extent;
    list.push_back(part.digit);
  }
  std::reverse(list.begin(), list.end());
  return normalize(list);
}

AffineExpr layout::getAffineExpr(ArrayRef<Digit> list, ArrayRef<int64_t> shape,
                                 MLIRContext *context) {
  AffineExpr sum;
  for (const WeightedDigit &term : getTerms(list)) {
    const Digit &digit = term.digit;
    AffineExpr expr = getAffineDimExpr(digit.dim, context);
    // (d mod (stride * extent)) floordiv stride is the same digit, but this is
    // how people write it.
    if (digit.stride != 1)
      expr = expr.floorDiv(digit.stride);
    if (!digit.isOutermost(shape[digit.dim]))
      expr = expr % digit.extent;
    // Adding to 0 and multiplying by 1 would unique expressions for nothing.
    if (term.weight != 1)
      expr = expr * term.weight;
    sum = sum ? sum + expr : expr;
  }
  return sum ? sum : getAffineConstantExpr(0, context);
}
