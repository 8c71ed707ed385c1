//===- IndexMap.cpp - Maps from logical to physical indices ---------------===//
//
// Part of the layout project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/IndexMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

static bool isDynamicShape(ArrayRef<int64_t> shape) {
  return llvm::any_of(shape, ShapedType::isDynamic);
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

IndexMap IndexMap::getIdentity(unsigned rank, MLIRContext *context) {
  return IndexMap(AffineMap::getMultiDimIdentityMap(rank, context));
}

IndexMap IndexMap::getPermutation(ArrayRef<int64_t> permutation,
                                  MLIRContext *context) {
  return IndexMap(AffineMap::getPermutationMap(permutation, context));
}

IndexMap IndexMap::get(ArrayRef<DigitList> digits, ArrayRef<int64_t> shape,
                       MLIRContext *context) {
  // A physical dim without digits has one index. Naming a unit dim of the
  // source there keeps transposes recognisable as permutations.
  SmallVector<unsigned> unitDims;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (size == 1)
      unitDims.push_back(dim);
  auto nextUnitDim = unitDims.begin();

  SmallVector<AffineExpr> results;
  for (const DigitList &list : digits) {
    if (list.empty() && nextUnitDim != unitDims.end())
      results.push_back(getAffineDimExpr(*nextUnitDim++, context));
    else
      results.push_back(getAffineExpr(list, shape, context));
  }
  return IndexMap(AffineMap::get(shape.size(), 0, results, context));
}

std::optional<IndexMap> IndexMap::getReshape(ArrayRef<int64_t> from,
                                             ArrayRef<int64_t> to,
                                             MLIRContext *context) {
  // Inner dims fix where the number spelled by all of `from` is cut; whatever
  // is left is the outermost dim, which alone may be dynamic.
  DigitList all = concat(getIdentityDigits(from));
  DigitLists results(to.size());
  int64_t stride = 1;
  for (int64_t dim = to.size() - 1; dim >= 0; --dim) {
    if (ShapedType::isDynamic(stride))
      return std::nullopt;
    std::optional<DigitList> list = slice(all, stride, to[dim]);
    if (!list || getExtent(*list) != to[dim])
      return std::nullopt;
    results[dim] = *list;
    stride = ShapedType::isDynamic(to[dim]) ? ShapedType::kDynamic
                                            : stride * to[dim];
  }
  if (!isExactCover(results, from))
    return std::nullopt;
  return get(results, from, context);
}

std::optional<std::string> IndexMap::getError(AffineMap map,
                                              ArrayRef<int64_t> separators) {
  if (map.getNumSymbols() != 0)
    return llvm::formatv("requires an index map without symbols, found {0}",
                         map.getNumSymbols())
        .str();
  int64_t previous = 0, rank = map.getNumResults();
  for (int64_t separator : separators) {
    if (separator <= previous || separator >= rank)
      return llvm::formatv("requires axis separators to rise within 1 … {0}, "
                           "found {1} after {2}",
                           rank - 1, separator, previous)
          .str();
    previous = separator;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

std::optional<DigitLists> IndexMap::getDigits(ArrayRef<int64_t> shape) const {
  // Nothing constrains the digits of an empty box; they are read as if the
  // empty dims were of unknown, fitting size.
  SmallVector<int64_t> sizes = llvm::map_to_vector(shape, [](int64_t size) {
    return size == 0 ? ShapedType::kDynamic : size;
  });
  DigitLists digits;
  for (AffineExpr result : map.getResults()) {
    std::optional<DigitList> list = layout::getDigits(result, sizes);
    if (!list)
      return std::nullopt;
    digits.push_back(std::move(*list));
  }
  return digits;
}

/// The shape with which the digits of a map were read.
static SmallVector<int64_t> getDigitShape(ArrayRef<int64_t> shape) {
  return llvm::map_to_vector(shape, [](int64_t size) {
    return size == 0 ? ShapedType::kDynamic : size;
  });
}

Verdict IndexMap::isBijective(ArrayRef<int64_t> shape,
                              ProofCache *cache) const {
  std::optional<DigitLists> digits = getDigits(shape);
  if (digits && isExactCover(*digits, getDigitShape(shape)))
    return Verdict::Proved;
  if (isDynamicShape(shape))
    return Verdict::Unknown;
  auto prove = [&]() -> Verdict {
    std::optional<SmallVector<int64_t>> physical = getPhysicalShape(shape);
    if (!physical)
      return isInjective(shape) == Verdict::Refuted ? Verdict::Refuted
                                                    : Verdict::Unknown;
    if (getNumPoints(*physical) != getNumPoints(shape))
      return Verdict::Refuted;
    return isInjective(shape);
  };
  return cache ? cache->getOrProve(map, shape, prove) : prove();
}

Verdict IndexMap::isInjective(ArrayRef<int64_t> shape) const {
  if (std::optional<DigitLists> digits = getDigits(shape)) {
    SmallVector<int64_t> sizes = getDigitShape(shape);
    if (isExactCover(*digits, sizes))
      return Verdict::Proved;
    if (leavesGap(*digits, shape))
      return Verdict::Refuted;
  }
  return proveInjective(map, shape);
}

Verdict IndexMap::isEqual(const IndexMap &other,
                          ArrayRef<int64_t> shape) const {
  if (getNumDims() != other.getNumDims() ||
      getNumResults() != other.getNumResults() ||
      separators != other.separators)
    return Verdict::Refuted;
  if (map == other.map)
    return Verdict::Proved;
  std::optional<DigitLists> lhs = getDigits(shape);
  std::optional<DigitLists> rhs = other.getDigits(shape);
  if (lhs && rhs) {
    if (*lhs == *rhs)
      return Verdict::Proved;
    SmallVector<int64_t> sizes = getDigitShape(shape);
    if (isExactCover(*lhs, sizes) && isExactCover(*rhs, sizes) &&
        !isDynamicShape(sizes))
      return Verdict::Refuted;
  }
  std::optional<int64_t> points = getNumPoints(shape);
  if (!points || *points > kEnumerationLimit)
    return Verdict::Unknown;
  return forEachIndex(shape,
                      [&](ArrayRef<int64_t> index) {
                        return forward(index) == other.forward(index);
                      })
             ? Verdict::Proved
             : Verdict::Refuted;
}

Verdict IndexMap::isIdentity(ArrayRef<int64_t> shape) const {
  if (!separators.empty() || getNumDims() != getNumResults())
    return Verdict::Refuted;
  return isEqual(getIdentity(getNumDims(), getContext()), shape);
}

/// The row-major position of `index` in `shape`.
static int64_t linearize(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  int64_t position = 0;
  for (auto [i, size] : llvm::zip_equal(index, shape))
    position = position * size + i;
  return position;
}

Verdict IndexMap::isRowMajorReshape(ArrayRef<int64_t> shape) const {
  if (std::optional<DigitLists> digits = getDigits(shape)) {
    SmallVector<int64_t> sizes = getDigitShape(shape);
    if (isExactCover(*digits, sizes)) {
      if (concat(*digits) == concat(getIdentityDigits(sizes)))
        return Verdict::Proved;
      // With one dynamic dim, digits in another order may still be equal for
      // the sizes that occur; with static sizes the order decides.
      return isDynamicShape(shape) ? Verdict::Unknown : Verdict::Refuted;
    }
  }
  std::optional<int64_t> points = getNumPoints(shape);
  std::optional<SmallVector<int64_t>> physical = getPhysicalShape(shape);
  if (!points || *points > kEnumerationLimit || !physical)
    return Verdict::Unknown;
  if (getNumPoints(*physical) != points)
    return Verdict::Refuted;
  return forEachIndex(shape,
                      [&](ArrayRef<int64_t> index) {
                        return linearize(index, shape) ==
                               linearize(forward(index), *physical);
                      })
             ? Verdict::Proved
             : Verdict::Refuted;
}

std::optional<SmallVector<int64_t>> IndexMap::getPermutation() const {
  if (!map.isPermutation())
    return std::nullopt;
  return llvm::map_to_vector(map.getResults(), [](AffineExpr expr) {
    return static_cast<int64_t>(cast<AffineDimExpr>(expr).getPosition());
  });
}

//===----------------------------------------------------------------------===//
// Physical shape
//===----------------------------------------------------------------------===//

namespace {
/// The values an expression can take, both ends included.
struct Interval {
  int64_t low, high;
};
} // namespace

/// Bounds of an expression on a static box by interval arithmetic.
static std::optional<Interval> getRange(AffineExpr expr,
                                        ArrayRef<int64_t> shape) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return Interval{0, std::max<int64_t>(shape[dim.getPosition()] - 1, 0)};
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Interval{constant.getValue(), constant.getValue()};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<Interval> lhs = getRange(binary.getLHS(), shape);
  std::optional<Interval> rhs = getRange(binary.getRHS(), shape);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return Interval{lhs->low + rhs->low, lhs->high + rhs->high};
  if (rhs->low != rhs->high)
    return std::nullopt;
  int64_t value = rhs->low;
  switch (expr.getKind()) {
  case AffineExprKind::Mul: {
    auto [low, high] = std::minmax(lhs->low * value, lhs->high * value);
    return Interval{low, high};
  }
  case AffineExprKind::FloorDiv:
    if (value <= 0)
      return std::nullopt;
    return Interval{llvm::divideFloorSigned(lhs->low, value),
                    llvm::divideFloorSigned(lhs->high, value)};
  case AffineExprKind::CeilDiv:
    if (value <= 0)
      return std::nullopt;
    return Interval{llvm::divideCeilSigned(lhs->low, value),
                    llvm::divideCeilSigned(lhs->high, value)};
  case AffineExprKind::Mod:
    if (value <= 0)
      return std::nullopt;
    if (lhs->low >= 0 && lhs->high < value)
      return lhs;
    return Interval{0, value - 1};
  default:
    return std::nullopt;
  }
}

std::optional<SmallVector<int64_t>>
IndexMap::getPhysicalShape(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> sizes;
  if (std::optional<DigitLists> digits = getDigits(shape)) {
    bool empty = llvm::is_contained(shape, 0);
    for (const DigitList &list : *digits) {
      int64_t extent = getExtent(list);
      // The dynamic digit of an empty dim has no values; that of a `?` dim
      // stays dynamic.
      if (empty && ShapedType::isDynamic(extent) &&
          llvm::any_of(list, [&](const Digit &digit) {
            return digit.isDynamic() && shape[digit.dim] == 0;
          }))
        extent = 0;
      sizes.push_back(extent);
    }
    return sizes;
  }
  if (isDynamicShape(shape))
    return std::nullopt;

  std::optional<int64_t> points = getNumPoints(shape);
  if (points && *points <= kEnumerationLimit) {
    sizes.assign(getNumResults(), 0);
    bool nonNegative = forEachIndex(shape, [&](ArrayRef<int64_t> index) {
      for (auto [size, value] : llvm::zip_equal(sizes, forward(index))) {
        if (value < 0)
          return false;
        size = std::max(size, value + 1);
      }
      return true;
    });
    if (!nonNegative)
      return std::nullopt;
    return sizes;
  }
  for (AffineExpr result : map.getResults()) {
    std::optional<Interval> range = getRange(result, shape);
    if (!range || range->low < 0)
      return std::nullopt;
    sizes.push_back(range->high + 1);
  }
  return sizes;
}

//===----------------------------------------------------------------------===//
// Composition, inverse, application
//===----------------------------------------------------------------------===//

IndexMap IndexMap::compose(const IndexMap &inner) const {
  return IndexMap(simplifyAffineMap(map.compose(inner.map)), separators);
}

IndexMap IndexMap::compose(const IndexMap &inner,
                           ArrayRef<int64_t> shape) const {
  std::optional<DigitLists> first = inner.getDigits(shape);
  std::optional<SmallVector<int64_t>> middle = inner.getPhysicalShape(shape);
  if (!first || !middle)
    return compose(inner);
  std::optional<DigitLists> second = getDigits(*middle);
  if (!second)
    return compose(inner);
  DigitLists result;
  for (const DigitList &list : *second) {
    std::optional<DigitList> composed = layout::compose(list, *first);
    if (!composed)
      return compose(inner);
    result.push_back(std::move(*composed));
  }
  return IndexMap(get(result, shape, getContext()).map, separators);
}

std::optional<IndexMap> IndexMap::inverse(ArrayRef<int64_t> shape) const {
  std::optional<DigitLists> digits = getDigits(shape);
  SmallVector<int64_t> sizes = getDigitShape(shape);
  if (!digits || !isExactCover(*digits, sizes))
    return std::nullopt;
  std::optional<SmallVector<int64_t>> physical = getPhysicalShape(shape);
  return get(invert(*digits, sizes), *physical, getContext());
}

IndexMap IndexMap::canonicalize(ArrayRef<int64_t> shape) const {
  std::optional<DigitLists> digits = getDigits(shape);
  if (!digits)
    return IndexMap(simplifyAffineMap(map), separators);
  return IndexMap(get(*digits, shape, getContext()).map, separators);
}

SmallVector<int64_t> IndexMap::forward(ArrayRef<int64_t> index) const {
  return map.compose(index);
}

std::optional<SmallVector<int64_t>>
IndexMap::backward(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) const {
  std::optional<SmallVector<int64_t>> found;
  if (std::optional<IndexMap> inverted = inverse(shape)) {
    SmallVector<int64_t> logical = inverted->forward(index);
    // Outside the physical box the inverse is arithmetic only.
    if (forward(logical) == SmallVector<int64_t>(index))
      found = logical;
    return found;
  }
  std::optional<int64_t> points = getNumPoints(shape);
  if (!points || *points > kEnumerationLimit)
    return std::nullopt;
  forEachIndex(shape, [&](ArrayRef<int64_t> logical) {
    if (ArrayRef<int64_t>(forward(logical)) != index)
      return true;
    found = llvm::to_vector(logical);
    return false;
  });
  return found;
}
