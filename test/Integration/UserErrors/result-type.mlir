// The result type of a layout_transform must follow from its map.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-error @below {{requires the result type 'tensor<6x4xf32>', found 'tensor<4x6xf32>'}}
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x6xf32> to tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
