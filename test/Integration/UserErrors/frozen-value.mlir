// 'layout.frozen' is a unit attribute.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

// expected-error @below {{requires 'layout.frozen' to be a unit attribute, found true}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {layout.frozen = true} {
  return %x : tensor<4xf32>
}
