// The layout pads a dim of static size; another dim is dynamic.
//
// Covers: B18

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-drop-groups -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main --dims=7 | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --layout-drop-groups -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main --dims=7 | FileCheck %s
// CHECK: {{^equal$}}

func.func @main(%x: memref<?x6xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x6xf32>
  %b = memref.alloc(%n) {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i, j floordiv 4, j mod 4)>]} : memref<?x6xf32>
  memref.copy %x, %b : memref<?x6xf32> to memref<?x6xf32>
  memref.copy %b, %x : memref<?x6xf32> to memref<?x6xf32>
  return
}
