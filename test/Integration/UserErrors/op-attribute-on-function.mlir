// An attribute of ops on a function is an error.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

// expected-error @below {{requires a known layout attribute on an operation, found 'layout.rewrite'}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {layout.rewrite} {
  return %x : tensor<4xf32>
}
