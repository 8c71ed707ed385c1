// A misspelled attribute of the dialect is an error.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

// expected-error @below {{requires a known layout attribute on an operation, found 'layout.frosen'}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {layout.frosen} {
  return %x : tensor<4xf32>
}
