// The layouts of the option 'prefer' must have the dims of the kind of op.
// RUN: %must-fail %s --layout-pipeline="prefer=conv2d=[NCW16c,default] report=OUT/report.json" | FileCheck %s
// CHECK: prefer-wrong-dims.mlir:0:0: error: requires the data layout of conv2d to order the letters NCHW, found 'NCW16c'

func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
