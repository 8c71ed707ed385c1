// An index that is poison becomes 0: upstream's patterns for slices would take
// it for an integer.
// RUN: layout-opt %s --layout-clean-up | FileCheck %s

// CHECK-LABEL: func.func @slice(
// CHECK-NOT: ub.poison
// CHECK: tensor.extract_slice %{{.*}}[0, 1] [2, 3] [1, 1]
// CHECK: linalg.matmul
func.func @slice(%x: tensor<4x6xf32>, %w: tensor<3x5xf32>, %z: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %i = ub.poison : index
  %0 = tensor.extract_slice %x[%i, 1] [2, 3] [1, 1] : tensor<4x6xf32> to tensor<2x3xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<2x3xf32>, tensor<3x5xf32>) outs(%z : tensor<2x5xf32>) -> tensor<2x5xf32>
  return %1 : tensor<2x5xf32>
}
