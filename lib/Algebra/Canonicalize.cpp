//===- Canonicalize.cpp - One map for all that are equal ------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layout/Algebra/DigitSum.h"
#include "layout/Algebra/Inversion.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Dims of more indices are not looked at one by one.
static constexpr int64_t maxProbes = 1 << 12;

/// The digits of one dim that `value` shows when that dim moves alone; nothing
/// when its steps are not those of digits.
static bool probe(llvm::function_ref<int64_t(int64_t)> value, unsigned dim,
                  int64_t size, SmallVectorImpl<WeightedDigit> &digits) {
  for (int64_t stride = 1; stride < size;) {
    int64_t weight = value(stride);
    int64_t extent = 1;
    if (weight == 0) { // Up to its next multiple with a value nothing is seen.
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

/// The digits of a result whose text hides them, guessed from its values along
/// every dim.
static std::optional<MixedRadix> guessDigits(AffineExpr result,
                                             ArrayRef<int64_t> shape) {
  SmallVector<WeightedDigit> digits;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (ShapedType::isDynamic(size) || size > maxProbes)
      return std::nullopt;
    SmallVector<int64_t> index(shape.size(), 0);
    auto value = [&, dim = dim](int64_t i) {
      index[dim] = i;
      return evaluate(result, index);
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

/// The digits of all results, by their text or by their values; what is guessed
/// is proved.
static std::optional<MixedRadixMap> findDigits(const IndexMap &map,
                                               ArrayRef<int64_t> shape) {
  MixedRadixMap digits;
  for (AffineExpr result : map.getAffineMap().getResults()) {
    std::optional<MixedRadix> list = getDigits(result, getDigitShape(shape));
    if (!list && !llvm::is_contained(shape, 0) &&
        !hasUnfilledTile(result, shape))
      list = guessDigits(result, shape);
    if (!list)
      return std::nullopt;
    digits.push_back(std::move(*list));
  }
  IndexMap canonical = IndexMap::get(digits, shape, map.getContext());
  if (!isProved(map.withoutSeparators().isEqual(canonical, shape)))
    return std::nullopt;
  return digits;
}

/// The sizes with which to write digits of a padded dim: where the elements do
/// not reach the last value of the outermost digit, only its remainder says how
/// many there are, and a size that is not known keeps it.
static SmallVector<int64_t> getWrittenShape(const PaddedMap &padded,
                                            const MixedRadixMap &digits) {
  SmallVector<int64_t> shape(padded.shape);
  for (const MixedRadix &list : digits)
    for (const Digit &digit : list) {
      int64_t size = padded.shape[digit.dim];
      int64_t last = size - 1 - padded.high[digit.dim];
      if (digit.stride * digit.extent == size &&
          last / digit.stride != digit.extent - 1)
        shape[digit.dim] = ShapedType::kDynamic;
    }
  return shape;
}

IndexMap IndexMap::canonicalize(ArrayRef<int64_t> shape) const {
  if (std::optional<MixedRadixMap> digits = findDigits(*this, shape))
    return IndexMap(get(*digits, shape, getContext()).map, separators);
  std::optional<PaddedMap> padded = getPaddedMap(*this, shape);
  std::optional<MixedRadixMap> digits =
      padded ? padded->map.getDigits(padded->shape) : std::nullopt;
  if (!digits)
    return IndexMap(simplify(map), separators);
  SmallVector<AffineExpr> moved;
  for (auto [dim, low] : llvm::enumerate(padded->low))
    moved.push_back(getAffineDimExpr(dim, getContext()) + low);
  AffineMap whole =
      get(*digits, getWrittenShape(*padded, *digits), getContext()).map;
  auto results = llvm::map_to_vector(whole.getResults(), [&](AffineExpr expr) {
    return expr.replaceDims(moved);
  });
  return IndexMap(AffineMap::get(getNumDims(), 0, results, getContext()),
                  separators);
}
