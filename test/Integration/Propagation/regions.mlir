// Plans values through regions: values carried by loops, results of conditionals, and
// several ops with temporaries in one region.
//
// Covers: R22, R23, R28

// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold | FileCheck %s

// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow=strategy=backward --layout-fold --layout-materialize -o %t.backward.mlir
// RUN: layout-check %t.before.mlir %t.backward.mlir --entry=main --dims=5,3 --int-range=1,4 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-flow=strategy=forward --layout-fold --layout-materialize -o %t.forward.mlir
// RUN: layout-check %t.before.mlir %t.forward.mlir --entry=main --dims=1,1 --int-range=1,4 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

!l = tensor<12x5xf32>
!b = tensor<3x5x4xf32>

// Two ops and the temporary between them in a region.
// CHECK-LABEL: func.func @fused(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[R:.*]] = scf.execute_region -> tensor<3x5x4xf32> {
// CHECK: %[[T:.*]] = linalg.exp ins(%[[X]] : tensor<3x5x4xf32>)
// CHECK: %[[U:.*]] = linalg.sub ins(%[[T]], %[[X]] : tensor<3x5x4xf32>, tensor<3x5x4xf32>)
// CHECK: scf.yield %[[U]] : tensor<3x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: return %[[R]]
func.func @fused(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !b to !l
  %r = scf.execute_region -> !l {
    %e = tensor.empty() : !l
    %1 = linalg.exp ins(%0 : !l) outs(%e : !l) -> !l
    %2 = linalg.sub ins(%1, %0 : !l, !l) outs(%e : !l) -> !l
    scf.yield %2 : !l
  }
  %3 = layout.layout_transform %r by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  return %3 : !b
}

// A loop in a loop, and a value that is carried without being changed.
// CHECK-LABEL: func.func @rounds(
// CHECK-NOT: layout.layout_transform
// CHECK: scf.for {{.*}} -> (tensor<3x5x4xf32>, tensor<3x5x4xf32>, tensor<3x5x4xf32>)
// CHECK: scf.for {{.*}} -> (tensor<3x5x4xf32>)
// CHECK: linalg.add ins(%{{.*}} : tensor<3x5x4xf32>, tensor<3x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @rounds(%x: !b, %y: !b, %n: index) -> (!b, !b, !b) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !b to !l
  %1 = layout.layout_transform %y by <(c, i, b) -> (c * 4 + b, i)> : !b to !l
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %0, %q = %1, %k = %0) -> (!l, !l, !l) {
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%t = %p) -> !l {
      %e = tensor.empty() : !l
      %2 = linalg.add ins(%t, %k : !l, !l) outs(%e : !l) -> !l
      scf.yield %2 : !l
    }
    %e1 = tensor.empty() : !l
    %5 = linalg.sub ins(%q, %s : !l, !l) outs(%e1 : !l) -> !l
    scf.yield %s, %5, %k : !l, !l, !l
  }
  %3 = layout.layout_transform %r#0 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  %4 = layout.layout_transform %r#1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  %6 = layout.layout_transform %r#2 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  return %3, %4, %6 : !b, !b, !b
}

// CHECK-LABEL: func.func @choice(
// CHECK-NOT: layout.layout_transform
// CHECK: scf.if {{.*}} -> (tensor<3x5x4xf32>)
// CHECK: linalg.exp
// CHECK: } else {
// CHECK: linalg.tanh
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @choice(%x: !b, %n: index) -> !b {
  %c1 = arith.constant 1 : index
  %odd = arith.cmpi ugt, %n, %c1 : index
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !b to !l
  %e = tensor.empty() : !l
  %r = scf.if %odd -> !l {
    %1 = linalg.exp ins(%0 : !l) outs(%e : !l) -> !l
    scf.yield %1 : !l
  } else {
    %1 = linalg.tanh ins(%0 : !l) outs(%e : !l) -> !l
    scf.yield %1 : !l
  }
  %2 = layout.layout_transform %r by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  return %2 : !b
}

// Run-time sizes, which are asked for after the loop.
// CHECK-LABEL: func.func @until(
// CHECK-NOT: layout.layout_transform
// CHECK: scf.while {{.*}} : (index, tensor<?x?xf32>) -> (index, tensor<?x?xf32>)
// CHECK: linalg.exp
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @until(%x: tensor<?x?xf32>, %n: index) -> (tensor<?x?xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<?x?xf32> to tensor<?x?xf32>
  %r:2 = scf.while (%i = %c0, %v = %0) : (index, tensor<?x?xf32>) -> (index, tensor<?x?xf32>) {
    %go = arith.cmpi ult, %i, %n : index
    scf.condition(%go) %i, %v : index, tensor<?x?xf32>
  } do {
  ^bb0(%i: index, %v: tensor<?x?xf32>):
    %d0 = tensor.dim %v, %c0 : tensor<?x?xf32>
    %d1 = tensor.dim %v, %c1 : tensor<?x?xf32>
    %e = tensor.empty(%d0, %d1) : tensor<?x?xf32>
    %1 = linalg.exp ins(%v : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
    %2 = arith.addi %i, %c1 : index
    scf.yield %2, %1 : index, tensor<?x?xf32>
  }
  %size = tensor.dim %r#1, %c0 : tensor<?x?xf32>
  %3 = layout.layout_transform %r#1 by <(i, j) -> (j, i)> : tensor<?x?xf32> to tensor<?x?xf32>
  return %3, %size : tensor<?x?xf32>, index
}

// Branches that cannot agree on a layout: the cheaper one gets the rewrite.
// CHECK-LABEL: func.func @torn(
// CHECK-COUNT-1: layout.layout_transform
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @torn(%x: !b, %y: !l, %n: index) -> !b {
  %c1 = arith.constant 1 : index
  %odd = arith.cmpi ugt, %n, %c1 : index
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !b to !l
  %r = scf.if %odd -> !l {
    scf.yield %0 : !l
  } else {
    scf.yield %y : !l
  }
  %2 = layout.layout_transform %r by <(c, i) -> (c floordiv 4, i, c mod 4)> : !l to !b
  return %2 : !b
}

func.func @main(%x: !b, %y: !b, %l: !l, %d: tensor<?x?xf32>, %w: tensor<1xindex>)
    -> (!b, !b, !b, !b, !b, tensor<?x?xf32>, index, !b) {
  %c0 = arith.constant 0 : index
  %n = tensor.extract %w[%c0] : tensor<1xindex>
  %0 = func.call @fused(%x) : (!b) -> !b
  %1:3 = func.call @rounds(%x, %y, %n) : (!b, !b, index) -> (!b, !b, !b)
  %2 = func.call @choice(%x, %n) : (!b, index) -> !b
  %3:2 = func.call @until(%d, %n) : (tensor<?x?xf32>, index) -> (tensor<?x?xf32>, index)
  %4 = func.call @torn(%x, %l, %n) : (!b, !l, index) -> !b
  %5 = arith.muli %3#1, %n : index
  return %0, %1#0, %1#1, %1#2, %2, %3#0, %5, %4 : !b, !b, !b, !b, !b, tensor<?x?xf32>, index, !b
}
