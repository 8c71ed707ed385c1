// What a branch computes from constant arguments is prepared if it cannot fail
// where the function does not.

// RUN: layout-opt %s --layout-prepare-constants -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-opt %t.mlir --layout-materialize -o %t.run.mlir
// RUN: layout-opt %s --layout-materialize -o %t.whole.mlir
// RUN: layout-check %t.whole.mlir %t.run.mlir --entry=other_order
// RUN: layout-check %t.whole.mlir %t.run.mlir --entry=untaken
// RUN: layout-opt %s --layout-count -o /dev/null | FileCheck %s --check-prefix=COUNT

// The rewrite of @untaken that reads a quotient runs in the function.
// COUNT: {"rewrites":1,"bytes":48,

// The block that is written last runs first.
// CHECK: func.func @other_order.prepare(%[[W:.*]]: tensor<2x3xf32> {layout.constant}) -> tensor<3x2xf32>
// CHECK: %[[SUM:.*]] = linalg.add ins(%[[W]], %[[W]]
// CHECK: layout.layout_transform %[[SUM]]
func.func @other_order(%w: tensor<2x3xf32> {layout.constant}) -> tensor<3x2xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  cf.br ^first
^second:
  %t = layout.layout_transform %s by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  return %t : tensor<3x2xf32>
^first:
  %s = linalg.add ins(%w, %w : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  cf.br ^second
}

// The second branch divides by zero, and nobody takes it.
// CHECK: func.func @untaken.prepare(
// CHECK-NOT: divsi
// CHECK: func.func @untaken(
// CHECK: scf.if
// CHECK: arith.divsi
// CHECK: linalg.add
// CHECK: layout.layout_transform
func.func @untaken(%x: tensor<3x2xi32>, %w: tensor<2x3xi32> {layout.constant}) -> tensor<3x2xi32> {
  %true = arith.constant true
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %e = tensor.empty() : tensor<2x3xi32>
  %f = tensor.empty() : tensor<3x2xi32>
  %r = scf.if %true -> tensor<3x2xi32> {
    %t = layout.layout_transform %w by <(i, j) -> (j, i)> : tensor<2x3xi32> to tensor<3x2xi32>
    %a = linalg.add ins(%x, %t : tensor<3x2xi32>, tensor<3x2xi32>) outs(%f : tensor<3x2xi32>) -> tensor<3x2xi32>
    scf.yield %a : tensor<3x2xi32>
  } else {
    %q = arith.divsi %seven, %zero : i32
    %s = tensor.splat %q : tensor<2x3xi32>
    %d = linalg.add ins(%w, %s : tensor<2x3xi32>, tensor<2x3xi32>) outs(%e : tensor<2x3xi32>) -> tensor<2x3xi32>
    %t = layout.layout_transform %d by <(i, j) -> (j, i)> : tensor<2x3xi32> to tensor<3x2xi32>
    scf.yield %t : tensor<3x2xi32>
  }
  return %r : tensor<3x2xi32>
}
