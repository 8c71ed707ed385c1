// 'layout.report' stands on modules only.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

// expected-error @below {{requires 'layout.report' to be a dictionary on a module}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {layout.report = {}} {
  return %x : tensor<4xf32>
}
