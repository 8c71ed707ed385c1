//===- SplitMatmul.h - Full blocks of a matmul and the rest -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel whose columns a block does not divide cannot be packed as a whole,
// and the products with a row-major one are slow: its rows are far apart. If
// the kernel is a constant, the columns in full blocks and the few that remain
// are constants of their own, and an op for each computes its part of the
// result.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_SPLITMATMUL_H
#define LAYOUT_LIB_PLANNING_FREEZE_SPLITMATMUL_H

#include "layout/Analysis/CriticalOps.h"

namespace mlir::layout {

/// The parts of a matmul.
struct SplitMatmul {
  /// Computes the columns in full blocks.
  linalg::LinalgOp blocks;
  /// Computes the columns that remain; null if the first op has them too.
  linalg::LinalgOp rest;
};

/// Replaces a matmul with a constant kernel by two, the first of which has a
/// multiple of `block` columns:
///
///   %0 = linalg.matmul ins(%a, %b : tensor<8x256xf32>, tensor<256x50xf32>)
///       outs(%zeros : tensor<8x50xf32>)
///
/// becomes for blocks of 16
///
///   %b48 = layout.crop %b offsets [0, 0] sizes [256, 48]
///   %1 = linalg.matmul ins(%a, %b48) outs(%zeros48 : tensor<8x48xf32>)
///   %b2 = layout.crop %b offsets [0, 48] sizes [256, 2]
///   %2 = linalg.matmul ins(%a, %b2) outs(%zeros2 : tensor<8x2xf32>)
///   %0 = tensor.concat dim(1) %1, %2
///
/// One op computes columns that nothing reads instead if the result has a
/// static shape, and these are at most an eighth of the others, or it has one
/// row, as that of a classifier, of which any part is adjacent. So the op in
/// front still has one reader, with which it can be fused:
///
///   %b64 = layout.pad %b low [0, 0] high [0, 14] value(0.0 : f32)
///   %1 = linalg.matmul ins(%a, %b64) outs(%zeros64 : tensor<1x64xf32>)
///   %0 = layout.crop %1 offsets [0, 0] sizes [1, 50]
///
/// Returns nothing, and leaves the op, if its columns are not one loop of
/// static extent, if they are less than a block or a multiple of it, if a sum
/// has less than 128 products, or if the kernel or what the sums start at is
/// computed at run time: parts of the latter would be copied.
std::optional<SplitMatmul> splitMatmul(RewriterBase &rewriter,
                                       linalg::LinalgOp op,
                                       const CriticalOp &critical,
                                       int64_t block);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_SPLITMATMUL_H
