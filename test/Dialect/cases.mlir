// Covers: D1, D4, D5, D6, D7, R8
// Case: S1-a, S1-d, S1-e, S1-g, S3-a, S3-b, S3-c
//
// The documents' examples, as ops. test/unit/Algebra/IndexMapCasesTest.cpp has
// their indices.
//
// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// (32,64,224,224) in NCHW4c is (32,16,224,224,4).
// CHECK-LABEL: func @s1_a
// CHECK: to tensor<32x16x224x224x4xf32>
func.func @s1_a(%x: tensor<32x64x224x224xf32>) -> tensor<32x16x224x224x4xf32> {
  %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>
         : tensor<32x64x224x224xf32> to tensor<32x16x224x224x4xf32>
  return %0 : tensor<32x16x224x224x4xf32>
}

// Three channels need a pad; 32 · 1 · 224 · 224 = 1,605,632 new elements.
// CHECK-LABEL: func @s1_d
// CHECK: layout.pad %{{.*}} low [0, 0, 0, 0] high [0, 1, 0, 0] value(0.000000e+00 : f32) : tensor<32x3x224x224xf32> to tensor<32x4x224x224xf32>
// CHECK: to tensor<32x1x224x224x4xf32>
func.func @s1_d(%x: tensor<32x3x224x224xf32>) -> tensor<32x1x224x224x4xf32> {
  %0 = layout.pad %x low [0, 0, 0, 0] high [0, 1, 0, 0] value(0.0 : f32)
         : tensor<32x3x224x224xf32> to tensor<32x4x224x224xf32>
  %1 = layout.layout_transform %0 by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>
         : tensor<32x4x224x224xf32> to tensor<32x1x224x224x4xf32>
  return %1 : tensor<32x1x224x224x4xf32>
}

// Data and bias of the addition; both spellings of the bias are one map.
// CHECK-LABEL: func @s1_e
// CHECK: to tensor<32x64x213x213x4xf32>
// CHECK-COUNT-2: to tensor<64x1x1x4xf32>
func.func @s1_e(%x: tensor<32x256x213x213xf32>, %b: tensor<256x1x1xf32>)
    -> (tensor<32x64x213x213x4xf32>, tensor<64x1x1x4xf32>, tensor<64x1x1x4xf32>) {
  %0 = layout.layout_transform %x by <(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>
         : tensor<32x256x213x213xf32> to tensor<32x64x213x213x4xf32>
  %1 = layout.layout_transform %b by <(i, j, k) -> (i floordiv 4, 0, 0, i mod 4)> : tensor<256x1x1xf32> to tensor<64x1x1x4xf32>
  %2 = layout.layout_transform %b by <(i, j, k) -> (i floordiv 4, j, k, i mod 4)> : tensor<256x1x1xf32> to tensor<64x1x1x4xf32>
  return %0, %1, %2 : tensor<32x64x213x213x4xf32>, tensor<64x1x1x4xf32>, tensor<64x1x1x4xf32>
}

// NHWC with its channels split in place is still NHWC: one rewrite of the two
// is left, and it is a view.
// FOLD-LABEL: func @s1_g
// FOLD-NEXT: %[[R:.*]] = layout.layout_transform %{{.*}} by <(d0, d1, d2, d3) -> (d0, d1, d2, d3 floordiv 4, d3 mod 4)> : tensor<32x56x56x64xf32> to tensor<32x56x56x16x4xf32>
// FOLD-NEXT: return %[[R]]
func.func @s1_g(%x: tensor<32x56x56x64xf32>) -> tensor<32x56x56x16x4xf32> {
  %0 = layout.layout_transform %x by <(n, h, w, c) -> (n, c, h, w)> : tensor<32x56x56x64xf32> to tensor<32x64x56x56xf32>
  %1 = layout.layout_transform %0 by <(n, c, h, w) -> (n, h, w, c floordiv 4, c mod 4)> : tensor<32x64x56x56xf32> to tensor<32x56x56x16x4xf32>
  return %1 : tensor<32x56x56x16x4xf32>
}

// (64,3) to (4,3,16), and (16m,n) to (m,n,16).
// CHECK-LABEL: func @s3_a
// CHECK: tensor<64x3xf32> to tensor<4x3x16xf32>
// CHECK: tensor<?x?xf32> to tensor<?x?x16xf32>
func.func @s3_a(%x: tensor<64x3xf32>, %y: tensor<?x?xf32>) -> (tensor<4x3x16xf32>, tensor<?x?x16xf32>) {
  %0 = layout.layout_transform %x by <(i0, i1) -> (i0 floordiv 16, i1, i0 mod 16)> : tensor<64x3xf32> to tensor<4x3x16xf32>
  %1 = layout.layout_transform %y by <(i0, i1) -> (i0 floordiv 16, i1, i0 mod 16)> : tensor<?x?xf32> to tensor<?x?x16xf32>
  return %0, %1 : tensor<4x3x16xf32>, tensor<?x?x16xf32>
}

// NCHW16c to NCHW8c and back; NCHW16c to NCHW.
// CHECK-LABEL: func @s3_b_c
// CHECK: tensor<1x4x7x7x16xf32> to tensor<1x8x7x7x8xf32>
// CHECK: tensor<1x8x7x7x8xf32> to tensor<1x4x7x7x16xf32>
// CHECK: tensor<1x4x7x7x16xf32> to tensor<1x64x7x7xf32>
// FOLD-LABEL: func @s3_b_c
// FOLD-SAME: (%[[X:.*]]: tensor<1x4x7x7x16xf32>)
// FOLD-NEXT: %[[F:.*]] = layout.layout_transform %[[X]]
// FOLD-NEXT: return %[[X]], %[[F]]
func.func @s3_b_c(%x: tensor<1x4x7x7x16xf32>) -> (tensor<1x4x7x7x16xf32>, tensor<1x64x7x7xf32>) {
  %0 = layout.layout_transform %x by <(n, co, h, w, ci) -> (n, 2 * co + ci floordiv 8, h, w, ci mod 8)>
         : tensor<1x4x7x7x16xf32> to tensor<1x8x7x7x8xf32>
  %1 = layout.layout_transform %0 by <(n, co, h, w, ci) -> (n, co floordiv 2, h, w, 8 * (co mod 2) + ci)>
         : tensor<1x8x7x7x8xf32> to tensor<1x4x7x7x16xf32>
  %2 = layout.layout_transform %x by <(n, co, h, w, ci) -> (n, 16 * co + ci, h, w)>
         : tensor<1x4x7x7x16xf32> to tensor<1x64x7x7xf32>
  return %1, %2 : tensor<1x4x7x7x16xf32>, tensor<1x64x7x7xf32>
}
