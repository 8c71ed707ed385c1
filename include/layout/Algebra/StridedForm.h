//===- StridedForm.h - Offsets as sums of strided digits --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In almost every layout the offset of an element is a sum over the dims of its
// index, and each dim counts by digits: 64 channels in blocks of 16 are 4 steps
// of 50176 places and, within a block, 16 steps of 1. A dim of one digit has
// one stride; a dim of several is tiled, and no single number describes it.
//
// Tiles need not be full, and the first element need not lie at offset 0, so
// that padded layouts have this form too.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ALGEBRA_STRIDEDFORM_H
#define LAYOUT_ALGEBRA_STRIDEDFORM_H

#include "layout/Algebra/PhysicalLayout.h"

namespace mlir::layout {

/// `extent` steps of a dim's index, or of one of its tiles, `stride` places
/// from each to the next.
struct StridedDigit {
  int64_t extent;
  int64_t stride;

  bool operator==(const StridedDigit &other) const {
    return extent == other.extent && stride == other.stride;
  }
};

/// From major to minor, as few as describe the dim. The extents multiply to the
/// size of the dim or, where its last tile is not full, to more; the outermost
/// one is as small as that allows.
using StridedDigits = SmallVector<StridedDigit, 2>;

struct StridedForm {
  /// The offset of the first element, in places.
  int64_t first = 0;
  /// For every logical dim. A dim of size 1 has one digit, with the stride that
  /// its only index would have next; none if 64 bits do not hold it.
  SmallVector<StridedDigits> dims;
};

/// The strided form of a layout; nothing when there is no element, or the
/// offset is no sum of digits that cover every dim once (DigitSum.h), as with
/// skews.
std::optional<StridedForm> getStridedForm(const PhysicalLayout &layout);

} // namespace mlir::layout

#endif // LAYOUT_ALGEBRA_STRIDEDFORM_H
