//===- BlockedCopy.h - Copies into another layout ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERS_BLOCKEDCOPY_H
#define LAYOUT_LIB_BUFFERS_BLOCKEDCOPY_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// The accesses of a copy, in the innermost of its loops.
struct BlockedCopy {
  Operation *load;
  Operation *store;
};

/// Emits `target[to(i)] = source[from(i)]` for all i of a box of the given
/// sizes
/// (`shape` holds those that are known), as one nest over the tiles that either
/// map tells apart, in the order in which the target is stored, but for the
/// loop that reads the source in lines, which is near the innermost one; where
/// there is no such nest, in the order of the box. With `isExact` tiles divide
/// sizes that are not known.
BlockedCopy createBlockedCopy(OpBuilder &builder, Location loc, Value source,
                              AffineMap from, Value target, AffineMap to,
                              ArrayRef<int64_t> shape,
                              ArrayRef<OpFoldResult> sizes, bool isExact);

} // namespace mlir::layout

#endif // LAYOUT_LIB_BUFFERS_BLOCKEDCOPY_H
