//===- ElementMove.h - Loops of ops that move elements ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that permutes dims is a loop nest of one statement on two pieces of
// memory, in which each loop advances by a constant distance in both:
//
//   for n in 0 to 2, for c in 0 to 8, for h in 0 to 56, for w in 0 to 56
//     result[((n * 56 + h) * 56 + w) * 8 + c] = source[...]
//
// Loops over dims that follow each other in both are one: h and w here. What
// decides on speed is how many bytes in a row are read, and how many written.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_ELEMENTMOVE_H
#define LAYOUT_LIB_KERNELS_ELEMENTMOVE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// A loop, and by how many elements one iteration advances in the source and in
/// the result.
struct MoveLoop {
  int64_t extent, read, written;
};

/// An op that moves each element of a buffer to a place in another one.
struct ElementMove {
  Value source, result;
  int64_t elementBytes; ///< of the storage unit of an element
  /// So many elements are adjacent in source and result, and move together.
  int64_t group;
  /// The loops over the groups, which have several iterations, the one that
  /// advances farthest in the result first.
  SmallVector<MoveLoop> loops;

  int64_t getGroupBytes() const { return group * elementBytes; }
  /// The loop over groups that are adjacent in the source, if there is one.
  std::optional<unsigned> getReadLoop() const;
  /// The loop over groups that are adjacent in the result, if there is one.
  std::optional<unsigned> getWrittenLoop() const;
};

/// Returns the move that `op` on buffers is; nothing if it computes something,
/// if an extent or a distance is dynamic, if an element is read more than once,
/// or if elements have no storage unit.
std::optional<ElementMove> getElementMove(linalg::GenericOp op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_ELEMENTMOVE_H
