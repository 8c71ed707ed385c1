// Gathers that do not tell the sizes between their pad, transform and crop. They
// compute and move what they should; layout-raise leaves them as they are.
// Covers: R10, R11, R43, R46
// RUN: layout-opt %s --layout-materialize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --implicit-check-not=tensor.pad --implicit-check-not=linalg.transpose --implicit-check-not=tensor.extract_slice
// RUN: layout-opt %t.mlir --layout-raise --layout-count -o %t.raised.mlir | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %s --input-file=%t.raised.mlir --check-prefix=RAISED --implicit-check-not=layout.
// RUN: layout-opt %s --layout-count -o %t.counted.mlir | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %s %t.mlir --entry=crop_to_one | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=crop_to_element | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=digits_of_two_dims | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=part_of_digits | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=other_blocks | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=other_padding | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=two_crops | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check --count %t.mlir --entry=part_of_digits | FileCheck %s --check-prefix=EXECUTED
// EQUAL: {{^equal$}}
// 20 + 5, 20 + 1, 80 + 70, 128 + 64, 80 + 60, 80 + 90 and 192 + 40 elements of 4
// bytes.
// COUNT: {"rewrites":7,"bytes":3720,"moves":{"n":0,"bytes":0}
// EXECUTED: executed: rewrites 768 bytes, constants 0 bytes, moves 0 bytes, copies 0 bytes, 0 of them by rewrites
// RAISED-COUNT-7: tensor.extract %

// The loop over a dim of size 1 has the index 0.
// CHECK-LABEL: func.func @crop_to_one(
// CHECK: tensor.extract %arg0[%{{.*}}, %c0{{.*}}]
func.func @crop_to_one(%a: tensor<5x4xf32>) -> tensor<1x5xf32> {
  %0 = layout.layout_transform %a by <(j, i) -> (i, j)> : tensor<5x4xf32> to tensor<4x5xf32>
  %1 = layout.crop %0 offsets [0, 0] sizes [1, 5] : tensor<4x5xf32> to tensor<1x5xf32>
  return %1 : tensor<1x5xf32>
}

// CHECK-LABEL: func.func @crop_to_element(
// CHECK: tensor.extract %arg0[%c0{{.*}}, %c0{{.*}}]
func.func @crop_to_element(%a: tensor<5x4xf32>) -> tensor<1x1xf32> {
  %0 = layout.layout_transform %a by <(j, i) -> (i, j)> : tensor<5x4xf32> to tensor<4x5xf32>
  %1 = layout.crop %0 offsets [0, 0] sizes [1, 1] : tensor<4x5xf32> to tensor<1x1xf32>
  return %1 : tensor<1x1xf32>
}

// Upstream's form of the index (t mod 2) * 2 + r does not show the tiles.
// CHECK-LABEL: func.func @digits_of_two_dims(
// CHECK: tensor.extract %arg0
func.func @digits_of_two_dims(%a: tensor<4x5x4xf32>) -> tensor<7x5x2xf32> {
  %0 = layout.layout_transform %a by <(t, j, r) -> (t * 2 + r floordiv 2, j, r mod 2)> : tensor<4x5x4xf32> to tensor<8x5x2xf32>
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [7, 5, 2] : tensor<8x5x2xf32> to tensor<7x5x2xf32>
  return %1 : tensor<7x5x2xf32>
}

// A digit of the dim that is cropped is only read in part.
// CHECK-LABEL: func.func @part_of_digits(
// CHECK: tensor.extract %arg0
func.func @part_of_digits(%a: tensor<2x4x4x4xf32>) -> tensor<4x4x4xf32> {
  %0 = layout.layout_transform %a by <(d0, d1, d2, d3) -> (d1, d2, d0 + d3 * 2)> : tensor<2x4x4x4xf32> to tensor<4x4x8xf32>
  %1 = layout.crop %0 offsets [0, 0, 0] sizes [4, 4, 4] : tensor<4x4x8xf32> to tensor<4x4x4xf32>
  return %1 : tensor<4x4x4xf32>
}

// From blocks of 8 to blocks of 6. The crop leaves no padding, but only with
// padding is there a whole number of blocks.
// CHECK-LABEL: func.func @other_blocks(
// CHECK: arith.select
// CHECK: tensor.extract %arg0
func.func @other_blocks(%a: tensor<2x5x8xf32>) -> tensor<2x5x6xf32> {
  %0 = layout.pad %a low [0, 0, 0] high [1, 0, 0] value(poison) : tensor<2x5x8xf32> to tensor<3x5x8xf32>
  %1 = layout.layout_transform %0 by <(d0, d1, d2) -> ((d0 * 8 + d2) floordiv 6, d1, (d0 * 8 + d2) mod 6)> : tensor<3x5x8xf32> to tensor<4x5x6xf32>
  %2 = layout.crop %1 offsets [0, 0, 0] sizes [2, 5, 6] : tensor<4x5x6xf32> to tensor<2x5x6xf32>
  return %2 : tensor<2x5x6xf32>
}

// As above, with padding in the result.
// CHECK-LABEL: func.func @other_padding(
// CHECK: arith.select
// CHECK: tensor.extract %arg0
// CHECK: arith.select %{{.*}}, %{{.*}}, %cst
func.func @other_padding(%a: tensor<2x5x8xf32>) -> tensor<3x5x6xf32> {
  %0 = layout.pad %a low [0, 0, 0] high [1, 0, 0] value(1.5 : f32) : tensor<2x5x8xf32> to tensor<3x5x8xf32>
  %1 = layout.layout_transform %0 by <(d0, d1, d2) -> ((d0 * 8 + d2) floordiv 6, d1, (d0 * 8 + d2) mod 6)> : tensor<3x5x8xf32> to tensor<4x5x6xf32>
  %2 = layout.crop %1 offsets [0, 0, 0] sizes [3, 5, 6] : tensor<4x5x6xf32> to tensor<3x5x6xf32>
  return %2 : tensor<3x5x6xf32>
}

// Two crops with a reshape between.
// CHECK-LABEL: func.func @two_crops(
// CHECK: tensor.extract %arg0
func.func @two_crops(%a: tensor<4x3x16xf32>) -> tensor<5x4x2xf32> {
  %0 = layout.layout_transform %a by <(d0, d1, d2) -> (d2 mod 4, d2 floordiv 4, d0, d1)> : tensor<4x3x16xf32> to tensor<4x4x4x3xf32>
  %1 = layout.crop %0 offsets [0, 0, 0, 0] sizes [4, 2, 4, 2] : tensor<4x4x4x3xf32> to tensor<4x2x4x2xf32>
  %2 = layout.layout_transform %1 by <(d0, d1, d2, d3) -> (d0 * 2 + d1, d2, d3)> : tensor<4x2x4x2xf32> to tensor<8x4x2xf32>
  %3 = layout.crop %2 offsets [0, 0, 0] sizes [5, 4, 2] : tensor<8x4x2xf32> to tensor<5x4x2xf32>
  return %3 : tensor<5x4x2xf32>
}
