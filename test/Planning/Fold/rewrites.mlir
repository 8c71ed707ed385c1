// Rewrites of rewrites: cancelled if that is proved, merged, deduplicated.
// Covers: R12, R13, R14, R32, G23, G24
// RUN: layout-opt %s --layout-fold --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-fold --split-input-file > %t.once
// RUN: layout-opt %s --layout-fold --layout-fold --split-input-file | diff %t.once -

// CHECK-LABEL: func.func @inverse_pair
// CHECK-NEXT: return %arg0
func.func @inverse_pair(%arg0: tensor<1x64x7x5xf32>) -> tensor<1x64x7x5xf32> {
  %0 = layout.layout_transform %arg0 by <(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)>
      : tensor<1x64x7x5xf32> to tensor<1x4x7x5x16xf32>
  %1 = layout.layout_transform %0 by <(n, c, h, w, b) -> (n, c * 16 + b, h, w)>
      : tensor<1x4x7x5x16xf32> to tensor<1x64x7x5xf32>
  return %1 : tensor<1x64x7x5xf32>
}

// -----

// A rotation of three dims of equal size is not the identity; three are.
// CHECK-LABEL: func.func @cyclic
// CHECK-NEXT: %[[TWICE:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2) -> (d2, d0, d1)>
// CHECK-NEXT: return %[[TWICE]], %arg0
func.func @cyclic(%arg0: tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2x2x2xf32>) {
  %0 = layout.layout_transform %arg0 by <(i, j, k) -> (j, k, i)>
      : tensor<2x2x2xf32> to tensor<2x2x2xf32>
  %1 = layout.layout_transform %0 by <(i, j, k) -> (j, k, i)>
      : tensor<2x2x2xf32> to tensor<2x2x2xf32>
  %2 = layout.layout_transform %1 by <(i, j, k) -> (j, k, i)>
      : tensor<2x2x2xf32> to tensor<2x2x2xf32>
  return %1, %2 : tensor<2x2x2xf32>, tensor<2x2x2xf32>
}

// -----

// A skew and its inverse cancel; two equal skews do not.
// CHECK-LABEL: func.func @skew
// CHECK-NEXT: %[[TWICE:.*]] = layout.layout_transform %arg0
// CHECK-SAME: tensor<16x16xf32> to tensor<16x16xf32>
// CHECK-NEXT: return %arg0, %[[TWICE]]
func.func @skew(%arg0: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = layout.layout_transform %arg0 by <(i, j) -> (i, (i + j) mod 16)>
      : tensor<16x16xf32> to tensor<16x16xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i, (j - i) mod 16)>
      : tensor<16x16xf32> to tensor<16x16xf32>
  %2 = layout.layout_transform %0 by <(i, j) -> (i, (i + j) mod 16)>
      : tensor<16x16xf32> to tensor<16x16xf32>
  return %1, %2 : tensor<16x16xf32>, tensor<16x16xf32>
}

// -----

// CHECK-LABEL: func.func @three_into_one
// CHECK-NEXT: %[[ONE:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2, d3, d4) -> (d0, d1 * 2 + d4 floordiv 8, d2, d3, d4 mod 8)>
// CHECK-NEXT: return %[[ONE]]
func.func @three_into_one(%arg0: tensor<1x4x7x7x16xf32>) -> tensor<1x8x7x7x8xf32> {
  %0 = layout.layout_transform %arg0 by <(n, c, h, w, b) -> (n, c * 16 + b, h, w)>
      : tensor<1x4x7x7x16xf32> to tensor<1x64x7x7xf32>
  %1 = layout.layout_transform %0 by <(n, c, h, w) -> (n, h, w, c)>
      : tensor<1x64x7x7xf32> to tensor<1x7x7x64xf32>
  %2 = layout.layout_transform %1 by <(n, h, w, c) -> (n, c floordiv 8, h, w, c mod 8)>
      : tensor<1x7x7x64xf32> to tensor<1x8x7x7x8xf32>
  return %2 : tensor<1x8x7x7x8xf32>
}

// -----

// Two maps that are equal on this shape although their expressions differ.
// CHECK-LABEL: func.func @equal_maps
// CHECK-NEXT: %[[ONE:.*]] = layout.layout_transform
// CHECK-NEXT: return %[[ONE]], %[[ONE]]
func.func @equal_maps(%arg0: tensor<256x1x1xf32>) -> (tensor<64x1x1x4xf32>, tensor<64x1x1x4xf32>) {
  %0 = layout.layout_transform %arg0 by <(i, j, k) -> (i floordiv 4, 0, 0, i mod 4)>
      : tensor<256x1x1xf32> to tensor<64x1x1x4xf32>
  %1 = layout.layout_transform %arg0 by <(i, j, k) -> (i floordiv 4, j, k, i mod 4)>
      : tensor<256x1x1xf32> to tensor<64x1x1x4xf32>
  return %0, %1 : tensor<64x1x1x4xf32>, tensor<64x1x1x4xf32>
}

// -----

// Two results have the same linear order: the second one becomes a reshape of
// the first one. A second run changes nothing.
// CHECK-LABEL: func.func @view_of_equal_order
// CHECK-NEXT: %[[BLOCKED:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
// CHECK-NEXT: %[[VIEW:.*]] = layout.layout_transform %[[BLOCKED]] by <(d0, d1, d2, d3, d4) -> (d1, d2 * 7 + d3, d4)>
// CHECK-NEXT: return %[[BLOCKED]], %[[VIEW]]
func.func @view_of_equal_order(%arg0: tensor<1x64x7x7xf32>)
    -> (tensor<1x4x7x7x16xf32>, tensor<4x49x16xf32>) {
  %0 = layout.layout_transform %arg0 by <(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)>
      : tensor<1x64x7x7xf32> to tensor<1x4x7x7x16xf32>
  %1 = layout.layout_transform %arg0 by <(n, c, h, w) -> (c floordiv 16, h * 7 + w, c mod 16)>
      : tensor<1x64x7x7xf32> to tensor<4x49x16xf32>
  return %0, %1 : tensor<1x4x7x7x16xf32>, tensor<4x49x16xf32>
}

// -----

// A reshape is merged with a rewrite that has no other user, also if the other
// user is erased only later in the traversal.
// CHECK-LABEL: func.func @view_alone
// CHECK-NEXT: %[[ONE:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2) -> (d2, d0 * 3 + d1)>
// CHECK-NEXT: return %[[ONE]], %arg0
func.func @view_alone(%arg0: tensor<2x3x5xf32>) -> (tensor<5x6xf32>, tensor<2x3x5xf32>) {
  %0 = layout.layout_transform %arg0 by <(i, j, k) -> (k, i, j)>
      : tensor<2x3x5xf32> to tensor<5x2x3xf32>
  %1 = layout.layout_transform %0 by <(k, i, j) -> (k, i * 3 + j)>
      : tensor<5x2x3xf32> to tensor<5x6xf32>
  %2 = layout.layout_transform %0 by <(k, i, j) -> (i, j, k)>
      : tensor<5x2x3xf32> to tensor<2x3x5xf32>
  return %1, %2 : tensor<5x6xf32>, tensor<2x3x5xf32>
}

// -----

// Rewrites with different discardable attributes are not deduplicated.
// CHECK-LABEL: func.func @attributes_differ
// CHECK-NEXT: %[[PLAIN:.*]] = layout.layout_transform
// CHECK-NEXT: %[[TAGGED:.*]] = layout.layout_transform {{.*}} {tag = "b"}
// CHECK-NEXT: return %[[PLAIN]], %[[TAGGED]]
func.func @attributes_differ(%arg0: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %0 = layout.layout_transform %arg0 by <(i, j) -> (j, i)>
      : tensor<2x3xf32> to tensor<3x2xf32>
  %1 = layout.layout_transform %arg0 by <(i, j) -> (j, i)> {tag = "b"}
      : tensor<2x3xf32> to tensor<3x2xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xf32>
}

// -----

// Pads merge, crops merge, a crop cancels a pad, equal ones are deduplicated.
// CHECK-LABEL: func.func @pads_and_crops
// CHECK-NEXT: %[[PAD:.*]] = layout.pad %arg0 low [1, 0] high [2, 3] value(0.000000e+00 : f32)
// CHECK-NEXT: %[[CROP:.*]] = layout.crop %arg0 offsets [1, 2] sizes [1, 1]
// CHECK-NEXT: return %[[PAD]], %[[PAD]], %arg0, %[[CROP]]
func.func @pads_and_crops(%arg0: tensor<3x5xf32>)
    -> (tensor<6x8xf32>, tensor<6x8xf32>, tensor<3x5xf32>, tensor<1x1xf32>) {
  %0 = layout.pad %arg0 low [1, 0] high [0, 3] value(0.0 : f32)
      : tensor<3x5xf32> to tensor<4x8xf32>
  %1 = layout.pad %0 low [0, 0] high [2, 0] value(0.0 : f32)
      : tensor<4x8xf32> to tensor<6x8xf32>
  %2 = layout.pad %arg0 low [1, 0] high [2, 3] value(0.0 : f32)
      : tensor<3x5xf32> to tensor<6x8xf32>
  %3 = layout.crop %2 offsets [1, 0] sizes [3, 5] : tensor<6x8xf32> to tensor<3x5xf32>
  %4 = layout.crop %3 offsets [1, 1] sizes [2, 3] : tensor<3x5xf32> to tensor<2x3xf32>
  %5 = layout.crop %4 offsets [0, 1] sizes [1, 1] : tensor<2x3xf32> to tensor<1x1xf32>
  return %1, %2, %3, %5 : tensor<6x8xf32>, tensor<6x8xf32>, tensor<3x5xf32>, tensor<1x1xf32>
}

// -----

// A crop of a pad is a smaller pad, here equal to the first one.
// CHECK-LABEL: func.func @crop_shrinks_pad
// CHECK-NEXT: %[[PAD:.*]] = layout.pad %arg0 low [0] high [1] value(0.000000e+00 : f32)
// CHECK-NEXT: return %[[PAD]], %[[PAD]]
func.func @crop_shrinks_pad(%arg0: tensor<3xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = layout.pad %arg0 low [0] high [1] value(0.0 : f32) : tensor<3xf32> to tensor<4xf32>
  %1 = layout.pad %arg0 low [2] high [3] value(0.0 : f32) : tensor<3xf32> to tensor<8xf32>
  %2 = layout.crop %1 offsets [2] sizes [4] : tensor<8xf32> to tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Dynamic widths that are constants.
// CHECK-LABEL: func.func @constant_widths
// CHECK: %[[PAD:.*]] = layout.pad %arg0 low [0] high [5] value(poison) : tensor<3xf32> to tensor<8xf32>
// CHECK-NEXT: tensor.cast %[[PAD]] : tensor<8xf32> to tensor<?xf32>
func.func @constant_widths(%arg0: tensor<3xf32>) -> tensor<?xf32> {
  %c5 = arith.constant 5 : index
  %0 = layout.pad %arg0 low [0] high [%c5] value(poison) : tensor<3xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Dynamic widths are equal only if their values are the same.
// CHECK-LABEL: func.func @run_time_widths
// CHECK-NEXT: %[[A:.*]] = layout.pad %arg0 low [0] high [%arg1]
// CHECK-NEXT: %[[B:.*]] = layout.pad %arg0 low [0] high [%arg2]
// CHECK-NEXT: return %[[A]], %[[B]], %[[A]]
func.func @run_time_widths(%arg0: tensor<?xf32>, %a: index, %b: index)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = layout.pad %arg0 low [0] high [%a] value(0.0 : f32) : tensor<?xf32> to tensor<?xf32>
  %1 = layout.pad %arg0 low [0] high [%b] value(0.0 : f32) : tensor<?xf32> to tensor<?xf32>
  %2 = layout.pad %arg0 low [0] high [%a] value(0.0 : f32) : tensor<?xf32> to tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic_batch
// CHECK-NEXT: %[[ONE:.*]] = layout.layout_transform %arg0
// CHECK-NEXT: return %arg0, %[[ONE]], %[[ONE]]
func.func @dynamic_batch(%arg0: tensor<?x32x7xf32>)
    -> (tensor<?x32x7xf32>, tensor<?x2x7x16xf32>, tensor<?x2x7x16xf32>) {
  %0 = layout.layout_transform %arg0 by <(n, c, w) -> (n, c floordiv 16, w, c mod 16)>
      : tensor<?x32x7xf32> to tensor<?x2x7x16xf32>
  %1 = layout.layout_transform %0 by <(n, c, w, b) -> (n, c * 16 + b, w)>
      : tensor<?x2x7x16xf32> to tensor<?x32x7xf32>
  %2 = layout.layout_transform %1 by <(n, c, w) -> (n, c floordiv 16, w, c mod 16)>
      : tensor<?x32x7xf32> to tensor<?x2x7x16xf32>
  return %1, %0, %2 : tensor<?x32x7xf32>, tensor<?x2x7x16xf32>, tensor<?x2x7x16xf32>
}
