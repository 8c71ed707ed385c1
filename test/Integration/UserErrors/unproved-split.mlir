// A split of a run-time extent must be proved to divide it.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

func.func @main(%x: tensor<?xf32>, %a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> (tensor<?x16xf32>, tensor<4x2xf32>) {
  // expected-error @below {{requires dim 0 to be a multiple of 16, which is not proved for its dynamic size}}
  %0 = layout.layout_transform %x by <(i) -> (i floordiv 16, i mod 16)> : tensor<?xf32> to tensor<?x16xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0, %1 : tensor<?x16xf32>, tensor<4x2xf32>
}
