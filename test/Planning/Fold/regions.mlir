// Equal rewrites are deduplicated if one dominates the other, in regions and in
// blocks, independent of the order of blocks.
// RUN: layout-opt %s --allow-unregistered-dialect --layout-fold --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @outer_serves_inner
// CHECK: layout.layout_transform
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @outer_serves_inner(%arg0: tensor<2x3xf32>, %cond: i1) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %0 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  %1 = scf.if %cond -> tensor<3x2xf32> {
    %2 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
    scf.yield %2 : tensor<3x2xf32>
  } else {
    %2 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
    %3 = math.exp %2 : tensor<3x2xf32>
    scf.yield %3 : tensor<3x2xf32>
  }
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xf32>
}

// -----

// The rewrite in front of the loop loses its user, which is merged with it, but
// serves the one in the loop.
// CHECK-LABEL: func.func @unused_serves_loop
// CHECK: %[[T:.*]] = layout.layout_transform {{.*}} (d1, d2, d0)>
// CHECK: scf.for
// CHECK-NEXT: "test.use"(%[[T]])
func.func @unused_serves_loop(%arg0: tensor<2x3x4xf32>, %n: index) -> tensor<4x3x2xf32> {
  %0 = layout.layout_transform %arg0 by <(i, j, k) -> (j, k, i)> : tensor<2x3x4xf32> to tensor<3x4x2xf32>
  %1 = layout.layout_transform %0 by <(i, j, k) -> (j, i, k)> : tensor<3x4x2xf32> to tensor<4x3x2xf32>
  scf.for %i = %n to %n step %n {
    %2 = layout.layout_transform %arg0 by <(i, j, k) -> (j, k, i)> : tensor<2x3x4xf32> to tensor<3x4x2xf32>
    "test.use"(%2) : (tensor<3x4x2xf32>) -> ()
  }
  return %1 : tensor<4x3x2xf32>
}

// -----

// A branch may not be taken.
// CHECK-LABEL: func.func @unused_does_not_serve_branch
// CHECK-NEXT: layout.layout_transform {{.*}} (d2, d1, d0)>
// CHECK-NEXT: scf.if
// CHECK-NEXT: %[[T:.*]] = layout.layout_transform {{.*}} (d1, d2, d0)>
// CHECK-NEXT: "test.use"(%[[T]])
func.func @unused_does_not_serve_branch(%arg0: tensor<2x3x4xf32>, %cond: i1) -> tensor<4x3x2xf32> {
  %0 = layout.layout_transform %arg0 by <(i, j, k) -> (j, k, i)> : tensor<2x3x4xf32> to tensor<3x4x2xf32>
  %1 = layout.layout_transform %0 by <(i, j, k) -> (j, i, k)> : tensor<3x4x2xf32> to tensor<4x3x2xf32>
  scf.if %cond {
    %2 = layout.layout_transform %arg0 by <(i, j, k) -> (j, k, i)> : tensor<2x3x4xf32> to tensor<3x4x2xf32>
    "test.use"(%2) : (tensor<3x4x2xf32>) -> ()
  }
  return %1 : tensor<4x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @siblings
// CHECK: scf.if
// CHECK: %[[THEN:.*]] = layout.layout_transform
// CHECK-NEXT: "test.use"(%[[THEN]], %[[THEN]])
// CHECK: else
// CHECK-NEXT: %[[ELSE:.*]] = layout.layout_transform
// CHECK-NEXT: "test.use"(%[[ELSE]])
// CHECK: }
// CHECK-NEXT: %[[AFTER:.*]] = layout.layout_transform
// CHECK-NEXT: return %[[AFTER]]
func.func @siblings(%arg0: tensor<2x3xf32>, %cond: i1) -> tensor<3x2xf32> {
  scf.if %cond {
    %0 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
    %1 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
    "test.use"(%0, %1) : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  } else {
    %0 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
    "test.use"(%0) : (tensor<3x2xf32>) -> ()
  }
  %0 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// The dominating block is the last one.
// CHECK-LABEL: func.func @block_order
// CHECK: ^bb1:
// CHECK-NEXT: return %[[ONE:.*]] :
// CHECK: ^bb2:
// CHECK-NEXT: %[[ONE]] = layout.layout_transform
// CHECK-NEXT: "test.use"(%[[ONE]])
// CHECK-NEXT: cf.br ^bb1
func.func @block_order(%arg0: tensor<2x3xf32>) -> tensor<3x2xf32> {
  cf.br ^bb2
^bb1:
  %0 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
^bb2:
  %1 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  "test.use"(%1) : (tensor<3x2xf32>) -> ()
  cf.br ^bb1
}

// -----

// A rewrite in a loop is folded into a constant outside of the loop.
// CHECK-LABEL: func.func @loop
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<[1, 3, 2, 4]> : tensor<4xi32>
// CHECK-NEXT: scf.for
// CHECK-NEXT: "test.use"(%[[CST]])
func.func @loop(%from: index, %to: index, %step: index) {
  %0 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  scf.for %i = %from to %to step %step {
    %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<2x2xi32> to tensor<2x2xi32>
    %2 = layout.layout_transform %1 by <(i, j) -> (i * 2 + j)> : tensor<2x2xi32> to tensor<4xi32>
    "test.use"(%2) : (tensor<4xi32>) -> ()
  }
  return
}
