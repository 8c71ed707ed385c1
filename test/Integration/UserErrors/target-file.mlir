// A file that describes no device is an error.
// RUN: %must-fail %s --layout-pipeline="target=%s report=OUT/report.json" | FileCheck %s
// CHECK: target-file.mlir:{{[0-9]+}}:{{[0-9]+}}: error: requires 'dlti.target_system_spec' with a device that has a key 'layout', found none

func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
