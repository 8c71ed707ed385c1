// Each pass loads the dialects of the ops that it creates: these programs hold no
// op of the vector dialect, and no op of scf or arith.
//
// Covers: B27

// RUN: layout-opt %s --layout-apply-buffer-layouts | FileCheck %s --check-prefixes=CHECK,APPLY
// RUN: layout-opt %s --layout-flatten | FileCheck %s --check-prefixes=CHECK,FLAT

// CHECK-LABEL: func.func @vector(
//       APPLY: vector.transfer_read
//        FLAT: vector.from_elements
func.func @vector(%i: index) -> vector<2xf32> {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<4x6xf32>
  %0 = affine.vector_load %b[symbol(%i), symbol(%i)] : memref<4x6xf32>, vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @loops(
//       CHECK: scf.for
func.func @loops(%x: memref<6xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i) -> (i floordiv 4, i mod 4)>]} : memref<6xf32>
  memref.copy %x, %b : memref<6xf32> to memref<6xf32>
  return
}
