// The dims of a mask are in the order of memory. A masked transfer is split into
// elements if the layout permutes them.
//
// Covers: B17

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-drop-groups -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --layout-drop-groups -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-flatten --layout-drop-groups -o %t.flat.mlir
// RUN: layout-check %s %t.flat.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

func.func @main(%x: memref<8x8xf32>, %y: memref<4x4xf32>, %m: memref<4x4xi8>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %zi = arith.constant 0 : i8
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<8x8xf32>
  memref.copy %x, %b : memref<8x8xf32> to memref<8x8xf32>
  %mask = arith.constant dense<[[true,true,true,true],[false,true,true,true],[false,false,true,true],[false,false,false,true]]> : vector<4x4xi1>
  %v = vector.transfer_read %b[%c0, %c0], %z, %mask {in_bounds=[true,true]} : memref<8x8xf32>, vector<4x4xf32>
  vector.transfer_write %v, %y[%c0, %c0] {in_bounds=[true,true]} : vector<4x4xf32>, memref<4x4xf32>
  return
}
