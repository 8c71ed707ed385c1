// Frozen and skipped rewrites stay, and nothing is folded through them.
// Covers: R38, R39
// RUN: layout-opt %s --layout-fold | FileCheck %s

// CHECK-LABEL: func.func @frozen_function
// CHECK-COUNT-2: layout.layout_transform
// CHECK-NEXT: return
func.func @frozen_function(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> attributes {layout.frozen} {
  %0 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<3x2xf32> to tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @marked_rewrite
// CHECK-NEXT: arith.constant dense<[1, 2]>
// CHECK-NEXT: %[[LEFT:.*]] = layout.layout_transform %arg0 {{.*}} {layout.skip}
// CHECK-NEXT: layout.layout_transform %[[LEFT]]
// CHECK-NEXT: layout.pad {{.*}} {layout.frozen}
// CHECK-NEXT: return
func.func @marked_rewrite(%arg0: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xi32>) {
  %cst = arith.constant dense<[1, 2]> : tensor<2xi32>
  %0 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> {layout.skip} : tensor<2x3xf32> to tensor<3x2xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<3x2xf32> to tensor<2x3xf32>
  %2 = layout.pad %cst low [0] high [1] value(0 : i32) {layout.frozen} : tensor<2xi32> to tensor<3xi32>
  return %1, %2 : tensor<2x3xf32>, tensor<3xi32>
}

// The older spelling of layout.skip.
// CHECK-LABEL: func.func @older_spelling
// CHECK-NEXT: %[[LEFT:.*]] = layout.layout_transform %arg0 {{.*}} {layout.skip}
// CHECK-NEXT: layout.layout_transform %[[LEFT]]
// CHECK-NEXT: return
func.func @older_spelling(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> {layout.skip} : tensor<2x3xf32> to tensor<3x2xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<3x2xf32> to tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
