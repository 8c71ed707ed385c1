// Programs in which wrong padding would change a result. The expected numbers are given;
// a wrong cancellation, a padded zero or a moved dim would give others.
//
// Covers: R13, R14, R24, R32, R49

// Each program is planned backward, forward, and by the raise and fold of the pipeline.
// Its argument is added to the result and to the expected numbers, so that constant
// folding cannot compute either of them.
// RUN: split-file %s %t
// RUN: layout-opt %t/cases.mlir --layout-raise --layout-flow=strategy=backward --layout-fold --layout-materialize --canonicalize -o %t/backward.mlir
// RUN: layout-check %t/backward.mlir %t/numbers.mlir --entry=main --int-range=-1000,1000 | FileCheck %s
// RUN: layout-opt %t/cases.mlir --layout-raise --layout-flow=strategy=forward --layout-fold --layout-materialize --canonicalize -o %t/forward.mlir
// RUN: layout-check %t/forward.mlir %t/numbers.mlir --entry=main --int-range=-1000,1000 | FileCheck %s
// RUN: layout-opt %t/cases.mlir --layout-raise --layout-fold --layout-flow=strategy=backward --layout-fold --layout-materialize --canonicalize -o %t/folded.mlir
// RUN: layout-check %t/folded.mlir %t/numbers.mlir --entry=main --int-range=-1000,1000 | FileCheck %s

// CHECK: {{^equal$}}

// These pads and crops may cancel: 128 elements after a pad of zeros that is cropped again,
// a crop whose removed value is promised, and a crop whose contents are never read.
// RUN: layout-opt %t/known.mlir --layout-raise --layout-flow=strategy=backward --layout-fold | FileCheck %s --check-prefix=KNOWN

//--- cases.mlir

!b = tensor<2x4xf32>

// A window indexes a dim by the sum d1 + d3, and the result permutes its outer dims. The
// window covers 2 of rows 1 to 5.
func.func @window(%x: tensor<2x3x5xf32>) -> tensor<3x4x2xf32> {
  %0 = layout.layout_transform %x by <(a, c, b) -> (a, b, c)> : tensor<2x3x5xf32> to tensor<2x5x3xf32>
  %zero = arith.constant dense<0.0> : tensor<2x4x3xf32>
  %k = tensor.empty() : tensor<2xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1 + d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d3)>,
                                        affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%0, %k : tensor<2x5x3xf32>, tensor<2xf32>) outs(%zero : tensor<2x4x3xf32>) {
  ^bb0(%v: f32, %w: f32, %acc: f32):
    %s = arith.addf %v, %acc : f32
    linalg.yield %s : f32
  } -> tensor<2x4x3xf32>
  %2 = layout.layout_transform %1 by <(a, b, c) -> (c, b, a)> : tensor<2x4x3xf32> to tensor<3x4x2xf32>
  return %2 : tensor<3x4x2xf32>
}

// Divides 100 by each element of a row of 6, which is stored in blocks of 4: it must not
// divide by the two zeros of the padding.
func.func @quotient(%x: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %zero = arith.constant 0 : i32
  %k = arith.constant 100 : i32
  %e = tensor.empty() : tensor<6xi32>
  %f = tensor.empty() : tensor<2x4xi32>
  %0 = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<2x4xi32> -> tensor<6xi32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<6xi32>) outs(%e : tensor<6xi32>) {
  ^bb0(%v: i32, %o: i32):
    %q = arith.divsi %k, %v : i32
    linalg.yield %q : i32
  } -> tensor<6xi32>
  %2 = linalg.pack %1 padding_value(%zero : i32) inner_dims_pos = [0] inner_tiles = [4] into %f : tensor<6xi32> -> tensor<2x4xi32>
  return %2 : tensor<2x4xi32>
}

// The maximum of 7 negative numbers, which the program pads to 8 with zero.
func.func @maximum(%x: tensor<2x3x4xf32>) -> tensor<3xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<3xf32>
  %0 = layout.layout_transform %x by <(o, r, i) -> (r, o * 4 + i)> : tensor<2x3x4xf32> to tensor<3x8xf32>
  %1 = layout.crop %0 offsets [0, 0] sizes [3, 7] cropped(0.0 : f32) : tensor<3x8xf32> to tensor<3x7xf32>
  %2 = linalg.reduce {arith.maximumf} ins(%1 : tensor<3x7xf32>) outs(%low : tensor<3xf32>) dimensions = [1]
  return %2 : tensor<3xf32>
}

// A row-major tensor of 7 numbers that a pack splits into blocks; the maximum
// is again negative.
func.func @packed_maximum(%x: tensor<3x7xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant dense<0xFF800000> : tensor<3xf32>
  %f = tensor.empty() : tensor<3x2x4xf32>
  %e = tensor.empty() : tensor<3x7xf32>
  %0 = linalg.pack %x padding_value(%zero : f32) inner_dims_pos = [1] inner_tiles = [4] into %f : tensor<3x7xf32> -> tensor<3x2x4xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [1] inner_tiles = [4] into %e : tensor<3x2x4xf32> -> tensor<3x7xf32>
  %2 = linalg.reduce {arith.maximumf} ins(%1 : tensor<3x7xf32>) outs(%low : tensor<3xf32>) dimensions = [1]
  return %2 : tensor<3xf32>
}

// 126 of 128 elements, unpacked and packed again: the contents of the padding change.
func.func @pack_of_unpack(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<126xf32>
  %f = tensor.empty() : tensor<16x8xf32>
  %0 = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<16x8xf32> -> tensor<126xf32>
  %1 = linalg.pack %0 padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [8] into %f : tensor<126xf32> -> tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}

// exp(0) is not 0, so neither the pad of zeros nor the crop may cross the exponential.
func.func @exponential(%x: tensor<6xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %e6 = tensor.empty() : tensor<6xf32>
  %0 = layout.pad %x low [0] high [2] value(0.0 : f32) : tensor<6xf32> to tensor<8xf32>
  %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %2 = layout.crop %1 offsets [0] sizes [6] : tensor<8xf32> to tensor<6xf32>
  %3 = linalg.floor ins(%2 : tensor<6xf32>) outs(%e6 : tensor<6xf32>) -> tensor<6xf32>
  %4 = layout.pad %3 low [0] high [2] value(0.0 : f32) : tensor<6xf32> to tensor<8xf32>
  return %1, %4 : tensor<8xf32>, tensor<8xf32>
}

// The removed elements must not be read again: the zeros that follow are part of the result.
func.func @poison(%x: !b) -> !b {
  %0 = layout.layout_transform %x by <(o, i) -> (o * 4 + i)> : !b to tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %2 = layout.crop %1 offsets [0] sizes [6] cropped(poison) : tensor<8xf32> to tensor<6xf32>
  %3 = layout.pad %2 low [0] high [2] value(0.0 : f32) : tensor<6xf32> to tensor<8xf32>
  %4 = layout.layout_transform %3 by <(i) -> (i floordiv 4, i mod 4)> : tensor<8xf32> to !b
  return %4 : !b
}

// A cyclic permutation applied twice is not the identity, although all extents are equal.
func.func @cycle(%x: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = layout.layout_transform %x by <(i, j, k) -> (j, k, i)> : tensor<2x2x2xf32> to tensor<2x2x2xf32>
  %1 = layout.layout_transform %0 by <(i, j, k) -> (j, k, i)> : tensor<2x2x2xf32> to tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

func.func @main(%a: f32, %i: i32)
    -> (tensor<3x4x2xf32>, tensor<2x4xi32>, tensor<3xf32>, tensor<3xf32>, tensor<16x8xf32>, tensor<8xf32>,
        tensor<8xf32>, tensor<2x4xf32>, tensor<2x2x2xf32>) {
  %window = arith.constant dense<[
    [[0.0, 1.0, 4.0, 9.0, 16.0], [10.0, 11.0, 14.0, 19.0, 26.0], [20.0, 21.0, 24.0, 29.0, 36.0]],
    [[100.0, 101.0, 104.0, 109.0, 116.0], [110.0, 111.0, 114.0, 119.0, 126.0], [120.0, 121.0, 124.0, 129.0, 136.0]]]> : tensor<2x3x5xf32>
  %quotient = arith.constant dense<[[1, 2, 4, 5], [10, 50, 0, 0]]> : tensor<2x4xi32>
  %maximum = arith.constant dense<[
    [[-7.0, -6.0, -5.0, -4.0], [-3.0, -9.0, -4.0, -8.0], [-10.0, -11.0, -12.0, -13.0]],
    [[-3.0, -2.0, -1.0, 0.0], [-5.0, -7.0, -6.0, 0.0], [-14.0, -15.0, -16.0, 0.0]]]> : tensor<2x3x4xf32>
  %packed_maximum = arith.constant dense<[
    [-7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0],
    [-3.0, -9.0, -4.0, -8.0, -5.0, -7.0, -6.0],
    [-10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0]]> : tensor<3x7xf32>
  %pack_of_unpack = arith.constant dense<[
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
    [9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0],
    [17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0],
    [25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0],
    [33.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0, 40.0],
    [41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0, 48.0],
    [49.0, 50.0, 51.0, 52.0, 53.0, 54.0, 55.0, 56.0],
    [57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0, 64.0],
    [65.0, 66.0, 67.0, 68.0, 69.0, 70.0, 71.0, 72.0],
    [73.0, 74.0, 75.0, 76.0, 77.0, 78.0, 79.0, 80.0],
    [81.0, 82.0, 83.0, 84.0, 85.0, 86.0, 87.0, 88.0],
    [89.0, 90.0, 91.0, 92.0, 93.0, 94.0, 95.0, 96.0],
    [97.0, 98.0, 99.0, 100.0, 101.0, 102.0, 103.0, 104.0],
    [105.0, 106.0, 107.0, 108.0, 109.0, 110.0, 111.0, 112.0],
    [113.0, 114.0, 115.0, 116.0, 117.0, 118.0, 119.0, 120.0],
    [121.0, 122.0, 123.0, 124.0, 125.0, 126.0, 127.0, 128.0]]> : tensor<16x8xf32>
  %exponential = arith.constant dense<[0.0, 1.0, 2.0, 0.0, 1.0, 2.0]> : tensor<6xf32>
  %poison = arith.constant dense<[[0.0, 1.0, 2.0, 0.0], [1.0, 2.0, 5.0, 6.0]]> : tensor<2x4xf32>
  %cycle = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %r_window = call @window(%window) : (tensor<2x3x5xf32>) -> tensor<3x4x2xf32>
  %r_quotient = call @quotient(%quotient) : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %r_maximum = call @maximum(%maximum) : (tensor<2x3x4xf32>) -> tensor<3xf32>
  %r_packed_maximum = call @packed_maximum(%packed_maximum) : (tensor<3x7xf32>) -> tensor<3xf32>
  %r_pack_of_unpack = call @pack_of_unpack(%pack_of_unpack) : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %r_exponential:2 = call @exponential(%exponential) : (tensor<6xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %r_poison = call @poison(%poison) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %r_cycle = call @cycle(%cycle) : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %s0 = tensor.splat %a : tensor<3x4x2xf32>
  %0 = arith.addf %r_window, %s0 : tensor<3x4x2xf32>
  %s1 = tensor.splat %i : tensor<2x4xi32>
  %1 = arith.addi %r_quotient, %s1 : tensor<2x4xi32>
  %s2 = tensor.splat %a : tensor<3xf32>
  %2 = arith.addf %r_maximum, %s2 : tensor<3xf32>
  %s3 = tensor.splat %a : tensor<3xf32>
  %3 = arith.addf %r_packed_maximum, %s3 : tensor<3xf32>
  %s4 = tensor.splat %a : tensor<16x8xf32>
  %4 = arith.addf %r_pack_of_unpack, %s4 : tensor<16x8xf32>
  %s5 = tensor.splat %a : tensor<8xf32>
  %5 = arith.addf %r_exponential#0, %s5 : tensor<8xf32>
  %s6 = tensor.splat %a : tensor<8xf32>
  %6 = arith.addf %r_exponential#1, %s6 : tensor<8xf32>
  %s7 = tensor.splat %a : tensor<2x4xf32>
  %7 = arith.addf %r_poison, %s7 : tensor<2x4xf32>
  %s8 = tensor.splat %a : tensor<2x2x2xf32>
  %8 = arith.addf %r_cycle, %s8 : tensor<2x2x2xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
      : tensor<3x4x2xf32>, tensor<2x4xi32>, tensor<3xf32>, tensor<3xf32>, tensor<16x8xf32>, tensor<8xf32>,
        tensor<8xf32>, tensor<2x4xf32>, tensor<2x2x2xf32>
}

//--- numbers.mlir

func.func @main(%a: f32, %i: i32)
    -> (tensor<3x4x2xf32>, tensor<2x4xi32>, tensor<3xf32>, tensor<3xf32>, tensor<16x8xf32>, tensor<8xf32>,
        tensor<8xf32>, tensor<2x4xf32>, tensor<2x2x2xf32>) {
  %window = arith.constant dense<[
    [[1.0, 201.0], [5.0, 205.0], [13.0, 213.0], [25.0, 225.0]],
    [[21.0, 221.0], [25.0, 225.0], [33.0, 233.0], [45.0, 245.0]],
    [[41.0, 241.0], [45.0, 245.0], [53.0, 253.0], [65.0, 265.0]]]> : tensor<3x4x2xf32>
  %quotient = arith.constant dense<[[100, 50, 25, 20], [10, 2, 0, 0]]> : tensor<2x4xi32>
  %maximum = arith.constant dense<[-1.0, -3.0, -10.0]> : tensor<3xf32>
  %packed_maximum = arith.constant dense<[-1.0, -3.0, -10.0]> : tensor<3xf32>
  %pack_of_unpack = arith.constant dense<[
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
    [9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0],
    [17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0],
    [25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0],
    [33.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0, 40.0],
    [41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0, 48.0],
    [49.0, 50.0, 51.0, 52.0, 53.0, 54.0, 55.0, 56.0],
    [57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0, 64.0],
    [65.0, 66.0, 67.0, 68.0, 69.0, 70.0, 71.0, 72.0],
    [73.0, 74.0, 75.0, 76.0, 77.0, 78.0, 79.0, 80.0],
    [81.0, 82.0, 83.0, 84.0, 85.0, 86.0, 87.0, 88.0],
    [89.0, 90.0, 91.0, 92.0, 93.0, 94.0, 95.0, 96.0],
    [97.0, 98.0, 99.0, 100.0, 101.0, 102.0, 103.0, 104.0],
    [105.0, 106.0, 107.0, 108.0, 109.0, 110.0, 111.0, 112.0],
    [113.0, 114.0, 115.0, 116.0, 117.0, 118.0, 119.0, 120.0],
    [121.0, 122.0, 123.0, 124.0, 125.0, 126.0, 0.0, 0.0]]> : tensor<16x8xf32>
  %exponential = arith.constant dense<[1.0, 2.71828183, 7.3890561, 1.0, 2.71828183, 7.3890561, 1.0, 1.0]> : tensor<8xf32>
  %exponential_1 = arith.constant dense<[1.0, 2.0, 7.0, 1.0, 2.0, 7.0, 0.0, 0.0]> : tensor<8xf32>
  %poison = arith.constant dense<[[1.0, 2.71828183, 7.3890561, 1.0], [2.71828183, 7.3890561, 0.0, 0.0]]> : tensor<2x4xf32>
  %cycle = arith.constant dense<[[[1.0, 3.0], [5.0, 7.0]], [[2.0, 4.0], [6.0, 8.0]]]> : tensor<2x2x2xf32>
  %s0 = tensor.splat %a : tensor<3x4x2xf32>
  %0 = arith.addf %window, %s0 : tensor<3x4x2xf32>
  %s1 = tensor.splat %i : tensor<2x4xi32>
  %1 = arith.addi %quotient, %s1 : tensor<2x4xi32>
  %s2 = tensor.splat %a : tensor<3xf32>
  %2 = arith.addf %maximum, %s2 : tensor<3xf32>
  %s3 = tensor.splat %a : tensor<3xf32>
  %3 = arith.addf %packed_maximum, %s3 : tensor<3xf32>
  %s4 = tensor.splat %a : tensor<16x8xf32>
  %4 = arith.addf %pack_of_unpack, %s4 : tensor<16x8xf32>
  %s5 = tensor.splat %a : tensor<8xf32>
  %5 = arith.addf %exponential, %s5 : tensor<8xf32>
  %s6 = tensor.splat %a : tensor<8xf32>
  %6 = arith.addf %exponential_1, %s6 : tensor<8xf32>
  %s7 = tensor.splat %a : tensor<2x4xf32>
  %7 = arith.addf %poison, %s7 : tensor<2x4xf32>
  %s8 = tensor.splat %a : tensor<2x2x2xf32>
  %8 = arith.addf %cycle, %s8 : tensor<2x2x2xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
      : tensor<3x4x2xf32>, tensor<2x4xi32>, tensor<3xf32>, tensor<3xf32>, tensor<16x8xf32>, tensor<8xf32>,
        tensor<8xf32>, tensor<2x4xf32>, tensor<2x2x2xf32>
}

//--- known.mlir

// KNOWN-LABEL: func.func @unpack_of_pack(
// KNOWN-SAME: %[[X:[^:]*]]: tensor<126xf32>
// KNOWN-NOT: layout.
// KNOWN: linalg.exp ins(%[[X]] : tensor<126xf32>)
func.func @unpack_of_pack(%x: tensor<126xf32>) -> tensor<126xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<126xf32>
  %f = tensor.empty() : tensor<16x8xf32>
  %0 = linalg.pack %x padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [8] into %f : tensor<126xf32> -> tensor<16x8xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<16x8xf32> -> tensor<126xf32>
  %2 = linalg.exp ins(%1 : tensor<126xf32>) outs(%e : tensor<126xf32>) -> tensor<126xf32>
  return %2 : tensor<126xf32>
}

// KNOWN-LABEL: func.func @promised(
// KNOWN-SAME: %[[X:[^:]*]]: tensor<16x8xf32>
// KNOWN-NOT: layout.
// KNOWN: return %[[X]]
func.func @promised(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = layout.layout_transform %x by <(o, i) -> (o * 8 + i)> : tensor<16x8xf32> to tensor<128xf32>
  %1 = layout.crop %0 offsets [0] sizes [126] cropped(0.0 : f32) : tensor<128xf32> to tensor<126xf32>
  %2 = layout.pad %1 low [0] high [2] value(0.0 : f32) : tensor<126xf32> to tensor<128xf32>
  %3 = layout.layout_transform %2 by <(i) -> (i floordiv 8, i mod 8)> : tensor<128xf32> to tensor<16x8xf32>
  return %3 : tensor<16x8xf32>
}

// KNOWN-LABEL: func.func @unseen(
// KNOWN-SAME: %[[X:[^:]*]]: tensor<16x8xf32>
// KNOWN-NOT: layout.
// KNOWN: return %[[X]]
func.func @unseen(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = layout.layout_transform %x by <(o, i) -> (o * 8 + i)> : tensor<16x8xf32> to tensor<128xf32>
  %1 = layout.crop %0 offsets [0] sizes [126] : tensor<128xf32> to tensor<126xf32>
  %2 = layout.pad %1 low [0] high [2] value(poison) : tensor<126xf32> to tensor<128xf32>
  %3 = layout.layout_transform %2 by <(i) -> (i floordiv 8, i mod 8)> : tensor<128xf32> to tensor<16x8xf32>
  return %3 : tensor<16x8xf32>
}

// Two elements that are not promised to hold the value of the pad are overwritten where they lie.
//
// KNOWN-LABEL: func.func @not_promised(
// KNOWN-SAME: %[[X:[^:]*]]: tensor<16x8xf32>
// KNOWN: %[[ZEROS:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<1x2xf32>)
// KNOWN: tensor.insert_slice %[[ZEROS]] into %[[X]][15, 6] [1, 2] [1, 1]
func.func @not_promised(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = layout.layout_transform %x by <(o, i) -> (o * 8 + i)> : tensor<16x8xf32> to tensor<128xf32>
  %1 = layout.crop %0 offsets [0] sizes [126] cropped(-0.0 : f32) : tensor<128xf32> to tensor<126xf32>
  %2 = layout.pad %1 low [0] high [2] value(0.0 : f32) : tensor<126xf32> to tensor<128xf32>
  %3 = layout.layout_transform %2 by <(i) -> (i floordiv 8, i mod 8)> : tensor<128xf32> to tensor<16x8xf32>
  return %3 : tensor<16x8xf32>
}
