// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" | FileCheck %s
// CHECK: reserved-argument-attribute.mlir:3:1: error: 'func.func' op attribute 'layout.tensor_layout' is reserved and not supported yet
func.func @main(%x: tensor<4xf32> {layout.tensor_layout = 1}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
