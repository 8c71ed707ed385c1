//===- LayoutProperties.h - Contiguity and equality of layouts --*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties that explain how fast a tensor is read: how many consecutive
// elements are contiguous in memory, and where the neighbours of an element
// are.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_LAYOUTPROPERTIES_H
#define LAYOUT_ALGEBRA_LAYOUTPROPERTIES_H

#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout {

/// Lengths of runs. A run is a sequence of elements at consecutive offsets.
struct ContiguousRuns {
  /// For every logical dim, the length of the longest run along it.
  SmallVector<int64_t> dims;
  /// The length of the longest run in row-major order of the logical indices.
  /// It may be longer than a tile: the last tile of one row may be adjacent to
  /// the first tile of the next.
  int64_t rowMajor = 0;
  /// The number of runs into which the row-major order is divided: the number
  /// of contiguous copies that move the tensor.
  int64_t numRowMajor = 0;
};

/// Returns the runs of a layout, all 0 if there are no elements. Returns
/// nullopt for layouts without strided form with more than kEnumerationLimit
/// elements.
std::optional<ContiguousRuns> findContiguousRuns(const PhysicalLayout &layout);

/// An element next to another one.
struct Neighbour {
  unsigned dim;
  /// -1 or 1.
  int64_t step;
  SmallVector<int64_t> index;
  int64_t offset;
};

/// Returns the elements one step before and after `index` in every dim, as far
/// as they exist.
SmallVector<Neighbour> getNeighbours(const PhysicalLayout &layout,
                                     ArrayRef<int64_t> index);

/// Whether two layouts of one shape have the same number of positions and the
/// same offset for every element. Then a rewrite from one to the other is free
/// at run time.
Verdict isSameInMemory(const PhysicalLayout &lhs, const PhysicalLayout &rhs);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_LAYOUTPROPERTIES_H
