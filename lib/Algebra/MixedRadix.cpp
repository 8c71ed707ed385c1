//===- MixedRadix.cpp - Mixed-radix digits of tensor indices --------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/MixedRadix.h"
#include "SliceTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kDynamic = ShapedType::kDynamic;

int64_t layout::getExtent(ArrayRef<Digit> list) {
  int64_t extent = 1;
  for (const Digit &digit : list) {
    if (digit.isDynamic())
      return kDynamic;
    extent *= digit.extent;
  }
  return extent;
}

SmallVector<int64_t> layout::getDigitBox(ArrayRef<Digit> digits,
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

std::optional<Terms> layout::sliceTerms(ArrayRef<Term> terms, int64_t stride,
                                        int64_t extent) {
  std::optional<int64_t> end = kDynamic;
  if (extent != kDynamic && !(end = llvm::checkedMul(stride, extent)))
    return std::nullopt;
  Terms result;
  for (const Term &term : terms) {
    auto [digit, weight] = term;
    std::optional<int64_t> top = kDynamic;
    if (!digit.isDynamic() && !(top = llvm::checkedMul(weight, digit.extent)))
      return std::nullopt;
    if (*top != kDynamic && *top <= stride)
      continue; // The terms from here down add up to less than `stride`.
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
    Digit cut{digit.dim, digit.stride * low,
              high == kDynamic ? kDynamic : high / low};
    result.push_back({cut, stride > weight ? 1 : weight / stride});
  }
  return result;
}

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

/// The list that a gapless sum spells.
static std::optional<MixedRadix> getList(ArrayRef<Term> terms) {
  MixedRadix list;
  int64_t weight = 1;
  for (const Term &term : llvm::reverse(terms)) {
    if (term.digit.extent == 1)
      continue;
    if (weight == kDynamic || term.weight != weight)
      return std::nullopt;
    list.push_back(term.digit);
    std::optional<int64_t> next = kDynamic;
    if (!term.digit.isDynamic() &&
        !(next = llvm::checkedMul(weight, term.digit.extent)))
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

SmallVector<int64_t> layout::getDigitShape(ArrayRef<int64_t> shape) {
  return llvm::map_to_vector(
      shape, [](int64_t size) { return size == 0 ? kDynamic : size; });
}

MixedRadixMap layout::getIdentityDigits(ArrayRef<int64_t> shape) {
  MixedRadixMap result;
  for (auto [dim, size] : llvm::enumerate(shape))
    result.push_back(normalize(Digit{static_cast<unsigned>(dim), 1, size}));
  return result;
}

/// The digits of each dim, by rising stride.
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

/// How the digits of one dim, by rising stride, cover it.
static Cover getDimCover(ArrayRef<Digit> digits, int64_t size) {
  SmallVector<int64_t> cuts;
  int64_t covered = 1;
  bool gap = false, overlap = false;
  for (const Digit &digit : digits) {
    overlap |= covered == kDynamic || digit.stride < covered;
    gap |= covered != kDynamic && digit.stride > covered;
    cuts.push_back(digit.stride);
    int64_t end = digit.isDynamic() ? kDynamic : digit.stride * digit.extent;
    if (end == kDynamic || covered == kDynamic) {
      covered = kDynamic;
      continue;
    }
    cuts.push_back(end);
    covered = std::max(covered, end);
  }
  gap |= covered != size;
  if (!gap && !overlap)
    return Cover::Exact;

  // The pieces of a dim are independent of each other if its cuts nest.
  llvm::sort(cuts);
  for (size_t i = 1; i < cuts.size(); ++i)
    if (cuts[i] % cuts[i - 1] != 0)
      return Cover::Unclear;
  if (gap)
    return size == kDynamic ? Cover::Unclear : Cover::Gap;
  return Cover::Overlap;
}

Cover layout::getCover(ArrayRef<MixedRadix> lists, ArrayRef<int64_t> shape) {
  SmallVector<SmallVector<Digit>> groups = groupByDim(lists, shape.size());
  auto covers =
      llvm::map_to_vector(llvm::zip_equal(groups, shape), [](auto dim) {
        return getDimCover(std::get<0>(dim), std::get<1>(dim));
      });
  // Two indices of one place differ in one dim only; but a box with another,
  // dynamic dim may have no index at all.
  if (llvm::is_contained(covers, Cover::Gap) &&
      llvm::none_of(shape, ShapedType::isDynamic))
    return Cover::Gap;
  for (Cover cover : {Cover::Gap, Cover::Unclear})
    if (llvm::is_contained(covers, cover))
      return Cover::Unclear;
  return llvm::is_contained(covers, Cover::Overlap) ? Cover::Overlap
                                                    : Cover::Exact;
}

MixedRadixMap layout::invert(ArrayRef<MixedRadix> lists,
                             ArrayRef<int64_t> shape) {
  struct Place {
    Digit source; ///< the digit of the input dim
    Digit target; ///< where it stands in the outputs
  };
  SmallVector<SmallVector<Place>> places(shape.size());
  for (auto [index, list] : llvm::enumerate(lists)) {
    int64_t stride = 1;
    for (const Digit &digit : llvm::reverse(list)) {
      Digit target{static_cast<unsigned>(index), stride, digit.extent};
      places[digit.dim].push_back({digit, target});
      if (!digit.isDynamic())
        stride *= digit.extent;
    }
  }
  MixedRadixMap result;
  for (SmallVector<Place> &group : places) {
    // The strides of an exact cover differ, so the order is total.
    llvm::sort(group, [](const Place &a, const Place &b) {
      return a.source.stride > b.source.stride;
    });
    result.push_back(normalize(llvm::map_to_vector(
        group, [](const Place &place) { return place.target; })));
  }
  return result;
}

/// The terms of an expression; nothing when two terms may overlap.
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
    // Terms of equal weight overlap and are rejected below in any order.
    llvm::sort(
        *lhs, [](const Term &a, const Term &b) { return a.weight > b.weight; });
    for (size_t i = 1; i < lhs->size(); ++i) {
      const Term &low = (*lhs)[i], &high = (*lhs)[i - 1];
      std::optional<int64_t> range;
      if (low.digit.isDynamic() ||
          !(range = llvm::checkedMul(low.weight, low.digit.extent)) ||
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
    for (Term &term : *lhs) {
      std::optional<int64_t> weight = llvm::checkedMul(term.weight, value);
      if (!weight || !(term.digit.isDynamic() ||
                       llvm::checkedMul(*weight, term.digit.extent)))
        return std::nullopt;
      term.weight = *weight;
    }
    return lhs;
  case AffineExprKind::FloorDiv:
    return sliceTerms(*lhs, value, kDynamic);
  case AffineExprKind::Mod: {
    if (lhs->empty())
      return std::nullopt; // One value does not fill a tile.
    const Term &top = lhs->front();
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
  std::optional<Terms> terms = getTerms(expr, shape);
  if (!terms)
    return std::nullopt;
  return getList(*terms);
}

AffineExpr layout::getAffineExpr(ArrayRef<Digit> list, ArrayRef<int64_t> shape,
                                 MLIRContext *context) {
  AffineExpr sum = getAffineConstantExpr(0, context);
  for (const Term &term : getTerms(list)) {
    const Digit &digit = term.digit;
    AffineExpr expr = getAffineDimExpr(digit.dim, context);
    int64_t size = shape[digit.dim];
    bool outermost = digit.isDynamic() ||
                     (size != kDynamic && digit.stride * digit.extent == size);
    // Taking the remainder first and then the quotient, or the other way
    // round, is the same; this order prints as people write it.
    if (digit.stride != 1)
      expr = expr.floorDiv(digit.stride);
    if (!outermost)
      expr = expr % digit.extent;
    sum = sum + expr * term.weight;
  }
  return sum;
}
