// An op that states layouts in which its result does not lie as required is an
// error that names both places.
// Covers: G20, P18
// RUN: layout-opt %s --layout-pipeline=target=nchw16c -verify-diagnostics -split-input-file -o /dev/null

func.func @structured(%x: tensor<1x8x4x4xf32>, %e: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
  // expected-error@+2 {{'linalg.exp' op cannot have the layout that is required of its result: 'layout.op_layout' has others}}
  // expected-note@+1 {{the value is required as (d0, d1, d2, d3) -> (d0, d1, d2, d3) here}}
  %0 = linalg.exp {layout.require = "NCHW -> NCHW", layout.op_layout = [#layout.op_layout<
      operands = [<(n, c, h, w) -> (n, h, w, c)>, <(n, c, h, w) -> (n, h, w, c)>], results = [<(n, c, h, w) -> (n, h, w, c)>], cost = 0>]}
      ins(%x : tensor<1x8x4x4xf32>) outs(%e : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %0 : tensor<1x8x4x4xf32>
}

// -----

func.func @other(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+2 {{'math.exp' op cannot have the layout that is required of its result: 'layout.op_layout' has others}}
  // expected-note@+1 {{the value is required as (d0, d1) -> (d1, d0) here}}
  %0 = math.exp %x {layout.require = "MK -> KM", layout.op_layout = [
      #layout.op_layout<operands = [_], results = [_], cost = 0>,
      #layout.op_layout<operands = [<(i, j) -> (i, j floordiv 2, j mod 2)>], results = [<(i, j) -> (i, j floordiv 2, j mod 2)>], cost = 0>]} : tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @reduction(%x: tensor<4x6x8xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+2 {{'linalg.reduce' op cannot have the layout that is required of its result: 'layout.op_layout' has others}}
  // expected-note@+1 {{the value is required as (d0, d1) -> (d1, d0) here}}
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x6x8xf32>) outs(%o : tensor<4x6xf32>) dimensions = [2]
      {layout.require = "MK -> KM", layout.op_layout = [#layout.op_layout<operands = [_, _], results = [_], cost = 0>]}
  return %0 : tensor<4x6xf32>
}

// -----

func.func @convolution(%x: tensor<1x8x4x4xf32>, %w: tensor<8x8x1x1xf32>, %z: tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32> {
  // expected-error@+2 {{'linalg.conv_2d_nchw_fchw' op cannot have the layout that is required of its result: 'layout.op_layout' has others}}
  // expected-note@+1 {{the value is required as (d0, d1, d2, d3) -> (d0, d2, d3, d1) here}}
  %0 = linalg.conv_2d_nchw_fchw {layout.require = "NHWC", layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_], cost = 0>]}
      ins(%x, %w : tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) outs(%z : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return %0 : tensor<1x8x4x4xf32>
}

// -----

// Of two results, one lies as required. The error is about the other.
#rows = affine_map<(i, j) -> (i, j)>
func.func @one_of_two(%x: tensor<4x6xf32>, %e: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  // expected-error@+2 {{'linalg.generic' op cannot have the layout that is required of its result: 'layout.op_layout' has others}}
  // expected-note@+1 {{the value is required as (d0, d1) -> (d0, d1) here}}
  %0:2 = linalg.generic {indexing_maps = [#rows, #rows, #rows], iterator_types = ["parallel", "parallel"],
      layout.require = ["MK -> MK", "MK -> KM"], layout.op_layout = [#layout.op_layout<
          operands = [_, <(i, j) -> (j, i)>, <(i, j) -> (j, i)>], results = [<(i, j) -> (j, i)>, <(i, j) -> (j, i)>], cost = 0>]}
      ins(%x : tensor<4x6xf32>) outs(%e, %e : tensor<4x6xf32>, tensor<4x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %r = math.exp %a : f32
    linalg.yield %r, %a : f32, f32
  } -> (tensor<4x6xf32>, tensor<4x6xf32>)
  return %0#0, %0#1 : tensor<4x6xf32>, tensor<4x6xf32>
}
