// A convolution reads a slice of the channels of a shuffled image. An order of all
// channels is none of the slice, so its loops are not renamed to that.
//
// RUN: layout-opt %s --layout-pipeline="target=nchw4c strategy=backward" -o %t.backward.mlir
// RUN: layout-check %s %t.backward.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-pipeline="target=nchw4c report=%t.json" -o %t.mlir
// RUN: layout-check %s %t.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
//
// With 16 channels, the crop of the padded channels and the slice, with a
// reshape between, are one rewrite, in the plan and in what runs.
// RUN: layout-opt %s --layout-pipeline="target=nchw16c-mm16 indivisible=pad report=%t.json" -o %t.padded.mlir
// RUN: FileCheck %s --input-file=%t.json --check-prefix=PADDED
// RUN: layout-check %s %t.padded.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check --count %t.padded.mlir | FileCheck %s --check-prefix=EXECUTED
// PADDED: "cost": 21136,
// EXECUTED: executed: rewrites 21136 bytes, constants 0 bytes, moves 0 bytes, copies 0 bytes

func.func @main(%x: tensor<1x3x6x6xf32>, %w: tensor<8x3x3x3xf32>, %v: tensor<8x4x1x1xf32>, %y: tensor<1x8x4x4xf32>, %z: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x6x6xf32>, tensor<8x3x3x3xf32>) outs(%y : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 2, 4, 4, 4] : tensor<1x8x4x4xf32> into tensor<1x2x4x4x4xf32>
  %e = tensor.empty() : tensor<1x4x2x4x4xf32>
  %2 = linalg.transpose ins(%1 : tensor<1x2x4x4x4xf32>) outs(%e : tensor<1x4x2x4x4xf32>) permutation = [0, 2, 1, 3, 4]
  %3 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : tensor<1x4x2x4x4xf32> into tensor<1x8x4x4xf32>
  %4 = tensor.extract_slice %3[0, 0, 0, 0] [1, 4, 4, 4] [1, 1, 1, 1] : tensor<1x8x4x4xf32> to tensor<1x4x4x4xf32>
  %5 = linalg.conv_2d_nchw_fchw ins(%4, %v : tensor<1x4x4x4xf32>, tensor<8x4x1x1xf32>) outs(%z : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %5 : tensor<1x8x4x4xf32>
}
