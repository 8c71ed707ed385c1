//===- PaddingBoxes.h - Where the padding of a layout lies ------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The padding at the end of a dim lies in one or several boxes of the digits of
// a layout. With 45 channels in blocks of 16, of which there are 4,
//
//   digits  (c floordiv 16, h, c mod 16)
//   boxes   [2, 3) x all h x [13, 16)   of the block that is padded
//           [3, 4) x all h x [0, 16)    of those that are nothing but padding
//
// A value whose padding holds something else than a use requires is overwritten
// there, which moves less than rewriting it.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_MODEL_PADDINGBOXES_H
#define LAYOUT_LIB_PLANNING_MODEL_PADDINGBOXES_H

#include "layout/Algebra/MixedRadix.h"
#include "layout/Solver/Problem.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::layout {

/// A box of the digits of a layout. The sizes of dynamic digits are dynamic.
struct PaddingBox {
  SmallVector<int64_t> offsets, sizes; ///< one per digit
};

/// The boxes that cover the padding of a value of shape `shape` whose digits
/// are `digits`. Boxes of different dims may overlap.
SmallVector<PaddingBox> getPaddingBoxes(ArrayRef<int64_t> shape,
                                        ArrayRef<Digit> digits);

/// The boxes that cover what a crop to the shape `kept` leaves of the padding.
/// `kept` is between `shape` and what the digits span.
SmallVector<PaddingBox> getPaddingBoxes(ArrayRef<int64_t> shape,
                                        ArrayRef<Digit> digits,
                                        ArrayRef<int64_t> kept);

/// Returns the box `box` of the digits of `map` as one of its dims, or nothing
/// if it takes a part of some digit of a dim that consists of several.
std::optional<PaddingBox> getBoxOfDims(ArrayRef<MixedRadix> map,
                                       const PaddingBox &box);

/// The bytes that overwriting all of these boxes moves. As for any insertion,
/// what is written counts as read, too.
Cost getBytesOfBoxes(RankedTensorType type, ArrayRef<PaddingBox> boxes);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_MODEL_PADDINGBOXES_H
