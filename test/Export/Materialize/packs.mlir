// With `packs`, a transform that splits dims into tiles or joins tiles is one
// upstream op, which is raised to the same map again.
// Covers: R44

// RUN: layout-opt %s --layout-materialize=packs=true | FileCheck %s
// RUN: layout-opt %s --layout-materialize=packs=true -o %t.packs.mlir
// RUN: layout-opt %s --layout-materialize -o %t.plain.mlir
// RUN: layout-check %t.plain.mlir %t.packs.mlir --entry=blocks
// RUN: layout-check %t.plain.mlir %t.packs.mlir --entry=kernels
// RUN: layout-check %t.plain.mlir %t.packs.mlir --entry=others --dims=3
// RUN: layout-opt %t.packs.mlir --layout-raise | FileCheck %s --check-prefix=RAISED

// CHECK-LABEL: func.func @blocks
// CHECK: linalg.pack %{{.*}} outer_dims_perm = [0, 1, 2, 3] inner_dims_pos = [1] inner_tiles = [16] into %{{.*}} : tensor<1x32x3x5xf32> -> tensor<1x2x3x5x16xf32>
// CHECK: linalg.unpack %{{.*}} outer_dims_perm = [0, 2, 3, 1] inner_dims_pos = [1] inner_tiles = [16] into %{{.*}} : tensor<1x3x5x2x16xf32> -> tensor<1x32x3x5xf32>
// RAISED-LABEL: func.func @blocks
// RAISED: layout.layout_transform %{{.*}} by <(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
// RAISED: layout.layout_transform %{{.*}} by <(d0, d1, d2, d3, d4) -> (d0, d3 * 16 + d4, d1, d2)>
func.func @blocks(%x: tensor<1x32x3x5xf32>, %y: tensor<1x3x5x2x16xf32>) -> (tensor<1x2x3x5x16xf32>, tensor<1x32x3x5xf32>) {
  %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)> : tensor<1x32x3x5xf32> to tensor<1x2x3x5x16xf32>
  %1 = layout.layout_transform %y by <(n, h, w, c, b) -> (n, c * 16 + b, h, w)> : tensor<1x3x5x2x16xf32> to tensor<1x32x3x5xf32>
  return %0, %1 : tensor<1x2x3x5x16xf32>, tensor<1x32x3x5xf32>
}

// Two tiles in another order than the dims; a tile that covers its whole dim.
// CHECK-LABEL: func.func @kernels
// CHECK: linalg.pack %{{.*}} outer_dims_perm = [0, 1, 2, 3] inner_dims_pos = [1, 0] inner_tiles = [16, 8] into %{{.*}} : tensor<16x16x3x3xf32> -> tensor<2x1x3x3x16x8xf32>
func.func @kernels(%x: tensor<16x16x3x3xf32>) -> tensor<2x1x3x3x16x8xf32> {
  %0 = layout.layout_transform %x by <(o, i, h, w) -> (o floordiv 8, i floordiv 16, h, w, i mod 16, o mod 8)> : tensor<16x16x3x3xf32> to tensor<2x1x3x3x16x8xf32>
  return %0 : tensor<2x1x3x3x16x8xf32>
}

// Transposes, tiles that are not innermost, and dynamic sizes are not packs.
// CHECK-LABEL: func.func @others
// CHECK-NOT: linalg.pack
// CHECK-NOT: linalg.unpack
// CHECK: return
func.func @others(%x: tensor<4x6xf32>, %y: tensor<8x6xf32>, %z: tensor<?x6xf32>) -> (tensor<6x4xf32>, tensor<2x4x6xf32>, tensor<?x3x2xf32>) {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<4x6xf32> to tensor<6x4xf32>
  %1 = layout.layout_transform %y by <(i, j) -> (i mod 2, i floordiv 2, j)> : tensor<8x6xf32> to tensor<2x4x6xf32>
  %2 = layout.layout_transform %z by <(i, j) -> (i, j floordiv 2, j mod 2)> : tensor<?x6xf32> to tensor<?x3x2xf32>
  return %0, %1, %2 : tensor<6x4xf32>, tensor<2x4x6xf32>, tensor<?x3x2xf32>
}
