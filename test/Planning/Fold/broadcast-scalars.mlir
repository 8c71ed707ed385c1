// A broadcast of a tensor of rank 0 between reshapes: its dims are those of its
// present rank.
// RUN: layout-opt %s --layout-cancel-reshapes | FileCheck %s
// RUN: layout-opt %s --layout-cancel-reshapes -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=broadcast
// RUN: layout-check %s %t.mlir --entry=reduce

// CHECK-LABEL: func.func @broadcast
// CHECK: linalg.broadcast ins(%{{.*}} : tensor<f32>) outs(%{{.*}} : tensor<32xf32>) dimensions = [0]
// CHECK: linalg.add {{.*}} -> tensor<32xf32>
// CHECK-NOT: layout.layout_transform
func.func @broadcast(%s: tensor<f32>, %y: tensor<32xf32>) -> tensor<32xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = layout.layout_transform %y by <(d0) -> (d0 floordiv 8, d0 mod 8)> : tensor<32xf32> to tensor<4x8xf32>
  %b = linalg.broadcast ins(%s : tensor<f32>) outs(%e : tensor<4x8xf32>) dimensions = [0, 1]
  %1 = linalg.add ins(%0, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = layout.layout_transform %1 by <(d0, d1) -> (d0 * 8 + d1)> : tensor<4x8xf32> to tensor<32xf32>
  return %2 : tensor<32xf32>
}

// CHECK-LABEL: func.func @reduce
func.func @reduce(%z: tensor<f32>, %y: tensor<32xf32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = layout.layout_transform %y by <(d0) -> (d0 floordiv 8, d0 mod 8)> : tensor<32xf32> to tensor<4x8xf32>
  %1 = linalg.exp ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.reduce {arith.addf} ins(%1 : tensor<4x8xf32>) outs(%z : tensor<f32>) dimensions = [0, 1]
  return %2 : tensor<f32>
}
