//===- NormalForms.h - Forms from which notations are written ---*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout may come from any notation or from a pass. The functions below bring
// it into a form from which a notation is written: digits in the order of
// memory (for notations with strides, reshapes and whole dims), or outer parts
// of dims followed by blocks (for notations with tiles).
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_NOTATION_NORMALFORMS_H
#define LAYOUT_LIB_NOTATION_NORMALFORMS_H

#include "Algebra/LinearCombination.h"
#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout {

//===----------------------------------------------------------------------===//
// Memory order
//===----------------------------------------------------------------------===//

/// Returns the offset of an element as digits that cover each dim once, by
/// falling stride. A dim of extent 1 is represented by a digit of extent 1: at
/// its own position if it is a physical dim by itself, otherwise next to the
/// preceding dim. Returns an error if the tensor is empty or the offset is not
/// a linear combination of digits.
llvm::Expected<LinearCombination> getMemoryOrder(const PhysicalLayout &layout);

//===----------------------------------------------------------------------===//
// Filling digits
//===----------------------------------------------------------------------===//

/// Returns the digits of each result of `map` on a padded shape on which they
/// fill `box` exactly. `shape`, with extents of at least 1, is replaced by the
/// padded shape. Dims of extent 1 that only pad the box ("fillers") may be
/// appended to it. Returns nullopt if there is no such shape.
std::optional<MixedRadixMap> getFillingDigits(const IndexMap &map,
                                              ArrayRef<int64_t> box,
                                              SmallVectorImpl<int64_t> &shape);

//===----------------------------------------------------------------------===//
// Blocked form
//===----------------------------------------------------------------------===//

/// The form that "NCHW16c", "aBcd16b" and XLA's tiles have in common: memory
/// contains the outer parts of all dims in some order, followed by blocks of
/// dims. A dim is padded to a multiple of its blocks.
struct BlockedForm {
  /// The dims of the tensor in the order of their outer parts, major to minor.
  SmallVector<unsigned> order;
  /// Major to minor, none of size 1. On this shape a block may be a whole dim,
  /// whose outer part is then 1.
  MixedRadix blocks;
  /// The extents of the dims, padded to the least multiples of their blocks.
  /// The dims of the tensor are followed by fillers: dims of one index and one
  /// block, which are only padding.
  SmallVector<int64_t> paddedShape;

  unsigned getRank() const { return order.size(); }
  bool hasFillers() const { return paddedShape.size() > order.size(); }
  /// Returns the product of the blocks of a dim.
  int64_t getBlock(unsigned dim) const;
  /// Returns an error unless the blocks of each dim are ordered from outer to
  /// inner.
  llvm::Error verifyNesting() const;

  /// Returns the form of a tensor of the static `shape` that `map` sends into
  /// the row-major `box`: the same offsets and the same number of positions.
  /// Axis separators are ignored. The text of an error continues the name of a
  /// notation.
  static llvm::Expected<BlockedForm>
  get(const IndexMap &map, ArrayRef<int64_t> shape, ArrayRef<int64_t> box);
};

//===----------------------------------------------------------------------===//
// Runs of dims
//===----------------------------------------------------------------------===//

/// Logical dims, major to minor.
using DimRun = SmallVector<unsigned>;

/// A map on runs of dims instead of dims. For example,
/// (i, j) -> ((i * 10 + j) floordiv 4, (i * 10 + j) mod 4) on 3x10 does not
/// tile i or j, but it tiles the run (i, j), a single dim of extent 30.
struct DimRunMap {
  IndexMap map;
  /// The extents of the runs.
  SmallVector<int64_t> shape;
  /// Every dim belongs to exactly one run.
  SmallVector<DimRun> runs;
};

/// Returns `map` as a map on the runs whose row-major index it divides, and on
/// all other dims. Returns nullopt if a dim is used both inside and outside a
/// run.
std::optional<DimRunMap> readDimRuns(AffineMap map, ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_LIB_NOTATION_NORMALFORMS_H
