// Raising and materializing does not change what a rewrite computes: padding to
// multiples, unit dims, dynamic sizes, all element types.
// Covers: R10, R11, R43, R44, R46
// Case: S1-a
// RUN: layout-opt %s --layout-raise -o %t.raised.mlir
// RUN: layout-opt %t.raised.mlir --layout-materialize -o %t.upstream.mlir
// RUN: FileCheck %s < %t.raised.mlir
// RUN: layout-check %s %t.upstream.mlir --entry=copies
// RUN: layout-check %s %t.upstream.mlir --entry=packs
// RUN: layout-check %s %t.upstream.mlir --entry=types
// RUN: layout-check %s %t.upstream.mlir --entry=dynamic --dims=13,7
// RUN: layout-check %s %t.upstream.mlir --entry=dynamic --dims=16,2
// RUN: layout-check %s %t.upstream.mlir --entry=dynamic --dims=1,1

// CHECK-LABEL: func.func @copies(
// CHECK-NOT: linalg
// CHECK-LABEL: func.func @packs(
// CHECK-NOT: linalg
// CHECK-LABEL: func.func @types(
// CHECK-NOT: linalg
// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT: linalg

func.func @copies(%arg0: tensor<3x8x5x6xf32>, %arg1: tensor<3x2x5x6x4xf32>, %arg2: tensor<16x17xf32>)
    -> (tensor<3x2x5x6x4xf32>, tensor<3x8x5x6xf32>, tensor<16x17xf32>, tensor<3x2x5x6x4xf32>, tensor<6x1x1x3x8x5xf32>) {
  %0 = tensor.empty() : tensor<3x2x5x6x4xf32>
  %split = linalg.generic {
      indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>,
                       affine_map<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%arg0 : tensor<3x8x5x6xf32>) outs(%0 : tensor<3x2x5x6x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<3x2x5x6x4xf32>
  %1 = tensor.empty() : tensor<3x8x5x6xf32>
  %merge = linalg.generic {
      indexing_maps = [affine_map<(n, b, h, w, e) -> (n, b, h, w, e)>,
                       affine_map<(n, b, h, w, e) -> (n, b * 4 + e, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%arg1 : tensor<3x2x5x6x4xf32>) outs(%1 : tensor<3x8x5x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<3x8x5x6xf32>
  %2 = tensor.empty() : tensor<16x17xf32>
  %skew = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, (i + j) mod 17)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%arg2 : tensor<16x17xf32>) outs(%2 : tensor<16x17xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<16x17xf32>
  %c4 = arith.constant 4 : index
  %extract = linalg.generic {
      indexing_maps = [affine_map<(n, b, h, w, e) -> (n, b, h, w, e)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      outs(%0 : tensor<3x2x5x6x4xf32>) {
  ^bb0(%out: f32):
    %n = linalg.index 0 : index
    %b = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %e = linalg.index 4 : index
    %b4 = arith.muli %b, %c4 : index
    %c = arith.addi %b4, %e : index
    %in = tensor.extract %arg0[%n, %c, %h, %w] : tensor<3x8x5x6xf32>
    linalg.yield %in : f32
  } -> tensor<3x2x5x6x4xf32>
  %unit = tensor.expand_shape %arg0 [[0, 1], [2], [3, 4], [5]] output_shape [1, 3, 8, 5, 1, 6] : tensor<3x8x5x6xf32> into tensor<1x3x8x5x1x6xf32>
  %3 = tensor.empty() : tensor<6x1x1x3x8x5xf32>
  %units = linalg.transpose ins(%unit : tensor<1x3x8x5x1x6xf32>) outs(%3 : tensor<6x1x1x3x8x5xf32>) permutation = [5, 4, 0, 1, 2, 3]
  return %split, %merge, %skew, %extract, %units
      : tensor<3x2x5x6x4xf32>, tensor<3x8x5x6xf32>, tensor<16x17xf32>, tensor<3x2x5x6x4xf32>, tensor<6x1x1x3x8x5xf32>
}

func.func @packs(%arg0: tensor<5x3x13xf32>, %arg1: tensor<2x3x3x8x2xf32>) -> (tensor<2x3x3x8x2xf32>, tensor<5x3x13xf32>, tensor<1x3x1x5x13xf32>) {
  %cst = arith.constant 1.5 : f32
  %0 = tensor.empty() : tensor<2x3x3x8x2xf32>
  %pack = linalg.pack %arg0 padding_value(%cst : f32) outer_dims_perm = [2, 1, 0] inner_dims_pos = [2, 0] inner_tiles = [8, 2]
      into %0 : tensor<5x3x13xf32> -> tensor<2x3x3x8x2xf32>
  %1 = tensor.empty() : tensor<5x3x13xf32>
  %unpack = linalg.unpack %arg1 outer_dims_perm = [2, 1, 0] inner_dims_pos = [2, 0] inner_tiles = [8, 2]
      into %1 : tensor<2x3x3x8x2xf32> -> tensor<5x3x13xf32>
  // One tile in each dim.
  %2 = tensor.empty() : tensor<1x3x1x5x13xf32>
  %whole = linalg.pack %arg0 inner_dims_pos = [0, 2] inner_tiles = [5, 13] into %2 : tensor<5x3x13xf32> -> tensor<1x3x1x5x13xf32>
  return %pack, %unpack, %whole : tensor<2x3x3x8x2xf32>, tensor<5x3x13xf32>, tensor<1x3x1x5x13xf32>
}

func.func @types(%arg0: tensor<10x6xi1>, %arg1: tensor<10x6xi8>, %arg2: tensor<10x6xf16>, %arg3: tensor<10x6xbf16>,
                 %arg4: tensor<10x6xf64>, %arg5: tensor<10x6xi64>, %arg6: tensor<10x6xindex>)
    -> (tensor<6x3x4xi1>, tensor<6x3x4xi8>, tensor<6x3x4xf16>, tensor<6x3x4xbf16>, tensor<6x3x4xf64>, tensor<6x3x4xi64>, tensor<6x10xindex>) {
  %true = arith.constant true
  %i8 = arith.constant -3 : i8
  %f16 = arith.constant 1.5 : f16
  %bf16 = arith.constant 1.5 : bf16
  %f64 = arith.constant 1.5 : f64
  %i64 = arith.constant 3 : i64
  %0 = tensor.empty() : tensor<6x3x4xi1>
  %1 = linalg.pack %arg0 padding_value(%true : i1) outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [4] into %0 : tensor<10x6xi1> -> tensor<6x3x4xi1>
  %2 = tensor.empty() : tensor<6x3x4xi8>
  %3 = linalg.pack %arg1 padding_value(%i8 : i8) outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [4] into %2 : tensor<10x6xi8> -> tensor<6x3x4xi8>
  %4 = tensor.empty() : tensor<6x3x4xf16>
  %5 = linalg.pack %arg2 padding_value(%f16 : f16) outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [4] into %4 : tensor<10x6xf16> -> tensor<6x3x4xf16>
  %6 = tensor.empty() : tensor<6x3x4xbf16>
  %7 = linalg.pack %arg3 padding_value(%bf16 : bf16) outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [4] into %6 : tensor<10x6xbf16> -> tensor<6x3x4xbf16>
  %8 = tensor.empty() : tensor<6x3x4xf64>
  %9 = linalg.pack %arg4 padding_value(%f64 : f64) outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [4] into %8 : tensor<10x6xf64> -> tensor<6x3x4xf64>
  %10 = tensor.empty() : tensor<6x3x4xi64>
  %11 = linalg.pack %arg5 padding_value(%i64 : i64) outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [4] into %10 : tensor<10x6xi64> -> tensor<6x3x4xi64>
  %12 = tensor.empty() : tensor<6x10xindex>
  %13 = linalg.transpose ins(%arg6 : tensor<10x6xindex>) outs(%12 : tensor<6x10xindex>) permutation = [1, 0]
  return %1, %3, %5, %7, %9, %11, %13
      : tensor<6x3x4xi1>, tensor<6x3x4xi8>, tensor<6x3x4xf16>, tensor<6x3x4xbf16>, tensor<6x3x4xf64>, tensor<6x3x4xi64>, tensor<6x10xindex>
}

// Dynamic sizes n and m: a padded pack and its unpack, a merge, a transpose.
func.func @dynamic(%arg0: tensor<?x3xf32>, %arg1: tensor<?x3x2x4xf32>) -> (tensor<?x3x4xf32>, tensor<?x3xf32>, tensor<2x?x4xf32>, tensor<4x?x3x2xf32>) {
  %cst = arith.constant 1.5 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %arg0, %c0 : tensor<?x3xf32>
  %m = tensor.dim %arg1, %c0 : tensor<?x3x2x4xf32>
  %tiles = affine.apply affine_map<()[s0] -> (s0 ceildiv 4)>()[%n]
  %0 = tensor.empty(%tiles) : tensor<?x3x4xf32>
  %pack = linalg.pack %arg0 padding_value(%cst : f32) inner_dims_pos = [0] inner_tiles = [4] into %0 : tensor<?x3xf32> -> tensor<?x3x4xf32>
  %1 = tensor.empty(%n) : tensor<?x3xf32>
  %unpack = linalg.unpack %pack inner_dims_pos = [0] inner_tiles = [4] into %1 : tensor<?x3x4xf32> -> tensor<?x3xf32>
  %merge = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : tensor<?x3x2x4xf32> into tensor<?x2x4xf32>
  %m3 = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%m]
  %2 = tensor.empty(%m3) : tensor<2x?x4xf32>
  %merged = linalg.transpose ins(%merge : tensor<?x2x4xf32>) outs(%2 : tensor<2x?x4xf32>) permutation = [1, 0, 2]
  %3 = tensor.empty(%m) : tensor<4x?x3x2xf32>
  %transpose = linalg.transpose ins(%arg1 : tensor<?x3x2x4xf32>) outs(%3 : tensor<4x?x3x2xf32>) permutation = [3, 0, 1, 2]
  return %pack, %unpack, %merged, %transpose : tensor<?x3x4xf32>, tensor<?x3xf32>, tensor<2x?x4xf32>, tensor<4x?x3x2xf32>
}
