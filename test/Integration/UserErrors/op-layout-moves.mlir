// Layout options stand on ops that compute.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @below {{requires an op with a layout rule that computes for 'layout.op_layout', found one that moves data}}
  %0 = tensor.concat dim(0) %x, %y {layout.op_layout = [#layout.op_layout<operands = [_, _], results = [_], cost = 0>]} : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
