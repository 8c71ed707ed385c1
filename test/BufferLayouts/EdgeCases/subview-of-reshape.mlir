// A subview of a reshape, which disappears, is passed to a function.
//
// Covers: B27

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-drop-groups -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --layout-drop-groups -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

func.func private @use(%s: memref<2x4x5xf32, strided<[20, 5, 1], offset: 20>>, %y: memref<2x4x5xf32>) {
  memref.copy %s, %y : memref<2x4x5xf32, strided<[20, 5, 1], offset: 20>> to memref<2x4x5xf32>
  return
}
func.func @main(%x: memref<16x5xf32>, %y: memref<2x4x5xf32>) {
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : memref<16x5xf32>
  memref.copy %x, %a : memref<16x5xf32> to memref<16x5xf32>
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [4, 4, 5] : memref<16x5xf32> into memref<4x4x5xf32>
  %s = memref.subview %e[1, 0, 0] [2, 4, 5] [1, 1, 1] : memref<4x4x5xf32> to memref<2x4x5xf32, strided<[20, 5, 1], offset: 20>>
  call @use(%s, %y) : (memref<2x4x5xf32, strided<[20, 5, 1], offset: 20>>, memref<2x4x5xf32>) -> ()
  return
}
