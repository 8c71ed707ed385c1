//===- IndexMap.h - Maps from logical to physical indices -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index map sends the logical index of an element to its physical index. It
// consists of an affine map without symbols and of axis separators, which
// divide the physical dims into groups (RFC 39 of TVM). Flattening a buffer
// turns each group into one dim.
//
// Groups belong to the physical side. Hence a composition has the groups of the
// map that is applied last, an inverse has none, the canonical form keeps them,
// and maps that differ in their groups are different maps.
//
// On a given shape, a map usually has a mixed radix form (MixedRadix.h), in
// which composition, inverse and equality are exact and cheap. Questions about
// other maps are decided by enumeration or Presburger arithmetic, or remain
// unknown (Verdict.h).
//
// The physical shape is the smallest box that holds all physical indices and
// all tiles: `c mod 16` has extent 16 even if there are only three `c`. Such a
// map is injective but leaves positions unused. It becomes bijective on a
// padded shape (PaddedMap.h).
//
// A map may have a box, which says that the physical dims have at least these
// extents: a stick of 64 places for every element is (i) -> (i * 64) in a box
// of 64 places per element, also behind the last one. The box belongs to the
// physical side, as groups do. A map whose box is larger than its images is not
// bijective.
//
// Dynamic dims count as not empty. It is a precondition that splits divide
// them; callers prove it.
//
// Laws, for maps f and g that are bijective on a shape s (tested against brute
// force in test/unit/Algebra/IndexMapLawsTest.cpp):
//   * f.inverse(s).compose(f) is the identity on s;
//   * g.compose(f) sends x to g(f(x));
//   * f.getPhysicalShape(s) has as many elements as s;
//   * f.isRowMajorReshape(s) iff f preserves row-major order.
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
  /// `map` must not have symbols. `separators` are the first physical dims of
  /// all groups but the first: strictly increasing, from 1 to the number of
  /// results - 1. `box` has one extent of at least 1 for each physical dim, or
  /// none. See getError().
  explicit IndexMap(AffineMap map, ArrayRef<int64_t> separators = {},
                    ArrayRef<int64_t> box = {})
      : map(map), separators(separators), box(box) {}

  static IndexMap getIdentity(unsigned rank, MLIRContext *context);
  /// Returns the map whose physical dim i is logical dim permutation[i].
  static IndexMap getPermutation(ArrayRef<int64_t> permutation,
                                 MLIRContext *context);
  /// Returns the map with the given digits on `shape`.
  static IndexMap get(ArrayRef<MixedRadix> digits, ArrayRef<int64_t> shape,
                      MLIRContext *context);
  /// Returns the row-major reshape between two shapes with the same number of
  /// elements, of which only the outermost dim may be dynamic. Returns nullopt
  /// if the radices of the shapes have no common refinement (2·3 against 3·2):
  /// then the reshape has no mixed radix form.
  static std::optional<IndexMap> getReshape(ArrayRef<int64_t> from,
                                            ArrayRef<int64_t> to,
                                            MLIRContext *context);

  explicit operator bool() const { return static_cast<bool>(map); }
  AffineMap getAffineMap() const { return map; }
  ArrayRef<int64_t> getSeparators() const { return separators; }
  /// The least extents of the physical dims; empty if nothing is asked for.
  ArrayRef<int64_t> getBox() const { return box; }
  unsigned getNumDims() const { return map.getNumDims(); }
  unsigned getNumResults() const { return map.getNumResults(); }
  MLIRContext *getContext() const { return map.getContext(); }
  /// Returns the map with a single group.
  IndexMap withoutSeparators() const { return IndexMap(map, {}, box); }

  /// Checks the preconditions of the constructor and that the results are
  /// quasi-affine. Returns the text of a diagnostic, or nullopt if they hold.
  static std::optional<std::string> getError(AffineMap map,
                                             ArrayRef<int64_t> separators,
                                             ArrayRef<int64_t> box = {});

  /// Returns the mixed radix form on `shape`, one list of digits per physical
  /// dim, or nullopt if there is none.
  std::optional<MixedRadixMap> getDigits(ArrayRef<int64_t> shape) const;

  /// Whether every index of the physical shape is the image of exactly one
  /// index of `shape`. On a dynamic shape this is proved for maps with mixed
  /// radix form only; their digits state which divisibility is required.
  Verdict isBijective(ArrayRef<int64_t> shape,
                      VerdictCache *cache = nullptr) const;
  /// Whether distinct logical indices have distinct images.
  Verdict isInjective(ArrayRef<int64_t> shape) const;
  /// Whether both maps have the same value at every index of the box, the same
  /// physical shape and the same groups.
  Verdict isEqual(const IndexMap &other, ArrayRef<int64_t> shape) const;
  /// Whether the map is equal to the identity: no groups, same rank, and every
  /// index is its own image.
  Verdict isIdentity(ArrayRef<int64_t> shape) const;
  /// Whether the map preserves the row-major order of elements. Then it moves
  /// no data at run time.
  Verdict isRowMajorReshape(ArrayRef<int64_t> shape,
                            VerdictCache *cache = nullptr) const;
  /// Returns the permutation p such that physical dim i is logical dim p[i], or
  /// nullopt if the results are not a permutation of the dims as written.
  std::optional<SmallVector<int64_t>> getPermutation() const;

  /// Returns the extents of the physical dims, at least those of the box,
  /// kDynamic where the most significant digit is dynamic. Returns nullopt if
  /// an extent is unknown or an index may be negative.
  std::optional<SmallVector<int64_t>>
  getPhysicalShape(ArrayRef<int64_t> shape) const;
  /// Returns the extents of the physical dims on a shape whose extents are
  /// affine expressions of symbols, each symbol at least 1. For example
  /// `(i, j) -> (i floordiv 16, j, i mod 16)` has the extents (s0, s1, 16) on
  /// (s0 * 16, s1), and (s0 ceildiv 16, s1, 16) on (s0, s1). Returns nullopt if
  /// the map has no mixed radix form on the shape, or has a box.
  std::optional<SmallVector<AffineExpr>>
  getSymbolicPhysicalShape(ArrayRef<AffineExpr> shape) const;

  /// Returns x -> this(inner(x)) with the groups and the box of this map.
  IndexMap compose(const IndexMap &inner) const;
  /// Returns the same composition in mixed radix form, if it has one on the
  /// logical shape of `inner`. If `inner` has a box, so has the result: that of
  /// all its places.
  IndexMap compose(const IndexMap &inner, ArrayRef<int64_t> shape) const;
  /// Returns the map from physical to logical indices, without groups. Returns
  /// nullopt if the map is not proved bijective on `shape`, or its equations
  /// are not solved (Inversion.h, which also inverts maps that are only
  /// injective).
  std::optional<IndexMap> inverse(ArrayRef<int64_t> shape) const;
  /// Returns one representative of all maps that are equal on `shape`, so that
  /// equal layouts are one uniqued attribute: the mixed radix form, if
  /// necessary that of the padded map (PaddedMap.h) with its offsets. A map
  /// without such a form is only simplified.
  IndexMap canonicalize(ArrayRef<int64_t> shape) const;

  /// Returns the map in which the dims of every group are fused in row-major
  /// order (flattening of RFC 39). The result has one dim per group, which is a
  /// group of its own, and a single dim if there are no separators. Flattening
  /// is idempotent, except that the result for one group has no separator which
  /// would show that it is flat. Returns nullopt if an extent that is needed as
  /// a factor is dynamic or unknown, or if a group has more elements than an
  /// int64_t can count.
  std::optional<IndexMap> flatten(ArrayRef<int64_t> shape) const;

  /// Returns the physical index of a logical one.
  SmallVector<int64_t> forward(ArrayRef<int64_t> index) const;
  /// Returns the logical index of a physical one. Returns nullopt if there is
  /// none, or if it is not found: the equations are not solved and the box has
  /// more than kEnumerationLimit points. For many queries on one layout use
  /// ElementFinder (PhysicalLayout.h).
  std::optional<SmallVector<int64_t>> backward(ArrayRef<int64_t> index,
                                               ArrayRef<int64_t> shape) const;

  bool operator==(const IndexMap &other) const {
    return map == other.map && separators == other.separators &&
           box == other.box;
  }
  bool operator!=(const IndexMap &other) const { return !(*this == other); }

private:
  /// Whether the box has places outside the smallest box of all images.
  bool hasLargerBox(ArrayRef<int64_t> shape) const;

  AffineMap map;
  SmallVector<int64_t, 1> separators;
  SmallVector<int64_t, 0> box;
};

/// Returns one representative of maps that have equal values at all indices of
/// every shape. Each result is in mixed radix form where it has one, and linear
/// results have their terms in the order of the dims; others stay, as does a
/// map that IndexMap::getError() rejects.
AffineMap getNormalForm(AffineMap map);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_INDEXMAP_H
