// A single layout option on an op is required. If it cannot be applied this is
// an error, even if another layout would be possible.
// RUN: layout-opt %s --layout-flow --split-input-file --verify-diagnostics

func.func @only(%x: tensor<8x12xf32>, %w: tensor<12x4xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires the splits of a loop to divide each other and its extent}}
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<
     operands = [<(m, k) -> (m, k floordiv 4, k mod 4)>, <(k, n) -> (k floordiv 6, n, k mod 6)>, _], results = [_]>]}
      ins(%x, %w : tensor<8x12xf32>, tensor<12x4xf32>) outs(%o : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

func.func @one_of_two(%x: tensor<8x12xf32>, %w: tensor<12x4xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-error @below {{cannot take the layouts of 'layout.op_layout': requires maps that are bijective digit maps, found (d0, d1) -> (d0, d1 floordiv 5, d1 mod 5) on 8x12}}
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_]>,
     #layout.op_layout<operands = [<(m, k) -> (m, k floordiv 5, k mod 5)>, _, _], results = [_]>]}
      ins(%x, %w : tensor<8x12xf32>, tensor<12x4xf32>) outs(%o : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
