//===- LayoutFacts.h - What one asks about a layout -------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many elements stay together in memory decides how fast a tensor is read
// in some order; where the neighbours of an element land explains why.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_LAYOUTFACTS_H
#define LAYOUT_ALGEBRA_LAYOUTFACTS_H

#include "layout/Algebra/StridedForm.h"

namespace mlir::layout {

/// Runs of elements, each of which lies one place after the one before.
struct ContiguousRuns {
  /// For every logical dim, the length of the longest run of elements that
  /// follow each other in it.
  SmallVector<int64_t> dims;
  /// The same of elements in row-major order of their logical indices. It may
  /// be longer than a tile, for the last tile of one row may lie just in front
  /// of the first one of the next.
  int64_t rowMajor = 0;
  /// Into how many runs that order falls: as many copies move the tensor.
  int64_t numRowMajor = 0;
};

/// The runs of a layout, all 0 without elements; nothing when they are not
/// known (layouts without a strided form of more than kEnumerationLimit
/// elements).
std::optional<ContiguousRuns> findContiguousRuns(const PhysicalLayout &layout);

struct Neighbour {
  unsigned dim;
  /// -1 or 1.
  int64_t step;
  SmallVector<int64_t> index;
  /// In places.
  int64_t offset;
};

/// The elements one step before and after `index` in every dim, as far as there
/// are such.
SmallVector<Neighbour> getNeighbours(const PhysicalLayout &layout,
                                     ArrayRef<int64_t> index);

/// Places that hold no element.
inline int64_t getNumPaddingPlaces(const PhysicalLayout &layout) {
  return layout.getNumPlaces() - layout.getNumElements();
}

/// Whether two layouts of one shape take as many places and hold every element
/// at the same offset: a rewrite from one to the other is free at run time.
Verdict isSameInMemory(const PhysicalLayout &lhs, const PhysicalLayout &rhs);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_LAYOUTFACTS_H
