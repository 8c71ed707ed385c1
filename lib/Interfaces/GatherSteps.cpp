//===- GatherSteps.cpp - What a gather does in one pass -------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/PaddedMap.h"
#include "layout/Interfaces/GatherInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the dim of the result whose index is the index of each dynamic dim
/// of the source, by dim of the source, and kDynamic for static dims. Returns
/// nothing unless the dynamic dims of source and result correspond, and no
/// other dim of the source depends on them.
static std::optional<SmallVector<int64_t>>
matchDynamicDims(AffineMap read, ArrayRef<int64_t> source,
                 ArrayRef<int64_t> result) {
  SmallVector<int64_t> matches(source.size(), ShapedType::kDynamic);
  llvm::SmallBitVector isMatched(result.size());
  for (auto [dim, size] : llvm::enumerate(source)) {
    if (!ShapedType::isDynamic(size))
      continue;
    auto index = dyn_cast<AffineDimExpr>(read.getResult(dim));
    if (!index || isMatched.test(index.getPosition()))
      return std::nullopt;
    matches[dim] = index.getPosition();
    isMatched.set(index.getPosition());
  }
  for (auto [dim, size] : llvm::enumerate(result)) {
    bool isRead = llvm::any_of(
        llvm::zip_equal(read.getResults(), matches), [dim = dim](auto pair) {
          auto [expr, match] = pair;
          return match != int64_t(dim) && expr.isFunctionOfDim(dim);
        });
    if (ShapedType::isDynamic(size) != isMatched.test(dim) ||
        (isMatched.test(dim) && isRead))
      return std::nullopt;
  }
  return matches;
}

std::optional<GatherSteps> layout::getGatherSteps(const GatherRead &read,
                                                  ArrayRef<int64_t> source,
                                                  ArrayRef<int64_t> result) {
  auto matches = matchDynamicDims(read.map, source, result);
  if (!matches || llvm::is_contained(source, 0) ||
      llvm::is_contained(result, 0))
    return std::nullopt;
  // The proofs are the same for all sizes of the dynamic dims.
  constexpr int64_t anySize = 2;
  SmallVector<int64_t> from(source), to(result);
  for (auto [dim, match] : llvm::enumerate(*matches))
    if (!ShapedType::isDynamic(match))
      from[dim] = to[match] = anySize;

  // Upstream writes (i mod 2) * 2 as i * 2 - (i floordiv 2) * 4.
  IndexMap map(getNormalForm(read.map));
  auto whole = getFullTileShape(map.getAffineMap(), to);
  auto padded = whole ? map.getPhysicalShape(*whole) : std::nullopt;
  if (!padded)
    return std::nullopt;
  for (auto [dim, size] : llvm::enumerate(from))
    if (read.isPadded.test(dim) ? (*padded)[dim] <= size
                                : (*padded)[dim] != size)
      return std::nullopt;
  std::optional<IndexMap> inverse = map.inverse(*whole);
  if (!inverse)
    return std::nullopt;

  GatherSteps steps{*padded, *whole, inverse->canonicalize(*padded)};
  for (auto [dim, match] : llvm::enumerate(*matches))
    if (!ShapedType::isDynamic(match))
      steps.padded[dim] = steps.whole[match] = ShapedType::kDynamic;
  return steps;
}
