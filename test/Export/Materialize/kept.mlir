// Attributes of others stay on the module, and frozen functions are not changed.
// Covers: R38, R39
// RUN: layout-opt %s --layout-materialize | FileCheck %s

// CHECK: module attributes {test.figures = {rewrites = 1 : i64}}
module attributes {test.figures = {rewrites = 1 : i64}} {
  // CHECK: func.func @frozen({{.*}} attributes {layout.frozen}
  // CHECK-NEXT: linalg.matmul {layout.frozen} ins
  func.func @frozen(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> attributes {layout.frozen} {
    %0 = linalg.matmul {layout.frozen} ins(%arg0, %arg0 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%arg0 : tensor<2x2xf32>) -> tensor<2x2xf32>
    return %0 : tensor<2x2xf32>
  }

  // CHECK: func.func @left({{.*}} attributes {layout.skip}
  func.func @left(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> attributes {layout.skip} {
    return %arg0 : tensor<2x2xf32>
  }

  // CHECK: func.func @open
  // CHECK-NOT: layout.
  func.func @open(%arg0: tensor<2x3xf32>) -> tensor<3x2xf32> {
    %0 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> {layout.frozen} : tensor<2x3xf32> to tensor<3x2xf32>
    return %0 : tensor<3x2xf32>
  }
}
