// Slices that drop a dim of a tensor with several dims of run-time size take the
// layout of that tensor, and compute the same.
//
// Covers: R19, R24

// RUN: layout-opt %s --layout-flow --layout-fold | FileCheck %s
// RUN: layout-opt %s --layout-materialize -o %t.before.mlir
// RUN: layout-opt %s --layout-flow --layout-fold --layout-materialize -o %t.after.mlir
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=cut --dims=5,4,7,2,3,6
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=cut --dims=1,1,1,1,1,1
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=put --dims=5,4,7,5,4,7
// RUN: layout-check %t.before.mlir %t.after.mlir --entry=put --dims=1,1,1,1,1,1

// The sizes are those of %o.
// CHECK-LABEL: func.func @cut(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x?x?x?x8xf32>
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][1, 0, 0, 0, 0] [1, %{{.*}}, %{{.*}}, %{{.*}}, 8] [1, 1, 1, 1, 1] : tensor<3x?x?x?x8xf32> to tensor<1x?x?x?x8xf32>
// CHECK: %[[R:.*]] = layout.layout_transform %[[S]] by <(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)> : tensor<1x?x?x?x8xf32> to tensor<?x?x?x8xf32>
// CHECK-NOT: layout_transform
// CHECK: linalg.add ins(%[[R]],
func.func @cut(%x: tensor<3x?x?x?x8xf32>, %o: tensor<?x?x?x8xf32>) -> tensor<?x?x?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %o, %c0 : tensor<?x?x?x8xf32>
  %h = tensor.dim %o, %c1 : tensor<?x?x?x8xf32>
  %w = tensor.dim %o, %c2 : tensor<?x?x?x8xf32>
  %0 = layout.layout_transform %x by <(s, n, h, w, c) -> (s, n, c, h, w)> : tensor<3x?x?x?x8xf32> to tensor<3x?x8x?x?xf32>
  %1 = tensor.extract_slice %0[1, 0, 0, 0, 0] [1, %n, 8, %h, %w] [1, 1, 1, 1, 1] : tensor<3x?x8x?x?xf32> to tensor<?x8x?x?xf32>
  %2 = layout.layout_transform %1 by <(n, c, h, w) -> (n, h, w, c)> : tensor<?x8x?x?xf32> to tensor<?x?x?x8xf32>
  %3 = linalg.add ins(%2, %o : tensor<?x?x?x8xf32>, tensor<?x?x?x8xf32>) outs(%o : tensor<?x?x?x8xf32>) -> tensor<?x?x?x8xf32>
  return %3 : tensor<?x?x?x8xf32>
}

// CHECK-LABEL: func.func @put(
// CHECK-SAME: %[[X:[^:]*]]: tensor<3x?x?x?x8xf32>, %[[V:[^:]*]]: tensor<?x?x?x8xf32>
// CHECK: %[[B:.*]] = layout.layout_transform %[[V]] by <(d0, d1, d2, d3) -> (0, d0, d1, d2, d3)> : tensor<?x?x?x8xf32> to tensor<1x?x?x?x8xf32>
// CHECK: %[[R:.*]] = tensor.insert_slice %[[B]] into %[[X]][1, 0, 0, 0, 0] [1, %{{.*}}, %{{.*}}, %{{.*}}, 8] [1, 1, 1, 1, 1]
// CHECK: return %[[R]]
func.func @put(%x: tensor<3x?x?x?x8xf32>, %v: tensor<?x?x?x8xf32>) -> tensor<3x?x?x?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %v, %c0 : tensor<?x?x?x8xf32>
  %h = tensor.dim %v, %c1 : tensor<?x?x?x8xf32>
  %w = tensor.dim %v, %c2 : tensor<?x?x?x8xf32>
  %0 = layout.layout_transform %x by <(s, n, h, w, c) -> (s, n, c, h, w)> : tensor<3x?x?x?x8xf32> to tensor<3x?x8x?x?xf32>
  %1 = layout.layout_transform %v by <(n, h, w, c) -> (n, c, h, w)> : tensor<?x?x?x8xf32> to tensor<?x8x?x?xf32>
  %2 = tensor.insert_slice %1 into %0[1, 0, 0, 0, 0] [1, %n, 8, %h, %w] [1, 1, 1, 1, 1] : tensor<?x8x?x?xf32> into tensor<3x?x8x?x?xf32>
  %3 = layout.layout_transform %2 by <(s, n, c, h, w) -> (s, n, h, w, c)> : tensor<3x?x8x?x?xf32> to tensor<3x?x?x?x8xf32>
  return %3 : tensor<3x?x?x?x8xf32>
}
