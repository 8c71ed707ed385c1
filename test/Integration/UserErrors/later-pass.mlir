// A report that was written before a later failure of the run is removed again.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" --verify-diagnostics | FileCheck %s
// CHECK: later-pass.mlir:[[#@LINE+1]]:4: error: expected error "an error that does not occur" was not produced
// expected-error @below {{an error that does not occur}}
func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
