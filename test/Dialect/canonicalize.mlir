// Covers: R46
//
// Casts that hide static sizes, and tensors without contents.
//
// RUN: layout-opt %s --canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func @casts
// CHECK-SAME: (%[[X:.*]]: tensor<8x4xf32>, %[[W:.*]]: index)
// CHECK: %[[T:.*]] = layout.layout_transform %[[X]] by <(d0, d1) -> (d1, d0)> : tensor<8x4xf32> to tensor<4x8xf32>
// CHECK: tensor.cast %[[T]] : tensor<4x8xf32> to tensor<?x8xf32>
// CHECK: layout.pad %[[X]] low [0, 0] high [1, %[[W]]] value(0.000000e+00 : f32) : tensor<8x4xf32> to tensor<9x?xf32>
// CHECK: layout.crop %[[X]] offsets [0, 0] sizes [%[[W]], 4] : tensor<8x4xf32> to tensor<?x4xf32>
func.func @casts(%x: tensor<8x4xf32>, %w: index) -> (tensor<?x8xf32>, tensor<9x?xf32>, tensor<?x4xf32>) {
  %0 = tensor.cast %x : tensor<8x4xf32> to tensor<8x?xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<8x?xf32> to tensor<?x8xf32>
  %2 = layout.pad %0 low [0, 0] high [1, %w] value(0.0 : f32) : tensor<8x?xf32> to tensor<9x?xf32>
  %3 = tensor.cast %x : tensor<8x4xf32> to tensor<?x?xf32>
  %4 = layout.crop %3 offsets [0, 0] sizes [%w, 4] : tensor<?x?xf32> to tensor<?x4xf32>
  return %1, %2, %4 : tensor<?x8xf32>, tensor<9x?xf32>, tensor<?x4xf32>
}

// -----

// A size for which the op is invalid stays hidden: it is the program's promise
// that it does not occur.
// CHECK-LABEL: func @contradiction
// CHECK: layout.layout_transform %{{.*}} : tensor<?xf32> to tensor<?x16xf32>
// CHECK: layout.crop %{{.*}} : tensor<?xf32> to tensor<9xf32>
func.func @contradiction(%x: tensor<8xf32>) -> (tensor<?x16xf32>, tensor<9xf32>) {
  %0 = tensor.cast %x : tensor<8xf32> to tensor<?xf32>
  %1 = layout.layout_transform %0 by <(i) -> (i floordiv 16, i mod 16)> : tensor<?xf32> to tensor<?x16xf32>
  %2 = layout.crop %0 offsets [0] sizes [9] : tensor<?xf32> to tensor<9xf32>
  return %1, %2 : tensor<?x16xf32>, tensor<9xf32>
}

// -----

// CHECK-LABEL: func @empty
// CHECK-SAME: (%[[N:.*]]: index)
// CHECK-DAG: tensor.empty() : tensor<1x4x7x7x16xf32>
// CHECK-DAG: tensor.empty(%[[N]]) : tensor<64x?xf32>
// CHECK-DAG: tensor.empty() : tensor<3xf32>
// CHECK-DAG: tensor.empty() : tensor<5xf32>
// CHECK: layout.pad %{{.*}} value(0.000000e+00 : f32)
// CHECK-NOT: layout
func.func @empty(%n: index) -> (tensor<1x4x7x7x16xf32>, tensor<64x?xf32>, tensor<3xf32>, tensor<5xf32>, tensor<5xf32>) {
  %0 = tensor.empty() : tensor<1x64x7x7xf32>
  %1 = layout.layout_transform %0 by <(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)> : tensor<1x64x7x7xf32> to tensor<1x4x7x7x16xf32>
  %2 = tensor.empty(%n) : tensor<?x64xf32>
  %3 = layout.layout_transform %2 by <(i, j) -> (j, i)> : tensor<?x64xf32> to tensor<64x?xf32>
  %4 = tensor.empty() : tensor<4xf32>
  %5 = layout.crop %4 offsets [1] sizes [3] : tensor<4xf32> to tensor<3xf32>
  %6 = layout.pad %4 low [0] high [1] value(poison) : tensor<4xf32> to tensor<5xf32>
  %7 = layout.pad %4 low [0] high [1] value(0.0 : f32) : tensor<4xf32> to tensor<5xf32>
  return %1, %3, %5, %6, %7 : tensor<1x4x7x7x16xf32>, tensor<64x?xf32>, tensor<3xf32>, tensor<5xf32>, tensor<5xf32>
}
