// Dynamic dims: the outermost digit of a dim is dynamic.
// Covers: R46
// RUN: layout-opt %s --layout-materialize | FileCheck %s --implicit-check-not=layout.
// RUN: layout-opt %s --layout-materialize | mlir-opt -o /dev/null

// CHECK: #[[BY4:.*]] = affine_map<()[s0] -> (s0 floordiv 4)>

// CHECK-LABEL: func.func @split(
// CHECK: %[[SIZE:.*]] = tensor.dim %arg0, %c0
// CHECK: %[[TILES:.*]] = affine.apply #[[BY4]]()[%[[SIZE]]]
// CHECK: %[[EXPANDED:.*]] = tensor.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [%[[TILES]], 4, 3] : tensor<?x3xf32> into tensor<?x4x3xf32>
// CHECK: tensor.empty(%{{.*}}) : tensor<?x3x4xf32>
// CHECK: linalg.transpose ins(%[[EXPANDED]] : tensor<?x4x3xf32>) outs({{.*}} : tensor<?x3x4xf32>) permutation = [0, 2, 1]
func.func @split(%arg0: tensor<?x3xf32>) -> tensor<?x3x4xf32> {
  %0 = layout.layout_transform %arg0 by <(a, b) -> (a floordiv 4, b, a mod 4)> : tensor<?x3xf32> to tensor<?x3x4xf32>
  return %0 : tensor<?x3x4xf32>
}

// CHECK-LABEL: func.func @fuse(
// CHECK: %[[MOVED:.*]] = linalg.transpose ins(%arg0 : tensor<?x3x4xf32>) outs({{.*}} : tensor<?x4x3xf32>) permutation = [0, 2, 1]
// CHECK-NEXT: tensor.collapse_shape %[[MOVED]] {{\[\[}}0, 1], [2]] : tensor<?x4x3xf32> into tensor<?x3xf32>
func.func @fuse(%arg0: tensor<?x3x4xf32>) -> tensor<?x3xf32> {
  %0 = layout.layout_transform %arg0 by <(a, b, c) -> (4 * a + c, b)> : tensor<?x3x4xf32> to tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Two dynamic dims are never collapsed into one, even if that would save ops.
// CHECK-LABEL: func.func @apart(
// CHECK: linalg.transpose ins(%arg0 : tensor<3x4x?xf32>) outs({{.*}} : tensor<4x?x3xf32>) permutation = [1, 2, 0]
// CHECK-NEXT: return
func.func @apart(%arg0: tensor<3x4x?xf32>) -> tensor<4x?x3xf32> {
  %0 = layout.layout_transform %arg0 by <(a, b, c) -> (b, c, a)> : tensor<3x4x?xf32> to tensor<4x?x3xf32>
  return %0 : tensor<4x?x3xf32>
}

// CHECK-LABEL: func.func @pad_and_crop(
// CHECK-SAME: %[[HIGH:arg1]]: index, %[[SIZE:arg2]]: index
// CHECK: %[[PADDED:.*]] = tensor.pad %arg0 low[1, 0] high[%[[HIGH]], 2]
// CHECK: tensor.extract_slice %[[PADDED]][0, 1] [%[[SIZE]], 3] [1, 1] : tensor<?x5xf32> to tensor<?x3xf32>
func.func @pad_and_crop(%arg0: tensor<?x3xf32>, %high: index, %size: index) -> tensor<?x3xf32> {
  %0 = layout.pad %arg0 low [1, 0] high [%high, 2] value(1.0 : f32) : tensor<?x3xf32> to tensor<?x5xf32>
  %1 = layout.crop %0 offsets [0, 1] sizes [%size, 3] cropped(1.0 : f32) : tensor<?x5xf32> to tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

// A dynamic size that is a constant; the types do not change.
// CHECK-LABEL: func.func @disguised(
// CHECK: tensor.expand_shape {{.*}} : tensor<?xf32> into tensor<?x4xf32>
func.func @disguised(%arg0: tensor<12xf32>) -> tensor<4x?xf32> {
  %0 = tensor.cast %arg0 : tensor<12xf32> to tensor<?xf32>
  %1 = layout.layout_transform %0 by <(a) -> (a mod 4, a floordiv 4)> : tensor<?xf32> to tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}
