// Two values that are joined are rewritten as one: their rewrites read and write as
// many bytes as one of the whole, but are two.
// Covers: R18
//
// RUN: layout-opt %s --layout-pipeline="target=nchw16c" -o %t.mlir
// RUN: layout-opt %t.mlir --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}
// The other two rewrites are of the weights, which are arguments.
// COUNT: {"rewrites":3,"bytes":24320,"moves":{"n":1,"bytes":22400}
func.func @joined(%x: tensor<1x3x5x7xf32>, %v: tensor<32x3x1x1xf32>, %w: tensor<48x3x1x1xf32>) -> tensor<8x10x35xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x32x5x7xf32>
  %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x32x5x7xf32>) -> tensor<1x32x5x7xf32>
  %a = linalg.conv_2d_nchw_fchw ins(%x, %v : tensor<1x3x5x7xf32>, tensor<32x3x1x1xf32>) outs(%z0 : tensor<1x32x5x7xf32>) -> tensor<1x32x5x7xf32>
  %e1 = tensor.empty() : tensor<1x48x5x7xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x48x5x7xf32>) -> tensor<1x48x5x7xf32>
  %b = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x5x7xf32>, tensor<48x3x1x1xf32>) outs(%z1 : tensor<1x48x5x7xf32>) -> tensor<1x48x5x7xf32>
  %c = tensor.concat dim(1) %a, %b : (tensor<1x32x5x7xf32>, tensor<1x48x5x7xf32>) -> tensor<1x80x5x7xf32>
  %d = tensor.collapse_shape %c [[0, 1], [2, 3]] : tensor<1x80x5x7xf32> into tensor<80x35xf32>
  %r = tensor.expand_shape %d [[0, 1], [2]] output_shape [8, 10, 35] : tensor<80x35xf32> into tensor<8x10x35xf32>
  return %r : tensor<8x10x35xf32>
}
