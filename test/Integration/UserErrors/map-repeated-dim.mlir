// The dims of a map must have distinct names.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" | FileCheck %s
// CHECK: map-repeated-dim.mlir:[[#@LINE+4]]:43: error:

func.func @main(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  // expected-error @below {{custom op 'layout.layout_transform' requires distinct dim names, found 'i' twice}}
  %0 = layout.layout_transform %x by <(i, i) -> (i, i)> : tensor<4x6xf32> to tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
