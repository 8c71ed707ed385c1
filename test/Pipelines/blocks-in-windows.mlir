// Convolutions and a pooling without padding read the blocks of channels that the
// convolution in front writes: upstream's fusion leaves no more elementwise ops
// than without a plan. It computes them again for each element of a window.
//
// Covers: R42
//
// RUN: layout-opt %s --layout-pipeline=target=nhwc-packed16 -o %t.planned.mlir
// RUN: layout-opt %t.planned.mlir --layout-pipeline=target=nhwc-packed16 | diff - %t.planned.mlir
// RUN: layout-check %s %t.planned.mlir --int-range=-3,3 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.planned.mlir --int-range=-3,3 --code=kernels
// RUN: layout-opt %s --linalg-generalize-named-ops --canonicalize --linalg-fuse-elementwise-ops | FileCheck %s --check-prefix=FUSED
// RUN: layout-opt %t.planned.mlir --linalg-generalize-named-ops --canonicalize --linalg-fuse-elementwise-ops | FileCheck %s --check-prefix=FUSED
// FUSED-LABEL: func.func @network(
// FUSED-NOT: linalg.generic {{.*}}"parallel"]} ins(
// FUSED: return
// RUN: FileCheck %s --check-prefix=PLANNED --input-file=%t.planned.mlir
// EQUAL: {{^equal$}}
// PLANNED-NOT: collapse_shape
// PLANNED: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x8x7x2x16xf32>, tensor<3x3xf32>) outs(%{{.*}} : tensor<1x3x2x2x16xf32>)
// PLANNED-NOT: collapse_shape
// PLANNED: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x3x2x2x16xf32>, tensor<1x1x1x2x16x16xf32>) outs(%{{.*}} : tensor<1x3x2x1x16xf32>)

func.func @network(%x: tensor<1x10x9x4xf32>) -> tensor<1x3x2x16xf32> {
  %v = arith.constant dense<1.0> : tensor<3x3x4x32xf32>
  %w = arith.constant dense<2.0> : tensor<1x1x32x16xf32>
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x8x7x32xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x8x7x32xf32>) -> tensor<1x8x7x32xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %v : tensor<1x10x9x4xf32>, tensor<3x3x4x32xf32>) outs(%f0 : tensor<1x8x7x32xf32>) -> tensor<1x8x7x32xf32>
  %1 = linalg.abs ins(%0 : tensor<1x8x7x32xf32>) outs(%e0 : tensor<1x8x7x32xf32>) -> tensor<1x8x7x32xf32>
  %e1 = tensor.empty() : tensor<1x3x2x32xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x3x2x32xf32>) -> tensor<1x3x2x32xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %2 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%1, %window : tensor<1x8x7x32xf32>, tensor<3x3xf32>) outs(%f1 : tensor<1x3x2x32xf32>) -> tensor<1x3x2x32xf32>
  %3 = linalg.abs ins(%2 : tensor<1x3x2x32xf32>) outs(%e1 : tensor<1x3x2x32xf32>) -> tensor<1x3x2x32xf32>
  %e2 = tensor.empty() : tensor<1x3x2x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x3x2x16xf32>) -> tensor<1x3x2x16xf32>
  %4 = linalg.conv_2d_nhwc_hwcf ins(%3, %w : tensor<1x3x2x32xf32>, tensor<1x1x32x16xf32>) outs(%f2 : tensor<1x3x2x16xf32>) -> tensor<1x3x2x16xf32>
  return %4 : tensor<1x3x2x16xf32>
}
