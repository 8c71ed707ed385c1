// Loops with accesses that are not affine keep their order.
//
// Covers: B21

// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --layout-drop-groups -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

func.func @main(%x: memref<8x8xf32>, %y: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %h = arith.constant 0.5 : f32
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      %o = memref.load %y[%c0] : memref<1xf32>
      %p = arith.mulf %o, %h : f32
      %q = arith.addf %p, %v : f32
      memref.store %q, %y[%c0] : memref<1xf32>
      affine.store %v, %b[%i, %j] : memref<8x8xf32>
    }
  }
  memref.copy %b, %x : memref<8x8xf32> to memref<8x8xf32>
  return
}
