//===- MemoryFigures.h - Memory that a function allocates -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The figures that `layout-plan-memory` reports.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_MEMORYFIGURES_H
#define LAYOUT_LIB_PLACEMENT_MEMORYFIGURES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// What the buffers of a function take if they share memory. Sizes are rounded
/// up to multiples of 64 bytes.
struct MemoryFigures {
  /// The buffers whose size and lifetime are known, and the others.
  int64_t buffers = 0;
  int64_t left = 0;
  /// Whether the size of one of those others is not known.
  bool dynamic = false;
  /// The bytes of `buffers` if each has memory of its own.
  int64_t sum = 0;
  /// Their bytes in one arena.
  int64_t peak = 0;
  /// The most bytes of them that are live at once: no arena is smaller.
  int64_t bound = 0;
};

/// Returns the figures of a function on memrefs, which does not change.
MemoryFigures getMemoryFigures(func::FuncOp function);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_MEMORYFIGURES_H
