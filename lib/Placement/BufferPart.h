//===- BufferPart.h - Parts of buffers, behind all views --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Views of one memory differ in their slices and reshapes. What they have in
// common are the axes of the buffer, on which a part has some indices:
//
//   %s = memref.alloc() : memref<2x8x16xf32>
//   %0 = memref.subview %s[1, 0, 0] [1, 8, 16] [1, 1, 1]
//   %1 = memref.collapse_shape %0 [[0, 1], [2]]   // 8x16
//
// %1 has index 1 of the first axis of %s, and all of the others.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_BUFFERPART_H
#define LAYOUT_LIB_PLACEMENT_BUFFERPART_H

#include "Algebra/StridedRegion.h"
#include "Trial.h"

namespace mlir::layout {

/// A dim of a row-major buffer, or a factor of one; its stride is in elements.
struct BufferAxis {
  int64_t extent, stride;
};

/// A part of a row-major buffer of static shape.
struct BufferPart {
  Value whole;
  StridedRegion region;
  SmallVector<BufferAxis> axes; ///< of the buffer, the outermost first

  /// The part that `view` is of the buffer behind all views; nothing if
  /// something about it is dynamic, or it is empty.
  static std::optional<BufferPart> get(Value view);
  static std::optional<BufferPart> get(Value whole, StridedRegion region);

  /// Divides an axis, if need be, so that one has this stride, such as an axis
  /// of 64 into 4 times 16. Returns false if that is not possible.
  bool divideAt(int64_t stride);
  /// Joins the axis with this stride and those around it, unless `size` indices
  /// of a dim with this stride fit in it, or fill it several times. Elements 1
  /// to 22 of 8x3 are a box of 24. Precondition: `divideAt` returned true.
  void joinFor(int64_t stride, int64_t size);
  /// The number of the axis with this stride and more than one index; that
  /// behind the last one if there is none.
  unsigned findAxis(int64_t stride) const;
  /// The index on an axis at which the part begins.
  int64_t getOffset(unsigned axis) const;
};

/// Axes of two parts of one shape that are the same dim of it, or factor of
/// one.
struct SharedAxis {
  unsigned a, b; ///< their numbers
  int64_t size;  ///< the indices that the parts have on them
};

/// Finds the axes on which two parts of one shape have more than one index, the
/// outermost first. Divides axes where a part has a dim for a factor of one,
/// and joins them where it has a dim for several. Returns nothing if a part is
/// no box of its axes, or if they are in another order.
std::optional<SmallVector<SharedAxis>> getSharedAxes(BufferPart &a,
                                                     BufferPart &b);

/// Creates a view of `whole`, a row-major buffer, of the elements `region`, in
/// this shape, in which they have the same order. Returns null if slices and
/// reshapes make none.
Value createPart(RewriterBase &rewriter, Trial &trial, Value whole,
                 const StridedRegion &region, ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_BUFFERPART_H
