//===- Marks.h - Marks that keep passes away from ops -----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `layout.frozen` on an op or function forbids passes to change its layouts,
// `layout.skip` to touch it at all.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_MARKS_H
#define LAYOUT_DIALECT_MARKS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Whether `name` is one of the attributes above.
bool isMark(StringRef name);

/// Whether `op` itself is marked `layout.skip`.
bool hasSkipMark(Operation *op);

/// Whether `op` itself is marked `layout.frozen` or `layout.skip`.
bool isMarked(Operation *op);

/// Whether no pass may touch `op`: it or an op around it is marked
/// `layout.skip`.
bool isSkipped(Operation *op);

/// Whether no pass may change the layouts of `op`: it or an op around it is
/// marked `layout.frozen` or `layout.skip`.
bool isFrozen(Operation *op);

/// Whether `op` itself has an attribute of the layout dialect that may refer to
/// its loops or values: any but `layout.device`, which holds for whatever the
/// op becomes.
bool hasLayoutAttribute(Operation *op);

/// Removes the marks of `op` itself.
void eraseMarks(Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_MARKS_H
