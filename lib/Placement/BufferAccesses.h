//===- BufferAccesses.h - Who accesses which part of a buffer ---*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All accesses of an allocation, found through its views (memref.subview,
// reshapes, casts), and whether two of them may touch the same elements:
//
//   %d = memref.alloc() : memref<4x96xf32>
//   %0 = memref.subview %d[0, 0] [4, 64] [1, 1] : ...
//   linalg.exp ins(%x) outs(%0)            // writes through %0
//   %1 = memref.subview %d[0, 64] [4, 32] [1, 1] : ...
//   memref.copy %y, %1                     // writes other elements
//   return %d                              // reads all
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_BUFFERACCESSES_H
#define LAYOUT_LIB_PLACEMENT_BUFFERACCESSES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// An operand through which an op accesses a buffer or a view of it.
struct BufferAccess {
  OpOperand *operand;
  bool reads, writes;
  /// Whether it allocates or frees the buffer, which is a write as well.
  bool isEnd = false;

  Operation *getOp() const { return operand->getOwner(); }
  Value getView() const { return operand->get(); }
};

/// Whether a value of this type holds no address.
bool isPlainType(Type type);

/// How an op states that it accesses an operand, with which it is done when it
/// ends. Nothing if it does not say so.
std::optional<BufferAccess> getStatedAccess(OpOperand &use);

/// How a buffer is used.
struct BufferAccesses {
  /// Accesses through the buffer and its views, in no particular order. A
  /// return from the function counts as a read.
  SmallVector<BufferAccess> all;
  /// The views, each after its source.
  SmallVector<Operation *> views;
  /// The uses by which the buffer becomes known under a value that is no view
  /// of it: an argument of a call, a value that a loop carries, an op that does
  /// not state its effects. They are accesses as well, but others may follow
  /// that are not listed.
  SmallVector<OpOperand *> captures;

  /// Collects the uses of `buffer`, an allocation or a view.
  static BufferAccesses get(Value buffer);
};

/// Whether `op` makes a value that stands for elements of its first operand.
bool isView(Operation *op);

/// The buffer that casts of its type are taken of.
Value skipCasts(Value buffer);

/// The value that `buffer` is a view of, behind all views.
Value getRootBuffer(Value buffer);

/// Whether `buffer` is allocated in the function, so that no other value than
/// its views and what captures it stands for the same memory.
bool isFreshBuffer(Value buffer);

/// Whether two views of one buffer are known to be the same.
bool areEqualViews(Value a, Value b);

/// Whether two views of one buffer are known to share no element. All values
/// have to be those of one iteration of the loops around both.
bool areDisjointViews(Value a, Value b);

/// Whether two buffers or views, of one buffer or of several, may have an
/// element in common. All values have to be those of one iteration of the loops
/// around both.
bool mayOverlap(Value a, Value b);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_BUFFERACCESSES_H
