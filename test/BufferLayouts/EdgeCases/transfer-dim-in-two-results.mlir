// A transfer stays a transfer only if the dim it moves along affects a single
// physical dim. This one also affects a second one.
//
// Covers: B17

// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-drop-groups -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical --layout-drop-groups -o %t.physical.mlir
// RUN: layout-check %s %t.physical.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

func.func @main(%x: memref<8x8xf32>, %y: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i, j + i)>]} : memref<8x8xf32>
  memref.copy %x, %b : memref<8x8xf32> to memref<8x8xf32>
  %v = vector.transfer_read %b[%c1, %c1], %z {in_bounds=[true], permutation_map = affine_map<(d0,d1)->(d0)>} : memref<8x8xf32>, vector<4xf32>
  vector.transfer_write %v, %y[%c0] : vector<4xf32>, memref<4xf32>
  return
}
