// Pads, crops and slices whose indices or sizes are 2^63 or more are errors at their
// ops, by whichever pass runs first: folds crash on them, also those of upstream.
// Each op counts with those in front of it.
//
// RUN: split-file %s %t
// RUN: layout-opt %t/wrong.mlir --split-input-file --layout-pipeline="target=nchw8c" -verify-diagnostics -o /dev/null
// RUN: layout-opt %t/wrong.mlir --split-input-file --layout-materialize -verify-diagnostics -o /dev/null
// RUN: layout-opt %t/largest.mlir --layout-raise -o /dev/null

//--- wrong.mlir
// Upstream merges two pads, and reads the sum of their widths as none.
func.func @pads(%x: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %0 = layout.pad %x low [4611686018427387904, 0] high [0, 0] value(0.0 : f32) : tensor<?x5xf32> to tensor<?x5xf32>
  // expected-error @+1 {{'layout.pad' op requires indices and a size below 2^63 in dim 0, found low 4611686018427387904 and high 0 at the ends of -4611686018427387904 to 0}}
  %1 = layout.pad %0 low [4611686018427387904, 0] high [0, 0] value(0.0 : f32) : tensor<?x5xf32> to tensor<?x5xf32>
  return %1 : tensor<?x5xf32>
}

// -----

// Behind a cast, and of widths that are constants; `high` begins behind two values of `low`.
func.func @values(%x: tensor<4x5xf32>, %n: index) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 4611686018427387904 : index
  %0 = tensor.pad %x low[%n, 3] high[%half, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x5xf32> to tensor<?x8xf32>
  %1 = tensor.cast %0 : tensor<?x8xf32> to tensor<?x?xf32>
  // expected-error @+1 {{'tensor.pad' op requires indices and a size below 2^63 in dim 0, found low 0 and high 4611686018427387900 at the ends of 0 to 4611686018427387908}}
  %2 = tensor.pad %1 low[%n, %n] high[4611686018427387900, %half] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// -----

// One pad of an unknown size.
func.func @pad(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'layout.pad' op requires indices and a size below 2^63 in dim 0, found low 4611686018427387904 and high 4611686018427387904 at the ends of 0 to 0}}
  %0 = layout.pad %x low [4611686018427387904] high [4611686018427387904] value(0.0 : f32) : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The offsets of two crops are added, too.
func.func @crops(%x: tensor<?xf32>, %n: index) -> tensor<1xf32> {
  %0 = layout.crop %x offsets [4611686018427387904] sizes [%n] : tensor<?xf32> to tensor<?xf32>
  // expected-error @+1 {{'layout.crop' op requires indices and a size below 2^63 in dim 0, found offset 4611686018427387904 and size 1 at the front of 4611686018427387904 to 4611686018427387904}}
  %1 = layout.crop %0 offsets [4611686018427387904] sizes [1] : tensor<?xf32> to tensor<1xf32>
  return %1 : tensor<1xf32>
}

// -----

// So are those of two crops, or slices, around transposes and elementwise ops.
func.func @transposed(%x: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %0 = layout.crop %x offsets [0, 4611686018427387904] sizes [5, 3] : tensor<?x?xf32> to tensor<5x3xf32>
  %e = tensor.empty() : tensor<3x5xf32>
  %1 = linalg.transpose ins(%0 : tensor<5x3xf32>) outs(%e : tensor<3x5xf32>) permutation = [1, 0]
  %2 = math.exp %1 : tensor<3x5xf32>
  %3 = tensor.cast %2 : tensor<3x5xf32> to tensor<?x?xf32>
  // expected-error @+1 {{'layout.crop' op requires indices and a size below 2^63 in dim 0, found offset 4611686018427387904 and size 3 at the front of 4611686018427387904 to 4611686018427387907}}
  %4 = layout.crop %3 offsets [4611686018427387904, 0] sizes [3, %n] : tensor<?x?xf32> to tensor<3x?xf32>
  %5 = tensor.cast %4 : tensor<3x?xf32> to tensor<?x?xf32>
  return %5 : tensor<?x?xf32>
}

// -----

func.func @slices(%x: tensor<?x?xf32>, %n: index) -> tensor<3x?xf32> {
  %0 = tensor.extract_slice %x[0, 4611686018427387904] [5, %n] [1, 1] : tensor<?x?xf32> to tensor<5x?xf32>
  %e = tensor.empty(%n) : tensor<?x5xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<5x?xf32>) outs(%e : tensor<?x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<?x5xf32>
  // expected-error @+1 {{'tensor.extract_slice' op requires indices and a size below 2^63 in dim 0, found offset 4611686018427387904 and size 3 at the front of 4611686018427387904 to 4611686018427387904}}
  %2 = tensor.extract_slice %1[4611686018427387904, 0] [3, %n] [1, 1] : tensor<?x5xf32> to tensor<3x?xf32>
  return %2 : tensor<3x?xf32>
}

// -----

// Directly one after the other.
func.func @two_slices(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %x[4611686018427387904] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  // expected-error @+1 {{'tensor.extract_slice' op requires indices and a size below 2^63 in dim 0, found offset 4611686018427387904 and size 0 at the front of 4611686018427387904 to 4611686018427387904}}
  %1 = tensor.extract_slice %0[4611686018427387904] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// One of two operands counts, and a rewrite, and a copy.
func.func @operands(%x: tensor<?x4xf32>, %e: tensor<4x3xf32>) -> tensor<4x1xf32> {
  %0 = layout.crop %x offsets [0, 0] sizes [3, 4] : tensor<?x4xf32> to tensor<3x4xf32>
  %1 = layout.crop %x offsets [4611686018427387904, 0] sizes [3, 4] : tensor<?x4xf32> to tensor<3x4xf32>
  %2 = arith.addf %0, %1 : tensor<3x4xf32>
  %3 = layout.layout_transform %2 by <(i, j) -> (j, i)> : tensor<3x4xf32> to tensor<4x3xf32>
  %4 = linalg.copy ins(%3 : tensor<4x3xf32>) outs(%e : tensor<4x3xf32>) -> tensor<4x3xf32>
  %5 = tensor.cast %4 : tensor<4x3xf32> to tensor<4x?xf32>
  // expected-error @+1 {{'tensor.extract_slice' op requires indices and a size below 2^63 in dim 1, found offset 4611686018427387904 and size 1 at the front of 4611686018427387904 to 4611686018427387907}}
  %6 = tensor.extract_slice %5[0, 4611686018427387904] [4, 1] [1, 1] : tensor<4x?xf32> to tensor<4x1xf32>
  return %6 : tensor<4x1xf32>
}

//--- largest.mlir
// Slices of slices and transposes, in front of a pack with a tile that is known at
// run time only, and views that begin where they say, not where others do.
func.func @valid(%x: tensor<9x16xf32>, %t: index, %d: tensor<?x7x?xf32>) -> tensor<?x7x?xf32> {
  %0 = tensor.extract_slice %x[1, 0] [8, 16] [1, 1] : tensor<9x16xf32> to tensor<8x16xf32>
  %e = tensor.empty() : tensor<16x8xf32>
  %1 = linalg.transpose ins(%0 : tensor<8x16xf32>) outs(%e : tensor<16x8xf32>) permutation = [1, 0]
  %2 = tensor.extract_slice %1[0, 1] [16, 7] [1, 1] : tensor<16x8xf32> to tensor<16x7xf32>
  %3 = linalg.pack %2 inner_dims_pos = [0] inner_tiles = [%t] into %d : tensor<16x7xf32> -> tensor<?x7x?xf32>
  return %3 : tensor<?x7x?xf32>
}

func.func @views(%x: memref<*xf32>) -> memref<4xf32, strided<[1], offset: 4611686018427387904>> {
  %0 = memref.reinterpret_cast %x to offset: [4611686018427387904], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1], offset: 4611686018427387904>>
  %1 = memref.reinterpret_cast %0 to offset: [4611686018427387904], sizes: [4], strides: [1] : memref<4xf32, strided<[1], offset: 4611686018427387904>> to memref<4xf32, strided<[1], offset: 4611686018427387904>>
  return %1 : memref<4xf32, strided<[1], offset: 4611686018427387904>>
}

// The largest size, and widths that are less together.
func.func @largest(%x: tensor<?xf32>, %y: tensor<7xf32>) -> (tensor<?xf32>, tensor<9223372036854775807xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[9223372036854775807] high[-5] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.pad %0 low[-9223372036854775807] high[9223372036854775807] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<?xf32>
  %2 = layout.pad %y low [4611686018427387900] high [4611686018427387900] value(0.0 : f32) : tensor<7xf32> to tensor<9223372036854775807xf32>
  return %1, %2 : tensor<?xf32>, tensor<9223372036854775807xf32>
}
