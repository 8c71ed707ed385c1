// A digit map becomes reshapes around at most one transpose: the fewest ops,
// and among those the transpose of lowest rank.
// Covers: R43
// Case: S1-a, S1-g, S3-b, S3-c
// RUN: layout-opt %s --layout-materialize | FileCheck %s --implicit-check-not=layout.
// RUN: layout-opt %s --layout-materialize | mlir-opt -o /dev/null

// CHECK-LABEL: func.func @transpose(
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x4x5x3xf32>
// CHECK-NEXT: linalg.transpose ins(%arg0 : tensor<2x3x4x5xf32>) outs(%[[EMPTY]] : tensor<2x4x5x3xf32>) permutation = [0, 2, 3, 1]
// CHECK-NEXT: return
func.func @transpose(%arg0: tensor<2x3x4x5xf32>) -> tensor<2x4x5x3xf32> {
  %0 = layout.layout_transform %arg0 by <(n, c, h, w) -> (n, h, w, c)> : tensor<2x3x4x5xf32> to tensor<2x4x5x3xf32>
  return %0 : tensor<2x4x5x3xf32>
}

// A unit dim is transposed along if that saves reshapes.
// CHECK-LABEL: func.func @unit_dim_travels(
// CHECK: linalg.transpose ins(%arg0 : tensor<1x3x4x5xf32>) outs({{.*}} : tensor<1x4x5x3xf32>) permutation = [0, 2, 3, 1]
// CHECK-NEXT: return
func.func @unit_dim_travels(%arg0: tensor<1x3x4x5xf32>) -> tensor<1x4x5x3xf32> {
  %0 = layout.layout_transform %arg0 by <(n, c, h, w) -> (n, h, w, c)> : tensor<1x3x4x5xf32> to tensor<1x4x5x3xf32>
  return %0 : tensor<1x4x5x3xf32>
}

// CHECK-LABEL: func.func @split(
// CHECK-NEXT: %[[EXPANDED:.*]] = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2], [3], [4]] output_shape [1, 4, 16, 7, 9]
// CHECK: linalg.transpose ins(%[[EXPANDED]] : tensor<1x4x16x7x9xf32>) outs({{.*}} : tensor<1x4x7x9x16xf32>) permutation = [0, 1, 3, 4, 2]
// CHECK-NEXT: return
func.func @split(%arg0: tensor<1x64x7x9xf32>) -> tensor<1x4x7x9x16xf32> {
  %0 = layout.layout_transform %arg0 by <(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)> : tensor<1x64x7x9xf32> to tensor<1x4x7x9x16xf32>
  return %0 : tensor<1x4x7x9x16xf32>
}

// CHECK-LABEL: func.func @fuse(
// CHECK: %[[MOVED:.*]] = linalg.transpose ins(%arg0 : tensor<2x4x7x9x16xf32>) outs({{.*}} : tensor<2x4x16x7x9xf32>) permutation = [0, 1, 4, 2, 3]
// CHECK-NEXT: tensor.collapse_shape %[[MOVED]] {{\[\[}}0], [1, 2], [3], [4]]
// CHECK-NEXT: return
func.func @fuse(%arg0: tensor<2x4x7x9x16xf32>) -> tensor<2x64x7x9xf32> {
  %0 = layout.layout_transform %arg0 by <(n, co, h, w, ci) -> (n, 16 * co + ci, h, w)> : tensor<2x4x7x9x16xf32> to tensor<2x64x7x9xf32>
  return %0 : tensor<2x64x7x9xf32>
}

// NCHW16c to NCHW8c transposes digits of extent 8 only.
// CHECK-LABEL: func.func @reblock(
// CHECK-NEXT: %[[EXPANDED:.*]] = tensor.expand_shape %arg0 {{.*}} output_shape [1, 4, 7, 7, 2, 8]
// CHECK: %[[MOVED:.*]] = linalg.transpose ins(%[[EXPANDED]] : tensor<1x4x7x7x2x8xf32>) outs({{.*}} : tensor<1x4x2x7x7x8xf32>) permutation = [0, 1, 4, 2, 3, 5]
// CHECK-NEXT: tensor.collapse_shape %[[MOVED]] {{\[\[}}0], [1, 2], [3], [4], [5]] : tensor<1x4x2x7x7x8xf32> into tensor<1x8x7x7x8xf32>
// CHECK-NEXT: return
func.func @reblock(%arg0: tensor<1x4x7x7x16xf32>) -> tensor<1x8x7x7x8xf32> {
  %0 = layout.layout_transform %arg0 by <(n, co, h, w, ci) -> (n, 2 * co + ci floordiv 8, h, w, ci mod 8)> : tensor<1x4x7x7x16xf32> to tensor<1x8x7x7x8xf32>
  return %0 : tensor<1x8x7x7x8xf32>
}

// Collapsing first allows a transpose of rank 2.
// CHECK-LABEL: func.func @neighbours_join(
// CHECK-NEXT: %[[COLLAPSED:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : tensor<3x4x5xf32> into tensor<12x5xf32>
// CHECK: linalg.transpose ins(%[[COLLAPSED]] : tensor<12x5xf32>) outs({{.*}} : tensor<5x12xf32>) permutation = [1, 0]
// CHECK-NEXT: return
func.func @neighbours_join(%arg0: tensor<3x4x5xf32>) -> tensor<5x12xf32> {
  %0 = layout.layout_transform %arg0 by <(a, b, c) -> (c, 4 * a + b)> : tensor<3x4x5xf32> to tensor<5x12xf32>
  return %0 : tensor<5x12xf32>
}

// Expanding last allows a transpose of rank 2.
// CHECK-LABEL: func.func @expands_last(
// CHECK: %[[MOVED:.*]] = linalg.transpose ins(%arg0 : tensor<5x12xf32>) outs({{.*}} : tensor<12x5xf32>) permutation = [1, 0]
// CHECK-NEXT: tensor.expand_shape %[[MOVED]] {{\[\[}}0, 1], [2]] output_shape [3, 4, 5]
// CHECK-NEXT: return
func.func @expands_last(%arg0: tensor<5x12xf32>) -> tensor<3x4x5xf32> {
  %0 = layout.layout_transform %arg0 by <(a, b) -> (b floordiv 4, b mod 4, a)> : tensor<5x12xf32> to tensor<3x4x5xf32>
  return %0 : tensor<3x4x5xf32>
}

// A map that keeps the linear order is one reshape of the source of other
// reshapes, or no op at all.
// CHECK-LABEL: func.func @row_major(
// CHECK-NEXT: %[[A:.*]] = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [6, 2, 5] : tensor<6x10xf32> into tensor<6x2x5xf32>
// CHECK-NEXT: %[[B:.*]] = tensor.collapse_shape %[[A]] {{\[\[}}0, 1], [2]] : tensor<6x2x5xf32> into tensor<12x5xf32>
// CHECK-NEXT: return %[[B]]
func.func @row_major(%arg0: tensor<6x10xf32>) -> tensor<12x5xf32> {
  %0 = layout.layout_transform %arg0 by <(a, b) -> (0, a, b floordiv 5, b mod 5)> : tensor<6x10xf32> to tensor<1x6x2x5xf32>
  %1 = layout.layout_transform %0 by <(u, a, b, c) -> (2 * a + b, c)> : tensor<1x6x2x5xf32> to tensor<12x5xf32>
  %2 = layout.layout_transform %1 by <(a, b) -> ((a floordiv 3) * 3 + a mod 3, b)> : tensor<12x5xf32> to tensor<12x5xf32>
  return %2 : tensor<12x5xf32>
}

// If neither split refines the other, expand to both, then collapse.
// CHECK-LABEL: func.func @two_reshapes(
// CHECK-NEXT: %[[A:.*]] = tensor.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [4, 3, 2] : tensor<12x2xf32> into tensor<4x3x2xf32>
// CHECK-NEXT: %[[B:.*]] = tensor.collapse_shape %[[A]] {{\[\[}}0], [1, 2]] : tensor<4x3x2xf32> into tensor<4x6xf32>
// CHECK-NEXT: return %[[B]]
func.func @two_reshapes(%arg0: tensor<12x2xf32>) -> tensor<4x6xf32> {
  %0 = layout.layout_transform %arg0 by <(a, b) -> (a floordiv 3, (a mod 3) * 2 + b)> : tensor<12x2xf32> to tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// Moving a unit dim moves no data.
// CHECK-LABEL: func.func @unit_dims_only(
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @unit_dims_only(%arg0: tensor<1x2048x1x1xf32>) -> tensor<2048x1xf32> {
  %0 = layout.layout_transform %arg0 by <(n, c, h, w) -> (n, h, w, c)> : tensor<1x2048x1x1xf32> to tensor<1x1x1x2048xf32>
  %1 = layout.layout_transform %0 by <(n, h, w, c) -> (c, n)> : tensor<1x1x1x2048xf32> to tensor<2048x1xf32>
  return %1 : tensor<2048x1xf32>
}

// CHECK-LABEL: func.func @one_label(
// CHECK-NEXT: tensor.expand_shape %arg0 {{\[\[}}0], [1], [2], [3, 4]] output_shape [2, 5, 5, 4, 4]
// CHECK-NEXT: return
func.func @one_label(%arg0: tensor<2x5x5x16xf32>) -> tensor<2x5x5x4x4xf32> {
  %0 = layout.layout_transform %arg0 by <(n, h, w, c) -> (n, h, w, c floordiv 4, c mod 4)> : tensor<2x5x5x16xf32> to tensor<2x5x5x4x4xf32>
  return %0 : tensor<2x5x5x4x4xf32>
}

// CHECK-LABEL: func.func @scalar(
// CHECK-NEXT: %[[A:.*]] = tensor.expand_shape %arg0 [] output_shape [1, 1]
// CHECK-NEXT: return %[[A]], %arg0
func.func @scalar(%arg0: tensor<f32>) -> (tensor<1x1xf32>, tensor<f32>) {
  %0 = layout.layout_transform %arg0 by <() -> (0, 0)> : tensor<f32> to tensor<1x1xf32>
  %1 = layout.layout_transform %0 by <(a, b) -> ()> : tensor<1x1xf32> to tensor<f32>
  return %0, %1 : tensor<1x1xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @no_elements(
// CHECK: %[[MOVED:.*]] = linalg.transpose ins(%arg0 : tensor<0x3xf32>) outs({{.*}} : tensor<3x0xf32>) permutation = [1, 0]
// CHECK-NEXT: tensor.expand_shape %[[MOVED]] {{\[\[}}0], [1, 2]] output_shape [3, 0, 4] : tensor<3x0xf32> into tensor<3x0x4xf32>
func.func @no_elements(%arg0: tensor<0x3xf32>) -> tensor<3x0x4xf32> {
  %0 = layout.layout_transform %arg0 by <(a, b) -> (b, a floordiv 4, a mod 4)> : tensor<0x3xf32> to tensor<3x0x4xf32>
  return %0 : tensor<3x0x4xf32>
}
