// A shuffle of channels between two convolutions renames the channels of one of
// them, also if height and width are known only at run time: their digits
// separate those of the channels in every layout.
//
// Covers: R24, R25

// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s
// RUN: layout-check %s %t.nhwc.mlir --dims=2,5,3
// RUN: layout-check %s %t.nhwc.mlir --dims=1,1,1
// RUN: layout-opt %s --layout-pipeline="target=nchw4c" -o %t.nchw4c.mlir
// RUN: layout-opt %t.nchw4c.mlir --layout-count | FileCheck %s
// RUN: layout-check %s %t.nchw4c.mlir --dims=2,5,3
// RUN: layout-check %s %t.nchw4c.mlir --dims=1,7,1

// CHECK: {"rewrites":2,
func.func @main(%x: tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f0 = arith.constant 0.0 : f32
  %w = arith.constant dense<[[[[0.5]], [[-1.0]], [[2.0]], [[0.25]]],
                             [[[1.5]], [[1.0]], [[-0.5]], [[1.25]]],
                             [[[-2.0]], [[0.75]], [[1.0]], [[0.5]]],
                             [[[3.0]], [[-0.25]], [[0.5]], [[1.0]]],
                             [[[0.125]], [[1.0]], [[-1.0]], [[2.5]]],
                             [[[1.0]], [[2.0]], [[-3.0]], [[0.5]]],
                             [[[-1.5]], [[1.0]], [[0.5]], [[2.0]]],
                             [[[0.25]], [[-0.5]], [[1.5]], [[1.0]]]]> : tensor<8x4x1x1xf32>
  %v = arith.constant dense<[[[[0.5]], [[-1.0]], [[2.0]], [[0.25]], [[1.5]], [[1.0]], [[-0.5]], [[1.25]]],
                             [[[-2.0]], [[0.75]], [[1.0]], [[0.5]], [[3.0]], [[-0.25]], [[0.5]], [[1.0]]],
                             [[[0.125]], [[1.0]], [[-1.0]], [[2.5]], [[1.0]], [[2.0]], [[-3.0]], [[0.5]]],
                             [[[-1.5]], [[1.0]], [[0.5]], [[2.0]], [[0.25]], [[-0.5]], [[1.5]], [[1.0]]]]> : tensor<4x8x1x1xf32>
  %n = tensor.dim %x, %c0 : tensor<?x4x?x?xf32>
  %h = tensor.dim %x, %c2 : tensor<?x4x?x?xf32>
  %iw = tensor.dim %x, %c3 : tensor<?x4x?x?xf32>
  %e8 = tensor.empty(%n, %h, %iw) : tensor<?x8x?x?xf32>
  %z8 = linalg.fill ins(%f0 : f32) outs(%e8 : tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x4x?x?xf32>, tensor<8x4x1x1xf32>) outs(%z8 : tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [%n, 2, 4, %h, %iw] : tensor<?x8x?x?xf32> into tensor<?x2x4x?x?xf32>
  %e5 = tensor.empty(%n, %h, %iw) : tensor<?x4x2x?x?xf32>
  %2 = linalg.transpose ins(%1 : tensor<?x2x4x?x?xf32>) outs(%e5 : tensor<?x4x2x?x?xf32>) permutation = [0, 2, 1, 3, 4]
  %3 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : tensor<?x4x2x?x?xf32> into tensor<?x8x?x?xf32>
  %4 = linalg.exp ins(%3 : tensor<?x8x?x?xf32>) outs(%e8 : tensor<?x8x?x?xf32>) -> tensor<?x8x?x?xf32>
  %e4 = tensor.empty(%n, %h, %iw) : tensor<?x4x?x?xf32>
  %z4 = linalg.fill ins(%f0 : f32) outs(%e4 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %5 = linalg.conv_2d_nchw_fchw ins(%4, %v : tensor<?x8x?x?xf32>, tensor<4x8x1x1xf32>) outs(%z4 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  return %5 : tensor<?x4x?x?xf32>
}
