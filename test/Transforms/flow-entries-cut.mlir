// Entries of critical ops that cut dims which their operands do not have cut.
//
// Covers: R2, R5

// RUN: layout-opt %s --layout-flow --layout-fold -o %t.flow.mlir
// RUN: FileCheck %s < %t.flow.mlir
// RUN: layout-opt %s --layout-fold --layout-materialize -o %t.before.mlir
// RUN: layout-opt %t.flow.mlir --layout-materialize -o %t.after.mlir
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=spelled

// The rows of %a stay whole, those of the result come in blocks: two parallel
// loops spell a dim. That is no window of a convolution.
// CHECK-LABEL: func.func @spelled(
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x3xf32>, tensor<3x3xf32>) outs(%{{.*}} : tensor<3x2x2xf32>) attrs = {{ *}}{layout.frozen}
func.func @spelled(%a: tensor<4x3xf32>, %b: tensor<3x3xf32>, %o: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<
      operands = [_, _, <(m, n) -> (n, m floordiv 2, m mod 2)>], results = [<(m, n) -> (n, m floordiv 2, m mod 2)>], cost = 0>]}
      ins(%a, %b : tensor<4x3xf32>, tensor<3x3xf32>) outs(%o : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
