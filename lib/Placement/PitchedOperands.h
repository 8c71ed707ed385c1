//===- PitchedOperands.h - Copies for contiguous kernels --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLACEMENT_PITCHEDOPERANDS_H
#define LAYOUT_LIB_PLACEMENT_PITCHEDOPERANDS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Lets ops inside of `root` that require contiguous elements (PitchedOps.h)
/// work on copies of buffers whose elements are not:
///
///   linalg.exp {layout.pitched = false}
///       ins(%s : memref<8x16xf32, strided<[32, 1]>>) outs(%y)
///
/// becomes
///
///   %a = memref.alloc() : memref<8x16xf32>
///   memref.copy %s, %a
///   linalg.exp {layout.pitched = false} ins(%a : memref<8x16xf32>) outs(%y)
void copyPitchedOperands(RewriterBase &rewriter, Operation *root);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLACEMENT_PITCHEDOPERANDS_H
