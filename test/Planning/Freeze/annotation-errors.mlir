// A layout option in an attribute that the op cannot have is an error.
//
// RUN: layout-opt %s --layout-freeze=target=nchw16c --split-input-file --verify-diagnostics

func.func @moves(%x: tensor<32x32xf32>) -> tensor<16x32xf32> {
  // expected-error @below {{requires an op with a layout rule that computes for 'layout.op_layout', found one that moves data}}
  %0 = tensor.extract_slice %x [0, 0] [16, 32] [1, 1] {layout.op_layout = [#layout.op_layout<operands = [_], results = [_], cost = 0>]}
      : tensor<32x32xf32> to tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// -----

func.func private @other(tensor<32x32xf32>) -> tensor<32x32xf32>
func.func @no_rule(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{requires an op with a layout rule that computes for 'layout.op_layout', found none}}
  %0 = call @other(%x) {layout.op_layout = [#layout.op_layout<operands = [_], results = [_], cost = 0>]} : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

func.func @scalars(%x: f32) -> f32 {
  // expected-error @below {{requires an op on tensors with a layout rule for 'layout.op_layout', found another}}
  %0 = arith.addf %x, %x {layout.op_layout = [#layout.op_layout<operands = [_, _], results = [_], cost = 0>]} : f32
  return %0 : f32
}

// -----

func.func @operands_differ(%x: tensor<4x32xf32>) -> tensor<4x32xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires layouts that the rule of the op allows together, found others}}
  %0 = arith.addf %x, %x {layout.op_layout = [#layout.op_layout<operands = [<(i, j) -> (j, i)>, _], results = [_], cost = 0>]} : tensor<4x32xf32>
  return %0 : tensor<4x32xf32>
}

// -----

func.func @padding(%x: tensor<4x30xf32>) -> tensor<4x30xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires layouts without padding for an op that is not structured}}
  %0 = arith.negf %x {layout.op_layout = [#layout.op_layout<operands = [<(i, j) -> (j, i)> pad [0, 2]], results = [<(i, j) -> (j, i)> pad [0, 2]], cost = 0>]} : tensor<4x30xf32>
  return %0 : tensor<4x30xf32>
}

// -----

func.func @order(%x: tensor<4x30xf32>) -> tensor<4x30xf32> {
  // expected-error @below {{requires a contraction or a convolution for 'order = absorbed', found neither}}
  %0 = linalg.exp {layout.op_layout = [#layout.op_layout<operands = [_, _], results = [_], cost = 0, order = absorbed>]}
      ins(%x : tensor<4x30xf32>) outs(%x : tensor<4x30xf32>) -> tensor<4x30xf32>
  return %0 : tensor<4x30xf32>
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

// -----

// Two loops are one dim wherever they are read.
func.func @merged_reductions(%x: tensor<5x4x4xf32>, %y: tensor<4x4x16xf32>, %o: tensor<5x16xf32>) -> tensor<5x16xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires every loop to index some operand alone}}
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k, l) -> (m, k, l)>, affine_map<(m, n, k, l) -> (k, l, n)>, affine_map<(m, n, k, l) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"],
      layout.op_layout = [#layout.op_layout<operands = [<(m, k, l) -> (m, k * 4 + l)>, <(k, l, n) -> (k * 4 + l, n)>, _], results = [_]>]}
      ins(%x, %y : tensor<5x4x4xf32>, tensor<4x4x16xf32>) outs(%o : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<5x16xf32>
  return %0 : tensor<5x16xf32>
}

// -----

func.func @merged_result(%x: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires every dim of a result to be one loop}}
  %0 = linalg.exp {layout.op_layout = [#layout.op_layout<operands = [_, <(i, j) -> (i * 8 + j)>], results = [<(i, j) -> (i * 8 + j)>]>]}
      ins(%x : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// The windows read the first 8 of 12 columns, which are 2 of 3 blocks.
func.func @part_of_blocks(%x: tensor<1x12x3xf32>, %w: tensor<2xf32>, %o: tensor<1x4x3xf32>) -> tensor<1x4x3xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires a loop that indexes a dim alone to run over all of it, found extents 2 and 3}}
  %0 = linalg.pooling_nwc_max {strides = dense<2> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>,
      layout.op_layout = [#layout.op_layout<operands = [<(n, w, c) -> (n, w floordiv 4, w mod 4, c)>, _, <(n, w, c) -> (n, w floordiv 2, w mod 2, c)>],
                                            results = [<(n, w, c) -> (n, w floordiv 2, w mod 2, c)>]>]}
      ins(%x, %w : tensor<1x12x3xf32>, tensor<2xf32>) outs(%o : tensor<1x4x3xf32>) -> tensor<1x4x3xf32>
  return %0 : tensor<1x4x3xf32>
}
