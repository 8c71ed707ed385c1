//===- MergeBuffers.h - Parts of a common buffer ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_MERGEBUFFERS_H
#define LAYOUT_LIB_PLACEMENT_MERGEBUFFERS_H

#include "Copies.h"
#include "CopyConflicts.h"

namespace mlir::layout {

/// Removes a copy from a part of one buffer to a part of another by making both
/// buffers parts of a new one, in which they share what is copied and nothing
/// else. It takes no more memory than the two.
///
///   %s = memref.alloc() : memref<8x10xf32>
///   %0 = memref.subview %s[0, 1] [8, 8] [1, 1]
///   %t = memref.alloc() : memref<10x8xf32>
///   %1 = memref.subview %t[1, 0] [8, 8] [1, 1]
///   memref.copy %0, %1
///
/// becomes
///
///   %b = memref.alloc() : memref<10x10xf32>
///   %s = memref.subview %b[1, 0] [8, 10] [1, 1]
///   %t = memref.subview %b[0, 1] [10, 8] [1, 1]
Obstacle mergeBuffers(RewriterBase &rewriter, const Copy &copy);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_MERGEBUFFERS_H
