//===- PackMap.h - Packs as maps --------------------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OPMODELS_PACKMAP_H
#define LAYOUT_LIB_OPMODELS_PACKMAP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

namespace mlir::layout {

/// Returns the layout of a linalg.pack or unpack as a map from the `rank`
/// unpacked dims to the packed ones; null if a tile is dynamic. Padding that a
/// partial tile needs is not part of the map.
template <typename OpTy>
AffineMap getPackMap(OpTy op, int64_t rank) {
  SmallVector<AffineExpr> outer, inner;
  for (int64_t dim = 0; dim < rank; ++dim)
    outer.push_back(getAffineDimExpr(dim, op.getContext()));
  for (auto [dim, tile] :
       llvm::zip_equal(op.getInnerDimsPos(), op.getMixedTiles())) {
    std::optional<int64_t> size = getConstantIntValue(tile);
    if (!size)
      return AffineMap();
    inner.push_back(outer[dim] % *size);
    outer[dim] = outer[dim].floorDiv(*size);
  }
  if (!op.getOuterDimsPerm().empty())
    outer = applyPermutation(outer, op.getOuterDimsPerm());
  llvm::append_range(outer, inner);
  return AffineMap::get(rank, 0, outer, op.getContext());
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_OPMODELS_PACKMAP_H
