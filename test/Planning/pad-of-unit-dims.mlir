// A pad of unit dims, which the root of the net does not have, keeps its value
// in front of a transform.
//
// RUN: layout-opt %s --layout-flow --layout-verify-plan --layout-fold -o %t.flow.mlir
// RUN: FileCheck %s --input-file=%t.flow.mlir
// RUN: layout-opt %s --layout-materialize -o %t.in.mlir
// RUN: layout-opt %t.flow.mlir --layout-materialize -o %t.out.mlir
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %t.in.mlir %t.out.mlir --entry=collapsed | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-LABEL: func.func @main
// CHECK: layout.pad {{.*}} value(5.000000e-01 : f32)
// CHECK-NOT: poison
func.func @main(%x: tensor<5xf32>, %y: tensor<3x5x3xf32>) -> tensor<3x5x3xf32> {
  %e = tensor.empty() : tensor<3x5x3xf32>
  %0 = linalg.exp ins(%x : tensor<5xf32>) outs(%x : tensor<5xf32>) -> tensor<5xf32>
  %1 = layout.layout_transform %0 by <(i) -> (0, i, 0)> : tensor<5xf32> to tensor<1x5x1xf32>
  %2 = layout.pad %1 low [0, 0, 0] high [2, 0, 2] value(0.5 : f32) : tensor<1x5x1xf32> to tensor<3x5x3xf32>
  %3 = layout.layout_transform %2 by <(i, j, k) -> (k, j, i)> : tensor<3x5x3xf32> to tensor<3x5x3xf32>
  %4 = linalg.add ins(%3, %y : tensor<3x5x3xf32>, tensor<3x5x3xf32>) outs(%e : tensor<3x5x3xf32>) -> tensor<3x5x3xf32>
  return %4 : tensor<3x5x3xf32>
}

// Any dim of size 1 of the root may stand for a padded one. With the last dim,
// the pad needs no transform.
// CHECK-LABEL: func.func @collapsed
// CHECK: %[[PADDED:.*]] = layout.pad {{.*}} value(5.000000e-01 : f32) : tensor<1x3x1xf32> to tensor<1x3x4xf32>
// CHECK-NEXT: layout.layout_transform %[[PADDED]] by <(d0, d1, d2) -> (d1, d2)>
func.func @collapsed(%x: tensor<1x3x1xf32>, %y: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %e = tensor.empty() : tensor<3x4xf32>
  %0 = linalg.exp ins(%x : tensor<1x3x1xf32>) outs(%x : tensor<1x3x1xf32>) -> tensor<1x3x1xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<1x3x1xf32> into tensor<1x3xf32>
  %2 = layout.pad %1 low [0, 0] high [3, 0] value(0.5 : f32) : tensor<1x3xf32> to tensor<4x3xf32>
  %3 = layout.layout_transform %2 by <(i, j) -> (j, i)> : tensor<4x3xf32> to tensor<3x4xf32>
  %4 = linalg.add ins(%3, %y : tensor<3x4xf32>, tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %4 : tensor<3x4xf32>
}
