// An index map in a box: the buffer has places behind the last element, as on a
// device that stores one element in each stick.
// Covers: P5, P8, P11, P22
//
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-apply-buffer-layouts | FileCheck %s
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-apply-buffer-layouts --layout-flatten | FileCheck %s --check-prefix=FLAT
//
// 1024 elements of f16 in sticks of 128 bytes, 131072 bytes, not 130946.
// CHECK: #[[$STICK:.*]] = affine_map<()[s0] -> (s0 * 64)>
// CHECK-LABEL: func.func @sparse
// CHECK: memref.alloc() : memref<65536xf16>
// CHECK: %[[PLACE:.*]] = affine.apply #[[$STICK]]()[%{{.*}}]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[PLACE]]] : memref<65536xf16>
func.func @sparse(%i: index, %v: f16) -> f16 {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i * 64) in [65536]>]} : memref<1024xf16>
  memref.store %v, %b[%i] : memref<1024xf16>
  %0 = memref.load %b[%i] : memref<1024xf16>
  memref.dealloc %b : memref<1024xf16>
  return %0 : f16
}

// -----

// The box of the first transform keeps its places in the second one, and the
// groups keep them when they are flattened.
// CHECK-LABEL: func.func @tiled
// CHECK: memref.alloc() : memref<8x128xf16>
// FLAT-LABEL: func.func @tiled
// FLAT: memref.alloc() : memref<1024xf16>
func.func @tiled(%i: index, %v: f16) {
  %b = memref.alloc() {layout.buffer_transforms = [
      #layout.index_map<(i) -> (i * 64) in [1024]>,
      #layout.index_map<(p) -> (p floordiv 128, p mod 128)>]} : memref<16xf16>
  memref.store %v, %b[%i] : memref<16xf16>
  memref.dealloc %b : memref<16xf16>
  return
}

// -----

// As the layout of a memref: a pitch is part of its strides.
// CHECK-LABEL: func.func @pitch
// CHECK: memref.alloc() : memref<4x16xf32>
func.func @pitch(%i: index, %j: index, %v: f32) {
  %b = memref.alloc() : memref<4x10xf32, #layout.index_map<(i, j) -> (i, j) in [4, 16]>>
  memref.store %v, %b[%i, %j] : memref<4x10xf32, #layout.index_map<(i, j) -> (i, j) in [4, 16]>>
  memref.dealloc %b : memref<4x10xf32, #layout.index_map<(i, j) -> (i, j) in [4, 16]>>
  return
}

// -----

// A box that its map fills changes nothing.
// CHECK-LABEL: func.func @filled
// CHECK: memref.alloc() : memref<16x4xf32>
func.func @filled() {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i) in [2, 4]>]} : memref<4x16xf32>
  memref.dealloc %b : memref<4x16xf32>
  return
}

// -----

func.func @rank() {
  // expected-error @+1 {{requires a box of 2 extents, one for each physical dim, found 1}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i) in [2]>]} : memref<4x16xf32>
  return
}

// -----

func.func @extent() {
  // expected-error @+1 {{requires a box of extents of at least 1, found 0}}
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i) in [0]>]} : memref<4xf32>
  return
}

// -----

func.func @dynamic(%n: index) {
  // expected-error @+1 {{requires a static shape for an index map in a box, found a dynamic one}}
  %b = memref.alloc(%n) : memref<?xf32, #layout.index_map<(i) -> (i * 2) in [64]>>
  return
}
