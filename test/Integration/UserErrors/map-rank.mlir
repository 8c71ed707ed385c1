// The map of a layout_transform must have as many dims as its source.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

func.func @main(%x: tensor<4x6xf32>) -> tensor<6x4x1xf32> {
  // expected-error @below {{requires a map of 2 dims for its source, found 3}}
  %0 = layout.layout_transform %x by <(i, j, k) -> (j, i, k)> : tensor<4x6xf32> to tensor<6x4x1xf32>
  return %0 : tensor<6x4x1xf32>
}
