// A critical op that is not frozen may take other orders of its loops, except
// orders in which it would read an operand transposed: that would hide a
// rewrite which is not counted.
// Covers: R20
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold -split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold -split-input-file | FileCheck %s

// The rewrite of %a would disappear if m were the inner dim of the result, but
// then the matmul would read its first operand k-major.
// CHECK-LABEL: func.func @not_transposed
// CHECK: layout.layout_transform %arg0 by <(d0, d1) -> (d1, d0)>
// CHECK: linalg.matmul
// CHECK-SAME: -> tensor<48x3xf32>
func.func @not_transposed(%a: tensor<16x48xf32>, %b: tensor<16x3xf32>, %init: tensor<48x3xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %t = layout.layout_transform %a by <(k, m) -> (m, k)> : tensor<16x48xf32> to tensor<48x16xf32>
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_]>], layout.prefer} ins(%t, %b : tensor<48x16xf32>, tensor<16x3xf32>) outs(%init : tensor<48x3xf32>) -> tensor<48x3xf32>
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<48x3xf32>) outs(%o : tensor<3xf32>) dimensions = [0]
  return %1 : tensor<3xf32>
}

// -----

// Blocks of rows are a supported form.
// CHECK-LABEL: func.func @blocked_rows
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic
// CHECK-SAME: ins(%arg0, %arg1 : tensor<12x16x4xf32>, tensor<16x3xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @blocked_rows(%a: tensor<12x16x4xf32>, %b: tensor<16x3xf32>, %init: tensor<48x3xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %t = layout.layout_transform %a by <(i, k, j) -> (i * 4 + j, k)> : tensor<12x16x4xf32> to tensor<48x16xf32>
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%init : tensor<48x3xf32>) -> tensor<48x3xf32>
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<operands = [_, _, _], results = [_]>], layout.prefer} ins(%t, %b : tensor<48x16xf32>, tensor<16x3xf32>) outs(%i : tensor<48x3xf32>) -> tensor<48x3xf32>
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<48x3xf32>) outs(%o : tensor<3xf32>) dimensions = [0]
  return %1 : tensor<3xf32>
}
