// An unknown option of the pipeline is an error that lists the options and says
// which of them was probably meant. test/tools/wrong-options.mlir has
// those of passes.
// RUN: %must-fail %s --layout-pipeline="layout=NHWC report=OUT/report.json" | FileCheck %s
// CHECK: <unknown>:0: error: no option 'layout', only absorb, calibration, {{.*}} time-limit and visit-limit

func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
