//===- Picture.h - Which element lies where, in rows and columns -*- C++
//-*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_EXPLAIN_PICTURE_H
#define LAYOUT_LIB_EXPLAIN_PICTURE_H

#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout::explain {

/// The largest picture to draw.
struct PictureLimits {
  /// At least 4.
  int64_t columns;
  /// A larger picture keeps the first two rows, the last one, and those on both
  /// sides of every carry from one physical dim to the next.
  int64_t rows;
};

/// The logical index of the element at a place; nothing where it is padding.
using Cell = std::optional<SmallVector<int64_t>>;

struct Row {
  /// Counted from the beginning of memory.
  int64_t number;
  /// The offset and the physical index of the line's first place.
  int64_t offset;
  SmallVector<int64_t> place;
  /// One for every column that is shown.
  SmallVector<Cell> cells;
};

/// Memory in reading order: columns are the indices of the innermost physical
/// dim of more than one, rows all that there is of the others. Where the
/// numbers of columns or rows leap, some are left out.
struct Picture {
  /// Unset if memory has one place.
  std::optional<unsigned> columnDim;
  SmallVector<int64_t> columns;
  SmallVector<Row> rows;
};

/// A picture that shows the places `wanted` in any case; nothing when there are
/// no elements, or the way from places to elements is not known.
std::optional<Picture> getPicture(const PhysicalLayout &layout,
                                  PictureLimits limits,
                                  ArrayRef<SmallVector<int64_t>> wanted);

/// The logical index as `0,3,1,1`.
std::string getLabel(ArrayRef<int64_t> index);

/// The length of the longest label of an element.
size_t getLabelLength(const PhysicalLayout &layout);

} // namespace mlir::layout::explain

#endif // LAYOUT_LIB_EXPLAIN_PICTURE_H
