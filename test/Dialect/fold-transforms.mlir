// Covers: R12, D7
// Case: S1-a, S1-b, S1-e, S1-g, S3-b, S3-c
//
// RUN: layout-opt %s --canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func @inverse_pair
// CHECK-SAME: (%[[X:.*]]: tensor<32x64x224x224xf32>)
// CHECK-NEXT: return %[[X]]
func.func @inverse_pair(%x: tensor<32x64x224x224xf32>) -> tensor<32x64x224x224xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>
         : tensor<32x64x224x224xf32> to tensor<32x16x224x224x4xf32>
  %1 = layout.layout_transform %0 by <(a, b, h, w, e) -> (a, 4 * b + e, h, w)>
         : tensor<32x16x224x224x4xf32> to tensor<32x64x224x224xf32>
  return %1 : tensor<32x64x224x224xf32>
}

// -----

// Each shape equals the first, and yet this is no identity.
// CHECK-LABEL: func @rotations
// CHECK-SAME: (%[[X:.*]]: tensor<2x2x2xf32>)
// CHECK-NEXT: %[[TWICE:.*]] = layout.layout_transform %[[X]] by <(d0, d1, d2) -> (d2, d0, d1)>
// CHECK-NEXT: return %[[TWICE]], %[[X]]
func.func @rotations(%x: tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2x2x2xf32>) {
  %0 = layout.layout_transform %x by <(i, j, k) -> (j, k, i)> : tensor<2x2x2xf32> to tensor<2x2x2xf32>
  %1 = layout.layout_transform %0 by <(i, j, k) -> (j, k, i)> : tensor<2x2x2xf32> to tensor<2x2x2xf32>
  %2 = layout.layout_transform %1 by <(i, j, k) -> (j, k, i)> : tensor<2x2x2xf32> to tensor<2x2x2xf32>
  return %1, %2 : tensor<2x2x2xf32>, tensor<2x2x2xf32>
}

// -----

// NCHW16c to NCHW8c by way of NCHW is one map, and back.
// CHECK-LABEL: func @between_blocks
// CHECK: layout.layout_transform %{{.*}} by <(d0, d1, d2, d3, d4) -> (d0, d1 * 2 + d4 floordiv 8, d2, d3, d4 mod 8)> : tensor<1x4x7x7x16xf32> to tensor<1x8x7x7x8xf32>
// CHECK-NOT: layout_transform
func.func @between_blocks(%x: tensor<1x4x7x7x16xf32>) -> (tensor<1x8x7x7x8xf32>, tensor<1x4x7x7x16xf32>) {
  %0 = layout.layout_transform %x by <(n, o, h, w, i) -> (n, 16 * o + i, h, w)> : tensor<1x4x7x7x16xf32> to tensor<1x64x7x7xf32>
  %1 = layout.layout_transform %0 by <(n, c, h, w) -> (n, c floordiv 8, h, w, c mod 8)> : tensor<1x64x7x7xf32> to tensor<1x8x7x7x8xf32>
  %2 = layout.layout_transform %1 by <(n, o, h, w, i) -> (n, o floordiv 2, h, w, 8 * (o mod 2) + i)> : tensor<1x8x7x7x8xf32> to tensor<1x4x7x7x16xf32>
  return %1, %2 : tensor<1x8x7x7x8xf32>, tensor<1x4x7x7x16xf32>
}

// -----

// Dynamic batch and image; the channel stays whole or splits.
// CHECK-LABEL: func @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?x64x?x?xf32>, %[[Y:.*]]: tensor<?xf32>)
// CHECK-NEXT: return %[[X]], %[[Y]]
func.func @dynamic(%x: tensor<?x64x?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x64x?x?xf32>, tensor<?xf32>) {
  %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, h, w, c)> : tensor<?x64x?x?xf32> to tensor<?x?x?x64xf32>
  %1 = layout.layout_transform %0 by <(n, h, w, c) -> (n, c, h, w)> : tensor<?x?x?x64xf32> to tensor<?x64x?x?xf32>
  %2 = layout.layout_transform %y by <(i) -> (i floordiv 16, i mod 16)> : tensor<?xf32> to tensor<?x16xf32>
  %3 = layout.layout_transform %2 by <(o, i) -> (16 * o + i)> : tensor<?x16xf32> to tensor<?xf32>
  return %1, %3 : tensor<?x64x?x?xf32>, tensor<?xf32>
}

// -----

// Dims whose sizes may be equal at run time or not.
// CHECK-LABEL: func @swapped
// CHECK: layout.layout_transform
func.func @swapped(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// An identity in other words; one that changes the type stays.
// CHECK-LABEL: func @identity
// CHECK-SAME: (%[[X:.*]]: tensor<2x24xf32>, %[[B:.*]]: tensor<256x1x1xf32>)
// CHECK-NEXT: %[[R:.*]] = layout.layout_transform %[[X]] by <(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>
// CHECK-NEXT: return %[[X]], %[[R]], %[[B]]
func.func @identity(%x: tensor<2x24xf32>, %b: tensor<256x1x1xf32>) -> (tensor<2x24xf32>, tensor<2x6x4xf32>, tensor<256x1x1xf32>) {
  %0 = layout.layout_transform %x by <(i, j) -> (i, (j floordiv 4) * 4 + j mod 4)> : tensor<2x24xf32> to tensor<2x24xf32>
  %1 = layout.layout_transform %x by <(i, j) -> (i, j floordiv 4, j mod 4)> : tensor<2x24xf32> to tensor<2x6x4xf32>
  // The two spellings of CASES S1-e.
  %2 = layout.layout_transform %b by <(i, j, k) -> (i floordiv 4, 0, 0, i mod 4)> : tensor<256x1x1xf32> to tensor<64x1x1x4xf32>
  %3 = layout.layout_transform %2 by <(o, j, k, i) -> (4 * o + i, j, k)> : tensor<64x1x1x4xf32> to tensor<256x1x1xf32>
  return %0, %1, %3 : tensor<2x24xf32>, tensor<2x6x4xf32>, tensor<256x1x1xf32>
}

// -----

// Maps without digits: a skew and its inverse on a small and on a large box.
// CHECK-LABEL: func @skew
// CHECK-SAME: (%[[X:.*]]: tensor<16x16xf32>, %[[Y:.*]]: tensor<1024x1024xf32>)
// CHECK-NEXT: return %[[X]], %[[Y]]
func.func @skew(%x: tensor<16x16xf32>, %y: tensor<1024x1024xf32>) -> (tensor<16x16xf32>, tensor<1024x1024xf32>) {
  %0 = layout.layout_transform %x by <(i, j) -> (i, (i + j) mod 16)> : tensor<16x16xf32> to tensor<16x16xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i, (j - i) mod 16)> : tensor<16x16xf32> to tensor<16x16xf32>
  %2 = layout.layout_transform %y by <(i, j) -> (i, (i + j) mod 1024)> : tensor<1024x1024xf32> to tensor<1024x1024xf32>
  %3 = layout.layout_transform %2 by <(i, j) -> (i, (j - i) mod 1024)> : tensor<1024x1024xf32> to tensor<1024x1024xf32>
  return %1, %3 : tensor<16x16xf32>, tensor<1024x1024xf32>
}

// -----

// Two maps whose composition nobody can prove stay two.
// CHECK-LABEL: func @not_known
// CHECK-COUNT-2: layout.layout_transform
func.func @not_known(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> ((i + j floordiv 3 + j mod 3) mod 512, j)> : tensor<512x512xf32> to tensor<512x512xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i, (j + i floordiv 3 + i mod 3) mod 512)> : tensor<512x512xf32> to tensor<512x512xf32>
  return %1 : tensor<512x512xf32>
}

// -----

// A view of a rewrite that others read stays one, but not an inverse pair.
// CHECK-LABEL: func @view
// CHECK-SAME: (%[[X:.*]]: tensor<8x6xf32>)
// CHECK-NEXT: %[[T:.*]] = layout.layout_transform %[[X]] by <(d0, d1) -> (d1, d0)>
// CHECK-NEXT: %[[V:.*]] = layout.layout_transform %[[T]] by <(d0, d1) -> (d0 * 8 + d1)>
// CHECK-NEXT: return %[[T]], %[[V]], %[[X]]
func.func @view(%x: tensor<8x6xf32>) -> (tensor<6x8xf32>, tensor<48xf32>, tensor<8x6xf32>) {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> : tensor<8x6xf32> to tensor<6x8xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (i * 8 + j)> : tensor<6x8xf32> to tensor<48xf32>
  %2 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<6x8xf32> to tensor<8x6xf32>
  return %0, %1, %2 : tensor<6x8xf32>, tensor<48xf32>, tensor<8x6xf32>
}

// -----

// Splats stay splats, one copy, no element moved.
// CHECK-LABEL: func @splats
// CHECK-DAG: arith.constant dense<1.000000e+00> : tensor<4x2x3xf32>
// CHECK-DAG: arith.constant dense<true> : tensor<3xi1>
// CHECK-DAG: arith.constant dense<2> : tensor<7xi32>
// CHECK-DAG: arith.constant dense<(1.000000e+00,2.000000e+00)> : tensor<5xcomplex<f32>>
// CHECK-DAG: arith.constant dense<3> : tensor<9xi32>
// CHECK: layout.pad %{{.*}} low [1] high [2] value(5 : i32)
// CHECK-NOT: layout
func.func @splats() -> (tensor<4x2x3xf32>, tensor<3xi1>, tensor<7xi32>, tensor<5xcomplex<f32>>, tensor<9xi32>, tensor<7xi32>) {
  %f = arith.constant dense<1.0> : tensor<6x4xf32>
  %0 = layout.layout_transform %f by <(i, j) -> (j, i floordiv 3, i mod 3)> : tensor<6x4xf32> to tensor<4x2x3xf32>
  %b = arith.constant dense<true> : tensor<8xi1>
  %1 = layout.crop %b offsets [4] sizes [3] : tensor<8xi1> to tensor<3xi1>
  %i = arith.constant dense<2> : tensor<4xi32>
  %2 = layout.pad %i low [1] high [2] value(2 : i32) : tensor<4xi32> to tensor<7xi32>
  %c = arith.constant dense<(1.0, 2.0)> : tensor<4xcomplex<f32>>
  %3 = layout.pad %c low [0] high [1] value([1.0 : f32, 2.0 : f32]) : tensor<4xcomplex<f32>> to tensor<5xcomplex<f32>>
  %p = arith.constant dense<3> : tensor<8xi32>
  %4 = layout.pad %p low [0] high [1] value(poison) : tensor<8xi32> to tensor<9xi32>
  %5 = layout.pad %i low [1] high [2] value(5 : i32) : tensor<4xi32> to tensor<7xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<4x2x3xf32>, tensor<3xi1>, tensor<7xi32>, tensor<5xcomplex<f32>>, tensor<9xi32>, tensor<7xi32>
}

// -----

// Marked ops are not looked through.
// CHECK-LABEL: func @marked
// CHECK: layout.layout_transform %{{.*}} {layout.frozen}
// CHECK: layout.layout_transform
func.func @marked(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = layout.layout_transform %x by <(i, j) -> (j, i)> {layout.frozen} : tensor<2x3xf32> to tensor<3x2xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<3x2xf32> to tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----

// A pad that only one transform reads is done on its way; it is not shared with
// what reads that transform.
// CHECK-LABEL: func @padded_on_the_way
// CHECK: %[[PAD:.*]] = layout.pad
// CHECK: %[[ONE:.*]] = layout.layout_transform %[[PAD]]
// CHECK: %[[TWO:.*]] = layout.layout_transform %[[ONE]]
// CHECK: return %[[ONE]], %[[TWO]]
func.func @padded_on_the_way(%x: tensor<3x4xf32>) -> (tensor<4x4xf32>, tensor<2x4x2xf32>) {
  %0 = layout.pad %x low [0, 0] high [1, 0] value(0.0 : f32) : tensor<3x4xf32> to tensor<4x4xf32>
  %1 = layout.layout_transform %0 by <(i, j) -> (j, i)> : tensor<4x4xf32> to tensor<4x4xf32>
  %2 = layout.layout_transform %1 by <(j, i) -> (i floordiv 2, j, i mod 2)> : tensor<4x4xf32> to tensor<2x4x2xf32>
  return %1, %2 : tensor<4x4xf32>, tensor<2x4x2xf32>
}
