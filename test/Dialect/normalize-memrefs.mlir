// Upstream's normalization takes index maps for what they are.
//
// Covers: B7, B17, B18

// RUN: layout-opt %s --normalize-memrefs | FileCheck %s

!c = memref<16x64x64x128xf32, #layout.index_map<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>>

// Case: S2-a
// CHECK-LABEL: func.func @split(
// CHECK-SAME: %[[B:.*]]: memref<16x16x64x128x4xf32>
// CHECK: affine.load %[[B]][11, 9, 23, 101, 1] : memref<16x16x64x128x4xf32>
func.func @split(%b: !c) -> f32 {
  %0 = affine.load %b[11, 37, 23, 101] : !c
  return %0 : f32
}

// CHECK-LABEL: func.func @local(
// CHECK: memref.alloc() : memref<5x3x4xf32>
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}} floordiv 4, %{{.*}} mod 4] : memref<5x3x4xf32>
func.func @local(%v: f32) {
  %b = memref.alloc() : memref<12x5xf32, #layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>>
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 5 {
      affine.store %v, %b[%i, %j] : memref<12x5xf32, #layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>>
    }
  }
  memref.dealloc %b : memref<12x5xf32, #layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>>
  return
}
