// Attention over the pixels of an image as an einsum has it: both factors have the
// contracted dim innermost, and the second one comes from a convolution in NCHW16c. The
// product reads it so, and writes its result in the same blocks, as that of a matmul
// whose first factor it is.
// RUN: layout-opt %s --layout-pipeline=target=nchw16c -o %t.mlir
// RUN: layout-opt %t.mlir --layout-count -o /dev/null | FileCheck %s
// RUN: layout-check %s %t.mlir
// RUN: layout-opt %s --layout-pipeline=target=x86-avx512 -o %t.avx512.mlir
// RUN: layout-opt %t.avx512.mlir --layout-count -o /dev/null | FileCheck %s
// RUN: layout-check %s %t.avx512.mlir

// The argument and the result.
// CHECK: {"rewrites":2,"bytes":6144,
func.func @main(%x: tensor<1x32x4x4xf32>, %a: tensor<1x16x16xf32>) -> tensor<1x16x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %v = arith.constant dense<0.5> : tensor<32x32x1x1xf32>
  %w = arith.constant dense<0.25> : tensor<16x32x1x1xf32>
  %e0 = tensor.empty() : tensor<1x32x4x4xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %v : tensor<1x32x4x4xf32>, tensor<32x32x1x1xf32>) outs(%z0 : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %1 = tensor.collapse_shape %0 [[0], [1], [2, 3]] : tensor<1x32x4x4xf32> into tensor<1x32x16xf32>
  %e1 = tensor.empty() : tensor<1x32x16xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x32x16xf32>) -> tensor<1x32x16xf32>
  %2 = linalg.contract
      indexing_maps = [affine_map<(b, c, i, j) -> (b, i, j)>, affine_map<(b, c, i, j) -> (b, c, j)>,
                       affine_map<(b, c, i, j) -> (b, c, i)>]
      ins(%a, %1 : tensor<1x16x16xf32>, tensor<1x32x16xf32>) outs(%z1 : tensor<1x32x16xf32>) -> tensor<1x32x16xf32>
  %3 = tensor.expand_shape %2 [[0], [1], [2, 3]] output_shape [1, 32, 4, 4] : tensor<1x32x16xf32> into tensor<1x32x4x4xf32>
  %e2 = tensor.empty() : tensor<1x16x4x4xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %4 = linalg.conv_2d_nchw_fchw ins(%3, %w : tensor<1x32x4x4xf32>, tensor<16x32x1x1xf32>) outs(%z2 : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  return %4 : tensor<1x16x4x4xf32>
}
