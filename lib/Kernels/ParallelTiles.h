//===- ParallelTiles.h - Tiles that threads share ---------------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of a kernel write different elements, so that the loops over them may
// run in any order, and in several threads.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_PARALLELTILES_H
#define LAYOUT_LIB_KERNELS_PARALLELTILES_H

#include "layout/Targets/Machine.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::layout {

/// Whether a kernel whose main op is `op` runs long enough on one thread, for
/// some microseconds, that starting so many threads pays.
bool isWorthThreads(linalg::GenericOp op, const Machine &machine,
                    int64_t threads);

/// Marks a loop over tiles.
void markTileLoop(LoopLikeOpInterface loop);

/// Turns the outermost marked loops of a kernel on buffers into scf.parallel,
/// those that nest perfectly into one, and erases the marks of all others:
///
///   scf.for %f = %c0 to %c8 step %c2 {
///     scf.for %h = %c0 to %c56 step %c1 {
///       ...
///
/// becomes
///
///   scf.parallel (%f, %h) = (%c0, %c0) to (%c8, %c56) step (%c2, %c1) {
///     ...
void parallelizeTileLoops(RewriterBase &rewriter, func::FuncOp kernel);

/// Erases the marks of loops over tiles.
void forgetTileLoops(func::FuncOp kernel);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_PARALLELTILES_H
