//===- PrefetchPanels.h - Operands fetched ahead of time --------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inner loops over the tiles of a kernel share a part of an operand, such
// as some columns of a packed matrix. The first of these tiles waits for it to
// come from memory, while the memory has nothing to do during the others. So
// all of them together fetch the part that the next iteration of the outer loop
// reads, a few bytes in each iteration of their sums.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_PREFETCHPANELS_H
#define LAYOUT_LIB_KERNELS_PREFETCHPANELS_H

#include "layout/Targets/Machine.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// Fetches parts of operands into the second-level cache ahead of time:
///
///   scf.for %n = %c0 to %c192 step %c2 {
///     scf.for %m = %c0 to %c130 step %c13 {
///       %sums:26 = scf.for %k = %c0 to %c768 step %c1 iter_args(...) {
///         %b0 = vector.transfer_read %b[%n, %k, %c0]
///             : memref<192x768x16xf32>, vector<16xf32>
///         ... // and %b[%n + 1, %k, %c0]
///
/// becomes
///
///   %flat = memref.collapse_shape %b [[0, 1, 2]]
///   scf.for %n = ...
///     scf.for %m = ...
///       %sums:26 = scf.for %k = ...
///         // Iteration m / 13 * 768 + k of 7680 fetches 4 of 24576 elements.
///         %at = affine.apply %n * 12288 + 24576 + (%m / 13 * 768 + %k) * 4
///         memref.prefetch %flat[%at], read, locality<2>, data
///         %b0 = ...
///
/// The operand lies in memory without gaps and has a static shape; several
/// tiles share the part, and each of them reads all of its elements once; all
/// loops are static; a cache line for each iteration suffices; and two parts
/// fit in the cache. Indices stay within the operand. Other operands stay as
/// they are.
void prefetchPanels(RewriterBase &rewriter, func::FuncOp kernel,
                    const Machine &machine);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_PREFETCHPANELS_H
