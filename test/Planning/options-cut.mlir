// Layout options of critical ops that split dims which their operands do not
// split, or split elsewhere.
//
// Covers: R2, R5

// RUN: layout-opt %s --layout-flow --layout-fold -o %t.flow.mlir
// RUN: FileCheck %s < %t.flow.mlir
// RUN: layout-opt %s --layout-fold --layout-materialize -o %t.before.mlir
// RUN: layout-opt %t.flow.mlir --layout-materialize -o %t.after.mlir
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=spelled
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=cut_otherwise
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=cut_apart

// The rows of %a stay whole and those of the result are split into blocks. The
// sum of two parallel loops is not mistaken for a window of a convolution.
// CHECK-LABEL: func.func @spelled(
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x3xf32>, tensor<3x3xf32>) outs(%{{.*}} : tensor<3x2x2xf32>) attrs = {{ *}}{layout.frozen}
func.func @spelled(%a: tensor<4x3xf32>, %b: tensor<3x3xf32>, %o: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<
      operands = [_, _, <(m, n) -> (n, m floordiv 2, m mod 2)>], results = [<(m, n) -> (n, m floordiv 2, m mod 2)>], cost = 0>]}
      ins(%a, %b : tensor<4x3xf32>, tensor<3x3xf32>) outs(%o : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// The contracted dim consists of 3 times 2 elements and is read as 2 times 3
// adjacent ones. Its value is rewritten as a whole, followed by a reshape that
// layout-fold merges into the rewrite.
// CHECK-LABEL: func.func @cut_otherwise(
// CHECK: %[[CUT:.*]] = layout.layout_transform %arg0 by {{.*}} : tensor<3x2x4xf32> to tensor<2x3x4xf32>
// CHECK: linalg.generic {{.*}} ins(%[[CUT]], %{{.*}} : tensor<2x3x4xf32>, tensor<6x2xf32>) {{.*}} attrs = {{ *}}{layout.frozen}
func.func @cut_otherwise(%x: tensor<3x2x4xf32>, %b: tensor<6x2xf32>, %o: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %a = layout.layout_transform %x by <(i, j, l) -> (j * 2 + l mod 2, i * 2 + l floordiv 2)> : tensor<3x2x4xf32> to tensor<4x6xf32>
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<
      operands = [<(m, k) -> (k floordiv 3, k mod 3, m)>, _, _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<4x6xf32>, tensor<6x2xf32>) outs(%o : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// The parts 2 and 3 of the option are not adjacent, and a dim of 3 times 2
// cannot be split like that. The rewrite stays at the op.
// CHECK-LABEL: func.func @cut_apart(
// CHECK: %[[APART:.*]] = layout.layout_transform %arg0 by {{.*}} : tensor<3x2x4xf32> to tensor<3x4x2xf32>
// CHECK: linalg.generic {{.*}} ins(%[[APART]], %{{.*}} : tensor<3x4x2xf32>, tensor<6x2xf32>) {{.*}} attrs = {{ *}}{layout.frozen}
func.func @cut_apart(%x: tensor<3x2x4xf32>, %b: tensor<6x2xf32>, %o: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %a = layout.layout_transform %x by <(i, j, l) -> (j * 2 + l mod 2, i * 2 + l floordiv 2)> : tensor<3x2x4xf32> to tensor<4x6xf32>
  %0 = linalg.matmul {layout.op_layout = [#layout.op_layout<
      operands = [<(m, k) -> (k mod 3, m, k floordiv 3)>, _, _], results = [_], cost = 0>]}
      ins(%a, %b : tensor<4x6xf32>, tensor<6x2xf32>) outs(%o : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
