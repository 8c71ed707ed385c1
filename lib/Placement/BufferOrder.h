//===- BufferOrder.h - The order of ops on buffers --------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_BUFFERORDER_H
#define LAYOUT_LIB_PLACEMENT_BUFFERORDER_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {

/// Whether `a` has run whenever `b` runs, in the same iteration of the loops
/// around `a`.
bool precedes(Operation *a, Operation *b);

/// The ops that have to move such that a value is known in front of another op.
/// Allocations and ops without effects may move.
class Hoisting {
public:
  /// Adds what `value` needs to be known in front of `before`. Fails if it
  /// needs an op that cannot move, or one that depends on `excluded`.
  LogicalResult add(Value value, Operation *before, Value excluded = Value());
  /// Moves the ops.
  void apply(Operation *before);

private:
  llvm::SetVector<Operation *> ops;
};

/// Moves what `value` needs in front of `before`. Changes nothing and fails if
/// that is not possible.
LogicalResult hoist(Value value, Operation *before);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_BUFFERORDER_H
