// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" | FileCheck %s
// CHECK: report-attribute.mlir:3:1: error: 'func.func' op requires 'layout.report' to be a dictionary on a module
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {layout.report = {}} {
  return %x : tensor<4xf32>
}
