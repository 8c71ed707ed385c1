// Orders of layout options that the op does not support, or that would have no
// effect.
// RUN: layout-opt %s --layout-flow -verify-diagnostics -split-input-file

func.func @convolution(%x: tensor<1x3x4x4xf32>, %w: tensor<2x3x1x1xf32>, %o: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  // expected-error@+1 {{requires a contraction for 'order = head_major', found a convolution}}
  %0 = linalg.conv_2d_nchw_fchw {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_], order = head_major>]} ins(%x, %w : tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>) outs(%o : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

func.func @elementwise(%x: tensor<3x4xf32>, %o: tensor<3x4xf32>) -> tensor<3x4xf32> {
  // expected-error@+1 {{requires a contraction or a convolution for 'order = absorbed', found neither}}
  %0 = linalg.exp {layout.op_layout = [#layout.op_layout<operands = [_, _], results = [_], order = absorbed>]} ins(%x : tensor<3x4xf32>) outs(%o : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @beside(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  // expected-error@+1 {{requires one layout option if it has an order, found 2}}
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_]>, #layout.op_layout<operands = [_, _, _], results = [_], order = absorbed>]} ins(%a, %b : tensor<3x4xf32>, tensor<4x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func @prefer(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>, %o: tensor<3x5xf32>) -> tensor<3x5xf32> {
  // expected-error@+1 {{requires an order or 'layout.prefer', found both}}
  %0 = linalg.matmul {layout.prefer, layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_], order = head_major>]} ins(%a, %b : tensor<3x4xf32>, tensor<4x5xf32>) outs(%o : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

#x = affine_map<(m, o, k, g) -> (m, k * 4 + g)>
#w = affine_map<(m, o, k, g) -> (k, o, g)>
#y = affine_map<(m, o, k, g) -> (m, o)>
func.func @groups(%x: tensor<3x20xi8>, %w: tensor<5x5x4xi8>, %o: tensor<3x5xi32>) -> tensor<3x5xi32> {
  // expected-error@+1 {{requires a contraction for 'order = head_major', found one on groups}}
  %0 = linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<3x20xi8>, tensor<5x5x4xi8>) outs(%o : tensor<3x5xi32>)
      attrs = {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_], cost = 0, order = head_major>]} {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %1 = arith.extsi %a : i8 to i32
    %2 = arith.extsi %b : i8 to i32
    %3 = arith.muli %1, %2 : i32
    %4 = arith.addi %c, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}
