//===- SplitBuffers.h - One buffer for each live range ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_BUFFERS_SPLITBUFFERS_H
#define LAYOUT_LIB_BUFFERS_SPLITBUFFERS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Gives a buffer that is overwritten as a whole a new allocation from there
/// on. Only buffers that are copied are split. An op that works in place reads
/// one buffer and writes another.
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

#endif // LAYOUT_LIB_BUFFERS_SPLITBUFFERS_H
