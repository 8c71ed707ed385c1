//===- CopyConflicts.h - What requires a copy -------------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two buffers on the sides of a copy may be one if what they hold does not
// differ while both are needed.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_COPYCONFLICTS_H
#define LAYOUT_LIB_PLACEMENT_COPYCONFLICTS_H

#include "BufferAccesses.h"
#include <optional>

namespace mlir::layout {

/// Why a copy is left.
struct Reason {
  StringRef text;
  /// The op that requires it; null if no single op does.
  Operation *op = nullptr;
};

/// Nothing, if there is no reason.
using Obstacle = std::optional<Reason>;

/// A span of ops in a block, both ends included.
struct Span {
  Operation *first, *last;

  /// The span of `copy` and of the accesses of a buffer in the same block.
  static Span get(ArrayRef<BufferAccess> accesses, Operation *copy);
  /// The op of the block that is or contains `op`, if it is in the span.
  Operation *find(Operation *op) const;
};

/// Returns why `part`, a view of the buffer `whole`, may not hold what the
/// other buffer of a copy holds, which is accessed within `span` only: in front
/// of the copy nothing else may access `part`, and behind it nothing may write
/// it.
Obstacle findConflict(Value whole, Value part, Operation *copy,
                      const Span &span);

/// Returns why a buffer may not become a view: it has to be allocated in the
/// block of `copy`, and all its accesses have to be known.
Obstacle checkAllocation(Value buffer, const BufferAccesses &accesses,
                         Operation *copy);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_COPYCONFLICTS_H
