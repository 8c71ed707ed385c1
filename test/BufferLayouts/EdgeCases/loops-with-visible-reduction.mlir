// Reductions whose order is visible, over dims that a buffer depends on, keep it:
// %b gets the value that is written last, and %z is a running product.
//
// Covers: B21

// RUN: layout-opt %s --layout-apply-buffer-layouts=loop-order=physical -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=split | FileCheck %s
// RUN: layout-check %s %t.mlir --entry=transposed | FileCheck %s
// CHECK: {{^equal$}}

#all = affine_map<(i, j) -> (i, j)>
#one = affine_map<(i, j) -> (0)>
#column = affine_map<(i, j) -> (j)>

func.func @split(%x: memref<6x8xf32>, %y: memref<8xf32>, %z: memref<1xf32>) {
  %half = arith.constant 0.5 : f32
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(j) -> (j mod 4, j floordiv 4)>]} : memref<8xf32>
  memref.copy %y, %b : memref<8xf32> to memref<8xf32>
  linalg.generic {indexing_maps = [#all, #column, #one], iterator_types = ["reduction", "reduction"]} ins(%x : memref<6x8xf32>) outs(%b, %z : memref<8xf32>, memref<1xf32>) {
  ^bb0(%in: f32, %old: f32, %sum: f32):
    %0 = arith.mulf %sum, %half : f32
    %1 = arith.addf %in, %0 : f32
    linalg.yield %sum, %1 : f32, f32
  }
  memref.copy %b, %y : memref<8xf32> to memref<8xf32>
  return
}

func.func @transposed(%x: memref<6x8xf32>, %y: memref<6x8xf32>, %z: memref<1xf32>) {
  %half = arith.constant 0.5 : f32
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<6x8xf32>
  memref.copy %y, %b : memref<6x8xf32> to memref<6x8xf32>
  linalg.generic {indexing_maps = [#all, #all, #one], iterator_types = ["reduction", "reduction"]} ins(%x : memref<6x8xf32>) outs(%b, %z : memref<6x8xf32>, memref<1xf32>) {
  ^bb0(%in: f32, %old: f32, %sum: f32):
    %0 = arith.mulf %sum, %half : f32
    %1 = arith.addf %in, %0 : f32
    linalg.yield %sum, %1 : f32, f32
  }
  memref.copy %b, %y : memref<6x8xf32> to memref<6x8xf32>
  return
}
