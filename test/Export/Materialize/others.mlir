// Maps without digit form, pads, crops, constants and attributes.
// RUN: layout-opt %s --layout-materialize | FileCheck %s --implicit-check-not=layout.
// RUN: layout-opt %s --layout-materialize | mlir-opt \
// RUN:   --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops -o /dev/null

// CHECK: #[[HERE:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: #[[SKEW:.*]] = affine_map<(d0, d1) -> (d0, (d0 + d1) mod 17)>

// CHECK-LABEL: func.func @skew(
// CHECK: linalg.generic {indexing_maps = [#[[HERE]], #[[SKEW]]], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<16x17xf32>) outs(%{{.*}} : tensor<16x17xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: linalg.yield %[[IN]] : f32
func.func @skew(%arg0: tensor<16x17xf32>) -> tensor<16x17xf32> {
  %0 = layout.layout_transform %arg0 by <(i, j) -> (i, (i + j) mod 17)> : tensor<16x17xf32> to tensor<16x17xf32>
  return %0 : tensor<16x17xf32>
}

// CHECK-LABEL: func.func @reversal(
// CHECK: linalg.generic
func.func @reversal(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = layout.layout_transform %arg0 by <(i) -> (7 - i)> : tensor<8xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Blocks of 10 lie across those of 16, but no element moves.
// CHECK-LABEL: func.func @blocks_across(
// CHECK-NEXT: %[[ALL:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0], [1, 2], [3]] : tensor<3x5x16x7xf32> into tensor<3x80x7xf32>
// CHECK-NEXT: %[[SPLIT:.*]] = tensor.expand_shape %[[ALL]] {{\[\[}}0], [1, 2], [3, 4]] output_shape [3, 8, 10, 7, 1] : tensor<3x80x7xf32> into tensor<3x8x10x7x1xf32>
// CHECK-NEXT: return %[[SPLIT]]
func.func @blocks_across(%arg0: tensor<3x5x16x7xf32>) -> tensor<3x8x10x7x1xf32> {
  %0 = layout.layout_transform %arg0 by <(n, a, b, p) -> (n, (a * 16 + b) floordiv 10, (a * 16 + b) mod 10, p, 0)> : tensor<3x5x16x7xf32> to tensor<3x8x10x7x1xf32>
  return %0 : tensor<3x8x10x7x1xf32>
}

// CHECK-LABEL: func.func @unit_blocks_across(
// CHECK-NEXT: tensor.collapse_shape %arg0 {{\[\[}}0, 1, 2, 3]] : tensor<1x9x4x1xf32> into tensor<36xf32>
// CHECK-NEXT: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [6, 6] : tensor<36xf32> into tensor<6x6xf32>
func.func @unit_blocks_across(%arg0: tensor<1x9x4x1xf32>) -> tensor<6x6xf32> {
  %0 = layout.layout_transform %arg0 by <(u, a, b, v) -> ((a * 4 + b) floordiv 6, (a * 4 + b) mod 6)> : tensor<1x9x4x1xf32> to tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// CHECK-LABEL: func.func @pad(
// CHECK: %[[VALUE:.*]] = arith.constant 1.500000e+00 : f16
// CHECK: tensor.pad %arg0 low[0, 1] high[2, 3]
// CHECK: tensor.yield %[[VALUE]] : f16
// CHECK-NEXT: } : tensor<2x3xf16> to tensor<4x7xf16>
func.func @pad(%arg0: tensor<2x3xf16>) -> tensor<4x7xf16> {
  %0 = layout.pad %arg0 low [0, 1] high [2, 3] value(1.5 : f16) : tensor<2x3xf16> to tensor<4x7xf16>
  return %0 : tensor<4x7xf16>
}

// CHECK-LABEL: func.func @pad_poison(
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i4
// CHECK: tensor.yield %[[ZERO]] : i4
// CHECK: %[[ZERO:.*]] = complex.constant [0.000000e+00 : f32, 0.000000e+00 : f32] : complex<f32>
// CHECK: tensor.yield %[[ZERO]] : complex<f32>
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: tensor.yield %[[ZERO]] : index
func.func @pad_poison(%arg0: tensor<2xi4>, %arg1: tensor<2xcomplex<f32>>, %arg2: tensor<2xindex>) -> (tensor<3xi4>, tensor<3xcomplex<f32>>, tensor<3xindex>) {
  %0 = layout.pad %arg0 low [0] high [1] value(poison) : tensor<2xi4> to tensor<3xi4>
  %1 = layout.pad %arg1 low [0] high [1] value(poison) : tensor<2xcomplex<f32>> to tensor<3xcomplex<f32>>
  %2 = layout.pad %arg2 low [0] high [1] value(poison) : tensor<2xindex> to tensor<3xindex>
  return %0, %1, %2 : tensor<3xi4>, tensor<3xcomplex<f32>>, tensor<3xindex>
}

// CHECK-LABEL: func.func @pad_complex(
// CHECK: complex.constant [1.000000e+00 : f32, 2.000000e+00 : f32] : complex<f32>
func.func @pad_complex(%arg0: tensor<2xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %0 = layout.pad %arg0 low [1] high [0] value([1.0 : f32, 2.0 : f32]) : tensor<2xcomplex<f32>> to tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}

// CHECK-LABEL: func.func @crop(
// CHECK-NEXT: tensor.extract_slice %arg0[0, 1] [2, 3] [1, 1] : tensor<4x7xi1> to tensor<2x3xi1>
func.func @crop(%arg0: tensor<4x7xi1>) -> tensor<2x3xi1> {
  %0 = layout.crop %arg0 offsets [0, 1] sizes [2, 3] cropped(poison) : tensor<4x7xi1> to tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// A rewrite of a constant is not folded by this pass.
// CHECK-LABEL: func.func @constants(
// CHECK: %[[WEIGHTS:.*]] = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi8>
// CHECK: linalg.transpose ins(%[[WEIGHTS]] : tensor<2x2xi8>)
func.func @constants() -> tensor<2x2xi8> {
  %cst = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %0 = layout.layout_transform %cst by <(i, j) -> (j, i)> : tensor<2x2xi8> to tensor<2x2xi8>
  return %0 : tensor<2x2xi8>
}

// Attributes of other dialects move to the last op; ours are erased.
// CHECK-LABEL: func.func @attributes(
// CHECK: linalg.transpose
// CHECK-NOT: their.mark
// CHECK: tensor.collapse_shape
// CHECK-SAME: {their.mark = "kept"}
// CHECK: tensor.pad
// CHECK: {their.mark = 1 : i64}
// CHECK: tensor.extract_slice {{.*}} {their.mark = 2 : i64}
// CHECK: linalg.matmul ins
func.func @attributes(%arg0: tensor<3x4x4xf32>, %arg1: tensor<2x2xf32>) -> (tensor<12x4xf32>, tensor<3x3xf32>, tensor<1x1xf32>, tensor<2x2xf32>) {
  %0 = layout.layout_transform %arg0 by <(a, b, c) -> (a * 4 + c, b)> {their.mark = "kept"} : tensor<3x4x4xf32> to tensor<12x4xf32>
  %1 = layout.pad %arg1 low [0, 0] high [1, 1] value(0.0 : f32) {their.mark = 1} : tensor<2x2xf32> to tensor<3x3xf32>
  %2 = layout.crop %arg1 offsets [0, 0] sizes [1, 1] {their.mark = 2} : tensor<2x2xf32> to tensor<1x1xf32>
  %3 = linalg.matmul {layout.frozen} ins(%arg1, %arg1 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%arg1 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = linalg.matmul {layout.skip} ins(%3, %arg1 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%arg1 : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0, %1, %2, %4 : tensor<12x4xf32>, tensor<3x3xf32>, tensor<1x1xf32>, tensor<2x2xf32>
}
