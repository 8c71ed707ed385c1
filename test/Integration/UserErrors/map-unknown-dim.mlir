// The results of a map may only use its dims.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" | FileCheck %s
// CHECK: map-unknown-dim.mlir:[[#@LINE+4]]:52: error:

func.func @main(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  // expected-error @below {{use of undeclared identifier}}
  %0 = layout.layout_transform %x by <(i, j) -> (j, k)> : tensor<4x6xf32> to tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
