// Chains that stay a tensor.pad, a transpose and a slice.
// RUN: layout-opt %s --layout-materialize | FileCheck %s --implicit-check-not=layout. --implicit-check-not=tensor.extract{{[^_]}}

// A dynamic dim that is padded: its elements would have to be read under a
// condition, since there may be none.
// CHECK-LABEL: func.func @dynamic_pad(
// CHECK: tensor.pad %arg0
// CHECK: linalg.transpose
func.func @dynamic_pad(%a: tensor<?x5xf32>, %high: index) -> tensor<5x?xf32> {
  %0 = layout.pad %a low [0, 0] high [%high, 0] value(0.0 : f32) : tensor<?x5xf32> to tensor<?x5xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<?x5xf32> to tensor<5x?xf32>
  return %1 : tensor<5x?xf32>
}

// A dynamic dim that is split.
// CHECK-LABEL: func.func @dynamic_split(
// CHECK: tensor.pad %arg0
// CHECK: linalg.transpose
func.func @dynamic_split(%a: tensor<?x6xf32>) -> tensor<?x8x4xf32> {
  %0 = layout.pad %a low [0, 0] high [0, 2] value(0.0 : f32) : tensor<?x6xf32> to tensor<?x8xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i floordiv 4, j, i mod 4)> : tensor<?x8xf32> to tensor<?x8x4xf32>
  return %1 : tensor<?x8x4xf32>
}

// Another op reads what the crop removes.
// CHECK-LABEL: func.func @whole_is_used(
// CHECK: %[[WHOLE:.*]] = linalg.transpose
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[WHOLE]]
// CHECK: return %[[WHOLE]], %[[PART]]
func.func @whole_is_used(%a: tensor<5x4xf32>) -> (tensor<4x5xf32>, tensor<3x5xf32>) {
  %0 = layout.layout_transform %a by <(j, i) -> (i, j)> : tensor<5x4xf32> to tensor<4x5xf32>
  %1 = layout.crop %0 offsets [0, 0] sizes [3, 5] : tensor<4x5xf32> to tensor<3x5xf32>
  return %0, %1 : tensor<4x5xf32>, tensor<3x5xf32>
}

// A pad alone.
// CHECK-LABEL: func.func @reshape_only(
// CHECK: tensor.pad %arg0 nofold
// CHECK: tensor.expand_shape
func.func @reshape_only(%a: tensor<6xf32>) -> tensor<2x4xf32> {
  %0 = layout.pad %a low [0] high [2] value(0.0 : f32) : tensor<6xf32> to tensor<8xf32>
  %1 = layout.layout_transform %0 by <(i) -> (i floordiv 4, i mod 4)> : tensor<8xf32> to tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
