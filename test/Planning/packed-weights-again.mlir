// Constant weights in blocks of columns are no image of a convolution by 1x1,
// whose kernel would be computed: a planned product stays one when the program is
// planned again.
// Covers: R20
//
// NO-VERIFY-ROUNDTRIP: random data are resources, and bytecode with resources
// can be read back only from memory that happens to be aligned as they require.

// RUN: layout-opt %s --layout-randomize-splats=seed=1 -o %t.mlir
// DEFINE: %{target} =
// DEFINE: %{check} = layout-opt %t.mlir --layout-pipeline="target=%{target}" -o %t.planned.mlir && \
// DEFINE:   layout-opt %t.planned.mlir --layout-pipeline="target=%{target}" -o %t.again.mlir && \
// DEFINE:   layout-opt %t.planned.mlir --layout-count | FileCheck %s && layout-opt %t.again.mlir --layout-count | FileCheck %s && \
// DEFINE:   layout-check %t.mlir %t.planned.mlir %t.again.mlir
// REDEFINE: %{target} = x86-avx2
// RUN: %{check}
// REDEFINE: %{target} = x86-avx512
// RUN: %{check}
// CHECK: {"rewrites":1,"bytes":4096,

func.func @main(%image: tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.1> : tensor<32x32xf32>
  %v = arith.constant dense<0.2> : tensor<32x32x1x1xf32>
  %0 = tensor.collapse_shape %image [[0], [1], [2, 3]] : tensor<1x32x4x4xf32> into tensor<1x32x16xf32>
  %e0 = tensor.empty() : tensor<1x16x32xf32>
  %1 = linalg.transpose ins(%0 : tensor<1x32x16xf32>) outs(%e0 : tensor<1x16x32xf32>) permutation = [0, 2, 1]
  %2 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<1x16x32xf32> into tensor<16x32xf32>
  %e1 = tensor.empty() : tensor<16x32xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<16x32xf32>) -> tensor<16x32xf32>
  %3 = linalg.matmul ins(%2, %w : tensor<16x32xf32>, tensor<32x32xf32>) outs(%z1 : tensor<16x32xf32>) -> tensor<16x32xf32>
  %4 = tensor.expand_shape %3 [[0, 1], [2]] output_shape [1, 16, 32] : tensor<16x32xf32> into tensor<1x16x32xf32>
  %e2 = tensor.empty() : tensor<1x32x16xf32>
  %5 = linalg.transpose ins(%4 : tensor<1x16x32xf32>) outs(%e2 : tensor<1x32x16xf32>) permutation = [0, 2, 1]
  %6 = tensor.expand_shape %5 [[0], [1], [2, 3]] output_shape [1, 32, 4, 4] : tensor<1x32x16xf32> into tensor<1x32x4x4xf32>
  %e3 = tensor.empty() : tensor<1x32x4x4xf32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %7 = linalg.conv_2d_nchw_fchw ins(%6, %v : tensor<1x32x4x4xf32>, tensor<32x32x1x1xf32>) outs(%z3 : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return %7 : tensor<1x32x4x4xf32>
}
