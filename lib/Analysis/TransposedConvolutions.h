//===- TransposedConvolutions.h - Images with zeros between -----*- C++ -*-===//
//
// Part of LayoutMLIR, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends write a transposed convolution of stride 2 as a convolution of
// stride 1 whose image has zeros between its elements:
//
//   %zeros = linalg.fill ins(%zero : f32)
//       outs(%empty : tensor<1x16x19x19xf32>) -> tensor<1x16x19x19xf32>
//   %image = tensor.insert_slice %x
//       into %zeros[0, 0, 2, 2] [1, 16, 8, 8] [1, 1, 2, 2]
//       : tensor<1x16x8x8xf32> into tensor<1x16x19x19xf32>
//   %y = linalg.conv_2d_nchw_fchw ins(%image, %filter : ...) outs(...) -> ...
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_TRANSPOSEDCONVOLUTIONS_H
#define LAYOUT_LIB_ANALYSIS_TRANSPOSEDCONVOLUTIONS_H

#include "mlir/IR/Value.h"

namespace mlir::layout {

/// Whether `image` is a value between whose elements zeros have been inserted,
/// possibly with borders, and possibly in another layout. A stride of unknown
/// size counts as one.
bool hasInsertedZeros(Value image);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_TRANSPOSEDCONVOLUTIONS_H
