// A copy between tiles of two and of three needs divisions, because the split
// points do not nest.
//
// Covers: B24

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-drop-groups -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --layout-drop-groups -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-flatten --layout-drop-groups -o %t.flat.mlir
// RUN: layout-check %s %t.flat.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

func.func @main(%x: memref<12x5xf32>, %y: memref<12x5xf32>) {
  %a = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 2, j, i mod 2)>]} : memref<12x5xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 3, j, i mod 3)>]} : memref<12x5xf32>
  memref.copy %x, %a : memref<12x5xf32> to memref<12x5xf32>
  memref.copy %a, %b : memref<12x5xf32> to memref<12x5xf32>
  memref.copy %b, %y : memref<12x5xf32> to memref<12x5xf32>
  return
}
