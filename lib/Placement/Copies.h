//===- Copies.h - Copies and fills of buffers -------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a copy or fill does, whichever op it is, and rewrites of it that need no
// other buffers.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_COPIES_H
#define LAYOUT_LIB_PLACEMENT_COPIES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// An op that writes each element of one buffer to the same index of another.
struct Copy {
  Operation *op;
  Value source, target;
};

/// Returns the copy that `op` is: memref.copy, linalg.copy, or a structured op
/// that yields its input and reads and writes at the same indices.
std::optional<Copy> getCopy(Operation *op);

/// An op that writes one value to all elements of a buffer.
struct Fill {
  Operation *op;
  /// A value from outside of `op`, or a constant inside of it.
  Value value;
  Value target;
};

/// Returns the fill that `op` is: linalg.fill, or a structured op without
/// inputs.
std::optional<Fill> getFill(Operation *op);

/// Returns the constant of which `buffer` holds the elements; null if it is no
/// memref.get_global of a constant.
memref::GlobalOp getConstantGlobal(Value buffer);

/// Fills buffers where they are copied from a buffer that holds one value, a
/// constant or one that was filled before:
///
///   linalg.fill ins(%v) outs(%a)
///   memref.copy %a, %b
///
/// becomes
///
///   linalg.fill ins(%v) outs(%a)
///   linalg.fill ins(%v) outs(%b)
///
/// Returns whether there was one.
bool replaceCopiesOfFills(RewriterBase &rewriter, Operation *function);

/// Fills only those parts of a buffer that are not copied over before they are
/// read:
///
///   linalg.fill ins(%v) outs(%a)
///   %0 = memref.subview %a[1, 0] [3, 8] [1, 1]   // of memref<4x8xf32>
///   memref.copy %x, %0
///
/// becomes
///
///   %1 = memref.subview %a[0, 0] [1, 8] [1, 1]
///   linalg.fill ins(%v) outs(%1)
///   %0 = memref.subview %a[1, 0] [3, 8] [1, 1]
///   memref.copy %x, %0
void narrowFills(RewriterBase &rewriter, Operation *function);

/// Moves fills of buffers down to the next access of the buffer, so that it is
/// not live before.
void sinkFills(RewriterBase &rewriter, Operation *function);

/// Erases views without users, and buffers that are never read, with the copies
/// and fills that write them.
void eraseUnreadBuffers(RewriterBase &rewriter, Operation *function);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_COPIES_H
