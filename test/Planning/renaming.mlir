// A convolution or matmul reads its operands in another order of elements if
// weights in that order make up for it. The op itself stays as it is.
//
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-pipeline="target=nhwc plan=%t/p.plan.json problem=%t/p.problem.json" -o %t/nhwc.mlir
// RUN: layout-opt %s --layout-pipeline=target=nchw4c -o %t/nchw4c.mlir
// RUN: FileCheck %s --input-file=%t/p-flatten.plan.json --check-prefix=FLATTEN
// RUN: FileCheck %s --input-file=%t/p-shuffle.plan.json --check-prefix=SHUFFLE
// RUN: FileCheck %s --input-file=%t/p-dynamic.plan.json --check-prefix=DYNAMIC
// RUN: FileCheck %s --input-file=%t/p-priced.plan.json --check-prefix=PRICED
// RUN: FileCheck %s --input-file=%t/p-skipped.plan.json --check-prefix=SKIPPED
// RUN: layout-check-plan %t/p-shuffle.problem.json %t/p-shuffle.plan.json | FileCheck %s --check-prefix=PROOF
// RUN: layout-opt %t/nchw4c.mlir --layout-count -o %t/counted.mlir | FileCheck %s --check-prefix=BLOCKED
// RUN: layout-check %s %t/nhwc.mlir --entry=flatten | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t/nhwc.mlir --entry=shuffle | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t/nhwc.mlir --entry=dynamic --dims=3 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t/nhwc.mlir --entry=priced | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t/nhwc.mlir --entry=skipped | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t/nchw4c.mlir --entry=flatten | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t/nchw4c.mlir --entry=shuffle | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// Only the input is transposed, 2 * 96 bytes: the rows of the weights of the
// matmul have the order of the elements of the flattened image.
// FLATTEN: "cost":192,"bound":192
func.func @flatten(%x: tensor<2x3x2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[[[1.9]], [[-0.4]], [[0.2]]], [[[1.3]], [[-1.9]], [[0.9]]], [[[-0.5]], [[-1.7]], [[-1.0]]]]> : tensor<3x3x1x1xf32>
  %v = arith.constant dense<[[-1.3, 0.3], [1.0, -0.5], [0.4, 1.4], [-1.4, 1.6], [-0.5, -2.0], [-0.7, 0.6], [-0.3, -0.9], [0.4, -1.0], [-1.6, -1.2], [1.9, 1.9], [0.8, -1.2], [-1.2, -2.0]]> : tensor<12x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x2x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x2x2xf32>) -> tensor<2x3x2x2xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x3x2x2xf32>, tensor<3x3x1x1xf32>) outs(%f : tensor<2x3x2x2xf32>) -> tensor<2x3x2x2xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2, 3]] : tensor<2x3x2x2xf32> into tensor<2x12xf32>
  %e2 = tensor.empty() : tensor<2x2xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = linalg.matmul ins(%1, %v : tensor<2x12xf32>, tensor<12x2xf32>) outs(%f2 : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// A channel shuffle between two convolutions is folded into weights, also if
// the channels are blocked. The input, 2 * 4 * 4 elements, and the result,
// 4 * 4 * 4, are rewritten: 2 * (128 + 256) bytes.
// SHUFFLE: "cost":768,"bound":768
// PROOF: {{^holds: cost 768, no plan costs less than 768$}}
func.func @shuffle(%x: tensor<1x2x4x4xf32>) -> tensor<1x4x4x4xf32> {
  %w = arith.constant dense<[[[[-2.0]], [[-0.7]]], [[[-0.7]], [[-1.0]]], [[[-1.0]], [[-0.2]]], [[[0.0]], [[-0.8]]], [[[1.4]], [[2.0]]], [[[-0.7]], [[-0.9]]], [[[-0.8]], [[0.4]]], [[[-0.1]], [[-1.9]]]]> : tensor<8x2x1x1xf32>
  %v = arith.constant dense<[[[[0.3]], [[0.6]], [[-1.0]], [[-1.1]], [[-0.4]], [[-1.6]], [[0.1]], [[-0.1]]], [[[1.8]], [[1.7]], [[-2.0]], [[1.8]], [[0.1]], [[-1.6]], [[-0.1]], [[0.2]]], [[[-0.1]], [[1.0]], [[0.0]], [[-0.9]], [[1.0]], [[1.0]], [[-0.9]], [[-1.7]]], [[[-0.4]], [[-1.9]], [[0.2]], [[0.5]], [[-1.9]], [[1.5]], [[0.6]], [[0.3]]]]> : tensor<4x8x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x2x4x4xf32>, tensor<8x2x1x1xf32>) outs(%f : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 2, 4, 4, 4] : tensor<1x8x4x4xf32> into tensor<1x2x4x4x4xf32>
  %e1 = tensor.empty() : tensor<1x4x2x4x4xf32>
  %2 = linalg.transpose ins(%1 : tensor<1x2x4x4x4xf32>) outs(%e1 : tensor<1x4x2x4x4xf32>) permutation = [0, 2, 1, 3, 4]
  %3 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : tensor<1x4x2x4x4xf32> into tensor<1x8x4x4xf32>
  %e2 = tensor.empty() : tensor<1x4x4x4xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%3, %v : tensor<1x8x4x4xf32>, tensor<4x8x1x1xf32>) outs(%f2 : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %4 : tensor<1x4x4x4xf32>
}

// The number of rows may be dynamic.
// DYNAMIC: "cost":0,"bound":0
func.func @dynamic(%x: tensor<?x3x7xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x7xf32>
  %v = arith.constant dense<[[0.4, 1.7], [-2.0, 0.8], [-1.8, -0.9], [1.9, -0.8], [-1.3, -0.5], [0.9, 0.2], [1.2, 0.2], [1.3, -0.4], [0.9, -1.4], [1.7, 0.3], [-0.2, -1.8], [0.7, -1.5], [-0.7, 0.1], [1.2, 1.9], [0.3, -1.1], [0.1, -0.3], [1.4, -1.5], [-0.1, 0.0], [-0.1, -0.9], [-1.5, 2.0], [-1.1, -0.1]]> : tensor<21x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x7x3xf32>
  %t = linalg.transpose ins(%x : tensor<?x3x7xf32>) outs(%e : tensor<?x7x3xf32>) permutation = [0, 2, 1]
  %m = tensor.collapse_shape %t [[0], [1, 2]] : tensor<?x7x3xf32> into tensor<?x21xf32>
  %e2 = tensor.empty(%n) : tensor<?x2xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x2xf32>) -> tensor<?x2xf32>
  %2 = linalg.matmul ins(%m, %v : tensor<?x21xf32>, tensor<21x2xf32>) outs(%f2 : tensor<?x2xf32>) -> tensor<?x2xf32>
  return %2 : tensor<?x2xf32>
}

// Weights that are not constant are rewritten instead if they are smaller:
// 2 * 21 * 2 elements instead of 2 * 8 * 21.
// PRICED: "cost":336,"bound":336
func.func @priced(%x: tensor<8x3x7xf32>, %v: tensor<21x2xf32>) -> tensor<8x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x7x3xf32>
  %t = linalg.transpose ins(%x : tensor<8x3x7xf32>) outs(%e : tensor<8x7x3xf32>) permutation = [0, 2, 1]
  %m = tensor.collapse_shape %t [[0], [1, 2]] : tensor<8x7x3xf32> into tensor<8x21xf32>
  %e2 = tensor.empty() : tensor<8x2xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x2xf32>) -> tensor<8x2xf32>
  %2 = linalg.matmul ins(%m, %v : tensor<8x21xf32>, tensor<21x2xf32>) outs(%f2 : tensor<8x2xf32>) -> tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}

// SKIPPED: "cost":1344,"bound":1344
func.func @skipped(%x: tensor<8x3x7xf32>) -> tensor<8x2xf32> {
  %v = arith.constant dense<[[1.0, -1.0], [-1.7, -1.5], [1.8, 1.4], [0.5, -1.8], [-0.5, 1.8], [0.2, -0.4], [0.9, 0.6], [-1.1, -1.7], [2.0, -1.8], [1.1, 0.1], [-0.7, -1.2], [1.6, -1.2], [2.0, 0.6], [-1.4, -1.0], [0.7, 0.3], [-1.1, -1.7], [0.6, -0.2], [-1.1, 0.9], [1.9, -1.0], [1.3, 0.9], [1.1, 0.0]]> : tensor<21x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x7x3xf32>
  %t = linalg.transpose ins(%x : tensor<8x3x7xf32>) outs(%e : tensor<8x7x3xf32>) permutation = [0, 2, 1]
  %m = tensor.collapse_shape %t [[0], [1, 2]] : tensor<8x7x3xf32> into tensor<8x21xf32>
  %e2 = tensor.empty() : tensor<8x2xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x2xf32>) -> tensor<8x2xf32>
  %2 = linalg.matmul {layout.skip} ins(%m, %v : tensor<8x21xf32>, tensor<21x2xf32>) outs(%f2 : tensor<8x2xf32>) -> tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}
// In blocks of 4, only the result of @shuffle is rewritten, 2 * 256 bytes,
// beside 336 and 1344 bytes as above.
// BLOCKED: {"rewrites":3,"bytes":2192
