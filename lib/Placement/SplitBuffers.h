//===- SplitBuffers.h - One buffer for each web -----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_SPLITBUFFERS_H
#define LAYOUT_LIB_PLACEMENT_SPLITBUFFERS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Gives each web of a buffer an allocation of its own: writes, and all reads
/// that may read what they wrote. If a web accesses only one part of the
/// buffer, only that is allocated. Only buffers that are copied are split. An
/// op that works in place reads one buffer and writes another.
///
///   %a = memref.alloc() : memref<8xf32>
///   linalg.exp ins(%x) outs(%a)
///   memref.copy %a, %y
///   linalg.tanh ins(%x) outs(%a)
///   memref.copy %a, %z
///
/// becomes
///
///   %a = memref.alloc() : memref<8xf32>
///   linalg.exp ins(%x) outs(%a)
///   memref.copy %a, %y
///   %b = memref.alloc() : memref<8xf32>
///   linalg.tanh ins(%x) outs(%b)
///   memref.copy %b, %z
void splitBuffers(RewriterBase &rewriter, Operation *function);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_SPLITBUFFERS_H
