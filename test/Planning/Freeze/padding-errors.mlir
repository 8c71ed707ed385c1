// Padding that a layout option must not require.
// RUN: layout-opt %s --layout-freeze --split-input-file --verify-diagnostics

func.func @width(%x: tensor<16x8xf32>, %y: tensor<8x4xf32>, %o: tensor<16x4xf32>) -> tensor<16x4xf32> {
  // expected-error @below {{requires a padding of at most 2147483647, found 9223372036854775807}}
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [<(i, j) -> (j, i)> pad [9223372036854775807, 0], _, _], results = [_]>]} ins(%x, %y : tensor<16x8xf32>, tensor<8x4xf32>) outs(%o : tensor<16x4xf32>) -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}

// -----

// A padded filter would reach past the image, whose size is dynamic.
func.func @filter(%x: tensor<1x16x?x6xf32>, %f: tensor<16x16x3x3xf32>, %o: tensor<1x16x?x4xf32>) -> tensor<1x16x?x4xf32> {
  // expected-error @below {{requires no padding of a loop that moves a window, found extents 3 and 4}}
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#layout.op_layout<operands = [_, <(f, c, h, w) -> (f, c, h, w)> pad [0, 0, 1, 0], _], results = [_]>]} ins(%x, %f : tensor<1x16x?x6xf32>, tensor<16x16x3x3xf32>) outs(%o : tensor<1x16x?x4xf32>) -> tensor<1x16x?x4xf32>
  return %0 : tensor<1x16x?x4xf32>
}

// -----

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @encoding(%x: tensor<32x32xf32, #CSR>, %f: tensor<32x32xf32>, %o: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{requires a tensor without an encoding, which gives its dims a meaning of its own}}
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [<(m, k) -> (k, m)>, _, _], results = [_]>]} ins(%x, %f : tensor<32x32xf32, #CSR>, tensor<32x32xf32>) outs(%o : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

func.func @dynamic(%x: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{requires a static dim for a padding}}
  %0 = linalg.exp {layout.op_layout = [#layout.op_layout<operands = [<(i) -> (i)> pad [2], _], results = [_]>]} ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @size(%x: tensor<9223372036854775807xf32>, %o: tensor<9223372036854775807xf32>) -> tensor<9223372036854775807xf32> {
  // expected-error @below {{requires a size below 2^63, found 9223372036854775807 + 1}}
  %0 = linalg.exp {layout.op_layout = [#layout.op_layout<operands = [<(i) -> (i)> pad [1], _], results = [_]>]} ins(%x : tensor<9223372036854775807xf32>) outs(%o : tensor<9223372036854775807xf32>) -> tensor<9223372036854775807xf32>
  return %0 : tensor<9223372036854775807xf32>
}
