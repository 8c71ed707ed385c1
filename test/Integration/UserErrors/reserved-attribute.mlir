// A reserved attribute on a function is an error.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

// expected-error @below {{attribute 'layout.rewrite' is reserved and not supported yet}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {layout.rewrite} {
  return %x : tensor<4xf32>
}
