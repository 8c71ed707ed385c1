// The option 'prefer' must close its brackets.
// RUN: %must-fail %s --layout-pipeline="prefer=conv2d=[NCHW16c,default report=OUT/report.json" | FileCheck %s
// CHECK: prefer-malformed.mlir:0:0: error: requires '[data,kernel]' or '[data,kernel,result]' as a choice for conv2d, found '[NCHW16c,default'

func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
