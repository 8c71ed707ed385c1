// Ops that no program can have by themselves, or that no preference can name, are
// not timed.
// RUN: rm -rf %t && mkdir %t
// RUN: layout-opt %s --layout-extract-choices=folder=%t/choices -o /dev/null --remarks-filter=layout-extract-choices --remark-format=emitRemark 2>&1 | FileCheck %s

#as_it_stands = #layout.op_layout<operands = [_, _, _], results = [_]>

// CHECK: Function=encoded | Remark="cannot be timed by itself: it requires tensors without an encoding, found one"
func.func @encoded(%a: tensor<16x8xf32, "strange">, %b: tensor<8x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = linalg.matmul {layout.op_layout = [#as_it_stands, #layout.op_layout<operands = [_, <(k, n) -> (n, k)>, _], results = [_]>]}
      ins(%a, %b : tensor<16x8xf32, "strange">, tensor<8x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// CHECK: Function=vector | Remark="cannot be timed by itself: it requires a kind that preferences can name, found none"
func.func @vector(%a: tensor<16x8xf32>, %b: tensor<8xf32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %0 = linalg.matvec {layout.op_layout = [#as_it_stands, #layout.op_layout<operands = [<(m, k) -> (k, m)>, _, _], results = [_]>]}
      ins(%a, %b : tensor<16x8xf32>, tensor<8xf32>) outs(%c : tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
