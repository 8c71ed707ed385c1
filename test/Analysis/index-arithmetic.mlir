// Tiles, divisors and strides that upstream's verifiers accept, and with which
// nobody can compute, are errors at their ops, by whichever pass runs first.
// RUN: layout-opt %s --split-input-file --layout-pipeline="target=nchw16c indivisible=pad" -verify-diagnostics -o /dev/null
// RUN: layout-opt %s --split-input-file --canonicalize --layout-raise -verify-diagnostics -o /dev/null
// RUN: layout-opt %s --split-input-file --canonicalize --layout-bufferize -verify-diagnostics -o /dev/null
// RUN: layout-opt %s --split-input-file --canonicalize --layout-count -verify-diagnostics -o /dev/null

// The clean-up of the pipeline finds the number. With --verify-each, upstream's
// verifier sees it then, before the next pass does.
func.func @zero_tile(%x: tensor<7x16xf32>, %d: tensor<7x?x?xf32>) -> tensor<7x?x?xf32> {
  %two = arith.constant 2 : index
  %zero = arith.subi %two, %two : index
  // expected-error-re @+1 {{{{.*(invalid zero tile factor|'linalg.pack' op requires index arithmetic that divides by at least 1, found \(d0, d1\) -> \(d0, d1 floordiv 0, d1 mod 0\))}}}}
  %0 = linalg.pack %x inner_dims_pos = [1] inner_tiles = [%zero] into %d : tensor<7x16xf32> -> tensor<7x?x?xf32>
  return %0 : tensor<7x?x?xf32>
}

// -----

func.func @negative_tile(%x: tensor<7x?x?xf32>, %d: tensor<7x16xf32>) -> tensor<7x16xf32> {
  %tile = arith.constant -4 : index
  // expected-error @+1 {{'linalg.unpack' op requires index arithmetic that divides by at least 1, found (d0, d1) -> (d0, d1 floordiv -4, d1 mod -4)}}
  %0 = linalg.unpack %x inner_dims_pos = [1] inner_tiles = [%tile] into %d : tensor<7x?x?xf32> -> tensor<7x16xf32>
  return %0 : tensor<7x16xf32>
}

// -----

func.func @divisor(%x: tensor<6x14xf32>, %n: index) -> tensor<6x?xf32> {
  // expected-error @+1 {{'affine.apply' op requires index arithmetic that divides by at least 1}}
  %0 = affine.apply affine_map<(d0) -> (d0 floordiv -3 + d0 mod 5)>(%n)
  %1 = tensor.extract_slice %x[0, 0] [6, %0] [1, 1] : tensor<6x14xf32> to tensor<6x?xf32>
  return %1 : tensor<6x?xf32>
}

// -----

func.func @set(%x: tensor<6x14xf32>, %y: tensor<6x14xf32>, %n: index) -> tensor<6x14xf32> {
  // expected-error @+1 {{'affine.if' op requires index arithmetic that divides by at least 1}}
  %0 = affine.if affine_set<(d0) : (d0 mod -4 == 0)>(%n) -> tensor<6x14xf32> {
    affine.yield %x : tensor<6x14xf32>
  } else {
    affine.yield %y : tensor<6x14xf32>
  }
  return %0 : tensor<6x14xf32>
}

// -----

// 15 steps of 2^62 are 2^62 again in 64 bits.
func.func @stride(%x: tensor<32x9xf32>) -> tensor<16x9xf32> {
  // expected-error @+1 {{'tensor.extract_slice' op requires elements that lie less than 2^63 apart, found offset 16, size 16 and stride 4611686018427387904 in dim 0}}
  %0 = tensor.extract_slice %x[16, 0] [16, 9] [4611686018427387904, 1] : tensor<32x9xf32> to tensor<16x9xf32>
  return %0 : tensor<16x9xf32>
}

// -----

// Two rows of one another are 2^63 elements apart, which upstream reads as "not known".
func.func @row(%x: tensor<4x2xf32>, %y: tensor<1x2xf32>, %i: index) -> tensor<4x2xf32> {
  // expected-error @+1 {{'tensor.insert_slice' op requires elements that lie less than 2^63 apart, found offset ?, size 1 and stride 4611686018427387904 in dim 0}}
  %0 = tensor.insert_slice %y into %x[%i, 0] [1, 2] [4611686018427387904, 1] : tensor<1x2xf32> into tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// A view has one offset for all dims, and may have no dims.
func.func @view(%buffer: memref<1xf32>, %value: f32) -> f32 {
  %scalar = memref.reinterpret_cast %buffer to offset: [0], sizes: [], strides: [] : memref<1xf32> to memref<f32>
  memref.store %value, %scalar[] : memref<f32>
  // expected-error @+1 {{'memref.reinterpret_cast' op requires elements that lie less than 2^63 apart, found offset 0, size 3 and stride 4611686018427387904 in dim 1}}
  %far = memref.reinterpret_cast %buffer to offset: [0], sizes: [1, 3], strides: [1, 4611686018427387904] : memref<1xf32> to memref<1x3xf32, strided<[1, 4611686018427387904]>>
  %c0 = arith.constant 0 : index
  %0 = memref.load %far[%c0, %c0] : memref<1x3xf32, strided<[1, 4611686018427387904]>>
  return %0 : f32
}

// -----

// Upstream reads 2^62 as a 32-bit number, which is 0.
func.func @reassociation(%x: tensor<12x5xf32>) -> tensor<3x4x5xf32> {
  // expected-error @+1 {{'tensor.expand_shape' op requires dims of the reassociation that count up from 0, found 4611686018427387904 instead of 0}}
  %0 = "tensor.expand_shape"(%x) <{reassociation = [[4611686018427387904, 1], [2]], static_output_shape = array<i64: 3, 4, 5>}> : (tensor<12x5xf32>) -> tensor<3x4x5xf32>
  return %0 : tensor<3x4x5xf32>
}

// -----

func.func @dim(%x: memref<?x5xf32>) -> index {
  %minus = arith.constant -4 : index
  // expected-error @+1 {{'memref.dim' op requires a dim of at least 0, found -4}}
  %0 = memref.dim %x, %minus : memref<?x5xf32>
  return %0 : index
}
