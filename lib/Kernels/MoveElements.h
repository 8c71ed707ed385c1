//===- MoveElements.h - Loops that move elements ----------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_MOVEELEMENTS_H
#define LAYOUT_LIB_KERNELS_MOVEELEMENTS_H

#include "MovePlan.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Replaces `op`, which is this move, by loops that move tiles, in blocks that
/// may be put together in a buffer on the stack:
///
///   linalg.generic {(i, j) -> (j, i), (i, j) -> (i, j)}
///       ins(%x : memref<64x48xf32>) outs(%y : memref<48x64xf32>)
///
/// becomes
///
///   %from = memref.reinterpret_cast %x to ... memref<3072xf32, ...>
///   %to = memref.reinterpret_cast %y to ... memref<3072xf32, ...>
///   scf.for %i = %c0 to %c48 step %c16 {
///     scf.for %j = %c0 to %c64 step %c16 {
///       ... = vector.load %from[...]
///       ... = vector.shuffle ...
///       vector.store ..., %to[...]
///
/// Loops over blocks are marked as loops over tiles.
void moveElements(RewriterBase &rewriter, linalg::GenericOp op,
                  const ElementMove &move, const MovePlan &plan,
                  const Processor &processor, bool isParallel);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_MOVEELEMENTS_H
