// A syntax error in a map is reported where it stands.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" | FileCheck %s
// CHECK: map-syntax.mlir:[[#@LINE+4]]:44: error:

func.func @main(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  // expected-error @below {{expected ')'}}
  %0 = layout.layout_transform %x by <(i, j -> (j, i)> : tensor<4x6xf32> to tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
