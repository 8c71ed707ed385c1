// A subview of a subview of whole tiles is passed to a function.
//
// Covers: B27

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-drop-groups -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --layout-drop-groups -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

func.func private @use(%s: memref<4x5xf32, strided<[6, 1], offset: 49>>, %y: memref<4x5xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      %v = affine.load %s[%i, %j] : memref<4x5xf32, strided<[6, 1], offset: 49>>
      affine.store %v, %y[%i, %j] : memref<4x5xf32>
    }
  }
  return
}
func.func @main(%x: memref<16x6xf32>, %y: memref<4x5xf32>) {
  %c4 = arith.constant 4 : index
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i floordiv 4, i mod 4)>]} : memref<16x6xf32>
  memref.copy %x, %a : memref<16x6xf32> to memref<16x6xf32>
  %e = memref.subview %a[4, 0] [8, 6] [1, 1] : memref<16x6xf32> to memref<8x6xf32, strided<[6, 1], offset: 24>>
  %s = memref.subview %e[4, 1] [4, 5] [1, 1] : memref<8x6xf32, strided<[6, 1], offset: 24>> to memref<4x5xf32, strided<[6, 1], offset: 49>>
  call @use(%s, %y) : (memref<4x5xf32, strided<[6, 1], offset: 49>>, memref<4x5xf32>) -> ()
  return
}
