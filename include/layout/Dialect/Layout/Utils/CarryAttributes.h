//===- CarryAttributes.h - What survives the rewriting of an op -*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_LAYOUT_UTILS_CARRYATTRIBUTES_H
#define LAYOUT_DIALECT_LAYOUT_UTILS_CARRYATTRIBUTES_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Copies the discardable attributes that somebody else put on `from` to `to`,
/// which replaces it. Ours are requirements on the op that carried them, and
/// linalg's are caches of its indexing maps: neither is carried.
void carryAttributes(Operation *from, Operation *to);

} // namespace mlir::layout

#endif // LAYOUT_DIALECT_LAYOUT_UTILS_CARRYATTRIBUTES_H
