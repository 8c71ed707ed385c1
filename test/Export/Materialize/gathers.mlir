// A pad, a transform and a crop become one loop nest, which reads the source
// once and writes the result once, with no buffer between them. It is raised to
// the same ops again.
// Covers: R11, R43, R46
// RUN: layout-opt %s --layout-materialize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --implicit-check-not=layout.
// RUN: mlir-opt %t.mlir --canonicalize --cse --one-shot-bufferize=bufferize-function-boundaries --canonicalize | FileCheck %s --check-prefix=BUFFERS --implicit-check-not=memref.copy
// RUN: layout-opt %t.mlir --canonicalize --cse --layout-raise --canonicalize --cse | FileCheck %s --check-prefix=RAISED --implicit-check-not=linalg.

// The figures are the same before and after.
// RUN: layout-opt %s --layout-count -o /dev/null > %t.before
// RUN: layout-opt %t.mlir --layout-count -o /dev/null | cmp %t.before -
// RUN: layout-opt %t.mlir --canonicalize --cse --layout-count -o /dev/null | cmp %t.before -

// CHECK-DAG: #[[ROW:.*]] = affine_map<()[s0, s1] -> (s0 * 4 + s1)>
// CHECK-DAG: #[[TILE:.*]] = affine_map<()[s0] -> (s0 floordiv 4)>
// CHECK-DAG: #[[IN_TILE:.*]] = affine_map<()[s0] -> (s0 mod 4)>

// CHECK-LABEL: func.func @pad(
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[VALUE:.*]] = arith.constant 1.500000e+00 : f32
// CHECK-DAG: %[[EMPTY:.*]] = tensor.empty() : tensor<2x5x4xf32>
// CHECK: linalg.generic {indexing_maps = [#{{.*}}], iterator_types = ["parallel", "parallel", "parallel"]} outs(%[[EMPTY]] : tensor<2x5x4xf32>) attrs = {their.mark = 1 : i64} {
// CHECK: %[[T:.*]] = linalg.index 0 : index
// CHECK: %[[J:.*]] = linalg.index 1 : index
// CHECK: %[[R:.*]] = linalg.index 2 : index
// CHECK: %[[I:.*]] = affine.apply #[[ROW]]()[%[[T]], %[[R]]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[I]], %[[C6]] : index
// CHECK: %[[CLAMPED:.*]] = arith.select %[[INSIDE]], %[[I]], %[[C0]] : index
// CHECK: %[[ELEMENT:.*]] = tensor.extract %arg0[%[[CLAMPED]], %[[J]]] : tensor<6x5xf32>
// CHECK: %[[PADDED:.*]] = arith.select %[[INSIDE]], %[[ELEMENT]], %[[VALUE]] : f32
// CHECK: linalg.yield %[[PADDED]] : f32
// BUFFERS-LABEL: func.func @pad(
// BUFFERS-COUNT-1: memref.alloc() {{.*}} : memref<2x5x4xf32>
// BUFFERS-NOT: memref.alloc
// BUFFERS: return
// RAISED-LABEL: func.func @pad(
// RAISED: %[[P:.*]] = layout.pad %arg0 low [0, 0] high [2, 0] value(1.500000e+00 : f32) : tensor<6x5xf32> to tensor<8x5xf32>
// RAISED: layout.layout_transform %[[P]] by <(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)> {their.mark = 1 : i64} : tensor<8x5xf32> to tensor<2x5x4xf32>
func.func @pad(%a: tensor<6x5xf32>) -> tensor<2x5x4xf32> {
  %0 = layout.pad %a low [0, 0] high [2, 0] value(1.5 : f32) : tensor<6x5xf32> to tensor<8x5xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i floordiv 4, j, i mod 4)> {their.mark = 1} : tensor<8x5xf32> to tensor<2x5x4xf32>
  return %1 : tensor<2x5x4xf32>
}

// CHECK-LABEL: func.func @crop(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<6x5xf32>) {
// CHECK: %[[I:.*]] = linalg.index 0 : index
// CHECK: %[[J:.*]] = linalg.index 1 : index
// CHECK: %[[T:.*]] = affine.apply #[[TILE]]()[%[[I]]]
// CHECK: %[[R:.*]] = affine.apply #[[IN_TILE]]()[%[[I]]]
// CHECK: %[[ELEMENT:.*]] = tensor.extract %arg0[%[[T]], %[[J]], %[[R]]] : tensor<2x5x4xf32>
// CHECK-NEXT: linalg.yield %[[ELEMENT]] : f32
// BUFFERS-LABEL: func.func @crop(
// BUFFERS-COUNT-1: memref.alloc() {{.*}} : memref<6x5xf32>
// BUFFERS-NOT: memref.alloc
// BUFFERS: return
// RAISED-LABEL: func.func @crop(
// RAISED: %[[T:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2) -> (d0 * 4 + d2, d1)> : tensor<2x5x4xf32> to tensor<8x5xf32>
// RAISED: layout.crop %[[T]] offsets [0, 0] sizes [6, 5] : tensor<8x5xf32> to tensor<6x5xf32>
func.func @crop(%a: tensor<2x5x4xf32>) -> tensor<6x5xf32> {
  %0 = layout.layout_transform %a by <(t, j, r) -> (t * 4 + r, j)> : tensor<2x5x4xf32> to tensor<8x5xf32>
  %1 = layout.crop %0 offsets [0, 0] sizes [6, 5] : tensor<8x5xf32> to tensor<6x5xf32>
  return %1 : tensor<6x5xf32>
}

// Two padded dims of which one has size 1, a reshape between, and unit dims. The
// padding may hold any value.
// CHECK-LABEL: func.func @pad_two(
// CHECK: %[[INSIDE0:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK: %[[INSIDE1:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK: %[[BOTH:.*]] = arith.andi %[[INSIDE0]], %[[INSIDE1]] : i1
// CHECK: tensor.extract %arg0[%{{.*}}, %{{.*}}, %{{.*}}] : tensor<1x1x7xi8>
// CHECK: arith.select %[[BOTH]], %{{.*}}, %{{.*}} : i8
// RAISED-LABEL: func.func @pad_two(
// RAISED: %[[P:.*]] = layout.pad %arg0 low [0, 0, 0] high [0, 3, 1] value(0 : i8) : tensor<1x1x7xi8> to tensor<1x4x8xi8>
// RAISED: layout.layout_transform %[[P]] {{.*}} : tensor<1x4x8xi8> to tensor<4x4x2xi8>
func.func @pad_two(%a: tensor<1x1x7xi8>) -> tensor<4x4x2xi8> {
  %0 = layout.pad %a low [0, 0, 0] high [0, 3, 1] value(poison) : tensor<1x1x7xi8> to tensor<1x4x8xi8>
  %1 = layout.layout_transform %0 by <(n, i, j) -> (i, j)> : tensor<1x4x8xi8> to tensor<4x8xi8>
  %2 = layout.layout_transform %1 by <(i, j) -> (j floordiv 2, i, j mod 2)> : tensor<4x8xi8> to tensor<4x4x2xi8>
  return %2 : tensor<4x4x2xi8>
}

// One tile: the index says how large it is.
// CHECK-LABEL: func.func @crop_one_tile(
// CHECK: %[[I:.*]] = linalg.index 0 : index
// CHECK: %[[R:.*]] = affine.apply #[[IN_TILE]]()[%[[I]]]
// CHECK: tensor.extract %arg0[%{{.*}}, %{{.*}}, %[[R]]] : tensor<1x5x4xf32>
// RAISED-LABEL: func.func @crop_one_tile(
// RAISED: %[[T:.*]] = layout.layout_transform %arg0 by <(d0, d1, d2) -> (d2, d1)> : tensor<1x5x4xf32> to tensor<4x5xf32>
// RAISED: layout.crop %[[T]] offsets [0, 0] sizes [3, 5] : tensor<4x5xf32> to tensor<3x5xf32>
func.func @crop_one_tile(%a: tensor<1x5x4xf32>) -> tensor<3x5xf32> {
  %0 = layout.layout_transform %a by <(t, j, r) -> (t * 4 + r, j)> : tensor<1x5x4xf32> to tensor<4x5xf32>
  %1 = layout.crop %0 offsets [0, 0] sizes [3, 5] : tensor<4x5xf32> to tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}

// From tiles of 4 to tiles of 2: a pad, a transform and a crop.
// CHECK-LABEL: func.func @pad_and_crop(
// CHECK-NOT: linalg.transpose
// CHECK-NOT: tensor.pad
// CHECK-NOT: tensor.extract_slice
// CHECK: tensor.extract %arg0
// CHECK: arith.select
// RAISED-LABEL: func.func @pad_and_crop(
// RAISED: %[[P:.*]] = layout.pad %arg0 low [0, 0, 0] high [0, 1, 0] value(0 : index) : tensor<2x5x4xindex> to tensor<2x6x4xindex>
// RAISED: %[[T:.*]] = layout.layout_transform %[[P]] by <(d0, d1, d2) -> (d1 floordiv 2, d0 * 4 + d2, d1 mod 2)> : tensor<2x6x4xindex> to tensor<3x8x2xindex>
// RAISED: layout.crop %[[T]] offsets [0, 0, 0] sizes [3, 7, 2] : tensor<3x8x2xindex> to tensor<3x7x2xindex>
func.func @pad_and_crop(%a: tensor<2x5x4xindex>) -> tensor<3x7x2xindex> {
  %0 = layout.pad %a low [0, 0, 0] high [0, 1, 0] value(0 : index) : tensor<2x5x4xindex> to tensor<2x6x4xindex>
  %1 = layout.layout_transform %0 by <(t, j, r) -> (j floordiv 2, t * 4 + r, j mod 2)> : tensor<2x6x4xindex> to tensor<3x8x2xindex>
  %2 = layout.crop %1 offsets [0, 0, 0] sizes [3, 7, 2] : tensor<3x8x2xindex> to tensor<3x7x2xindex>
  return %2 : tensor<3x7x2xindex>
}

// A dynamic dim that is not padded: the loop runs over all of it.
// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[SIZE:.*]] = tensor.dim %arg0, %{{.*}} : tensor<?x6xf32>
// CHECK: tensor.empty(%[[SIZE]]) : tensor<2x?x4xf32>
// CHECK: tensor.extract %arg0
// RAISED-LABEL: func.func @dynamic(
// RAISED: layout.pad %arg0 low [0, 0] high [0, 2] value(2.000000e+00 : f32) : tensor<?x6xf32> to tensor<?x8xf32>
// RAISED: layout.layout_transform {{.*}} : tensor<?x8xf32> to tensor<2x?x4xf32>
func.func @dynamic(%a: tensor<?x6xf32>) -> tensor<2x?x4xf32> {
  %0 = layout.pad %a low [0, 0] high [0, 2] value(2.0 : f32) : tensor<?x6xf32> to tensor<?x8xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j floordiv 4, i, j mod 4)> : tensor<?x8xf32> to tensor<2x?x4xf32>
  return %1 : tensor<2x?x4xf32>
}

// Rewrites that share a pad each read its source; so do crops of one transform.
// CHECK-LABEL: func.func @shared(
// CHECK-NOT: tensor.pad
// CHECK-COUNT-2: tensor.extract %arg0
// CHECK-COUNT-2: tensor.extract %arg1
// RAISED-LABEL: func.func @shared(
// RAISED: %[[P:.*]] = layout.pad %arg0
// RAISED-COUNT-2: layout.layout_transform %[[P]] by
// RAISED: %[[T:.*]] = layout.layout_transform %arg1
// RAISED: layout.crop %[[T]] offsets [0, 0] sizes [6, 5]
// RAISED: layout.crop %[[T]] offsets [0, 0] sizes [7, 5]
func.func @shared(%a: tensor<6x5xf32>, %b: tensor<2x5x4xf32>) -> (tensor<2x5x4xf32>, tensor<5x8xf32>, tensor<6x5xf32>, tensor<7x5xf32>) {
  %0 = layout.pad %a low [0, 0] high [2, 0] value(0.0 : f32) : tensor<6x5xf32> to tensor<8x5xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i floordiv 4, j, i mod 4)> : tensor<8x5xf32> to tensor<2x5x4xf32>
  %2 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<8x5xf32> to tensor<5x8xf32>
  %3 = layout.layout_transform %b by <(t, j, r) -> (t * 4 + r, j)> : tensor<2x5x4xf32> to tensor<8x5xf32>
  %4 = layout.crop %3 offsets [0, 0] sizes [6, 5] : tensor<8x5xf32> to tensor<6x5xf32>
  %5 = layout.crop %3 offsets [0, 0] sizes [7, 5] : tensor<8x5xf32> to tensor<7x5xf32>
  return %1, %2, %4, %5 : tensor<2x5x4xf32>, tensor<5x8xf32>, tensor<6x5xf32>, tensor<7x5xf32>
}

// The source of a chain is the result of another.
// CHECK-LABEL: func.func @in_sequence(
// CHECK: %[[FIRST:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<6x5xf32>)
// CHECK: tensor.extract %[[FIRST]]
// RAISED-LABEL: func.func @in_sequence(
// RAISED: layout.crop
// RAISED: layout.pad
func.func @in_sequence(%a: tensor<2x5x4xf32>) -> tensor<3x5x3xf32> {
  %0 = layout.layout_transform %a by <(t, j, r) -> (t * 4 + r, j)> : tensor<2x5x4xf32> to tensor<8x5xf32>
  %1 = layout.crop %0 offsets [0, 0] sizes [6, 5] : tensor<8x5xf32> to tensor<6x5xf32>
  %2 = layout.pad %1 low [0, 0] high [3, 0] value(0.0 : f32) : tensor<6x5xf32> to tensor<9x5xf32>
  %3 = layout.layout_transform %2 by <(i, j) -> (i floordiv 3, j, i mod 3)> : tensor<9x5xf32> to tensor<3x5x3xf32>
  return %3 : tensor<3x5x3xf32>
}
