// A layout option must list a layout for each operand.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  // expected-error @below {{requires 'layout.op_layout' to list 3 operand layouts, found 2}}
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#layout.op_layout<operands = [_, _], results = [_], cost = 0>]} ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
