// A file cannot be a target yet.
// RUN: %must-fail %s --layout-pipeline="target=%s report=OUT/report.json" | FileCheck %s
// CHECK: target-file.mlir:0:0: error: requires a target out of nchw, nhwc, nhwc-packed16, nchw4c, nchw8c, nchw16c, nchw16c-mm16, nchw16c-1x1nhwc, nchw16c-headmajor, conv4, found '{{.*}}target-file.mlir'; target files are not supported yet

func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
