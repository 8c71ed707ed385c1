// An attribute of ops on an argument is an error.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

// expected-error @below {{requires a known layout attribute on an argument, found 'layout.rewrite'}}
func.func @main(%x: tensor<4xf32> {layout.rewrite = 1}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
