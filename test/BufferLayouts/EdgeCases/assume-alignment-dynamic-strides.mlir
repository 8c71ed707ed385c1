// memref.assume_alignment of a buffer that is flattened with dynamic strides.
//
// Covers: B15

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-drop-groups -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main --dims=3,5 | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --layout-drop-groups -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main --dims=3,5 | FileCheck %s
// RUN: layout-opt %s --layout-flatten --layout-drop-groups -o %t.flat.mlir
// RUN: layout-check %s %t.flat.mlir --entry=main --dims=3,5 | FileCheck %s
// CHECK: {{^equal$}}

func.func @main(%x: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n0 = memref.dim %x, %c0 : memref<?x?xf32>
  %m0 = memref.dim %x, %c1 : memref<?x?xf32>
  %a0 = memref.alloc(%n0, %m0) : memref<?x?xf32>
  %a = memref.assume_alignment %a0, 4 : memref<?x?xf32>
  memref.copy %x, %a : memref<?x?xf32> to memref<?x?xf32>
  %v = memref.load %a[%c1, %c0] : memref<?x?xf32>
  memref.store %v, %x[%c0, %c1] : memref<?x?xf32>
  return
}
