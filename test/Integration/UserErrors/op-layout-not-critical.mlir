// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json" | FileCheck %s
// CHECK: op-layout-not-critical.mlir:4:8: error: 'linalg.exp' op requires a convolution or contraction of tensors for 'layout.op_layout', found neither
func.func @main(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp {layout.op_layout = [#layout.op_layout<operands = [_, _], results = [_], cost = 0>]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
