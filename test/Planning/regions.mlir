// A value that crosses a region boundary (iteration arguments, yields, results
// of branches) has one layout inside and outside. A rewrite in a loop costs as
// often as the loop runs. Captured values are replaced in the region.
//
// Covers: R22, R28

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s
// CHECK-DAG: #[[BLOCKS:.*]] = affine_map<(d0) -> (d0 floordiv 4)>
// CHECK-DAG: #[[REST:.*]] = affine_map<(d0) -> (d0 mod 4)>

!logical = tensor<8x5xf32>
!blocked = tensor<2x5x4xf32>

// The iteration argument keeps its blocked layout, and the two ops in the loop
// take it.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x5x4xf32>, %[[K:[^:]*]]: tensor<2x5x4xf32>
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[X]]) -> (tensor<2x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: %[[A:.*]] = linalg.add ins(%[[ACC]], %[[K]] : tensor<2x5x4xf32>, tensor<2x5x4xf32>)
// CHECK: %[[T:.*]] = linalg.tanh ins(%[[A]] : tensor<2x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: scf.yield %[[T]]
// CHECK: return %[[R]]
func.func @loop(%x: !blocked, %k: !blocked, %n: index) -> !blocked {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %kk = layout.layout_transform %k by <(c, i, b) -> (c * 4 + b, i)> : !blocked to !logical
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> !blocked {
    %0 = layout.layout_transform %acc by <(c, i, b) -> (c * 4 + b, i)> : !blocked to !logical
    %e = tensor.empty() : !logical
    %1 = linalg.add ins(%0, %kk : !logical, !logical) outs(%e : !logical) -> !logical
    %2 = linalg.tanh ins(%1 : !logical) outs(%e : !logical) -> !logical
    %3 = layout.layout_transform %2 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
    scf.yield %3 : !blocked
  }
  return %r : !blocked
}

// A loop over logical values becomes a loop over blocked ones.
// CHECK-LABEL: func.func @turned(
// CHECK-NOT: layout.layout_transform
// CHECK: %[[R:.*]] = scf.for {{.*}} -> (tensor<2x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.exp ins(%{{.*}} : tensor<2x5x4xf32>)
// CHECK: scf.yield
// CHECK-NOT: layout.layout_transform
// CHECK: return %[[R]]
func.func @turned(%x: !blocked, %n: index) -> !blocked {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !blocked to !logical
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %0) -> !logical {
    %e = tensor.empty() : !logical
    %1 = linalg.exp ins(%acc : !logical) outs(%e : !logical) -> !logical
    scf.yield %1 : !logical
  }
  %2 = layout.layout_transform %r by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
  return %2 : !blocked
}

// One rewrite before the loop replaces 100 rewrites in it: the captured value
// is rewritten after its definition.
// CHECK-LABEL: func.func @hoisted(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x5x4xf32>, %[[Y:[^:]*]]: tensor<8x5xf32>
// CHECK: %[[YY:.*]] = layout.layout_transform %[[Y]]
// CHECK: scf.for
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.sub ins(%{{.*}}, %[[YY]] : tensor<2x5x4xf32>, tensor<2x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @hoisted(%x: !blocked, %y: !logical) -> !blocked {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%acc = %x) -> !blocked {
    %0 = layout.layout_transform %acc by <(c, i, b) -> (c * 4 + b, i)> : !blocked to !logical
    %e = tensor.empty() : !logical
    %1 = linalg.sub ins(%0, %y : !logical, !logical) outs(%e : !logical) -> !logical
    %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
    scf.yield %2 : !blocked
  }
  return %r : !blocked
}

// Both branches give blocks; one of them computes them.
// CHECK-LABEL: func.func @branches(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x5x4xf32>
// CHECK: scf.if
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.exp ins(%[[X]] : tensor<2x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @branches(%x: !blocked, %which: i1) -> !blocked {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !blocked to !logical
  %r = scf.if %which -> !blocked {
    %e = tensor.empty() : !logical
    %1 = linalg.exp ins(%0 : !logical) outs(%e : !logical) -> !logical
    %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
    scf.yield %2 : !blocked
  } else {
    %3 = layout.layout_transform %0 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
    scf.yield %3 : !blocked
  }
  return %r : !blocked
}

// A table that the body reads by tensor.extract keeps its layout; the enclosing
// op may change its own.
// CHECK-LABEL: func.func @captured(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x5x4xindex>, %[[T:[^:]*]]: tensor<7xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<2x5x4xindex>)
// CHECK: tensor.extract %[[T]]
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @captured(%x: tensor<2x5x4xindex>, %table: tensor<7xf32>) -> !blocked {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<2x5x4xindex> to tensor<8x5xindex>
  %e = tensor.empty() : !logical
  %1 = linalg.generic {indexing_maps = [affine_map<(c, i) -> (c, i)>, affine_map<(c, i) -> (c, i)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<8x5xindex>) outs(%e : !logical) {
  ^bb0(%a: index, %o: f32):
    %v = tensor.extract %table[%a] : tensor<7xf32>
    linalg.yield %v : f32
  } -> !logical
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
  return %2 : !blocked
}

// A captured tensor takes the layout that its producer and its other user
// prefer, and the body reads its elements there.
// CHECK-LABEL: func.func @captured_planned(
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x5x4xf32>
// CHECK: %[[E:.*]] = linalg.exp ins(%{{.*}} : tensor<2x5x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: ^bb0(%[[A:.*]]: index, %{{.*}}: f32):
// CHECK-DAG: %[[BLOCK:.*]] = affine.apply #[[BLOCKS]](%[[A]])
// CHECK-DAG: %[[WITHIN:.*]] = affine.apply #[[REST]](%[[A]])
// CHECK: tensor.extract %[[E]][%[[BLOCK]], %[[A]], %[[WITHIN]]] : tensor<2x5x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @captured_planned(%x: !blocked, %at: tensor<6xindex>) -> (!blocked, tensor<6xf32>) {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !blocked to !logical
  %e = tensor.empty() : !logical
  %1 = linalg.exp ins(%0 : !logical) outs(%e : !logical) -> !logical
  %e6 = tensor.empty() : tensor<6xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%at : tensor<6xindex>) outs(%e6 : tensor<6xf32>) {
  ^bb0(%a: index, %o: f32):
    %v = tensor.extract %1[%a, %a] : !logical
    linalg.yield %v : f32
  } -> tensor<6xf32>
  %3 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
  return %3, %2 : !blocked, tensor<6xf32>
}
