// Frozen and skipped ops stay, and those that say which buffers they accept; attributes of other dialects are carried over.
// Covers: R38, R39
// RUN: layout-opt %s --layout-raise | FileCheck %s

// CHECK-LABEL: func.func @ops(
// CHECK-COUNT-3: linalg.transpose
// CHECK: scf.execute_region
// CHECK-NEXT: linalg.transpose
// CHECK: layout.layout_transform {{.*}} {their.mark = "kept"}
func.func @ops(%arg0: tensor<3x8xf32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>) {
  %0 = tensor.empty() : tensor<8x3xf32>
  %1 = linalg.transpose ins(%arg0 : tensor<3x8xf32>) outs(%0 : tensor<8x3xf32>) permutation = [1, 0] {layout.frozen}
  %2 = linalg.transpose ins(%arg0 : tensor<3x8xf32>) outs(%0 : tensor<8x3xf32>) permutation = [1, 0] {layout.skip}
  %5 = linalg.transpose ins(%arg0 : tensor<3x8xf32>) outs(%0 : tensor<8x3xf32>) permutation = [1, 0] {layout.pitched = false}
  %3 = scf.execute_region -> tensor<8x3xf32> {
    %6 = linalg.transpose ins(%arg0 : tensor<3x8xf32>) outs(%0 : tensor<8x3xf32>) permutation = [1, 0]
    scf.yield %6 : tensor<8x3xf32>
  } {layout.skip}
  %4 = linalg.transpose ins(%arg0 : tensor<3x8xf32>) outs(%0 : tensor<8x3xf32>) permutation = [1, 0] {their.mark = "kept"}
  return %1, %2, %5, %3, %4 : tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x3xf32>
}

// CHECK-LABEL: func.func @frozen(
// CHECK: linalg.transpose
func.func @frozen(%arg0: tensor<3x8xf32>) -> tensor<8x3xf32> attributes {layout.frozen} {
  %0 = tensor.empty() : tensor<8x3xf32>
  %1 = linalg.transpose ins(%arg0 : tensor<3x8xf32>) outs(%0 : tensor<8x3xf32>) permutation = [1, 0]
  return %1 : tensor<8x3xf32>
}

// CHECK-LABEL: func.func @left(
// CHECK: tensor.collapse_shape
func.func @left(%arg0: tensor<3x8xf32>) -> tensor<24xf32> attributes {layout.skip} {
  %0 = tensor.collapse_shape %arg0 [[0, 1]] : tensor<3x8xf32> into tensor<24xf32>
  return %0 : tensor<24xf32>
}
