//===- LoopShape.cpp - Other loops of elementwise ops ---------------------===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopShape.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<LoopShape> LoopShape::get(const IndexMap &fromLoops,
                                        ArrayRef<int64_t> ranges) {
  LoopShape shape;
  std::optional<MixedRadixMap> digits = getExplicitDigits(fromLoops, ranges);
  std::optional<IndexMap> inverse = fromLoops.inverse(ranges);
  if (!digits || !inverse)
    return std::nullopt;
  shape.fromLoops = fromLoops;
  shape.toLoops = *inverse;
  shape.digits = std::move(*digits);
  shape.ranges.assign(ranges.begin(), ranges.end());
  return shape;
}

/// For each present loop the dim of an operand that it indexes, unit dims by
/// the loop of the same number if they are indexed by 0. Returns nothing if
/// there is a dim without a loop, or loops index dims in another order.
std::optional<SmallVector<std::optional<unsigned>>>
LoopShape::getDims(AffineMap map, ArrayRef<int64_t> shape) const {
  SmallVector<std::optional<unsigned>> dims(ranges.size());
  std::optional<unsigned> last;
  for (auto [dim, result] : llvm::enumerate(map.getResults())) {
    auto expr = dyn_cast<AffineDimExpr>(result);
    unsigned loop = expr ? expr.getPosition() : dim;
    bool isRepeated = shape[dim] == 1;
    if (loop >= dims.size() || dims[loop] ||
        (expr ? shape[dim] != ranges[loop] : !isRepeated) ||
        (!isRepeated && last && *last > loop))
      return std::nullopt;
    if (!isRepeated)
      last = loop;
    dims[loop] = dim;
  }
  return dims;
}

std::optional<LoopShape::Access>
LoopShape::findAccess(AffineMap map, ArrayRef<int64_t> shape) const {
  auto dims = getDims(map, shape);
  if (!dims)
    return std::nullopt;
  MLIRContext *context = map.getContext();
  MixedRadixMap layout;
  SmallVector<AffineExpr> results;
  for (auto [loop, list] : llvm::enumerate(digits)) {
    // Loops that become one read all dims that they index, or repeat all.
    MixedRadix read, units;
    bool isRead = false, isRepeated = false, isAbsent = false;
    for (const Digit &digit : list) {
      std::optional<unsigned> dim = (*dims)[digit.dim];
      bool isUnitDim = dim && shape[*dim] == 1;
      if (isUnitDim)
        units.push_back({*dim, 1, 1});
      else if (dim)
        read.push_back({*dim, digit.stride, digit.extent});
      if (digit.extent != 1)
        (!dim ? isAbsent : isUnitDim ? isRepeated : isRead) = true;
    }
    if (isRead + isRepeated + isAbsent > 1)
      return std::nullopt;
    bool hasAllLoops = map.getNumResults() == ranges.size();
    if (isAbsent || (read.empty() && units.empty() && !hasAllLoops))
      continue;
    layout.push_back(read.empty() ? units : read);
    results.push_back(isRepeated ? getAffineConstantExpr(0, context)
                                 : getAffineDimExpr(loop, context));
  }
  return Access{IndexMap::get(layout, shape, context),
                AffineMap::get(getNumLoops(), 0, results, context)};
}

const std::optional<LoopShape::Access> &
LoopShape::getAccess(AffineMap map, RankedTensorType type) const {
  auto [known, isNew] = accesses.try_emplace({map, type});
  if (isNew)
    known->second = findAccess(map, type.getShape());
  return known->second;
}
