// The size of a dim that the tensor has not is left as it is, whatever becomes
// of the tensor. (tensor.dim is defined for dims in range only.)
// RUN: layout-opt %s --layout-flow --layout-fold --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @no_such_dim(
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x5xf32>
// CHECK-NOT: layout.layout_transform
// CHECK: linalg.exp ins(%[[X]] : tensor<?x5xf32>)
// CHECK: tensor.dim %{{.*}}, %c7
func.func @no_such_dim(%x: tensor<?x5xf32>) -> (tensor<?x5xf32>, index) {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %0 = layout.layout_transform %x by <(i, c) -> (c, i)> : tensor<?x5xf32> to tensor<5x?xf32>
  %n = tensor.dim %0, %c1 : tensor<5x?xf32>
  %e = tensor.empty(%n) : tensor<5x?xf32>
  %1 = linalg.exp ins(%0 : tensor<5x?xf32>) outs(%e : tensor<5x?xf32>) -> tensor<5x?xf32>
  %size = tensor.dim %1, %c7 : tensor<5x?xf32>
  %2 = layout.layout_transform %1 by <(c, i) -> (i, c)> : tensor<5x?xf32> to tensor<?x5xf32>
  return %2, %size : tensor<?x5xf32>, index
}
