// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" | FileCheck %s
// CHECK: syntax.mlir:4:12: error: expected ':'
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x tensor<4xf32>
}
