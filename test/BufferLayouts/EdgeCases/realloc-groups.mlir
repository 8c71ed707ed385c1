// Groups of dims stay: a reallocated buffer, and its cast to another memory
// space, are flattened to as many dims as the old buffer.
//
// Covers: B18

// RUN: layout-opt %s --layout-apply-buffer-layouts | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-flatten | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-flatten --layout-drop-groups -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main --dims=8 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-check %s %t.mlir --entry=main --dims=11 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK: %[[B:.*]] = memref.alloc() : memref<3x2xf32, [[G:#layout.index_map<\(d0, d1\) -> \(d0 \| d1\)>]]>
// CHECK: %[[R:.*]] = memref.alloc(%{{.*}}) : memref<?x2xf32, [[G]]>
// CHECK: memref.memory_space_cast %[[R]] : memref<?x2xf32, [[G]]> to memref<?x2xf32, [[G]], 3>
func.func @main(%x: memref<6xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %n = memref.dim %y, %c0 : memref<?xf32>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 2 | i mod 2)>]} : memref<6xf32>
  memref.copy %x, %b : memref<6xf32> to memref<6xf32>
  %r = memref.realloc %b(%n) : memref<6xf32> to memref<?xf32>
  %s = memref.memory_space_cast %r : memref<?xf32> to memref<?xf32, 3>
  scf.for %i = %c6 to %n step %c1 {
    %k = arith.subi %i, %c6 : index
    %v = memref.load %s[%k] : memref<?xf32, 3>
    memref.store %v, %s[%i] : memref<?xf32, 3>
  }
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %r[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  memref.dealloc %r : memref<?xf32>
  return
}
