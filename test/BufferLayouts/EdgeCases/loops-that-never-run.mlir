// The bounds of a loop that never runs say nothing about its indices.
// RUN: layout-opt %s --layout-flatten | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK: affine.for %{{.*}} = 0 to -4
// CHECK: affine.store {{.*}} : memref<12x4xf32, {{.*}}>
func.func @main(%x: f32) {
  %b = memref.alloc() : memref<7x6xf32, #layout.index_map<(i, j) -> (i floordiv 4, j | i mod 4)>>
  affine.for %i = 0 to -4 {
    affine.store %x, %b[%i, 3] : memref<7x6xf32, #layout.index_map<(i, j) -> (i floordiv 4, j | i mod 4)>>
  }
  memref.dealloc %b : memref<7x6xf32, #layout.index_map<(i, j) -> (i floordiv 4, j | i mod 4)>>
  return
}
