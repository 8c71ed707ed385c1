// Dims of run-time size are permuted whole. The outermost part of a split dim
// may have any size. The sizes of destinations and the results of tensor.dim
// are updated. A dim is not split unless the block is known to divide it.
//
// Covers: R1, R24

// RUN: layout-opt %s --layout-flow --layout-fold --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-flow --layout-fold --layout-count | FileCheck %s --check-prefix=COUNT

// Both rewrites of @piece and both of @barrier remain.
// COUNT: {"rewrites":4,

!logical = tensor<?x?xf32>
!blocked = tensor<?x?x4xf32>

// CHECK: #[[TIMES4:.*]] = affine_map<()[s0] -> (s0 * 4)>

// The destination is created with the sizes of the rewritten operand.
// CHECK-LABEL: func.func @moved(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x5xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c0{{.*}} : tensor<?x5xf32>
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?x5xf32>
// CHECK: linalg.exp ins(%[[X]] : tensor<?x5xf32>) outs(%[[E]] : tensor<?x5xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @moved(%x: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %c1 = arith.constant 1 : index
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : tensor<?x5xf32> to tensor<5x?xf32>
  %n = tensor.dim %0, %c1 : tensor<5x?xf32>
  %e = tensor.empty(%n) : tensor<5x?xf32>
  %1 = linalg.exp ins(%0 : tensor<5x?xf32>) outs(%e : tensor<5x?xf32>) -> tensor<5x?xf32>
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : tensor<5x?xf32> to tensor<?x5xf32>
  return %2 : tensor<?x5xf32>
}

// The number of blocks of 4 is known at run time only.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?x4xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.exp ins(%[[X]] : tensor<?x?x4xf32>) outs(%{{.*}} : tensor<?x?x4xf32>)
// CHECK-NOT: layout.layout_transform
// CHECK: return
func.func @blocks(%x: !blocked) -> !blocked {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !blocked to !logical
  %m = tensor.dim %0, %c0 : !logical
  %n = tensor.dim %0, %c1 : !logical
  %e = tensor.empty(%m, %n) : !logical
  %1 = linalg.exp ins(%0 : !logical) outs(%e : !logical) -> !logical
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
  return %2 : !blocked
}

// The size of a split dim is 4 times the number of its blocks.
// CHECK-LABEL: func.func @size(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?x4xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[X]], %c0 : tensor<?x?x4xf32>
// CHECK: %[[E:.*]] = linalg.exp ins(%[[X]] : tensor<?x?x4xf32>)
// CHECK: %[[N:.*]] = affine.apply #[[TIMES4]]()[%[[D]]]
// CHECK: return %[[E]], %[[N]]
func.func @size(%x: !blocked) -> (!blocked, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : !blocked to !logical
  %m = tensor.dim %0, %c0 : !logical
  %n = tensor.dim %0, %c1 : !logical
  %e = tensor.empty(%m, %n) : !logical
  %1 = linalg.exp ins(%0 : !logical) outs(%e : !logical) -> !logical
  %d = tensor.dim %1, %c0 : !logical
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : !logical to !blocked
  return %2, %d : !blocked, index
}

// A bias with unit dims, a pad and a sum of images of run-time size.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x?x?x4xf32>
// CHECK: tensor.pad %[[X]] low[0, 0, 1, 1, 0] high[0, 0, 1, 1, 0]
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<1x2x?x?x4xf32>) outs(%{{.*}} : tensor<1x2x4xf32>)
// CHECK: return %{{.*}} : tensor<1x2x4xf32>
func.func @chain(%x: tensor<1x2x?x?x4xf32>, %acc: tensor<1x2x4xf32>) -> tensor<1x2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = layout.layout_transform %x by <(n, c, h, w, b) -> (n, c * 4 + b, h, w)> : tensor<1x2x?x?x4xf32> to tensor<1x8x?x?xf32>
  %1 = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x8x?x?xf32> to tensor<1x8x?x?xf32>
  %2 = layout.layout_transform %acc by <(n, c, b) -> (n, c * 4 + b)> : tensor<1x2x4xf32> to tensor<1x8xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%1 : tensor<1x8x?x?xf32>) outs(%2 : tensor<1x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<1x8xf32>
  %4 = layout.layout_transform %3 by <(n, c) -> (n, c floordiv 4, c mod 4)> : tensor<1x8xf32> to tensor<1x2x4xf32>
  return %4 : tensor<1x2x4xf32>
}

// A piece of run-time length may end within a block, so its dim is not split.
// CHECK-LABEL: func.func @piece(
// CHECK: layout.layout_transform {{.*}} : tensor<2x5x4xf32> to tensor<8x5xf32>
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [%{{.*}}, 5] [1, 1] : tensor<8x5xf32> to tensor<?x5xf32>
// CHECK: layout.layout_transform {{.*}} : tensor<?x5xf32> to tensor<?x5x4xf32>
func.func @piece(%x: tensor<2x5x4xf32>, %n: index) -> tensor<?x5x4xf32> {
  %0 = layout.layout_transform %x by <(c, i, b) -> (c * 4 + b, i)> : tensor<2x5x4xf32> to tensor<8x5xf32>
  %1 = tensor.extract_slice %0[0, 0] [%n, 5] [1, 1] : tensor<8x5xf32> to tensor<?x5xf32>
  %2 = layout.layout_transform %1 by <(c, i) -> (c floordiv 4, i, c mod 4)> : tensor<?x5xf32> to tensor<?x5x4xf32>
  return %2 : tensor<?x5x4xf32>
}

// Collapsing two dims of run-time size is no index map, but a rewrite that keeps
// them next to each other crosses it.
// CHECK-LABEL: func.func @together(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?x8xf32>
// CHECK-NEXT: %[[F:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<?x?x8xf32> into tensor<?x8xf32>
// CHECK-NEXT: return %[[F]]
func.func @together(%x: tensor<?x?x8xf32>) -> tensor<?x8xf32> {
  %0 = layout.layout_transform %x by <(h, w, c) -> (c, h, w)> : tensor<?x?x8xf32> to tensor<8x?x?xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<8x?x?xf32> into tensor<8x?xf32>
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : tensor<8x?xf32> to tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}

// If they are apart, or in another order, they are brought together first.
// CHECK-LABEL: func.func @apart(
// CHECK: %[[L:.*]] = layout.layout_transform {{.*}} : tensor<?x8x?xf32> to tensor<?x?x8xf32>
// CHECK-NEXT: %[[F:.*]] = tensor.collapse_shape %[[L]] {{\[\[}}0, 1], [2]]
// CHECK-NEXT: return %[[F]]
func.func @apart(%x: tensor<?x8x?xf32>) -> tensor<?x8xf32> {
  %0 = layout.layout_transform %x by <(h, c, w) -> (c, h, w)> : tensor<?x8x?xf32> to tensor<8x?x?xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<8x?x?xf32> into tensor<8x?xf32>
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : tensor<8x?xf32> to tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @swapped(
// CHECK: %[[L:.*]] = layout.layout_transform %{{.*}} by <(d0, d1, d2) -> (d1, d0, d2)>
// CHECK-NEXT: %[[F:.*]] = tensor.collapse_shape %[[L]] {{\[\[}}0, 1], [2]]
// CHECK-NEXT: return %[[F]]
func.func @swapped(%x: tensor<?x?x8xf32>) -> tensor<?x8xf32> {
  %0 = layout.layout_transform %x by <(h, w, c) -> (c, w, h)> : tensor<?x?x8xf32> to tensor<8x?x?xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<8x?x?xf32> into tensor<8x?xf32>
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : tensor<8x?xf32> to tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}
