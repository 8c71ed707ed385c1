// A layout option splits six rows, which consist of two times three, in a way
// that needs a rewrite of the operand. The planner takes it with that rewrite
// instead of the other option, which costs more.
// RUN: layout-opt %s --layout-pipeline=report=%t.json -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir
// RUN: %print-json %t.json plan.gap plan.cost | FileCheck %s --check-prefix=COST
// COST: plan.gap = 0
// COST-NEXT: plan.cost = {{[0-9]{1,5}$}}
// CHECK-LABEL: func.func @among_others(
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<3x4x2xf32>, tensor<4x5xf32>)
func.func @among_others(%x: tensor<2x3x4xf32>, %b: tensor<4x5xf32>, %o: tensor<6x5xf32>) -> tensor<6x5xf32> {
  %a = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %0 = linalg.matmul {layout.op_layout = [
      #layout.op_layout<operands = [<(m, k) -> (m floordiv 2, k, m mod 2)>, _, <(m, n) -> (m floordiv 2, n, m mod 2)>], results = [<(m, n) -> (m floordiv 2, n, m mod 2)>], cost = 0>,
      #layout.op_layout<operands = [_, _, _], results = [_], cost = 100000>]}
      ins(%a, %b : tensor<6x4xf32>, tensor<4x5xf32>) outs(%o : tensor<6x5xf32>) -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}
