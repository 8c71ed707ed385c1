//===- Inversion.h - From places back to elements ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inverse of an injective map on its image, and the places around the
// image. With 14 elements in a box of 4x4,
//
//     (i) -> (i floordiv 4, i mod 4)    goes back by    (a, b) -> (4 * a + b)
//
// and the places with 4 * a + b >= 14 are padding. TVM calls this a
// non-surjective inverse and its padding predicate.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_INVERSION_H
#define LAYOUT_ALGEBRA_INVERSION_H

#include "layout/Algebra/IndexMap.h"
#include "mlir/IR/IntegerSet.h"

namespace mlir::layout {

/// A map from physical to logical indices that undoes `map` wherever an element
/// of `shape` lies; elsewhere its value means nothing. It solves the equations
/// `result = physical index` one dim after the other: sums of digits, tiles,
/// remainders of one dim (skews), reversals, offsets and strides. Nothing when
/// they do not come apart, which says nothing about the map.
std::optional<AffineMap> solveForIndex(AffineMap map, ArrayRef<int64_t> shape);

/// The way back from the physical box of an injective map.
struct ImageInverse {
  /// From physical to logical indices, right wherever an element lies.
  IndexMap map;
  /// Sets of physical indices: a place of the physical box holds no element iff
  /// it lies in one of them.
  SmallVector<IntegerSet> padding;

  /// Whether the place, which lies in the physical box, holds no element.
  bool isPadding(ArrayRef<int64_t> index) const;
};

/// Nothing when the map is not proved injective, or solveForIndex does not
/// know.
std::optional<ImageInverse> invertOnImage(const IndexMap &map,
                                          ArrayRef<int64_t> shape);

/// An injective map in primitive steps: pad, then a bijective map. The way
/// back is the inverse of that map, then a crop of the same widths.
struct PaddedMap {
  /// Per logical dim, at least 0.
  SmallVector<int64_t> low, high;
  /// The extents with their pads.
  SmallVector<int64_t> shape;
  /// Bijective on `shape`, with the groups of the map it comes from.
  IndexMap map;
};

/// The extents of `shape`, each rounded up to what it must be a multiple of for
/// the tiles of `map` to be full: there the map may have a digit form. Nothing
/// where tiles cut a sum within one of its terms, or a dim is dynamic.
std::optional<SmallVector<int64_t>> getFullTileShape(AffineMap map,
                                                     ArrayRef<int64_t> shape);

/// map(i) = result.map(i + result.low) for all i of the static `shape`, with
/// the same physical shape. Nothing when no pad of the logical dims makes the
/// map bijective, or none is found.
std::optional<PaddedMap> getPaddedMap(const IndexMap &map,
                                      ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_INVERSION_H
