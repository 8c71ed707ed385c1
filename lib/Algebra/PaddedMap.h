//===- PaddedMap.h - Injective maps as a pad and a bijection ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An injective map f with offsets and partial tiles is written as primitive
// steps: a pad, then a bijective map g. With 14 elements in tiles of 4,
//
//     f: (i) -> ((i + 1) floordiv 4, (i + 1) mod 4)
//
// is a pad by 1 in front and 1 behind, then g: (i) -> (i floordiv 4, i mod 4)
// on 16 elements. The inverse is the inverse of g, then a crop of the same
// widths.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ALGEBRA_PADDEDMAP_H
#define LAYOUT_LIB_ALGEBRA_PADDEDMAP_H

#include "layout/Algebra/IndexMap.h"

namespace mlir::layout {

struct PaddedMap {
  /// The widths of the pad per logical dim, at least 0.
  SmallVector<int64_t> low, high;
  /// The padded extents.
  SmallVector<int64_t> shape;
  /// Bijective on `shape`, with the groups of the original map.
  IndexMap map;
};

/// Returns a decomposition with map(i) = result.map(i + result.low) for all i
/// of the static `shape`, and with the same physical shape. Returns nullopt if
/// no pad of the logical dims makes the map bijective, or none is found.
std::optional<PaddedMap> getPaddedMap(const IndexMap &map,
                                      ArrayRef<int64_t> shape);

/// Returns the static `shape` with each extent rounded up to the multiple that
/// fills all tiles of `map`. On the result the map may have a mixed radix form.
/// Returns nullopt if a tile boundary falls within a summand, or a dim is
/// dynamic.
std::optional<SmallVector<int64_t>> getFullTileShape(AffineMap map,
                                                     ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ALGEBRA_PADDEDMAP_H
