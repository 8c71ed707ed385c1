//===- UnitGroups.h - Groups that are one or of one channel -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A grouped convolution with one group is a convolution, and one whose groups
// have one input channel each is a depthwise convolution. Targets may want
// other layouts of them.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_PIPELINES_UNITGROUPS_H
#define LAYOUT_LIB_PIPELINES_UNITGROUPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Replaces each grouped convolution with one group by a convolution without
/// groups, between reshapes:
///
///   linalg.conv_2d_ngchw_gfchw
///       ins(%x, %w : tensor<1x1x8x6x6xf32>, tensor<1x16x8x3x3xf32>)
///       outs(%e : tensor<1x1x16x4x4xf32>)
///
/// becomes
///
///   %r = linalg.conv_2d_nchw_fchw
///       ins(%y, %v : tensor<1x8x6x6xf32>, tensor<16x8x3x3xf32>)
///       outs(%f : tensor<1x16x4x4xf32>)
///
/// and %r with the group as a dim of size 1. Replaces each one whose groups
/// have one input channel by a depthwise convolution:
///
///   linalg.conv_2d_ngchw_gfchw
///       ins(%x, %w : tensor<1x8x1x6x6xf32>, tensor<8x1x1x3x3xf32>)
///       outs(%e : tensor<1x8x1x4x4xf32>)
///
/// becomes
///
///   %r = linalg.depthwise_conv_2d_nchw_chw
///       ins(%y, %v : tensor<1x8x6x6xf32>, tensor<8x3x3xf32>)
///       outs(%f : tensor<1x8x4x4xf32>)
///
/// Ops that are frozen or have attributes of the layout dialect stay as they
/// are.
void dropUnitGroups(func::FuncOp function, RewriterBase &rewriter);

} // namespace mlir::layout

#endif // LAYOUT_LIB_PIPELINES_UNITGROUPS_H
