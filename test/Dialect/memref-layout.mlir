// Index maps as layouts of buffers: what upstream makes of them.
//
// Covers: B6, B7, B11, B15, B16

// RUN: layout-opt %s | layout-opt | FileCheck %s

// Case: S2-a
// A split with groups.
// CHECK-LABEL: func.func @split(
// CHECK-SAME: memref<16x64x64x128xf32, #layout.index_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2 | d3, d1 mod 4)>>
func.func @split(%b: memref<16x64x64x128xf32, #layout.index_map<(n, c, h, w) -> (n, c floordiv 4, h | w, c mod 4)>>) -> f32 {
  %0 = affine.load %b[11, 37, 23, 101] : memref<16x64x64x128xf32, #layout.index_map<(n, c, h, w) -> (n, c floordiv 4, h | w, c mod 4)>>
  return %0 : f32
}

// A permutation has strides: loads, subviews and reshapes are as upstream has
// them.
// CHECK-LABEL: func.func @permuted(
// CHECK: memref.subview {{.*}} : memref<2x8x4x6xf32, #layout.index_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>> to memref<2x4x4x6xf32, strided<[192, 1, 48, 8], offset: 4>>
// CHECK: memref.extract_strided_metadata {{.*}} -> memref<f32>, index, index, index, index, index, index, index, index, index
func.func @permuted(%b: memref<2x8x4x6xf32, #layout.index_map<(n, c, h, w) -> (n, h, w, c)>>, %i: index)
    -> (memref<2x4x4x6xf32, strided<[192, 1, 48, 8], offset: 4>>, index) {
  %0 = memref.subview %b[0, 4, 0, 0] [2, 4, 4, 6] [1, 1, 1, 1]
      : memref<2x8x4x6xf32, #layout.index_map<(n, c, h, w) -> (n, h, w, c)>> to memref<2x4x4x6xf32, strided<[192, 1, 48, 8], offset: 4>>
  %base, %offset, %sizes:4, %strides:4 = memref.extract_strided_metadata %b
      : memref<2x8x4x6xf32, #layout.index_map<(n, c, h, w) -> (n, h, w, c)>> -> memref<f32>, index, index, index, index, index, index, index, index, index
  return %0, %strides#2 : memref<2x4x4x6xf32, strided<[192, 1, 48, 8], offset: 4>>, index
}

// Groups change no strides, but tell a flattened buffer from another one.
// Case: S2-f
// CHECK-LABEL: func.func @flattened(
// CHECK-SAME: memref<32768x256xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
// CHECK: memref.cast {{.*}} to memref<32768x256xf32, strided<[256, 1]>>
func.func @flattened(%b: memref<32768x256xf32, #layout.index_map<(i, j) -> (i | j)>>) -> memref<32768x256xf32, strided<[256, 1]>> {
  %0 = memref.cast %b : memref<32768x256xf32, #layout.index_map<(i, j) -> (i | j)>> to memref<32768x256xf32, strided<[256, 1]>>
  return %0 : memref<32768x256xf32, strided<[256, 1]>>
}

// A dim of run-time size, outermost and inside.
// CHECK-LABEL: func.func @dynamic(
// CHECK: memref.cast {{.*}} to memref<?x8x?xf32, strided<[?, 1, 8]>>
func.func @dynamic(%b: memref<?x8x?xf32, #layout.index_map<(n, c, w) -> (n, w, c)>>) -> memref<?x8x?xf32, strided<[?, 1, 8]>> {
  %0 = memref.cast %b : memref<?x8x?xf32, #layout.index_map<(n, c, w) -> (n, w, c)>> to memref<?x8x?xf32, strided<[?, 1, 8]>>
  return %0 : memref<?x8x?xf32, strided<[?, 1, 8]>>
}
