// A function without callers returns one of two buffers. Both change.
//
// Covers: B19

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-drop-groups -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --layout-drop-groups -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

func.func @main(%x: memref<4xf32>) {
  return
}
func.func private @f(%c: i1) -> memref<8x8xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : memref<8x8xf32>
  return %a : memref<8x8xf32>
^b:
  %b = memref.alloc() : memref<8x8xf32>
  return %b : memref<8x8xf32>
}
