// A layout option whose split does not divide the extent cannot be applied.
// RUN: %must-fail %s --layout-pipeline="target=nchw16c report=OUT/report.json"

func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires maps that are bijective digit maps, found (d0, d1, d2, d3) -> (d0, d1 floordiv 5, d2, d3, d1 mod 5) on 1x16x8x8}}
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#layout.op_layout<operands = [<(n, c, h, w) -> (n, c floordiv 5, h, w, c mod 5)>, _, _], results = [_], cost = 0>]}
      ins(%x, %f : tensor<1x16x8x8xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}
