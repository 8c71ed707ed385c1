// An unknown target is an error.
// RUN: %must-fail %s --layout-pipeline="target=nchw17x report=OUT/report.json" | FileCheck %s
// CHECK: unknown-target.mlir:0:0: error: requires a target out of nchw, nhwc, nhwc-packed8, nhwc-packed16, nchw4c, nchw8c, nchw16c, nchw16c-mm16, nchw16c-1x1nhwc, conv4, x86-avx512, x86-avx2, arm-neon, cudnn-nhwc, tiles32, texture-2d, spyre, hexagon-i8, hexagon-f16, or a file whose name ends in .mlir, found 'nchw17x'

func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
