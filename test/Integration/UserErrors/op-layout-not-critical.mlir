// Layout options stand on convolutions and contractions only.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

func.func @main(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{requires a convolution or contraction of tensors for 'layout.op_layout', found neither}}
  %0 = linalg.exp {layout.op_layout = [#layout.op_layout<operands = [_, _], results = [_], cost = 0>]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
