// Loop nests that read a padded tensor, or less than all of one, become a pad,
// a transform and a crop.
// Covers: R10, R11, R44
// RUN: layout-opt %s --layout-raise | FileCheck %s

#id2 = affine_map<(d0, d1) -> (d0, d1)>

// The index is computed by arith, the comparison is signed, the result is
// written in another order than the loops run.
// CHECK-LABEL: func.func @pad(
// CHECK: %[[P:.*]] = layout.pad %arg0 low [0, 0] high [2, 0] value(1.000000e+00 : f32) : tensor<6x5xf32> to tensor<8x5xf32>
// CHECK: %[[T:.*]] = layout.layout_transform %[[P]] by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)> : tensor<8x5xf32> to tensor<2x5x4xf32>
// CHECK: return %[[T]]
func.func @pad(%a: tensor<6x5xf32>) -> tensor<2x5x4xf32> {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %empty = tensor.empty() : tensor<2x5x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(r, t, j) -> (t, j, r)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%empty : tensor<2x5x4xf32>) {
  ^bb0(%out: f32):
    %r = linalg.index 0 : index
    %t = linalg.index 1 : index
    %j = linalg.index 2 : index
    %first = arith.muli %t, %c4 : index
    %row = arith.addi %first, %r : index
    %inside = arith.cmpi slt, %row, %c6 : index
    %i = arith.select %inside, %row, %c0 : index
    %element = tensor.extract %a[%i, %j] : tensor<6x5xf32>
    %padded = arith.select %inside, %element, %one : f32
    linalg.yield %padded : f32
  } -> tensor<2x5x4xf32>
  return %0 : tensor<2x5x4xf32>
}

// Elements within the source are replaced too: not a pad.
// CHECK-LABEL: func.func @mask(
// CHECK-NOT: layout.
// CHECK: linalg.generic
func.func @mask(%a: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<8x4xf32>) {
  ^bb0(%out: f32):
    %r = linalg.index 0 : index
    %j = linalg.index 1 : index
    %inside = arith.cmpi ult, %r, %c6 : index
    %i = arith.select %inside, %r, %c0 : index
    %element = tensor.extract %a[%j, %i] : tensor<4x8xf32>
    %padded = arith.select %inside, %element, %zero : f32
    linalg.yield %padded : f32
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// Positions past the end repeat the first element: not a pad.
// CHECK-LABEL: func.func @repeat(
// CHECK-NOT: layout.
// CHECK: linalg.generic
func.func @repeat(%a: tensor<5x6xf32>) -> tensor<8x5xf32> {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %empty = tensor.empty() : tensor<8x5xf32>
  %0 = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<8x5xf32>) {
  ^bb0(%out: f32):
    %r = linalg.index 0 : index
    %j = linalg.index 1 : index
    %inside = arith.cmpi ult, %r, %c6 : index
    %i = arith.select %inside, %r, %c0 : index
    %element = tensor.extract %a[%j, %i] : tensor<5x6xf32>
    linalg.yield %element : f32
  } -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}

// The padding depends on a value of the program.
// CHECK-LABEL: func.func @unknown_padding(
// CHECK-NOT: layout.
// CHECK: linalg.generic
func.func @unknown_padding(%a: tensor<5x6xf32>, %value: f32) -> tensor<8x5xf32> {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %empty = tensor.empty() : tensor<8x5xf32>
  %0 = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<8x5xf32>) {
  ^bb0(%out: f32):
    %r = linalg.index 0 : index
    %j = linalg.index 1 : index
    %inside = arith.cmpi ult, %r, %c6 : index
    %i = arith.select %inside, %r, %c0 : index
    %element = tensor.extract %a[%j, %i] : tensor<5x6xf32>
    %padded = arith.select %inside, %element, %value : f32
    linalg.yield %padded : f32
  } -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}

// One of two conditions is missing.
// CHECK-LABEL: func.func @other_condition(
// CHECK-NOT: layout.
// CHECK: linalg.generic
func.func @other_condition(%a: tensor<3x6xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %empty = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<8x4xf32>) {
  ^bb0(%out: f32):
    %r = linalg.index 0 : index
    %s = linalg.index 1 : index
    %inside = arith.cmpi ult, %r, %c6 : index
    %i = arith.select %inside, %r, %c0 : index
    %insideToo = arith.cmpi ult, %s, %c3 : index
    %j = arith.select %insideToo, %s, %c0 : index
    %element = tensor.extract %a[%j, %i] : tensor<3x6xf32>
    %padded = arith.select %inside, %element, %zero : f32
    linalg.yield %padded : f32
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// A part of a tensor that is not cut off within its last tile.
// CHECK-LABEL: func.func @part(
// CHECK-NOT: layout.
// CHECK: linalg.generic
func.func @part(%a: tensor<100x5xf32>) -> tensor<5x3xf32> {
  %empty = tensor.empty() : tensor<5x3xf32>
  %0 = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<5x3xf32>) {
  ^bb0(%out: f32):
    %j = linalg.index 0 : index
    %i = linalg.index 1 : index
    %element = tensor.extract %a[%i, %j] : tensor<100x5xf32>
    linalg.yield %element : f32
  } -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// Nothing says that the result has as many rows as the source.
// CHECK-LABEL: func.func @unknown_rows(
// CHECK-NOT: layout.
// CHECK: linalg.generic
func.func @unknown_rows(%a: tensor<?x6xf32>, %rows: index) -> tensor<8x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %empty = tensor.empty(%rows) : tensor<8x?xf32>
  %0 = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<8x?xf32>) {
  ^bb0(%out: f32):
    %r = linalg.index 0 : index
    %j = linalg.index 1 : index
    %inside = arith.cmpi ult, %r, %c6 : index
    %i = arith.select %inside, %r, %c0 : index
    %element = tensor.extract %a[%j, %i] : tensor<?x6xf32>
    %padded = arith.select %inside, %element, %zero : f32
    linalg.yield %padded : f32
  } -> tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}

// Reversed rows, as front ends write them.
// CHECK-LABEL: func.func @reversed(
// CHECK: layout.layout_transform %arg0 by <(d0, d1) -> (d0, -d1 + 4)> : tensor<6x5xf32> to tensor<6x5xf32>
func.func @reversed(%a: tensor<6x5xf32>) -> tensor<6x5xf32> {
  %c4 = arith.constant 4 : index
  %empty = tensor.empty() : tensor<6x5xf32>
  %0 = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<6x5xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.subi %c4, %j : index
    %element = tensor.extract %a[%i, %k] : tensor<6x5xf32>
    linalg.yield %element : f32
  } -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}

// A pad in front of the rows is none at their end.
// CHECK-LABEL: func.func @low(
// CHECK-NOT: layout.
// CHECK: tensor.extract %arg0
func.func @low(%a: tensor<6x5xf32>) -> tensor<8x5xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %empty = tensor.empty() : tensor<8x5xf32>
  %0 = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<8x5xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = arith.subi %i, %c1 : index
    %inside = arith.cmpi ult, %row, %c6 : index
    %k = arith.select %inside, %row, %c0 : index
    %element = tensor.extract %a[%k, %j] : tensor<6x5xf32>
    %padded = arith.select %inside, %element, %zero : f32
    linalg.yield %padded : f32
  } -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}
