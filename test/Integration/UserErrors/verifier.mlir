// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" | FileCheck %s
// CHECK: verifier.mlir:4:3: error: type of return operand 0 ('tensor<4xf32>') doesn't match function result type ('tensor<5xf32>') in function @main
func.func @main(%x: tensor<4xf32>) -> tensor<5xf32> {
  return %x : tensor<4xf32>
}
