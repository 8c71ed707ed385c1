//===- TileOrder.h - In which order tiles are computed ----------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tiles of a kernel share elements of the operands. Tiles that share many
// should follow each other, so that these are still in the cache:
//
//   for m in 0 to 128 step 14          // reads all of %b each time
//     for n in 0 to 768 step 32
//
// or, where a part of %b and all of %a fit in the cache together,
//
//   for n in 0 to 768 step 32          // reads %b once
//     for m in 0 to 128 step 14
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_TILEORDER_H
#define LAYOUT_LIB_KERNELS_TILEORDER_H

#include "layout/Targets/Machine.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// Returns the loops of `op` in the order in which the loops over its tiles
/// should nest, outermost first: the one for which reads and writes outside of
/// the caches take the least time, the given one among equals.
/// A tile has `sizes` iterations of each loop, and all of the reductions, which
/// come last.
SmallVector<unsigned> chooseTileOrder(linalg::GenericOp op,
                                      ArrayRef<int64_t> sizes,
                                      const Machine &machine);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_TILEORDER_H
