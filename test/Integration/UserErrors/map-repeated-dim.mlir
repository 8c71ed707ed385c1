// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" | FileCheck %s
// CHECK: map-repeated-dim.mlir:4:43: error: custom op 'layout.layout_transform' requires distinct dim names, found 'i' twice
func.func @main(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  %0 = layout.layout_transform %x by <(i, i) -> (i, i)> : tensor<4x6xf32> to tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
