// Covers: D9, R7
// Case: S1-d
//
// Every rejection of the verifiers, with what was required and what was found.
//
// RUN: layout-opt %s -verify-diagnostics -split-input-file

// Three channels do not fill a tile of four.
func.func @tile_not_full(%x: tensor<32x3x224x224xf32>) {
  // expected-error@+1 {{requires a bijective map on its source, found #layout.index_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)> on 'tensor<32x3x224x224xf32>', which has 6422528 places for 4816896 elements}}
  %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>
         : tensor<32x3x224x224xf32> to tensor<32x1x224x224x4xf32>
  return
}

// -----

func.func @does_not_divide(%x: tensor<1x24xf32>) {
  // expected-error@+1 {{which has 32 places for 24 elements}}
  %0 = layout.layout_transform %x by <(n, c) -> (n, c floordiv 16, c mod 16)> : tensor<1x24xf32> to tensor<1x2x16xf32>
  return
}

// -----

func.func @skew(%x: tensor<16x17xf32>) {
  // expected-error@+1 {{which has 256 places for 272 elements}}
  %0 = layout.layout_transform %x by <(i, j) -> (i, (i + j) mod 16)> : tensor<16x17xf32> to tensor<16x16xf32>
  return
}

// -----

func.func @large_skew(%x: tensor<512x513xf32>) {
  // expected-error@+1 {{which has 262144 places for 262656 elements}}
  %0 = layout.layout_transform %x by <(i, j) -> (i, (i + j) mod 512)> : tensor<512x513xf32> to tensor<512x512xf32>
  return
}

// -----

func.func @two_in_one_place(%x: tensor<6xf32>) {
  // expected-error@+1 {{requires a bijective map on its source, found #layout.index_map<(d0) -> (d0 floordiv 3, d0 mod 2, d0 floordiv 4)> on 'tensor<6xf32>', which has 8 places for 6 elements}}
  %0 = layout.layout_transform %x by <(i) -> (i floordiv 3, i mod 2, i floordiv 4)> : tensor<6xf32> to tensor<2x2x2xf32>
  return
}

// -----

func.func @collision(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{on 'tensor<4x4xf32>', which puts two elements in one place or one below 0}}
  %0 = layout.layout_transform %x by <(i, j) -> ((i + j) mod 4, (i + j * 3) mod 4)> : tensor<4x4xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @below_zero(%x: tensor<4xf32>) {
  // expected-error@+1 {{on 'tensor<4xf32>', which puts two elements in one place or one below 0}}
  %0 = layout.layout_transform %x by <(i) -> (i - 1)> : tensor<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @not_known(%x: tensor<?x16xf32>) {
  // expected-error@+1 {{requires a map proved bijective on its source, found #layout.index_map<(d0, d1) -> (d0, (d0 + d1) mod 16)> on 'tensor<?x16xf32>', which can be neither proved nor refuted}}
  %0 = layout.layout_transform %x by <(i, j) -> (i, (i + j) mod 16)> : tensor<?x16xf32> to tensor<?x16xf32>
  return
}

// -----

func.func @remainder_dropped(%x: tensor<?xf32>) {
  // expected-error@+1 {{which can be neither proved nor refuted}}
  %0 = layout.layout_transform %x by <(i) -> (i floordiv 16)> : tensor<?xf32> to tensor<?xf32>
  return
}

// -----

func.func @wrong_rank(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{requires a map of 2 dims for its source, found 3}}
  %0 = layout.layout_transform %x by <(i, j, k) -> (i, j, k)> : tensor<4x4xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @separators(%x: tensor<4x4xf32>) {
  // expected-error@+1 {{requires a map without axis separators, found #layout.index_map<(d0, d1) -> (d0 | d1)>}}
  %0 = layout.layout_transform %x by <(i, j) -> (i | j)> : tensor<4x4xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @wrong_shape(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{requires the result type 'tensor<8x4xf32>', found 'tensor<4x8xf32>'}}
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x8xf32> to tensor<4x8xf32>
  return
}

// -----

func.func @wrong_element_type(%x: tensor<4x8xf32>) {
  // expected-error@+1 {{requires the result type 'tensor<8x4xf32>', found 'tensor<8x4xf16>'}}
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x8xf32> to tensor<8x4xf16>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error@+1 {{operand #0 must be ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = "layout.layout_transform"(%x) {map = #layout.index_map<(i) -> (i)>} : (tensor<*xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_result(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires the result type 'tensor<7xf32>', found 'tensor<6xf32>'}}
  %0 = layout.pad %x low [1] high [2] value(0.0 : f32) : tensor<4xf32> to tensor<6xf32>
  return
}

// -----

func.func @pad_result_static(%x: tensor<4xf32>, %w: index) {
  // expected-error@+1 {{requires the result type 'tensor<?xf32>', found 'tensor<6xf32>'}}
  %0 = layout.pad %x low [1] high [%w] value(0.0 : f32) : tensor<4xf32> to tensor<6xf32>
  return
}

// -----

func.func @pad_low_rank(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires 1 low widths for its source, found 2}}
  %0 = layout.pad %x low [1, 0] high [2] value(0.0 : f32) : tensor<4xf32> to tensor<7xf32>
  return
}

// -----

func.func @pad_high_rank(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires 1 high widths for its source, found 0}}
  %0 = layout.pad %x low [1] high [] value(0.0 : f32) : tensor<4xf32> to tensor<7xf32>
  return
}

// -----

func.func @pad_negative(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires high widths of at least 0, found -1}}
  %0 = layout.pad %x low [1] high [-1] value(0.0 : f32) : tensor<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @pad_number_of_values(%x: tensor<4xf32>, %w: index) {
  // expected-error@+1 {{requires as many run-time low widths as are dynamic, found 1}}
  %0 = "layout.pad"(%x, %w) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_low = array<i64: 1>, static_high = array<i64: 2>, value = 0.0 : f32}> : (tensor<4xf32>, index) -> tensor<7xf32>
  return
}

// -----

func.func @pad_overflow(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires a size below 2^63 in dim 0, found 1 + 4 + 9223372036854775807}}
  %0 = layout.pad %x low [1] high [9223372036854775807] value(0.0 : f32) : tensor<4xf32> to tensor<?xf32>
  return
}

// -----

func.func @pad_value(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires a value of type 'f32' or poison, found 0.000000e+00 : f64}}
  %0 = layout.pad %x low [1] high [2] value(0.0) : tensor<4xf32> to tensor<7xf32>
  return
}

// -----

func.func @pad_value_text(%x: tensor<4xf32>) {
  // expected-error@+1 {{requires a value of type 'f32' or poison, found "zero" : f32}}
  %0 = layout.pad %x low [1] high [2] value("zero" : f32) : tensor<4xf32> to tensor<7xf32>
  return
}

// -----

func.func @pad_value_complex(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{requires a value of type 'complex<f32>' or poison, found [0.000000e+00 : f32]}}
  %0 = layout.pad %x low [1] high [2] value([0.0 : f32]) : tensor<4xcomplex<f32>> to tensor<7xcomplex<f32>>
  return
}

// -----

func.func @pad_value_half_poison(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{requires a value of type 'complex<f32>' or poison, found [0.000000e+00 : f32, #ub.poison]}}
  %0 = layout.pad %x low [1] high [2] value([0.0 : f32, #ub.poison]) : tensor<4xcomplex<f32>> to tensor<7xcomplex<f32>>
  return
}

// -----

func.func @crop_end(%x: tensor<8xf32>) {
  // expected-error@+1 {{requires the box to end within 8 in dim 0, found an end of 9}}
  %0 = layout.crop %x offsets [3] sizes [6] : tensor<8xf32> to tensor<6xf32>
  return
}

// -----

func.func @crop_end_overflow(%x: tensor<8xf32>) {
  // expected-error@+1 {{requires the box to end within 8 in dim 0, found an end of 9223372036854775808}}
  %0 = layout.crop %x offsets [1] sizes [9223372036854775807] : tensor<8xf32> to tensor<?xf32>
  return
}

// -----

func.func @crop_offset(%x: tensor<2x8xf32>, %s: index) {
  // expected-error@+1 {{requires the box to end within 8 in dim 1, found an end of 9}}
  %0 = layout.crop %x offsets [0, 9] sizes [2, %s] : tensor<2x8xf32> to tensor<2x?xf32>
  return
}

// -----

func.func @crop_rank(%x: tensor<8xf32>) {
  // expected-error@+1 {{requires 1 sizes for its source, found 2}}
  %0 = layout.crop %x offsets [3] sizes [4, 1] : tensor<8xf32> to tensor<4x1xf32>
  return
}

// -----

func.func @crop_negative(%x: tensor<8xf32>) {
  // expected-error@+1 {{requires offsets of at least 0, found -3}}
  %0 = layout.crop %x offsets [-3] sizes [4] : tensor<8xf32> to tensor<4xf32>
  return
}

// -----

func.func @crop_result(%x: tensor<8xf32>) {
  // expected-error@+1 {{requires the result type 'tensor<4xf32>', found 'tensor<5xf32>'}}
  %0 = layout.crop %x offsets [3] sizes [4] : tensor<8xf32> to tensor<5xf32>
  return
}

// -----

func.func @cropped_value(%x: tensor<8xf32>) {
  // expected-error@+1 {{requires a cropped value of type 'f32' or poison, found 0 : i32}}
  %0 = layout.crop %x offsets [3] sizes [4] cropped(0 : i32) : tensor<8xf32> to tensor<4xf32>
  return
}

// -----

func.func @reindex_strided(%x: memref<4x8xf32, strided<[16, 1]>>) {
  // expected-error @below {{requires a source in row-major order, found 'memref<4x8xf32, strided<[16, 1]>>'}}
  %0 = layout.reindex %x : memref<4x8xf32, strided<[16, 1]>> to memref<8x4xf32, #layout.index_map<(i, j) -> (j, i)>>
  return
}

// -----

func.func @reindex_plain(%x: memref<4x8xf32>) {
  // expected-error @below {{requires a result whose layout is an index map, found 'memref<8x4xf32>'}}
  %0 = layout.reindex %x : memref<4x8xf32> to memref<8x4xf32>
  return
}

// -----

func.func @reindex_other(%x: memref<4x8xf32>) {
  // expected-error @below {{requires a result that spans its source, 'memref<4x8xf32>', found one that spans 'memref<8x4xf32>'}}
  %0 = layout.reindex %x : memref<4x8xf32> to memref<4x8xf32, #layout.index_map<(i, j) -> (j, i)>>
  return
}

// -----

// The product of the digit's stride and extent is 2^64.
func.func @overflowing_digit(%x: tensor<?xf32>) -> tensor<?x4x4xf32> {
  // expected-error @below {{requires a map proved bijective on its source, found}}
  %0 = layout.layout_transform %x by <(i) -> (i floordiv 16, (i floordiv 4) mod 4611686018427387904, i mod 4)> : tensor<?xf32> to tensor<?x4x4xf32>
  return %0 : tensor<?x4x4xf32>
}

// -----

func.func @two_kinds_of_constraint(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error@+1 {{requires a border or a preference, found both}}
  %0 = layout.constraint %x border prefers <(i, j) -> (j, i)> price 1.0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @negative_price(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error@+1 {{requires a price of at least 0, found -1.000000e+00 : f64}}
  %0 = layout.constraint %x prefers <(i, j) -> (j, i)> price -1.0 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
