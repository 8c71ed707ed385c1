//===- PointwiseContraction.h - Convolutions by another name ----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An einsum such as `nchw,oc->nohw` is a convolution whose windows have one
// element. As a contraction, its rows are the images and their pixels, which
// are not adjacent in memory, so that no layout of a matmul fits.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PLANNING_FREEZE_POINTWISECONTRACTION_H
#define LAYOUT_LIB_PLANNING_FREEZE_POINTWISECONTRACTION_H

#include "layout/Analysis/CriticalOps.h"

namespace mlir::layout {

/// Creates, in front of a contraction with images in channels-first order, the
/// convolution that computes the same. `critical` are the roles of `op`:
///
///   %0 = linalg.generic {indexing_maps = [
///         affine_map<(n, o, h, w, c) -> (n, c, h, w)>,
///         affine_map<(n, o, h, w, c) -> (o, c)>,
///         affine_map<(n, o, h, w, c) -> (n, o, h, w)>], ...}
///       ins(%x, %k : tensor<1x16x8x8xf32>, tensor<32x16xf32>) outs(%z)
///
/// gets
///
///   %k11 = layout.layout_transform %k by <(o, c) -> (o, c, 0, 0)>
///       : tensor<32x16xf32> to tensor<32x16x1x1xf32>
///   %1 = linalg.generic {indexing_maps = [
///         affine_map<(n, o, h, w, c, y, x) -> (n, c, h + y, w + x)>,
///         affine_map<(n, o, h, w, c, y, x) -> (o, c, y, x)>,
///         affine_map<(n, o, h, w, c, y, x) -> (n, o, h, w)>], ...}
///       ins(%x, %k11) outs(%z)
///
/// The kernel may be the first input, and a named op becomes a generic one.
/// Returns nothing, and creates nothing, if `op` has other loops: one of
/// images, one of output channels, one of input channels behind that of the
/// images in the data, and one to three behind that.
std::optional<linalg::LinalgOp>
createPointwiseConvolution(RewriterBase &rewriter, linalg::LinalgOp op,
                           const CriticalOp &critical);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PLANNING_FREEZE_POINTWISECONTRACTION_H
