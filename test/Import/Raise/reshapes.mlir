// Reshapes that are index maps.
// Covers: R43
// RUN: layout-opt %s --layout-raise | FileCheck %s

// CHECK-LABEL: func.func @expand(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1) -> (d0 floordiv 4, d0 mod 4, 0, d1)> : tensor<12x5xf32> to tensor<3x4x1x5xf32>
func.func @expand(%arg0: tensor<12x5xf32>) -> tensor<3x4x1x5xf32> {
  %0 = tensor.expand_shape %arg0 [[0, 1, 2], [3]] output_shape [3, 4, 1, 5] : tensor<12x5xf32> into tensor<3x4x1x5xf32>
  return %0 : tensor<3x4x1x5xf32>
}

// CHECK-LABEL: func.func @collapse(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d0 * 4 + d1, d3)> : tensor<3x4x1x5xf32> to tensor<12x5xf32>
func.func @collapse(%arg0: tensor<3x4x1x5xf32>) -> tensor<12x5xf32> {
  %0 = tensor.collapse_shape %arg0 [[0, 1, 2], [3]] : tensor<3x4x1x5xf32> into tensor<12x5xf32>
  return %0 : tensor<12x5xf32>
}

// CHECK-LABEL: func.func @reshape(
// CHECK: layout.layout_transform %arg0 by <(d0, d1) -> (d0 floordiv 3, (d0 mod 3) * 2 + d1)> : tensor<12x2xf32> to tensor<4x6xf32>
func.func @reshape(%arg0: tensor<12x2xf32>) -> tensor<4x6xf32> {
  %shape = arith.constant dense<[4, 6]> : tensor<2xindex>
  %0 = tensor.reshape %arg0(%shape) : (tensor<12x2xf32>, tensor<2xindex>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func.func @unit_dims_only(
// CHECK: layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d0, d1)> : tensor<1x8x1x1xf32> to tensor<1x8xf32>
// CHECK: layout.layout_transform {{.*}} by <(d0, d1) -> (d1)> : tensor<1x8xf32> to tensor<8xf32>
func.func @unit_dims_only(%arg0: tensor<1x8x1x1xf32>) -> tensor<8xf32> {
  %0 = tensor.collapse_shape %arg0 [[0], [1, 2, 3]] : tensor<1x8x1x1xf32> into tensor<1x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @scalar(
// CHECK: layout.layout_transform %arg0 by <() -> (0, 0)> : tensor<f32> to tensor<1x1xf32>
// CHECK: layout.layout_transform {{.*}} by <(d0, d1) -> ()> : tensor<1x1xf32> to tensor<f32>
func.func @scalar(%arg0: tensor<f32>) -> tensor<f32> {
  %0 = tensor.expand_shape %arg0 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %1 = tensor.collapse_shape %0 [] : tensor<1x1xf32> into tensor<f32>
  return %1 : tensor<f32>
}

// CHECK-LABEL: func.func @dynamic_collapse(
// CHECK: layout.layout_transform %arg0 by <(d0, d1, d2) -> (d0 * 4 + d1, d2)> : tensor<?x4x?xf32> to tensor<?x?xf32>
func.func @dynamic_collapse(%arg0: tensor<?x4x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<?x4x?xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @dynamic_unit_dims(
// CHECK: layout.layout_transform %arg0 by <(d0) -> (0, d0, 0)> : tensor<?xf32> to tensor<1x?x1xf32>
func.func @dynamic_unit_dims(%arg0: tensor<?xf32>, %n: index) -> tensor<1x?x1xf32> {
  %0 = tensor.expand_shape %arg0 [[0, 1, 2]] output_shape [1, %n, 1] : tensor<?xf32> into tensor<1x?x1xf32>
  return %0 : tensor<1x?x1xf32>
}

// A dynamic dim may be split by 8 if it is padded to a multiple of 8.
// CHECK-LABEL: func.func @dynamic_expand_proved(
// CHECK: %[[PAD:.*]] = tensor.pad
// CHECK: layout.layout_transform %[[PAD]] by <(d0) -> (d0 floordiv 8, d0 mod 8)> : tensor<?xf32> to tensor<?x8xf32>
func.func @dynamic_expand_proved(%arg0: tensor<?xf32>, %n: index) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.0 : f32
  %size = tensor.dim %arg0, %c0 : tensor<?xf32>
  %high = affine.apply affine_map<()[s0] -> ((s0 ceildiv 8) * 8 - s0)>()[%size]
  %pad = tensor.pad %arg0 low[0] high[%high] {
  ^bb0(%i: index):
    tensor.yield %cst : f32
  } : tensor<?xf32> to tensor<?xf32>
  %0 = tensor.expand_shape %pad [[0, 1]] output_shape [%n, 8] : tensor<?xf32> into tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// Sizes that are computed from dims of the source are recognized.
// CHECK-LABEL: func.func @sizes(
// CHECK: %[[A:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2) -> (d0, d1, d2 floordiv 8, d2 mod 8)> : tensor<?x?x24xf32> to tensor<?x?x3x8xf32>
// CHECK: %[[B:.*]] = layout.layout_transform %arg1 by <(d0, d1, d2) -> (d0 * 15 + d1 * 3 + d2)> : tensor<?x5x3xf32> to tensor<?xf32>
// CHECK: return %[[A]], %[[B]]
func.func @sizes(%arg0: tensor<?x?x24xf32>, %arg1: tensor<?x5x3xf32>) -> (tensor<?x?x3x8xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : i64
  %c8 = arith.constant 8 : i64
  %c15 = arith.constant 15 : index
  %b = tensor.dim %arg0, %c0 : tensor<?x?x24xf32>
  %s = tensor.dim %arg0, %c1 : tensor<?x?x24xf32>
  %b64 = arith.index_cast %b : index to i64
  %s64 = arith.index_cast %s : index to i64
  %shape = tensor.from_elements %b64, %s64, %c3, %c8 : tensor<4xi64>
  %0 = tensor.reshape %arg0(%shape) : (tensor<?x?x24xf32>, tensor<4xi64>) -> tensor<?x?x3x8xf32>
  %n = tensor.dim %arg1, %c0 : tensor<?x5x3xf32>
  %all = arith.muli %n, %c15 : index
  %flat = tensor.from_elements %all : tensor<1xindex>
  %1 = tensor.reshape %arg1(%flat) : (tensor<?x5x3xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0, %1 : tensor<?x?x3x8xf32>, tensor<?xf32>
}

// Sizes that are not computed from the source are not recognized: if the tensor
// is empty, other sizes would be valid as well.
// CHECK-LABEL: func.func @swapped(
// CHECK: tensor.reshape
func.func @swapped(%arg0: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %arg0, %c0 : tensor<?x?xf32>
  %b = tensor.dim %arg0, %c1 : tensor<?x?xf32>
  %shape = tensor.from_elements %b, %a : tensor<2xindex>
  %0 = tensor.reshape %arg0(%shape) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// All other dims are static, so that the joined dim has the size of both, and
// both have that of the dim that is split.
// CHECK-LABEL: func.func @joined(
// CHECK: %[[J:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<2x8x?x?xf32> into tensor<2x8x?xf32>
// CHECK: tensor.expand_shape %[[J]] {{\[\[}}0], [1], [2, 3]] output_shape [2, 8, %{{.*}}, %{{.*}}] : tensor<2x8x?xf32> into tensor<2x8x?x?xf32>
func.func @joined(%arg0: tensor<2x8x?x?xf32>, %h: index, %w: index) -> tensor<2x8x?x?xf32> {
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %hw = arith.muli %h, %w : index
  %shape = tensor.from_elements %c2, %c8, %hw : tensor<3xindex>
  %0 = tensor.reshape %arg0(%shape) : (tensor<2x8x?x?xf32>, tensor<3xindex>) -> tensor<2x8x?xf32>
  %back = tensor.from_elements %c2, %c8, %h, %w : tensor<4xindex>
  %1 = tensor.reshape %0(%back) : (tensor<2x8x?xf32>, tensor<4xindex>) -> tensor<2x8x?x?xf32>
  return %1 : tensor<2x8x?x?xf32>
}

// A batch of run-time size may be empty.
// CHECK-LABEL: func.func @joined_batches(
// CHECK: tensor.reshape
func.func @joined_batches(%arg0: tensor<?x8x?x?xf32>, %n: index, %hw: index) -> tensor<?x8x?xf32> {
  %c8 = arith.constant 8 : index
  %shape = tensor.from_elements %n, %c8, %hw : tensor<3xindex>
  %0 = tensor.reshape %arg0(%shape) : (tensor<?x8x?x?xf32>, tensor<3xindex>) -> tensor<?x8x?xf32>
  return %0 : tensor<?x8x?xf32>
}
