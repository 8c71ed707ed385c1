// Vector transfers of a buffer whose dims change places read and write the same
// elements; of one in tiles they are an error.
//
// Covers: B17

// RUN: sed 's/LAYOUT/(i, j) -> (j, i)/' %s > %t.in.mlir
// RUN: layout-opt %t.in.mlir --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %t.in.mlir %t.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: sed 's/LAYOUT/(i, j) -> (i, j floordiv 4, j mod 4)/' %s | not layout-opt --layout-apply-buffer-layouts 2>&1 | FileCheck %s --check-prefix=TILES
// EQUAL: {{^equal$}}
// TILES: error: 'vector.transfer_write' op requires a buffer that lies as its indices say
// TILES: note: with a copy of the buffer (memref.copy) it would have one

// CHECK: #[[FIRST:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @main(
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %[[I:.*]]] {permutation_map = #[[FIRST]]} : vector<6xf32>, memref<6x5xf32>
// CHECK: vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} {{.*}}permutation_map = #[[FIRST]]} : memref<6x5xf32>, vector<6xf32>
func.func @main(%x: memref<5x6xf32>, %y: memref<5x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<LAYOUT>]} : memref<5x6xf32>
  scf.for %i = %c0 to %c5 step %c1 {
    %0 = vector.transfer_read %x[%i, %c0], %zero {in_bounds = [true]} : memref<5x6xf32>, vector<6xf32>
    vector.transfer_write %0, %b[%i, %c0] : vector<6xf32>, memref<5x6xf32>
  }
  scf.for %i = %c0 to %c5 step %c1 {
    %0 = vector.transfer_read %b[%i, %c1], %zero : memref<5x6xf32>, vector<6xf32>
    vector.transfer_write %0, %y[%i, %c0] {in_bounds = [true]} : vector<6xf32>, memref<5x6xf32>
  }
  memref.dealloc %b : memref<5x6xf32>
  return
}
