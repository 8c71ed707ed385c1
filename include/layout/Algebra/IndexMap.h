//===- IndexMap.h - Maps from logical to physical indices -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index map says where the element with a given logical index lies: an
// affine map without symbols from logical to physical indices, and axis
// separators that group the physical dims (RFC 39 of TVM; a group becomes one
// dim when a buffer is flattened).
//
// Groups belong to the physical side. So a composition has the groups of the
// map applied last, an inverse has none, the canonical form keeps them, and
// maps with other groups are other maps.
//
// Under a shape a map usually has a digit form (Digits.h), in which
// composition, inverse and equality are exact and cheap. Everything else is
// decided by enumeration or Presburger, or is not known (Proof.h).
//
// The physical shape is the box that the physical indices span, where a tile
// counts whole: `c mod 16` has extent 16 even if there are only three `c`. Such
// a map is injective and leaves places unused; to be bijective it takes a pad.
//
// Dynamic dims count as not empty, and splits of them as dividing: who needs
// that proves it.
//
// Laws, for maps f, g bijective on a shape s (tested in
// test/unit/Algebra/IndexMapTest.cpp against brute force):
//   * f.inverse(s).compose(f) is the identity on s;
//   * g.compose(f) sends x to g(f(x));
//   * f.physicalShape(s) has as many elements as s;
//   * f.isRowMajorReshape(s) iff linear order is kept.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_INDEXMAP_H
#define LAYOUT_ALGEBRA_INDEXMAP_H

#include "layout/Algebra/MixedRadix.h"
#include "layout/Algebra/Verdict.h"

namespace mlir::layout {

class IndexMap {
public:
  IndexMap() = default;
  /// `map` has no symbols; `separators` name the first physical dim after each
  /// split, strictly rising, within 1 … number of results - 1.
  explicit IndexMap(AffineMap map, ArrayRef<int64_t> separators = {})
      : map(map), separators(separators) {}

  static IndexMap getIdentity(unsigned rank, MLIRContext *context);
  /// Physical dim i is logical dim permutation[i].
  static IndexMap getPermutation(ArrayRef<int64_t> permutation,
                                 MLIRContext *context);
  /// The map with the given digits on `shape`.
  static IndexMap get(ArrayRef<MixedRadix> digits, ArrayRef<int64_t> shape,
                      MLIRContext *context);
  /// The row-major reshape between two shapes of equal element count, of which
  /// at most the outermost dim is dynamic; nothing when their radices clash
  /// (2·3 against 3·2), for that is no digit map of the target.
  static std::optional<IndexMap> getReshape(ArrayRef<int64_t> from,
                                            ArrayRef<int64_t> to,
                                            MLIRContext *context);

  explicit operator bool() const { return static_cast<bool>(map); }
  AffineMap getAffineMap() const { return map; }
  ArrayRef<int64_t> getSeparators() const { return separators; }
  unsigned getNumDims() const { return map.getNumDims(); }
  unsigned getNumResults() const { return map.getNumResults(); }
  MLIRContext *getContext() const { return map.getContext(); }
  /// The same map without groups.
  IndexMap withoutSeparators() const { return IndexMap(map); }

  /// Why (map, separators) is no index map; nothing if it is one. The text is
  /// a diagnostic: lowercase, what was required and what was found.
  static std::optional<std::string> getError(AffineMap map,
                                             ArrayRef<int64_t> separators);

  /// The digit normal form on `shape`, one list per physical dim.
  std::optional<MixedRadixMap> getDigits(ArrayRef<int64_t> shape) const;

  /// Whether every physical index within the physical shape is hit once. On a
  /// dynamic shape only maps of digit form are, and the digits say what the
  /// dynamic sizes must be multiples of.
  Verdict isBijective(ArrayRef<int64_t> shape,
                      VerdictCache *cache = nullptr) const;
  /// Whether distinct logical indices lie at distinct places.
  Verdict isInjective(ArrayRef<int64_t> shape) const;
  /// Same physical index for every logical index of the box, same physical
  /// shape, same groups.
  Verdict isEqual(const IndexMap &other, ArrayRef<int64_t> shape) const;
  /// Same rank, every element stays, no groups.
  Verdict isIdentity(ArrayRef<int64_t> shape) const;
  /// The linear (row-major) order of elements is kept: free at run time.
  Verdict isRowMajorReshape(ArrayRef<int64_t> shape) const;
  /// The permutation this map is, if it is one as written: physical dim i is
  /// logical dim result[i].
  std::optional<SmallVector<int64_t>> getPermutation() const;

  /// Extents of the physical dims; kDynamic where the outermost digit is.
  /// Nothing when one is not known, or an index may be below 0.
  std::optional<SmallVector<int64_t>>
  getPhysicalShape(ArrayRef<int64_t> shape) const;

  /// This map after `inner`: x -> this(inner(x)); this map's groups.
  IndexMap compose(const IndexMap &inner) const;
  /// As above, in digit form on the logical shape of `inner` where it has one.
  IndexMap compose(const IndexMap &inner, ArrayRef<int64_t> shape) const;
  /// From physical to logical indices, without groups; nothing when the map is
  /// not proved bijective on `shape`, or of no form that is known to be solved
  /// (Inversion.h, which also has the way back of maps that are injective
  /// only).
  std::optional<IndexMap> inverse(ArrayRef<int64_t> shape) const;
  /// One map for all that are equal on `shape`, so that equal layouts are one
  /// uniqued instance: the digit form, behind a pad where tiles are not full. A
  /// map without such a form comes out simplified.
  IndexMap canonicalize(ArrayRef<int64_t> shape) const;

  /// This map with the dims of every group fused in row-major order: one
  /// physical dim per group, each a group of its own, and a single one where
  /// there are no separators (RFC 39's flattening as a map). Flattening twice
  /// is flattening once but for maps without separators, which say nothing of
  /// what they come from. Nothing when an extent that is multiplied is dynamic
  /// or not known.
  std::optional<IndexMap> flatten(ArrayRef<int64_t> shape) const;

  /// The physical index of a logical one.
  SmallVector<int64_t> forward(ArrayRef<int64_t> index) const;
  /// The logical index that lies at a physical one; nothing if none does or it
  /// cannot be found (maps that are not solved, on large boxes).
  std::optional<SmallVector<int64_t>> backward(ArrayRef<int64_t> index,
                                               ArrayRef<int64_t> shape) const;

  bool operator==(const IndexMap &other) const {
    return map == other.map && separators == other.separators;
  }
  bool operator!=(const IndexMap &other) const { return !(*this == other); }

private:
  AffineMap map;
  SmallVector<int64_t, 1> separators;
};

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_INDEXMAP_H
