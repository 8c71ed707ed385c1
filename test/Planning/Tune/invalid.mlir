// Layouts that an op cannot take are an error at the op.
// RUN: rm -rf %t
// RUN: layout-opt %s --layout-extract-choices=folder=%t -verify-diagnostics -o /dev/null
// RUN: not ls %t

func.func @main(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{cannot take its layouts: requires maps that are bijective digit maps, found (d0, d1) -> (d0 floordiv 3, d1, d0 mod 3) on 4x5}}
  %0 = linalg.matmul {layout.op_layout = [
      #layout.op_layout<operands = [_, _, _], results = [_], cost = 0>,
      #layout.op_layout<operands = [<(m, k) -> (m floordiv 3, k, m mod 3)>, _, _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%o : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
