// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" --verify-diagnostics | FileCheck %s
// The report was written when the run turns out to have failed.
// CHECK: later-pass.mlir:4:4: error: expected error "nobody says this" was not produced
// expected-error @below {{nobody says this}}
func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
