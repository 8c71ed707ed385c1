// A buffer is reallocated twice.
//
// Covers: B18

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-drop-groups -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --layout-drop-groups -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-flatten --layout-drop-groups -o %t.flat.mlir
// RUN: layout-check %s %t.flat.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

func.func @main(%x: memref<4xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %other = memref.alloc() : memref<3x3xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>]} : memref<4xf32>
  memref.copy %x, %b : memref<4xf32> to memref<4xf32>
  %r = memref.realloc %b : memref<4xf32> to memref<8xf32>
  %s = memref.realloc %r : memref<8xf32> to memref<16xf32>
  scf.for %i = %c4 to %c16 step %c1 {
    %k = arith.subi %i, %c4 : index
    %v = memref.load %s[%k] : memref<16xf32>
    memref.store %v, %s[%i] : memref<16xf32>
  }
  memref.copy %s, %y : memref<16xf32> to memref<16xf32>
  return
}
