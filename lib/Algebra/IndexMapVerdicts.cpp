//===- IndexMapVerdicts.cpp - What is known about an index map ------------===//
//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/AffineRange.h"
#include "layout/Algebra/IndexMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::layout;

static bool isDynamicShape(ArrayRef<int64_t> shape) {
  return llvm::any_of(shape, ShapedType::isDynamic);
}

//===----------------------------------------------------------------------===//
// Physical shape
//===----------------------------------------------------------------------===//

/// The extent of one result. What a tile claims beyond the elements it holds is
/// part of it.
static std::optional<int64_t> getExtent(AffineExpr result,
                                        ArrayRef<int64_t> shape) {
  if (auto digits = getDigits(result, getDigitShape(shape))) {
    // The dynamic digit of an empty dim has no values; that of a `?` dim stays
    // dynamic.
    bool empty = llvm::any_of(*digits, [&](const Digit &digit) {
      return digit.isDynamic() && shape[digit.dim] == 0;
    });
    return empty ? 0 : layout::getExtent(*digits);
  }
  Restriction used = restrictToUsedDims(result, shape);
  if (isDynamicShape(used.shape))
    return std::nullopt;
  if (llvm::is_contained(used.shape, 0))
    return 0;
  AffineExpr value = used.exprs.front();
  std::optional<Interval> range;
  if (hasUnfilledTile(value, used.shape))
    range = getRange(value, used.shape);
  // What is claimed below 0 is no place.
  if (!range || range->low < 0)
    range = findRange(value, used.shape);
  if (!range || range->low < 0)
    return std::nullopt;
  return llvm::checkedAdd<int64_t>(range->high, 1);
}

static std::optional<SmallVector<int64_t>>
getExtents(ArrayRef<AffineExpr> results, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> extents;
  for (AffineExpr result : results) {
    std::optional<int64_t> extent = getExtent(result, shape);
    if (!extent)
      return std::nullopt;
    extents.push_back(*extent);
  }
  return extents;
}

std::optional<SmallVector<int64_t>>
IndexMap::getPhysicalShape(ArrayRef<int64_t> shape) const {
  return getExtents(map.getResults(), shape);
}

//===----------------------------------------------------------------------===//
// Bijective, injective
//===----------------------------------------------------------------------===//

Verdict IndexMap::isInjective(ArrayRef<int64_t> shape) const {
  return proveInjective(map, shape);
}

/// One part of a map on a box that is not empty: whether the results fill the
/// box they span.
static Verdict provePartBijective(const Restriction &part,
                                  MLIRContext *context) {
  AffineMap map = AffineMap::get(part.shape.size(), 0, part.exprs, context);
  std::optional<MixedRadixMap> digits = IndexMap(map).getDigits(part.shape);
  if (digits && isExactCover(*digits, part.shape))
    return Verdict::Proved;
  std::optional<int64_t> points = getNumPoints(part.shape);
  auto extents = getExtents(part.exprs, part.shape);
  if (points && extents && getNumPoints(*extents) != points)
    return Verdict::Refuted;
  Verdict injective = proveInjective(map, part.shape);
  if (isProved(injective) && !(points && extents))
    return Verdict::Unknown;
  return injective;
}

/// A product of maps is bijective iff each of them is.
static Verdict proveBijective(AffineMap map, ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0)) {
    auto extents = getExtents(map.getResults(), shape);
    if (!extents)
      return Verdict::Unknown;
    return llvm::is_contained(*extents, 0) ? Verdict::Proved : Verdict::Refuted;
  }
  SmallVector<Verdict> verdicts;
  for (AffineExpr result : map.getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(result))
      if (constant.getValue() != 0)
        verdicts.push_back(Verdict::Refuted);
  for (const Restriction &part : getIndependentParts(map.getResults(), shape))
    verdicts.push_back(provePartBijective(part, map.getContext()));
  return getConjunction(verdicts);
}

Verdict IndexMap::isBijective(ArrayRef<int64_t> shape,
                              VerdictCache *cache) const {
  std::optional<MixedRadixMap> digits = getDigits(shape);
  if (digits && isExactCover(*digits, getDigitShape(shape)))
    return Verdict::Proved;
  // What a dynamic size must be a multiple of can only be read off digits.
  if (isDynamicShape(shape))
    return isInjective(shape) == Verdict::Refuted ? Verdict::Refuted
                                                  : Verdict::Unknown;
  auto prove = [&] { return proveBijective(map, shape); };
  return cache ? cache->getOrProve(map, shape, prove) : prove();
}

//===----------------------------------------------------------------------===//
// Equal, identity, row-major reshape
//===----------------------------------------------------------------------===//

static bool anyUnfilledTile(AffineMap map, ArrayRef<int64_t> shape) {
  return llvm::any_of(map.getResults(), [&](AffineExpr result) {
    Restriction used = restrictToUsedDims(result, shape);
    return !isDynamicShape(used.shape) &&
           hasUnfilledTile(used.exprs.front(), used.shape);
  });
}

/// Whether two results agree on every point of the box.
static Verdict proveSameResult(AffineExpr a, AffineExpr b,
                               ArrayRef<int64_t> shape) {
  SmallVector<int64_t> sizes = getDigitShape(shape);
  std::optional<MixedRadix> lhs = getDigits(a, sizes),
                            rhs = getDigits(b, sizes);
  if (lhs && rhs && *lhs == *rhs)
    return Verdict::Proved;
  return proveEqual(AffineMap::get(shape.size(), 0, a),
                    AffineMap::get(shape.size(), 0, b), shape);
}

Verdict IndexMap::isEqual(const IndexMap &other,
                          ArrayRef<int64_t> shape) const {
  if (getNumDims() != other.getNumDims() ||
      getNumResults() != other.getNumResults() ||
      separators != other.separators)
    return Verdict::Refuted;
  if (map == other.map)
    return Verdict::Proved;
  std::optional<MixedRadixMap> lhs = getDigits(shape);
  std::optional<MixedRadixMap> rhs = other.getDigits(shape);
  if (lhs && rhs && *lhs == *rhs)
    return Verdict::Proved;
  // The normal form of a bijective map is unique.
  SmallVector<int64_t> sizes = getDigitShape(shape);
  if (lhs && rhs && isExactCover(*lhs, sizes) && isExactCover(*rhs, sizes) &&
      !isDynamicShape(sizes))
    return Verdict::Refuted;
  // Maps that agree on the box may still claim different places around it.
  std::optional<SmallVector<int64_t>> physical = getPhysicalShape(shape);
  std::optional<SmallVector<int64_t>> otherPhysical =
      other.getPhysicalShape(shape);
  bool known = physical && otherPhysical;
  if (known && !isDynamicShape(shape) && *physical != *otherPhysical)
    return Verdict::Refuted;
  SmallVector<Verdict> verdicts;
  for (auto [a, b] : llvm::zip_equal(map.getResults(), other.map.getResults()))
    verdicts.push_back(proveSameResult(a, b, shape));
  if (!known &&
      (anyUnfilledTile(map, shape) || anyUnfilledTile(other.map, shape)))
    verdicts.push_back(Verdict::Unknown);
  return getConjunction(verdicts);
}

Verdict IndexMap::isIdentity(ArrayRef<int64_t> shape) const {
  if (!separators.empty() || getNumDims() != getNumResults())
    return Verdict::Refuted;
  return isEqual(getIdentity(getNumDims(), getContext()), shape);
}

Verdict IndexMap::isRowMajorReshape(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> sizes = getDigitShape(shape);
  std::optional<MixedRadixMap> digits = getDigits(shape);
  if (digits && isExactCover(*digits, sizes)) {
    if (concat(*digits) == concat(getIdentityDigits(sizes)))
      return Verdict::Proved;
    // Digits in another order may still be equal for the sizes that occur at
    // run time, or in an empty box; otherwise the order decides.
    if (!isDynamicShape(sizes))
      return Verdict::Refuted;
  }
  std::optional<int64_t> points = getNumPoints(shape);
  std::optional<SmallVector<int64_t>> physical = getPhysicalShape(shape);
  if (!points || !physical) // A reshape is at least injective.
    return isInjective(shape) == Verdict::Refuted ? Verdict::Refuted
                                                  : Verdict::Unknown;
  if (getNumPoints(*physical) != points)
    return Verdict::Refuted;
  if (*points == 0)
    return Verdict::Proved;
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(getNumDims(), getContext());
  auto getPosition = [&](AffineMap index, ArrayRef<int64_t> box) {
    return AffineMap::get(
        getNumDims(), 0,
        getRowMajorOffset(index.getResults(), box, getContext()));
  };
  return proveEqual(getPosition(map, *physical), getPosition(identity, shape),
                    shape);
}
