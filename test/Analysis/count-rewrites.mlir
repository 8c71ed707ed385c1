// The ops that count as rewrites, and their bytes: source plus result.
// RUN: layout-opt %s --split-input-file --layout-count | FileCheck %s

// CHECK: {"rewrites":1,"bytes":192,"moves":{"n":0,"bytes":0},"constants":{"n":0,"bytes":0},"absorbed":{"n":0,"bytes":0},"dynamic":false}
func.func @transpose(%x: tensor<4x6xf32>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.transpose ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  return %0 : tensor<6x4xf32>
}

// -----

// Only a unit dim moves.
// CHECK-NEXT: {"rewrites":0,"bytes":0,
func.func @unit_transpose(%x: tensor<4x1x6xf32>) -> tensor<1x4x6xf32> {
  %e = tensor.empty() : tensor<1x4x6xf32>
  %0 = linalg.transpose ins(%x : tensor<4x1x6xf32>) outs(%e : tensor<1x4x6xf32>) permutation = [1, 0, 2]
  return %0 : tensor<1x4x6xf32>
}

// -----

// The dims may differ from 1 at run time, so this counts.
// CHECK-NEXT: {"rewrites":1,"bytes":16,{{.*}}"dynamic":true}
func.func @dynamic(%x: tensor<?x2xf32>, %e: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = linalg.transpose ins(%x : tensor<?x2xf32>) outs(%e : tensor<2x?xf32>) permutation = [1, 0]
  return %0 : tensor<2x?xf32>
}

// -----

// An explicit copy does not count; a generic op that copies does.
// CHECK-NEXT: {"rewrites":1,"bytes":32,
#id = affine_map<(i) -> (i)>
func.func @copies(%x: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.copy ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A pack with padding, 5 into 2x3 (20 + 24 bytes), and its unpack (24 + 20).
// CHECK-NEXT: {"rewrites":2,"bytes":88,
func.func @pack(%x: tensor<5xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.pack %x padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [3] into %e : tensor<5xf32> -> tensor<2x3xf32>
  %f = tensor.empty() : tensor<5xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0] inner_tiles = [3] into %f : tensor<2x3xf32> -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----

// Splitting one dim in place moves no data; neither does an expand_shape.
// CHECK-NEXT: {"rewrites":0,"bytes":0,
func.func @free_pack(%x: tensor<6xf32>) -> tensor<1x2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.pack %x inner_dims_pos = [0] inner_tiles = [3] into %e : tensor<6xf32> -> tensor<2x3xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, 2, 3] : tensor<2x3xf32> into tensor<1x2x3xf32>
  return %1 : tensor<1x2x3xf32>
}

// -----

// Gather and scatter form of NCHW4c.
// CHECK-NEXT: {"rewrites":2,"bytes":384,
#gather_in = affine_map<(a, b, h, e) -> (a, b * 4 + e, h)>
#gather_out = affine_map<(a, b, h, e) -> (a, b, h, e)>
#scatter_in = affine_map<(n, c, h) -> (n, c, h)>
#scatter_out = affine_map<(n, c, h) -> (n, c floordiv 4, h, c mod 4)>
func.func @generics(%x: tensor<1x8x3xf32>, %e: tensor<1x2x3x4xf32>)
    -> (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>) {
  %0 = linalg.generic {indexing_maps = [#gather_in, #gather_out],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x8x3xf32>) outs(%e : tensor<1x2x3x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<1x2x3x4xf32>
  %1 = linalg.generic {indexing_maps = [#scatter_in, #scatter_out],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x8x3xf32>) outs(%e : tensor<1x2x3x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<1x2x3x4xf32>
  return %0, %1 : tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>
}

// -----

// An op whose source has half of the bytes is a broadcast and does not count;
// neither does a fill.
// CHECK-NEXT: {"rewrites":0,"bytes":0,
func.func @broadcast(%x: tensor<4xf32>, %e: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = linalg.broadcast ins(%x : tensor<4xf32>) outs(%0 : tensor<4x2xf32>) dimensions = [1]
  return %1 : tensor<4x2xf32>
}

// -----

// An op whose body computes is no rewrite.
// CHECK-NEXT: {"rewrites":0,"bytes":0,{{.*}}"absorbed":{"n":1,"bytes":96}
#rows = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j, i)>
func.func @computes(%x: tensor<4x6xf32>, %e: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = linalg.generic {indexing_maps = [#columns, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %1 = arith.negf %a : f32
    linalg.yield %1 : f32
  } -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

// A chain of pad, transform, crop is one rewrite, from the first source (5
// elements) to the last result (4).
// CHECK-NEXT: {"rewrites":1,"bytes":36,
func.func @chain(%x: tensor<5xf32>) -> tensor<2x2xf32> {
  %0 = layout.pad %x low [0] high [1] value(0.0 : f32) : tensor<5xf32> to tensor<6xf32>
  %1 = layout.layout_transform %0 by <(i) -> (i mod 3, i floordiv 3)> : tensor<6xf32> to tensor<3x2xf32>
  %2 = layout.crop %1 offsets [0, 0] sizes [2, 2] : tensor<3x2xf32> to tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// -----

// So are a pad, a free reshape and a crop: 2 * 5 elements become 16.
// CHECK-NEXT: {"rewrites":1,"bytes":104,
func.func @pad_reshape_crop(%x: tensor<2x5xf32>) -> tensor<16xf32> {
  %0 = layout.pad %x low [0, 0] high [2, 0] value(0.0 : f32) : tensor<2x5xf32> to tensor<4x5xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i * 5 + j)> : tensor<4x5xf32> to tensor<20xf32>
  %2 = layout.crop %1 offsets [0] sizes [16] : tensor<20xf32> to tensor<16xf32>
  return %2 : tensor<16xf32>
}

// -----

// The pad has a user that is no rewrite, so it counts by itself (20 + 24). The
// first transform reads what the pad reads (20 + 24). Two transforms are two
// rewrites, whether or not one reads the other (24 + 24).
// CHECK-NEXT: {"rewrites":3,"bytes":136,
func.func @shared_pad(%x: tensor<5xf32>) -> (tensor<6xf32>, tensor<2x3xf32>) {
  %0 = layout.pad %x low [0] high [1] value(0.0 : f32) : tensor<5xf32> to tensor<6xf32>
  %1 = layout.layout_transform %0 by <(i) -> (i mod 3, i floordiv 3)> : tensor<6xf32> to tensor<3x2xf32>
  %2 = layout.layout_transform %1 by <(i, j) -> (j, i)> : tensor<3x2xf32> to tensor<2x3xf32>
  return %0, %2 : tensor<6xf32>, tensor<2x3xf32>
}

// -----

// CHECK-NEXT: {"rewrites":0,"bytes":0,
func.func @free_transform(%x: tensor<6xf32>) -> tensor<2x3xf32> {
  %0 = layout.layout_transform %x by <(i) -> (i floordiv 3, i mod 3)> : tensor<6xf32> to tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Loops of 3 and of 2 x 5 iterations: 48 * 3 + 48 * 10; and a loop with an
// unknown number of iterations, which counts as 10: 48 * 10.
// CHECK-NEXT: {"rewrites":3,"bytes":1104,{{.*}}"dynamic":true}
func.func @loops(%x: memref<2x3xf32>, %y: memref<3x2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c2 {
    linalg.transpose ins(%x : memref<2x3xf32>) outs(%y : memref<3x2xf32>) permutation = [1, 0]
  }
  affine.for %i = 3 to 5 {
    scf.forall (%j) in (5) {
      linalg.transpose ins(%x : memref<2x3xf32>) outs(%y : memref<3x2xf32>) permutation = [1, 0]
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    linalg.transpose ins(%x : memref<2x3xf32>) outs(%y : memref<3x2xf32>) permutation = [1, 0]
  }
  return
}

// -----

// An element takes whole bytes: i1 and i4 one each, complex<f16> four, index
// eight: 6 * 2 * (1 + 1 + 4 + 8).
// CHECK-NEXT: {"rewrites":4,"bytes":168,
func.func @elements(%a: memref<2x3xi1>, %b: memref<2x3xi4>, %c: memref<2x3xcomplex<f16>>, %d: memref<2x3xindex>,
                    %e: memref<3x2xi1>, %f: memref<3x2xi4>, %g: memref<3x2xcomplex<f16>>, %h: memref<3x2xindex>) {
  linalg.transpose ins(%a : memref<2x3xi1>) outs(%e : memref<3x2xi1>) permutation = [1, 0]
  linalg.transpose ins(%b : memref<2x3xi4>) outs(%f : memref<3x2xi4>) permutation = [1, 0]
  linalg.transpose ins(%c : memref<2x3xcomplex<f16>>) outs(%g : memref<3x2xcomplex<f16>>) permutation = [1, 0]
  linalg.transpose ins(%d : memref<2x3xindex>) outs(%h : memref<3x2xindex>) permutation = [1, 0]
  return
}

// -----

// Rewrites of constants are counted separately, also of a global, through
// reshapes and through another rewrite: 3 * 48.
// CHECK-NEXT: {"rewrites":0,"bytes":0,"moves":{"n":0,"bytes":0},"constants":{"n":3,"bytes":144},
ml_program.global private @weights(dense<1.0> : tensor<2x3xf32>) : tensor<2x3xf32>
func.func @constants(%e: tensor<3x2xf32>, %f: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>) {
  %c = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf32>
  %0 = tensor.expand_shape %c [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %1 = linalg.transpose ins(%0 : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  %2 = linalg.transpose ins(%1 : tensor<3x2xf32>) outs(%f : tensor<2x3xf32>) permutation = [1, 0]
  %w = ml_program.global_load_const @weights : tensor<2x3xf32>
  %3 = layout.layout_transform %w by <(i, j) -> (j, i)> : tensor<2x3xf32> to tensor<3x2xf32>
  return %2, %3 : tensor<2x3xf32>, tensor<3x2xf32>
}

// -----

// Ops of the program that move data: pad 8 + 16, extract_slice 2 * 8,
// insert_slice 2 * 8, concat 2 * 24.
// CHECK-NEXT: {"rewrites":0,"bytes":0,"moves":{"n":4,"bytes":104},
func.func @moves(%x: tensor<2xf32>) -> tensor<6xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<2xf32> to tensor<4xf32>
  %1 = tensor.extract_slice %0[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %2 = tensor.insert_slice %1 into %0[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %3 = tensor.concat dim(0) %2, %1 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %3 : tensor<6xf32>
}

// -----

// A constant stays a constant through casts of every kind. A copy of it counts
// as a rewrite of a constant (2 * 16), and so do the transposes: 2 * 24 + 2 *
// 12 + 2 * 24.
// CHECK-NEXT: {"rewrites":0,"bytes":0,"moves":{"n":0,"bytes":0},"constants":{"n":4,"bytes":152},"absorbed":{"n":0,"bytes":0},"dynamic":false}
func.func @casts(%e: tensor<3x2xf32>, %h: tensor<3x2xi16>, %f: tensor<4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi16>, tensor<3x2xf32>, tensor<4xf32>) {
  %c = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %0 = tensor.cast %c : tensor<2x3xf32> to tensor<?x3xf32>
  %1 = tensor.cast %0 : tensor<?x3xf32> to tensor<2x3xf32>
  %2 = linalg.transpose ins(%1 : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  %d = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf16>
  %3 = tensor.bitcast %d : tensor<2x3xf16> to tensor<2x3xi16>
  %4 = linalg.transpose ins(%3 : tensor<2x3xi16>) outs(%h : tensor<3x2xi16>) permutation = [1, 0]
  %5 = arith.extf %d : tensor<2x3xf16> to tensor<2x3xf32>
  %6 = linalg.transpose ins(%5 : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  %k = arith.constant dense<1.0> : tensor<4xf32>
  %7 = linalg.copy ins(%k : tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  return %2, %4, %6, %7 : tensor<3x2xf32>, tensor<3x2xi16>, tensor<3x2xf32>, tensor<4xf32>
}

// -----

// More than half of the bytes: 24 of 40. Of two inputs the one that is yielded
// counts (24 + 24). Reversed is another order (16 + 16).
// CHECK-NEXT: {"rewrites":3,"bytes":144,
#halves = affine_map<(i, j) -> (i floordiv 2, j)>
#rows = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j, i)>
#backwards = affine_map<(i) -> (3 - i)>
#forwards = affine_map<(i) -> (i)>
func.func @yields(%x: tensor<3x2xf32>, %y: tensor<2x3xf32>, %z: tensor<4xf32>, %d: tensor<5x2xf32>, %e: tensor<3x2xf32>)
    -> (tensor<5x2xf32>, tensor<3x2xf32>, tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [#halves, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x2xf32>) outs(%d : tensor<5x2xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<5x2xf32>
  %1 = linalg.generic {indexing_maps = [#rows, #columns, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<3x2xf32>, tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    linalg.yield %b : f32
  } -> tensor<3x2xf32>
  %2 = linalg.generic {indexing_maps = [#backwards, #forwards], iterator_types = ["parallel"]}
      ins(%z : tensor<4xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %0, %1, %2 : tensor<5x2xf32>, tensor<3x2xf32>, tensor<4xf32>
}

// -----

// Absorbed: the transposed input of the sum and of exp (96 each), the transposed
// operand of the matmul (96), not the constant beside it, not what is half of
// the result or less, and no standard form of a convolution.
// CHECK-NEXT: {"rewrites":0,"bytes":0,"moves":{"n":0,"bytes":0},"constants":{"n":0,"bytes":0},"absorbed":{"n":3,"bytes":288},"dynamic":false}
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#small = affine_map<(a, i, j) -> (j, i)>
#large = affine_map<(a, i, j) -> (a, i, j)>
func.func @absorbed(%x: tensor<6x4xf32>, %b: tensor<6x5xf32>, %c: tensor<4x5xf32>, %d: tensor<4x6xf32>, %l: tensor<2x4x6xf32>,
                    %image: tensor<1x8x8x4xf32>, %filter: tensor<4x3x3x4xf32>, %out: tensor<1x6x6x4xf32>)
    -> (tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x5xf32>, tensor<2x4x6xf32>, tensor<1x6x6x4xf32>) {
  %k = arith.constant dense<[[0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 3.0], [0.0, 1.0, 2.0, 4.0]]> : tensor<6x4xf32>
  %0 = linalg.generic {indexing_maps = [#ji, #ji, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %k : tensor<6x4xf32>, tensor<6x4xf32>) outs(%d : tensor<4x6xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<4x6xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [#ji, #ij] ins(%x : tensor<6x4xf32>) outs(%d : tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = linalg.matmul indexing_maps = [#km, #kn, #mn] ins(%x, %b : tensor<6x4xf32>, tensor<6x5xf32>) outs(%c : tensor<4x5xf32>) -> tensor<4x5xf32>
  %3 = linalg.generic {indexing_maps = [#small, #large], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<6x4xf32>) outs(%l : tensor<2x4x6xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = arith.addf %p, %r : f32
    linalg.yield %s : f32
  } -> tensor<2x4x6xf32>
  %4 = linalg.conv_2d_nhwc_fhwc ins(%image, %filter : tensor<1x8x8x4xf32>, tensor<4x3x3x4xf32>) outs(%out : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %0, %1, %2, %3, %4 : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x5xf32>, tensor<2x4x6xf32>, tensor<1x6x6x4xf32>
}

// -----

// Moves too count as often as their loop runs, and a `?` as 1: four times twice
// the two parts of 1x2.
// CHECK-NEXT: {"rewrites":0,"bytes":0,"moves":{"n":1,"bytes":128},"constants":{"n":0,"bytes":0},"absorbed":{"n":0,"bytes":0},"dynamic":true}
func.func @moves_in_loop(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %x) -> tensor<?x2xf32> {
    %1 = tensor.concat dim(0) %t, %x : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
    scf.yield %1 : tensor<?x2xf32>
  }
  return %0 : tensor<?x2xf32>
}

// -----

// Ops are counted everywhere: in a nested module, and in the body of an op of
// another dialect.
// CHECK-NEXT: {"rewrites":2,"bytes":96,
module @inside {
  func.func @f(%x: tensor<2x3xf32>, %e: tensor<3x2xf32>) -> tensor<3x2xf32> {
    %0 = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
    return %0 : tensor<3x2xf32>
  }
}
func.func @tasks(%x: memref<2x3xf32>, %e: memref<3x2xf32>) -> !async.token {
  %token = async.execute {
    linalg.transpose ins(%x : memref<2x3xf32>) outs(%e : memref<3x2xf32>) permutation = [1, 0]
    async.yield
  }
  return %token : !async.token
}

// -----

// A broadcast to dims of unknown extent, and a read of a vector by each row, hold
// less than half. A transpose of unknown extents is a rewrite.
// CHECK-NEXT: {"rewrites":1,"bytes":8,"moves":{"n":0,"bytes":0},"constants":{"n":0,"bytes":0},"absorbed":{"n":0,"bytes":0},"dynamic":true}
func.func @dynamic_broadcasts(%b: tensor<8xf32>, %n: index, %m: index, %x: tensor<?x?xf32>) -> (tensor<?x8x?xf32>, tensor<8x?xf32>, tensor<?x?xf32>) {
  %e = tensor.empty(%n, %m) : tensor<?x8x?xf32>
  %0 = linalg.broadcast ins(%b : tensor<8xf32>) outs(%e : tensor<?x8x?xf32>) dimensions = [0, 2]
  %f = tensor.empty(%n) : tensor<8x?xf32>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]} ins(%b : tensor<8xf32>) outs(%f : tensor<8x?xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = arith.addf %p, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x?xf32>
  %g = tensor.empty(%m, %n) : tensor<?x?xf32>
  %2 = linalg.transpose ins(%x : tensor<?x?xf32>) outs(%g : tensor<?x?xf32>) permutation = [1, 0]
  return %0, %1, %2 : tensor<?x8x?xf32>, tensor<8x?xf32>, tensor<?x?xf32>
}

// -----

// A loop nest that reads elements: 6x5 into 2x5x4 with padding (120 + 160
// bytes), and back (160 + 120).
// CHECK-NEXT: {"rewrites":2,"bytes":560,"moves":{"n":0,"bytes":0},
#id2 = affine_map<(i, j) -> (i, j)>
#id3 = affine_map<(i, j, k) -> (i, j, k)>
#row = affine_map<(t, r) -> (t * 4 + r)>
#tile = affine_map<(i) -> (i floordiv 4)>
#inTile = affine_map<(i) -> (i mod 4)>
func.func @gathers(%x: tensor<6x5xf32>) -> tensor<6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %e = tensor.empty() : tensor<2x5x4xf32>
  %0 = linalg.generic {indexing_maps = [#id3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<2x5x4xf32>) {
  ^bb0(%out: f32):
    %t = linalg.index 0 : index
    %j = linalg.index 1 : index
    %r = linalg.index 2 : index
    %row = affine.apply #row(%t, %r)
    %inside = arith.cmpi ult, %row, %c6 : index
    %i = arith.select %inside, %row, %c0 : index
    %element = tensor.extract %x[%i, %j] : tensor<6x5xf32>
    %padded = arith.select %inside, %element, %zero : f32
    linalg.yield %padded : f32
  } -> tensor<2x5x4xf32>
  %f = tensor.empty() : tensor<6x5xf32>
  %1 = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%f : tensor<6x5xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %t = affine.apply #tile(%i)
    %r = affine.apply #inTile(%i)
    %element = tensor.extract %0[%t, %j, %r] : tensor<2x5x4xf32>
    linalg.yield %element : f32
  } -> tensor<6x5xf32>
  return %1 : tensor<6x5xf32>
}

// -----

// The same on buffers; only a unit dim moves in the second one.
// CHECK-NEXT: {"rewrites":1,"bytes":280,
#id2 = affine_map<(i, j) -> (i, j)>
#tile = affine_map<(i) -> (i floordiv 4)>
#inTile = affine_map<(i) -> (i mod 4)>
func.func @gathers_on_buffers(%x: memref<2x5x4xf32>, %y: memref<6x5xf32>, %z: memref<30x1xf32>, %u: memref<1x30xf32>) {
  linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%y : memref<6x5xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %t = affine.apply #tile(%i)
    %r = affine.apply #inTile(%i)
    %element = memref.load %x[%t, %j, %r] : memref<2x5x4xf32>
    linalg.yield %element : f32
  }
  linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%u : memref<1x30xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %element = memref.load %z[%j, %i] : memref<30x1xf32>
    linalg.yield %element : f32
  }
  return
}
