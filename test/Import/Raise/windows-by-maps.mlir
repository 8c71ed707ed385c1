// Indexing maps that read part of a tensor, or write part of a destination of
// equal elements, become a transform with a crop or a pad.
// Covers: R10, R44
// RUN: layout-opt %s --layout-raise | FileCheck %s
// RUN: layout-opt %s --layout-raise --layout-materialize -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=crop | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=crop_transposed | FileCheck %s --check-prefix=EQUAL
// RUN: sed -e 's/@scatter(/@by_map(/' -e 's/@scatter_by_pad(/@scatter(/' %s > %t.pad.mlir
// RUN: layout-check %t.pad.mlir %t.mlir --entry=scatter | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=one_row | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=5 | FileCheck %s --check-prefix=EQUAL

// EQUAL: {{^}}equal{{$}}

#tiles = affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>
#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @crop(
// CHECK: %[[T:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2) -> (d0 * 4 + d2, d1)> : tensor<2x3x4xf32> to tensor<8x3xf32>
// CHECK: %[[C:.*]] = layout.crop %[[T]] offsets [0, 0] sizes [6, 3] : tensor<8x3xf32> to tensor<6x3xf32>
// CHECK: return %[[C]]
func.func @crop(%x: tensor<2x3x4xf32>) -> tensor<6x3xf32> {
  %e = tensor.empty() : tensor<6x3xf32>
  %0 = linalg.generic {indexing_maps = [#tiles, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x3x4xf32>) outs(%e : tensor<6x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}

// CHECK-LABEL: func.func @crop_transposed(
// CHECK: layout.layout_transform %arg0 by <(d0, d1, d2) -> (d1, d0 * 4 + d2)> : tensor<2x3x4xf32> to tensor<3x8xf32>
// CHECK: layout.crop {{.*}} offsets [0, 0] sizes [3, 5]
func.func @crop_transposed(%x: tensor<2x3x4xf32>) -> tensor<3x5xf32> {
  %e = tensor.empty() : tensor<3x5xf32>
  %0 = linalg.generic {indexing_maps = [#tiles, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x3x4xf32>) outs(%e : tensor<3x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK: %[[P:.*]] = layout.pad %arg0 low [0, 0] high [2, 0] value(5.000000e-01 : f32) : tensor<6x3xf32> to tensor<8x3xf32>
// CHECK: %[[T:.*]] = layout.layout_transform %[[P]] by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)> : tensor<8x3xf32> to tensor<2x3x4xf32>
// CHECK: return %[[T]]
func.func @scatter(%x: tensor<6x3xf32>) -> tensor<2x3x4xf32> {
  %z = arith.constant dense<0.5> : tensor<2x3x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #tiles], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<6x3xf32>) outs(%z : tensor<2x3x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// The same as @scatter.
func.func @scatter_by_pad(%x: tensor<6x3xf32>) -> tensor<2x3x4xf32> {
  %z = arith.constant dense<0.5> : tensor<8x3xf32>
  %p = tensor.insert_slice %x into %z[0, 0] [6, 3] [1, 1] : tensor<6x3xf32> into tensor<8x3xf32>
  %t = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 4, 3] : tensor<8x3xf32> into tensor<2x4x3xf32>
  %e = tensor.empty() : tensor<2x3x4xf32>
  %0 = linalg.transpose ins(%t : tensor<2x4x3xf32>) outs(%e : tensor<2x3x4xf32>) permutation = [0, 2, 1]
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @scatter_fill(
// CHECK: layout.pad %arg0 low [0, 0] high [3, 0] value(7 : i32)
func.func @scatter_fill(%x: tensor<5x3xi32>) -> tensor<2x3x4xi32> {
  %seven = arith.constant 7 : i32
  %e = tensor.empty() : tensor<2x3x4xi32>
  %z = linalg.fill ins(%seven : i32) outs(%e : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  %0 = linalg.generic {indexing_maps = [#id, #tiles], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x3xi32>) outs(%z : tensor<2x3x4xi32>) {
  ^bb0(%a: i32, %o: i32):
    linalg.yield %a : i32
  } -> tensor<2x3x4xi32>
  return %0 : tensor<2x3x4xi32>
}

// CHECK-LABEL: func.func @one_row(
// CHECK: layout.crop {{.*}} offsets [0, 0] sizes [1, 3]
func.func @one_row(%x: tensor<1x3x4xf32>) -> tensor<1x3xf32> {
  %e = tensor.empty() : tensor<1x3xf32>
  %0 = linalg.generic {indexing_maps = [#tiles, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1x3x4xf32>) outs(%e : tensor<1x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: layout.layout_transform %arg0 by <(d0, d1, d2) -> (d0 * 4 + d2, d1)> : tensor<2x?x4xf32> to tensor<8x?xf32>
// CHECK: layout.crop {{.*}} sizes [6, %{{.*}}] : tensor<8x?xf32> to tensor<6x?xf32>
func.func @dynamic(%x: tensor<2x?x4xf32>) -> tensor<6x?xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<2x?x4xf32>
  %e = tensor.empty(%n) : tensor<6x?xf32>
  %0 = linalg.generic {indexing_maps = [#tiles, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x?x4xf32>) outs(%e : tensor<6x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<6x?xf32>
  return %0 : tensor<6x?xf32>
}

// The elements around those that are written are not equal: they stay.
// CHECK-LABEL: func.func @into_others(
// CHECK-NOT: layout.
// CHECK: linalg.generic
func.func @into_others(%x: tensor<6x3xf32>, %z: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #tiles], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<6x3xf32>) outs(%z : tensor<2x3x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
