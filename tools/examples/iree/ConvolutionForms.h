//===- ConvolutionForms.h - Equivalent forms of windows ---------*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function replaces one op by others that compute the same. Ops are
// recognized by their indexing maps; what the body computes does not matter.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_EXAMPLES_IREE_CONVOLUTIONFORMS_H
#define LAYOUT_TOOLS_EXAMPLES_IREE_CONVOLUTIONFORMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace iree_forms {

using namespace mlir;

/// A sliding window over an image on tensors, with one result.
struct WindowOp {
  linalg::LinalgOp op;
  /// The loops by their role. A convolution has input channels, a depthwise
  /// convolution and a pooling have `depth`. Those of `filterLoop` move along
  /// the image with those of `outputImage` at the same position.
  linalg::ConvolutionDimensions loops;
  OpOperand *image, *filter, *init;

  /// Returns the window that `op` moves over its first operand, or nothing if
  /// it does something else, or depends on indices.
  static std::optional<WindowOp> get(linalg::LinalgOp op);

  /// Whether an operand has no elements. (Slices of such tensors are invalid.)
  bool isEmpty() const;

  /// Whether the window covers one element of the image.
  bool isUnit() const;

  /// Whether the window covers several elements, all along one dim.
  bool isLine() const;

  /// The dim of the operand that `loop` alone indexes, or nothing.
  std::optional<unsigned> getDim(OpOperand *operand, unsigned loop) const;

  AffineMap getMap(OpOperand *operand) const {
    return linalg::LinalgOp(op).getMatchingIndexingMap(operand);
  }
  /// The number of iterations of `loop`, or ShapedType::kDynamic.
  int64_t getExtent(unsigned loop) const {
    return linalg::LinalgOp(op).getStaticLoopRanges()[loop];
  }
};

/// Replaces a convolution by a contraction for each element of its window, of
/// what that element reads, whose adjacent loops are one. Each adds to the
/// result of the one before. The extents of the window are static. For one
/// element
///
///   %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
///       ins(%image, %filter : tensor<1x8x8x3xf32>, tensor<1x1x3x5xf32>)
///       outs(%zeros : tensor<1x4x4x5xf32>)
///
/// becomes
///
///   %read = tensor.extract_slice %image[0, 0, 0, 0] [1, 4, 4, 3] [1, 2, 2, 1]
///   %a = tensor.collapse_shape %read [[0, 1, 2], [3]]
///   %b = tensor.collapse_shape %filter [[0, 1, 2], [3]]
///   %c = tensor.collapse_shape %zeros [[0, 1, 2], [3]]
///   %product = linalg.matmul
///       ins(%a, %b : tensor<16x3xf32>, tensor<3x5xf32>) outs(%c)
///   %0 = tensor.expand_shape %product [[0, 1, 2], [3]]
///
/// Sums over channels and the window are added up in the order of the window.
void contractWindow(RewriterBase &rewriter, const WindowOp &window);

/// Computes rows of `width` elements, and uses the first ones:
///
///   %0 = linalg.conv_2d_nhwc_hwcf
///       ins(%image, %filter : tensor<1x9x9x3xf32>, tensor<3x3x3x5xf32>)
///       outs(%zeros : tensor<1x7x7x5xf32>)
///
/// becomes for 8
///
///   %wider = tensor.pad %image low[0, 0, 0, 0] high[0, 0, 1, 0]
///   %1 = linalg.conv_2d_nhwc_hwcf
///       ins(%wider, %filter : tensor<1x9x10x3xf32>, tensor<3x3x3x5xf32>)
///       outs(%more_zeros : tensor<1x7x8x5xf32>)
///   %0 = tensor.extract_slice %1[0, 0, 0, 0] [1, 7, 7, 5] [1, 1, 1, 1]
///
/// `row` is a position in `loops.outputImage`; its extents are static, and
/// `getWhyNotWider` names no obstacle. Returns the wider op.
linalg::LinalgOp widenRows(RewriterBase &rewriter, const WindowOp &window,
                           unsigned row, int64_t width);

/// Returns what keeps `widenRows` from computing rows of `width` elements, or
/// an empty string.
StringRef getWhyNotWider(const WindowOp &window, unsigned row, int64_t width);

/// Moves a slice of `dim`, all that `slice` restricts, behind the elementwise
/// ops that follow it, as far as their other operands permit:
///
///   %1 = tensor.extract_slice %0[0, 0] [7, 5] [1, 1] : tensor<8x5xf32> to ...
///   %2 = linalg.exp ins(%1 : tensor<7x5xf32>)
///
/// becomes
///
///   %1 = linalg.exp ins(%0 : tensor<8x5xf32>)
///   %2 = tensor.extract_slice %1[0, 0] [7, 5] [1, 1] : tensor<8x5xf32> to ...
void sinkSlice(RewriterBase &rewriter, tensor::ExtractSliceOp slice,
               unsigned dim);

/// Computes blocks of output channels by ops of their own if the filter is a
/// constant whose rows they are:
///
///   %0 = linalg.conv_2d_nhwc_hwcf
///       ins(%image, %filter : tensor<1x9x9x3xf32>, tensor<3x3x3x128xf32>)
///       outs(%zeros : tensor<1x7x7x128xf32>)
///
/// becomes for blocks of 64
///
///   %1 = linalg.conv_2d_nhwc_hwcf
///       ins(%image, %first : tensor<1x9x9x3xf32>, tensor<3x3x3x64xf32>)
///       outs(%fewer_zeros : tensor<1x7x7x64xf32>)
///   %2 = linalg.conv_2d_nhwc_hwcf ins(%image, %second : ...
///   %0 = tensor.concat dim(3) %1, %2
///
/// Returns whether it did.
bool splitOutputChannels(RewriterBase &rewriter, const WindowOp &window,
                         int64_t block);

} // namespace iree_forms

#endif // LAYOUT_TOOLS_EXAMPLES_IREE_CONVOLUTIONFORMS_H
