// Loops that read an alias of the buffer they write keep their order.
//
// Covers: B21

// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --layout-drop-groups -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

func.func @main(%x: memref<8x8xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32>
  memref.copy %x, %b : memref<8x8xf32> to memref<8x8xf32>
  %t = memref.transpose %b (i, j) -> (j, i) : memref<8x8xf32> to memref<8x8xf32, strided<[1, 8]>>
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      %v = affine.load %t[%j, %i + 1] : memref<8x8xf32, strided<[1, 8]>>
      %u = affine.load %t[%j + 1, 7 - %i] : memref<8x8xf32, strided<[1, 8]>>
      %w = arith.addf %v, %u : f32
      affine.store %w, %b[%i, %j] : memref<8x8xf32>
    }
  }
  memref.copy %b, %x : memref<8x8xf32> to memref<8x8xf32>
  return
}
