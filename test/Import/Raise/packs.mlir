// Packs and unpacks, with and without padding.
// Covers: R8, R9, R10, R46
// RUN: layout-opt %s --layout-raise | FileCheck %s

// CHECK: #[[UP:.*]] = affine_map<()[s0] -> (-s0 + (s0 ceildiv 16) * 16)>

// CHECK-LABEL: func.func @pack(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)> : tensor<1x64x7x9xf32> to tensor<1x4x7x9x16xf32>
// CHECK-NEXT: return
func.func @pack(%arg0: tensor<1x64x7x9xf32>) -> tensor<1x4x7x9x16xf32> {
  %0 = tensor.empty() : tensor<1x4x7x9x16xf32>
  %1 = linalg.pack %arg0 inner_dims_pos = [1] inner_tiles = [16] into %0 : tensor<1x64x7x9xf32> -> tensor<1x4x7x9x16xf32>
  return %1 : tensor<1x4x7x9x16xf32>
}

// CHECK-LABEL: func.func @pack_padded(
// CHECK: %[[PAD:.*]] = layout.pad %arg0 low [0, 0, 0] high [1, 0, 3] value(1.500000e+00 : f32) : tensor<5x3x13xf32> to tensor<6x3x16xf32>
// CHECK-NEXT: layout.layout_transform %[[PAD]] by <(d0, d1, d2) -> (d2 floordiv 8, d1, d0 floordiv 2, d2 mod 8, d0 mod 2)> : tensor<6x3x16xf32> to tensor<2x3x3x8x2xf32>
// CHECK-NEXT: return
func.func @pack_padded(%arg0: tensor<5x3x13xf32>) -> tensor<2x3x3x8x2xf32> {
  %cst = arith.constant 1.5 : f32
  %0 = tensor.empty() : tensor<2x3x3x8x2xf32>
  %1 = linalg.pack %arg0 padding_value(%cst : f32) outer_dims_perm = [2, 1, 0] inner_dims_pos = [2, 0] inner_tiles = [8, 2]
      into %0 : tensor<5x3x13xf32> -> tensor<2x3x3x8x2xf32>
  return %1 : tensor<2x3x3x8x2xf32>
}

// There is no pad if the tiles divide, even with a padding value.
// CHECK-LABEL: func.func @pack_exact(
// CHECK-NOT: layout.pad
// CHECK: layout.layout_transform %arg0 by <(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func @pack_exact(%arg0: tensor<12xf32>, %arg1: f32) -> tensor<3x4xf32> {
  %0 = tensor.empty() : tensor<3x4xf32>
  %1 = linalg.pack %arg0 padding_value(%arg1 : f32) inner_dims_pos = [0] inner_tiles = [4] into %0 : tensor<12xf32> -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @pack_poison(
// CHECK: layout.pad %arg0 low [0] high [2] value(poison) : tensor<10xi8> to tensor<12xi8>
func.func @pack_poison(%arg0: tensor<10xi8>) -> tensor<3x4xi8> {
  %poison = ub.poison : i8
  %0 = tensor.empty() : tensor<3x4xi8>
  %1 = linalg.pack %arg0 padding_value(%poison : i8) inner_dims_pos = [0] inner_tiles = [4] into %0 : tensor<10xi8> -> tensor<3x4xi8>
  return %1 : tensor<3x4xi8>
}

// CHECK-LABEL: func.func @pack_complex(
// CHECK: layout.pad %arg0 low [0] high [2] value([1.000000e+00 : f32, 2.000000e+00 : f32])
func.func @pack_complex(%arg0: tensor<10xcomplex<f32>>) -> tensor<3x4xcomplex<f32>> {
  %cst = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %0 = tensor.empty() : tensor<3x4xcomplex<f32>>
  %1 = linalg.pack %arg0 padding_value(%cst : complex<f32>) inner_dims_pos = [0] inner_tiles = [4]
      into %0 : tensor<10xcomplex<f32>> -> tensor<3x4xcomplex<f32>>
  return %1 : tensor<3x4xcomplex<f32>>
}

// A dynamic dim is padded to a multiple before it is split.
// CHECK-LABEL: func.func @pack_dynamic(
// CHECK: %[[SIZE:.*]] = tensor.dim %arg0
// CHECK: %[[HIGH:.*]] = affine.apply #[[UP]]()[%[[SIZE]]]
// CHECK: %[[PAD:.*]] = layout.pad %arg0 low [0, 0] high [%[[HIGH]], 0] value(0.000000e+00 : f32) : tensor<?x3xf32> to tensor<?x3xf32>
// CHECK-NEXT: layout.layout_transform %[[PAD]] by <(d0, d1) -> (d0 floordiv 16, d1, d0 mod 16)> : tensor<?x3xf32> to tensor<?x3x16xf32>
func.func @pack_dynamic(%arg0: tensor<?x3xf32>, %tiles: index) -> tensor<?x3x16xf32> {
  %cst = arith.constant 0.0 : f32
  %0 = tensor.empty(%tiles) : tensor<?x3x16xf32>
  %1 = linalg.pack %arg0 padding_value(%cst : f32) inner_dims_pos = [0] inner_tiles = [16] into %0 : tensor<?x3xf32> -> tensor<?x3x16xf32>
  return %1 : tensor<?x3x16xf32>
}

// The tile is proved to divide: the size is a product with 16.
// CHECK-LABEL: func.func @pack_dynamic_proved(
// CHECK: %[[SLICE:.*]] = tensor.extract_slice
// CHECK-NEXT: layout.layout_transform %[[SLICE]] by <(d0, d1) -> (d0 floordiv 16, d1, d0 mod 16)> : tensor<?x3xf32> to tensor<?x3x16xf32>
func.func @pack_dynamic_proved(%arg0: tensor<?x3xf32>, %tiles: index) -> tensor<?x3x16xf32> {
  %size = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%tiles]
  %slice = tensor.extract_slice %arg0[0, 0] [%size, 3] [1, 1] : tensor<?x3xf32> to tensor<?x3xf32>
  %0 = tensor.empty(%tiles) : tensor<?x3x16xf32>
  %1 = linalg.pack %slice inner_dims_pos = [0] inner_tiles = [16] into %0 : tensor<?x3xf32> -> tensor<?x3x16xf32>
  return %1 : tensor<?x3x16xf32>
}

// CHECK-LABEL: func.func @unpack(
// CHECK-NEXT: layout.layout_transform %arg0 by <(d0, d1, d2, d3, d4) -> (d0, d1 * 16 + d4, d2, d3)> : tensor<1x4x7x9x16xf32> to tensor<1x64x7x9xf32>
// CHECK-NEXT: return
func.func @unpack(%arg0: tensor<1x4x7x9x16xf32>) -> tensor<1x64x7x9xf32> {
  %0 = tensor.empty() : tensor<1x64x7x9xf32>
  %1 = linalg.unpack %arg0 inner_dims_pos = [1] inner_tiles = [16] into %0 : tensor<1x4x7x9x16xf32> -> tensor<1x64x7x9xf32>
  return %1 : tensor<1x64x7x9xf32>
}

// The contents of the cropped part are unknown.
// CHECK-LABEL: func.func @unpack_cropped(
// CHECK-NEXT: %[[ALL:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2, d3, d4) -> (d2 * 2 + d4, d1, d0 * 8 + d3)> : tensor<2x3x3x8x2xf32> to tensor<6x3x16xf32>
// CHECK-NEXT: layout.crop %[[ALL]] offsets [0, 0, 0] sizes [5, 3, 13] : tensor<6x3x16xf32> to tensor<5x3x13xf32>
// CHECK-NEXT: return
func.func @unpack_cropped(%arg0: tensor<2x3x3x8x2xf32>) -> tensor<5x3x13xf32> {
  %0 = tensor.empty() : tensor<5x3x13xf32>
  %1 = linalg.unpack %arg0 outer_dims_perm = [2, 1, 0] inner_dims_pos = [2, 0] inner_tiles = [8, 2]
      into %0 : tensor<2x3x3x8x2xf32> -> tensor<5x3x13xf32>
  return %1 : tensor<5x3x13xf32>
}

// CHECK-LABEL: func.func @unpack_dynamic(
// CHECK-SAME: %[[SIZE:arg1]]: index
// CHECK-NEXT: %[[ALL:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2) -> (d0 * 16 + d2, d1)> : tensor<?x3x16xf32> to tensor<?x3xf32>
// CHECK-NEXT: layout.crop %[[ALL]] offsets [0, 0] sizes [%[[SIZE]], 3] : tensor<?x3xf32> to tensor<?x3xf32>
// CHECK-NEXT: return
func.func @unpack_dynamic(%arg0: tensor<?x3x16xf32>, %size: index) -> tensor<?x3xf32> {
  %0 = tensor.empty(%size) : tensor<?x3xf32>
  %1 = linalg.unpack %arg0 inner_dims_pos = [0] inner_tiles = [16] into %0 : tensor<?x3x16xf32> -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

// The destination has the full size: no crop.
// CHECK-LABEL: func.func @unpack_dynamic_whole(
// CHECK-NOT: layout.crop
// CHECK: layout.layout_transform %arg0
// CHECK-NEXT: return
func.func @unpack_dynamic_whole(%arg0: tensor<?x16xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %tiles = tensor.dim %arg0, %c0 : tensor<?x16xf32>
  %size = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%tiles]
  %0 = tensor.empty(%size) : tensor<?xf32>
  %1 = linalg.unpack %arg0 inner_dims_pos = [0] inner_tiles = [16] into %0 : tensor<?x16xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// A slice of half of a value is a crop if nothing else reads the value, or what
// it is a reshape of.
//
// CHECK-LABEL: func.func @half_of_reshape(
// CHECK: layout.crop %{{.*}} offsets [0, 0] sizes [4, 3]
func.func @half_of_reshape(%x: tensor<24xf32>) -> tensor<4x3xf32> {
  %0 = math.exp %x : tensor<24xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 3] [1, 1] : tensor<4x6xf32> to tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @half_of_shared(
// CHECK-NOT: layout.crop
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [4, 3] [1, 1]
func.func @half_of_shared(%x: tensor<24xf32>) -> (tensor<24xf32>, tensor<4x3xf32>) {
  %0 = math.exp %x : tensor<24xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 3] [1, 1] : tensor<4x6xf32> to tensor<4x3xf32>
  return %0, %2 : tensor<24xf32>, tensor<4x3xf32>
}
