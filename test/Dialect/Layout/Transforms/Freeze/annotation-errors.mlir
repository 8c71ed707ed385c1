// A layout option in an attribute that the op cannot have is an error.
//
// RUN: layout-opt %s --layout-freeze=target=nchw16c --split-input-file --verify-diagnostics

func.func @not_critical(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{requires a convolution or contraction of tensors for 'layout.op_layout', found neither}}
  %0 = linalg.exp {layout.op_layout = [#layout.op_layout<operands = [_, _], results = [_], cost = 0>]}
      ins(%x : tensor<32x32xf32>) outs(%x : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

func.func @not_linalg(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{requires a convolution or contraction of tensors for 'layout.op_layout', found neither}}
  %0 = arith.addf %x, %x {layout.op_layout = [#layout.op_layout<operands = [_, _], results = [_], cost = 0>]} : tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

func.func @indivisible(%a: tensor<32x30xf32>, %b: tensor<30x32xf32>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires maps that are bijective digit maps, found (d0, d1) -> (d0, d1 floordiv 16, d1 mod 16) on 32x30}}
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<
      operands = [<(m, k) -> (m, k floordiv 16, k mod 16)>, _, _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<32x30xf32>, tensor<30x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

func.func @result_differs(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{requires one layout for destination operand 2 and result 0, found #layout.edge_layout<_> and #layout.edge_layout<<(d0, d1) -> (d1, d0)>>}}
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<
      operands = [_, _, _], results = [<(m, n) -> (n, m)>], cost = 0>]}
      ins(%a, %b : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

// The image of a convolution cannot be padded, because windows slide over it.
func.func @window(%x: tensor<1x32x17x18xf32>, %w: tensor<32x32x3x3xf32>, %o: tensor<1x32x15x16xf32>) -> tensor<1x32x15x16xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires a padded dim to be indexed by one loop}}
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#layout.op_layout<
      operands = [<(n, c, h, w) -> (n, c, h floordiv 2, h mod 2, w)> pad [0, 0, 1, 0], _, _], results = [_], cost = 0>]}
      ins(%x, %w : tensor<1x32x17x18xf32>, tensor<32x32x3x3xf32>) outs(%o : tensor<1x32x15x16xf32>) -> tensor<1x32x15x16xf32>
  return %0 : tensor<1x32x15x16xf32>
}

// -----

func.func @not_bijective(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires maps that are bijective digit maps, found (d0, d1) -> (d0, d1 floordiv 2) on 32x32}}
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<
      operands = [<(m, k) -> (m, k floordiv 2)>, _, _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

// Both operands of a contraction must be padded alike in the reduced dim.
func.func @one_sided_padding(%a: tensor<32x30xf32>, %b: tensor<30x32xf32>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires equal padding on all operands of a loop, found extents 32 and 30}}
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<
      operands = [<(m, k) -> (m, k floordiv 16, k mod 16)> pad [0, 2], _, _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<32x30xf32>, tensor<30x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

// A skew is bijective, but its dims are not digits of loops.
func.func @skew(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires maps that are bijective digit maps, found (d0, d1) -> (d0, (d0 + d1) mod 16) on 16x16}}
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<
      operands = [<(m, k) -> (m, (m + k) mod 16)>, _, _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
