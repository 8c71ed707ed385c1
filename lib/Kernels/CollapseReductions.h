//===- CollapseReductions.h - One loop for two reductions -------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_KERNELS_COLLAPSEREDUCTIONS_H
#define LAYOUT_LIB_KERNELS_COLLAPSEREDUCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Adds a pattern that collapses two reductions of a linalg.generic on tensors
/// into one loop, if they have static extents, and if the dims that they index
/// are next to each other in all inputs that have them. A convolution that
/// reads channels in blocks,
///
///   (h, o, b, e, i) -> (h + i, b, e) : tensor<9x2x16xf32>
///
/// becomes one with a single loop over channels, which takes less time than two
/// nested ones:
///
///   (h, o, c, i) -> (h + i, c) : tensor<9x32xf32>
///
/// The order in which each sum is added up does not change. Dims of a slice
/// stay, because bufferization would copy it if they are not adjacent in
/// memory. Upstream's `collapseOpIterationDims` requires all indexing maps to
/// be projected permutations.
void populateCollapseReductionsPattern(RewritePatternSet &patterns);

} // namespace mlir::layout

#endif // LAYOUT_LIB_KERNELS_COLLAPSEREDUCTIONS_H
