// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" | FileCheck %s
// CHECK: unknown-attribute.mlir:3:1: error: 'func.func' op requires a known layout attribute on an operation, found 'layout.frosen'
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {layout.frosen} {
  return %x : tensor<4xf32>
}
