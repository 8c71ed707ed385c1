// Covers: R7, R8, R9, R46
//
// Upstream passes query the ops for their sizes and their effects.
//
// RUN: layout-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse | FileCheck %s
// RUN: layout-opt %s --cse --canonicalize | FileCheck %s --check-prefix=CSE

// CHECK-DAG: #[[BLOCK:.*]] = affine_map<()[s0] -> (s0 floordiv 8)>
// CHECK-DAG: #[[FUSE:.*]] = affine_map<()[s0] -> (s0 * 64)>
// CHECK-DAG: #[[PAD:.*]] = affine_map<()[s0, s1] -> (s0 + s1 + 3)>
// CHECK-DAG: #[[WIDEN:.*]] = affine_map<()[s0] -> (s0 + 64)>
// CHECK-LABEL: func @sizes
// CHECK-SAME: %[[X:.*]]: tensor<?x64xf32>, %[[L:.*]]: index, %[[S:.*]]: index
func.func @sizes(%x: tensor<?x64xf32>, %l: index, %s: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[N:.*]] = tensor.dim %[[X]], %c0
  // CHECK: %[[BLOCKS:.*]] = affine.apply #[[BLOCK]]()[%[[N]]]
  %0 = layout.layout_transform %x by <(n, c) -> (c floordiv 16, n floordiv 8, n mod 8, c mod 16)> : tensor<?x64xf32> to tensor<4x?x8x16xf32>
  %d0 = tensor.dim %0, %c1 : tensor<4x?x8x16xf32>
  // CHECK: %[[FUSED:.*]] = affine.apply #[[FUSE]]()[%[[N]]]
  %1 = layout.layout_transform %x by <(n, c) -> (n * 64 + c)> : tensor<?x64xf32> to tensor<?xf32>
  %d1 = tensor.dim %1, %c0 : tensor<?xf32>
  // CHECK: %[[PADDED:.*]] = affine.apply #[[PAD]]()[%[[N]], %[[L]]]
  %2 = layout.pad %x low [%l, 0] high [3, %l] value(0.0 : f32) : tensor<?x64xf32> to tensor<?x?xf32>
  %d2 = tensor.dim %2, %c0 : tensor<?x?xf32>
  // CHECK: %[[WIDER:.*]] = affine.apply #[[WIDEN]]()[%[[L]]]
  %d3 = tensor.dim %2, %c1 : tensor<?x?xf32>
  %3 = layout.crop %x offsets [%l, 0] sizes [%s, 5] : tensor<?x64xf32> to tensor<?x5xf32>
  %d4 = tensor.dim %3, %c0 : tensor<?x5xf32>
  // CHECK-NEXT: return %[[BLOCKS]], %[[FUSED]], %[[PADDED]], %[[WIDER]], %[[S]]
  return %d0, %d1, %d2, %d3, %d4 : index, index, index, index, index
}

// The ops have no effects: unused ops are erased and equal ops are merged.
// CSE-LABEL: func @effects
// CSE-NEXT: %[[P:.*]] = layout.pad
// CSE-NEXT: %[[T:.*]] = layout.layout_transform
// CSE-NEXT: %[[C:.*]] = layout.crop
// CSE-NEXT: return %[[P]], %[[P]], %[[T]], %[[T]], %[[C]], %[[C]]
func.func @effects(%x: tensor<4x4xf32>) -> (tensor<5x4xf32>, tensor<5x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) {
  %unused0 = layout.pad %x low [0, 0] high [2, 0] value(0.0 : f32) : tensor<4x4xf32> to tensor<6x4xf32>
  %unused1 = layout.crop %x offsets [0, 0] sizes [2, 4] : tensor<4x4xf32> to tensor<2x4xf32>
  %unused2 = layout.layout_transform %x by <(i, j) -> (i, 3 - j)> : tensor<4x4xf32> to tensor<4x4xf32>
  %0 = layout.pad %x low [0, 0] high [1, 0] value(0.0 : f32) : tensor<4x4xf32> to tensor<5x4xf32>
  %1 = layout.pad %x low [0, 0] high [1, 0] value(0.0 : f32) : tensor<4x4xf32> to tensor<5x4xf32>
  %2 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x4xf32> to tensor<4x4xf32>
  %3 = layout.layout_transform %x by <(n, c) -> (c, n)> : tensor<4x4xf32> to tensor<4x4xf32>
  %4 = layout.crop %x offsets [0, 0] sizes [3, 4] : tensor<4x4xf32> to tensor<3x4xf32>
  %5 = layout.crop %x offsets [0, 0] sizes [3, 4] : tensor<4x4xf32> to tensor<3x4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<5x4xf32>, tensor<5x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>
}
