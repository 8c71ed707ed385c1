// Weights are drawn from a range bounded by sqrt(6 / fan-in).
// RUN: layout-opt %s --layout-randomize-splats="seed=3" -o %t.mlir
// RUN: %python %S/Inputs/bounds.py %t.mlir | FileCheck %s

// Used by elementwise ops only: drawn around its mean, like a vector.
// CHECK: tensor<1x4x4x2xf32> from 0.{{3[89]|4[0-9]}} to 0.{{5[0-9]|6[012]}}
// No use determines the fan-in: it is the product of all dims but the first,
// 24.
// CHECK: tensor<3x2x3x4xf64> from -0.{{4[5-9]|50}} to 0.{{4[5-9]|50}}
// Used by a convolution: the fan-in is what its loops sum over, 3x3x4 = 36.
// CHECK: tensor<3x3x4x2xf32> from -0.{{3[6-9]|4[01]}} to 0.{{3[6-9]|4[01]}}
// For a matrix the fan-in is the larger extent, 24.
// CHECK: tensor<6x24xf32> from -0.{{4[5-9]|50}} to 0.{{4[5-9]|50}}
func.func @f(%x: tensor<1x6x6x4xf32>) -> (tensor<1x4x4x2xf32>, tensor<3x2x3x4xf64>, tensor<6x24xf32>) {
  %w = arith.constant dense<0.1> : tensor<3x3x4x2xf32>
  %scale = arith.constant dense<0.5> : tensor<1x4x4x2xf32>
  %k = arith.constant dense<0.2> : tensor<3x2x3x4xf64>
  %m = arith.constant dense<0.3> : tensor<6x24xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x4x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %c = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x6x6x4xf32>, tensor<3x3x4x2xf32>)
      outs(%init : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %r = linalg.mul ins(%c, %scale : tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>)
      outs(%e : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %r, %k, %m : tensor<1x4x4x2xf32>, tensor<3x2x3x4xf64>, tensor<6x24xf32>
}
