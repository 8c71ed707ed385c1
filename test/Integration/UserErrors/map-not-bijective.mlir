// The map of a layout_transform must be bijective.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

func.func @main(%x: tensor<4x6xf32>) -> tensor<4x3xf32> {
  // expected-error @below {{requires a bijective map on its source, found #layout.index_map<(d0, d1) -> (d0, d1 floordiv 2)> on 'tensor<4x6xf32>', which has 12 places for 24 elements}}
  %0 = layout.layout_transform %x by <(i, j) -> (i, j floordiv 2)> : tensor<4x6xf32> to tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
