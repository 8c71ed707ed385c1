//===- CopyRemoval.h - Copies that are not needed ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Removes a copy by giving the buffer at one side of it a place inside of the
// buffer at the other side, as register allocators coalesce the two sides of a
// move. What the two buffers hold must not differ while both are needed.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_COPYREMOVAL_H
#define LAYOUT_LIB_PLACEMENT_COPYREMOVAL_H

#include "Copies.h"
#include "CopyConflicts.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::layout {

/// Removes a copy by computing its source in its target:
///
///   %a = memref.alloc() : memref<4x32xf32>
///   linalg.exp ins(%x) outs(%a)
///   %d = memref.alloc() : memref<4x96xf32>
///   %s = memref.subview %d[0, 64] [4, 32] [1, 1] : ...
///   memref.copy %a, %s
///
/// becomes
///
///   %d = memref.alloc() : memref<4x96xf32>
///   %s = memref.subview %d[0, 64] [4, 32] [1, 1] : ...
///   linalg.exp ins(%x) outs(%s)
Obstacle writeInPlace(RewriterBase &rewriter, const Copy &copy);

/// Removes copies to a buffer by reading their source in its place:
///
///   %t = memref.alloc() : memref<4x32xf32>
///   %s = memref.subview %d[0, 64] [4, 32] [1, 1] : ...
///   memref.copy %s, %t
///   linalg.exp ins(%t) outs(%y)
///
/// becomes
///
///   %s = memref.subview %d[0, 64] [4, 32] [1, 1] : ...
///   linalg.exp ins(%s) outs(%y)
///
/// Copies among `kept` stay.
Obstacle readInPlace(RewriterBase &rewriter, Value target,
                     const llvm::SmallPtrSetImpl<Operation *> &kept);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_COPYREMOVAL_H
