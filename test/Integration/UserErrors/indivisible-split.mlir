// A split must divide the extent: 3 channels cannot be cut into blocks of 4.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"
// Case: S1-d

func.func @main(%x: tensor<32x3x224x224xf32>) -> tensor<32x1x224x224x4xf32> {
  // expected-error @below {{requires a bijective map on its source, found #layout.index_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)> on 'tensor<32x3x224x224xf32>', which has 6422528 places for 4816896 elements}}
  %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)> : tensor<32x3x224x224xf32> to tensor<32x1x224x224x4xf32>
  return %0 : tensor<32x1x224x224x4xf32>
}
