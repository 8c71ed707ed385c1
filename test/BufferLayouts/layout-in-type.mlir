// The layout is part of the type. Upstream's --normalize-memrefs gives the
// expected result; the types of public functions change on request only.
//
// Covers: B15, B16, B19, B22

// RUN: layout-opt %s --layout-apply-buffer-layouts=functions=all | FileCheck %s --check-prefixes=CHECK,BOTH
// RUN: layout-opt %s --normalize-memrefs | FileCheck %s --check-prefix=BOTH
// RUN: layout-opt %s --layout-apply-buffer-layouts | FileCheck %s --check-prefix=PRIVATE

!b = memref<12x5xf32, #layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>>
!g = memref<8x6xf32, #layout.index_map<(i, j) -> (i floordiv 4, j | i mod 4)>>

// BOTH-LABEL: func.func @called(
// BOTH-SAME: %{{.*}}: memref<5x3x4xf32>, %{{.*}}: f32) -> memref<5x3x4xf32>
// PRIVATE-LABEL: func.func @called(
// PRIVATE-SAME: memref<12x5xf32, #layout.index_map<(d0, d1) -> (d1, d0 floordiv 4, d0 mod 4)>>
func.func @called(%b: !b, %v: f32) -> !b {
  // BOTH: affine.store %{{.*}}, %{{.*}}[3, 1, 3] : memref<5x3x4xf32>
  affine.store %v, %b[7, 3] : !b
  return %b : !b
}

// BOTH-LABEL: func.func @calls(
// BOTH: %[[A:.*]] = memref.alloc() : memref<5x3x4xf32>
// BOTH: call @called(%[[A]], %{{.*}}) : (memref<5x3x4xf32>, f32) -> memref<5x3x4xf32>
func.func @calls(%v: f32) -> f32 {
  %a = memref.alloc() : !b
  %b = call @called(%a, %v) : (!b, f32) -> !b
  %0 = affine.load %b[7, 3] : !b
  return %0 : f32
}

// Groups stay on the type, as the mark of a layout that has been applied.
// CHECK-LABEL: func.func private @groups(
// CHECK: memref.alloc() : memref<2x6x4xf32, #layout.index_map<(d0, d1, d2) -> (d0, d1 | d2)>>
// PRIVATE-LABEL: func.func private @groups(
// PRIVATE: memref.alloc() : memref<2x6x4xf32, #layout.index_map<(d0, d1, d2) -> (d0, d1 | d2)>>
func.func private @groups(%v: f32) {
  %a = memref.alloc() : !g
  affine.for %i = 0 to 8 {
    affine.store %v, %a[%i, 5] : !g
  }
  memref.dealloc %a : !g
  return
}
