// What a branch computes from constant arguments is prepared if it cannot fail
// where the function does not.

// RUN: layout-opt %s --layout-prepare-constants -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-opt %t.mlir --layout-materialize -o %t.run.mlir
// RUN: layout-opt %s --layout-materialize -o %t.whole.mlir
// RUN: layout-check %t.whole.mlir %t.run.mlir --entry=other_order
// RUN: layout-check %t.whole.mlir %t.run.mlir --entry=untaken
// RUN: layout-check %t.whole.mlir %t.run.mlir --entry=remainder --int-range=0,0 --allow-vacuous
// RUN: layout-check %t.whole.mlir %t.run.mlir --entry=no_iteration --int-range=0,0 --allow-vacuous
// RUN: layout-check %t.whole.mlir %t.run.mlir --entry=remainder --int-range=1,9 --allow-vacuous
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

// The same for remainders, which upstream calls pure.
// CHECK-NOT: remsi
// CHECK: func.func @remainder(
// CHECK: scf.if
// CHECK: arith.remsi
func.func @remainder(%x: tensor<2x3xi32>, %w: tensor<2x3xi32> {layout.constant}, %d: tensor<2x3xi32> {layout.constant}, %n: i32) -> tensor<2x3xi32> {
  %zero = arith.constant 0 : i32
  %taken = arith.cmpi sgt, %n, %zero : i32
  %r = scf.if %taken -> tensor<2x3xi32> {
    %q = arith.remsi %w, %d : tensor<2x3xi32>
    %s = arith.addi %x, %q : tensor<2x3xi32>
    scf.yield %s : tensor<2x3xi32>
  } else {
    scf.yield %x : tensor<2x3xi32>
  }
  return %r : tensor<2x3xi32>
}

// CHECK-NOT: remui
// CHECK: func.func @no_iteration(
// CHECK: scf.for
// CHECK: arith.remui
func.func @no_iteration(%x: tensor<2x3xi32>, %w: tensor<2x3xi32> {layout.constant}, %d: tensor<2x3xi32> {layout.constant}, %n: index) -> tensor<2x3xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2x3xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<2x3xi32> {
    %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%w, %d : tensor<2x3xi32>, tensor<2x3xi32>) outs(%e : tensor<2x3xi32>) {
    ^bb0(%v: i32, %u: i32, %o: i32):
      %m = arith.remui %v, %u : i32
      linalg.yield %m : i32
    } -> tensor<2x3xi32>
    %s = arith.addi %a, %q : tensor<2x3xi32>
    scf.yield %s : tensor<2x3xi32>
  }
  return %r : tensor<2x3xi32>
}
