// Covers: R13, R14, R32, R46
// Case: S1-j
//
// Pads and crops of run-time widths fold where value bounds prove what they do.
//
// RUN: layout-opt %s --canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func @crop_of_pad
// CHECK-SAME: (%[[X:.*]]: tensor<4x?xf32>,
// CHECK-NEXT: return %[[X]]
func.func @crop_of_pad(%x: tensor<4x?xf32>, %low: index, %high: index) -> tensor<4x?xf32> {
  %c1 = arith.constant 1 : index
  %size = tensor.dim %x, %c1 : tensor<4x?xf32>
  %0 = layout.pad %x low [2, %low] high [0, %high] value(0.0 : f32) : tensor<4x?xf32> to tensor<6x?xf32>
  %1 = layout.crop %0 offsets [2, %low] sizes [4, %size] : tensor<6x?xf32> to tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}

// -----

// The size is found by arithmetic, not by name.
// CHECK-LABEL: func @size_by_arithmetic
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>,
// CHECK-NEXT: return %[[X]]
func.func @size_by_arithmetic(%x: tensor<?xf32>, %high: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %0 = layout.pad %x low [3] high [%high] value(poison) : tensor<?xf32> to tensor<?xf32>
  %padded = tensor.dim %0, %c0 : tensor<?xf32>
  %rest = arith.subi %padded, %high : index
  %size = arith.subi %rest, %c3 : index
  %1 = layout.crop %0 offsets [3] sizes [%size] : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Another size, or another offset: not known to be the same region.
// CHECK-LABEL: func @unknown_region
// CHECK-COUNT-2: layout.crop
func.func @unknown_region(%x: tensor<?xf32>, %low: index, %size: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = layout.pad %x low [%low] high [3] value(0.0 : f32) : tensor<?xf32> to tensor<?xf32>
  %1 = layout.crop %0 offsets [%low] sizes [%size] : tensor<?xf32> to tensor<?xf32>
  %2 = layout.crop %0 offsets [3] sizes [%dim] : tensor<?xf32> to tensor<?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func @pad_of_crop
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>,
// CHECK-NEXT: return %[[X]]
func.func @pad_of_crop(%x: tensor<?xf32>, %offset: index, %size: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %x, %c0 : tensor<?xf32>
  %rest = affine.apply affine_map<(d0)[s0, s1] -> (d0 - s0 - s1)>(%dim)[%offset, %size]
  %0 = layout.crop %x offsets [%offset] sizes [%size] cropped(0.0 : f32) : tensor<?xf32> to tensor<?xf32>
  %1 = layout.pad %0 low [%offset] high [%rest] value(0.0 : f32) : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Equal regions do not help against another promise.
// CHECK-LABEL: func @pad_of_crop_stays
// CHECK: layout.crop
// CHECK: layout.pad
func.func @pad_of_crop_stays(%x: tensor<?xf32>, %offset: index, %size: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %x, %c0 : tensor<?xf32>
  %rest = affine.apply affine_map<(d0)[s0, s1] -> (d0 - s0 - s1)>(%dim)[%offset, %size]
  %0 = layout.crop %x offsets [%offset] sizes [%size] cropped(poison) : tensor<?xf32> to tensor<?xf32>
  %1 = layout.pad %0 low [%offset] high [%rest] value(0.0 : f32) : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// CHECK-DAG: #[[SUM:.*]] = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-DAG: #[[PLUS2:.*]] = affine_map<()[s0] -> (s0 + 2)>
// CHECK-DAG: #[[PLUS4:.*]] = affine_map<()[s0] -> (s0 + 4)>
// CHECK-LABEL: func @merge
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[A:.*]]: index, %[[B:.*]]: index
// CHECK-DAG: %[[LOW:.*]] = affine.apply #[[SUM]]()[%[[A]], %[[B]]]
// CHECK-DAG: %[[HIGH:.*]] = affine.apply #[[PLUS2]]()[%[[A]]]
// CHECK: layout.pad %[[X]] low [%[[LOW]]] high [%[[HIGH]]] value(1.000000e+00 : f32)
// CHECK: %[[OFFSET:.*]] = affine.apply #[[PLUS4]]()[%[[A]]]
// CHECK: layout.crop %[[X]] offsets [%[[OFFSET]]] sizes [%[[B]]] : tensor<?xf32> to tensor<?xf32>
func.func @merge(%x: tensor<?xf32>, %a: index, %b: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = layout.pad %x low [%a] high [2] value(1.0 : f32) : tensor<?xf32> to tensor<?xf32>
  %1 = layout.pad %0 low [%b] high [%a] value(1.0 : f32) : tensor<?xf32> to tensor<?xf32>
  %2 = layout.crop %x offsets [%a] sizes [%a] : tensor<?xf32> to tensor<?xf32>
  %3 = layout.crop %2 offsets [4] sizes [%b] : tensor<?xf32> to tensor<?xf32>
  return %1, %3 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A part of the source under a run-time pad.
// CHECK-LABEL: func @crop_inside
// CHECK: layout.crop %{{.*}} offsets [1] sizes [8] : tensor<10xf32> to tensor<8xf32>
// CHECK-NOT: layout.pad
func.func @crop_inside(%x: tensor<10xf32>, %low: index) -> tensor<8xf32> {
  %offset = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%low]
  %0 = layout.pad %x low [%low] high [3] value(0.0 : f32) : tensor<10xf32> to tensor<?xf32>
  %1 = layout.crop %0 offsets [%offset] sizes [8] : tensor<?xf32> to tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func @whole
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>)
// CHECK-NEXT: return %[[X]]
func.func @whole(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %x, %c0 : tensor<?x4xf32>
  %0 = layout.crop %x offsets [0, 0] sizes [%dim, 4] : tensor<?x4xf32> to tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// Constants become static entries; ones that cannot be are left to the run.
// CHECK-LABEL: func @constants
// CHECK: %[[P:.*]] = layout.pad %{{.*}} low [1] high [2] value(0.000000e+00 : f32) : tensor<10xf32> to tensor<13xf32>
// CHECK: tensor.cast %[[P]] : tensor<13xf32> to tensor<?xf32>
// CHECK: layout.crop %{{.*}} offsets [9] sizes [%c2]
// CHECK: layout.pad %{{.*}} low [%c-1] high [0]
func.func @constants(%x: tensor<10xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %minus = arith.constant -1 : index
  %0 = layout.pad %x low [%c1] high [%c2] value(0.0 : f32) : tensor<10xf32> to tensor<?xf32>
  %1 = layout.crop %x offsets [9] sizes [%c2] : tensor<10xf32> to tensor<?xf32>
  %2 = layout.pad %x low [%minus] high [0] value(0.0 : f32) : tensor<10xf32> to tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// Two crops that contradict each other do not become an op that is invalid.
// CHECK-LABEL: func @contradiction
// CHECK-COUNT-2: layout.crop
func.func @contradiction(%x: tensor<10xf32>, %s: index) -> tensor<8xf32> {
  %0 = layout.crop %x offsets [5] sizes [%s] : tensor<10xf32> to tensor<?xf32>
  %1 = layout.crop %0 offsets [0] sizes [8] : tensor<?xf32> to tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A width that is poison has no number.
// CHECK-LABEL: func.func @poison(
// CHECK: %[[P:.*]] = ub.poison : index
// CHECK: layout.pad %{{.*}} low [%[[P]]] high [0]
func.func @poison(%x: tensor<5xf32>) -> tensor<?xf32> {
  %p = ub.poison : index
  %c0 = arith.constant 0 : index
  %0 = layout.pad %x low [%p] high [%c0] value(0.0 : f32) : tensor<5xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Widths whose sum with the size is no size stay as they are.
//
// CHECK-LABEL: func.func @too_wide(
// CHECK: layout.pad %arg0 low [%{{.*}}] high [%{{.*}}] value(0.000000e+00 : f32) : tensor<10xf32> to tensor<?xf32>
func.func @too_wide(%x: tensor<10xf32>) -> tensor<?xf32> {
  %c = arith.constant 4611686018427387904 : index
  %0 = layout.pad %x low [%c] high [%c] value(0.0 : f32) : tensor<10xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @too_wide_behind_a_cast(
// CHECK: tensor.cast
// CHECK: layout.pad %{{.*}} low [4611686018427387904] high [4611686018427387903]
func.func @too_wide_behind_a_cast(%x: tensor<10xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<10xf32> to tensor<?xf32>
  %1 = layout.pad %0 low [4611686018427387904] high [4611686018427387903] value(0.0 : f32) : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @too_wide_together(
// CHECK-COUNT-2: layout.pad {{.*}} low [4611686018427387904] high [0]
func.func @too_wide_together(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = layout.pad %x low [4611686018427387904] high [0] value(0.0 : f32) : tensor<?xf32> to tensor<?xf32>
  %1 = layout.pad %0 low [4611686018427387904] high [0] value(0.0 : f32) : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// A size below 0, which only a value can have, stays one.
//
// CHECK-LABEL: func.func @negative_size(
// CHECK: layout.crop %{{.*}} sizes [5, %{{.*}}]
func.func @negative_size(%x: tensor<6x5xf32>) -> tensor<5x?xf32> {
  %c-4 = arith.constant -4 : index
  %c2 = arith.constant 2 : index
  %0 = layout.pad %x low [1, 0] high [2, %c2] value(0.0 : f32) : tensor<6x5xf32> to tensor<9x?xf32>
  %1 = layout.crop %0 offsets [1, 0] sizes [5, %c-4] : tensor<9x?xf32> to tensor<5x?xf32>
  return %1 : tensor<5x?xf32>
}
