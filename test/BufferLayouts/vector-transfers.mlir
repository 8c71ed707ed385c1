// Vector transfers stay transfers along dims that the layout does not split, and
// are split into elements along others.
//
// Covers: B17

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.mlir --layout-apply-buffer-layouts | diff %t.mlir -
// RUN: layout-opt %t.mlir --layout-flatten --layout-drop-groups -o %t.flat.mlir
// RUN: FileCheck %s --input-file=%t.flat.mlir --check-prefix=FLAT
// RUN: layout-check %s %t.flat.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-DAG: #[[FIRST:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[SECOND:.*]] = affine_map<(d0, d1, d2) -> (d1)>

!x = memref<5x6xf32>

// The layout permutes the dims.
// CHECK-LABEL: func.func private @turned(
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %[[I:.*]]] {permutation_map = #[[FIRST]]} : vector<6xf32>, memref<6x5xf32>
// CHECK: vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} {{.*}}permutation_map = #[[FIRST]]} : memref<6x5xf32>, vector<6xf32>
func.func private @turned(%x: !x, %y: !x) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : !x
  scf.for %i = %c0 to %c5 step %c1 {
    %0 = vector.transfer_read %x[%i, %c0], %zero {in_bounds = [true]} : !x, vector<6xf32>
    vector.transfer_write %0, %b[%i, %c0] : vector<6xf32>, !x
  }
  scf.for %i = %c0 to %c5 step %c1 {
    %0 = vector.transfer_read %b[%i, %c1], %zero : !x, vector<6xf32>
    vector.transfer_write %0, %y[%i, %c0] {in_bounds = [true]} : vector<6xf32>, !x
  }
  memref.dealloc %b : !x
  return
}

// The layout splits another dim than the one the transfer moves along.
// CHECK-LABEL: func.func private @beside(
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] {{.*}}permutation_map = #[[SECOND]]} : vector<6xf32>, memref<2x6x4xf32>
func.func private @beside(%x: !x, %y: !x) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : !x
  affine.for %i = 0 to 5 {
    %0 = affine.vector_load %x[%i, 0] : !x, vector<6xf32>
    affine.vector_store %0, %b[%i, 0] : !x, vector<6xf32>
  }
  affine.for %i = 0 to 5 {
    %0 = vector.load %b[%i, %c0] : !x, vector<6xf32>
    vector.store %0, %y[%i, %c0] : !x, vector<6xf32>
  }
  memref.dealloc %b : !x
  return
}

// The layout splits the dim that the transfer moves along. Elements beyond the
// end and masked elements are not accessed. One transfer also permutes dims.
// CHECK-LABEL: func.func private @cut(
// CHECK: %[[B:.*]] = memref.alloc() : memref<5x2x4xf32>
// CHECK-NOT: vector.transfer_write %{{.*}}, %[[B]]
// CHECK: %[[LAST:.*]] = vector.extract %{{.*}}[5] : f32 from vector<6xf32>
// CHECK: memref.store %[[LAST]], %[[B]][%{{.*}}, %{{.*}}, %{{.*}}] : memref<5x2x4xf32>
// CHECK: scf.if
// CHECK: vector.from_elements {{.*}} : vector<6xf32>
// CHECK: return
// FLAT-LABEL: func.func private @cut(
// FLAT: memref.alloc() : memref<40xf32>
func.func private @cut(%x: !x, %y: !x, %z: !x) {
  %zero = arith.constant 0.0 : f32
  %seven = arith.constant 7.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %mask = vector.create_mask %c5 : vector<6xi1>
  %masks = vector.create_mask %c3, %c2 : vector<4x3xi1>
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i, j floordiv 4, j mod 4)>]} : !x
  scf.for %i = %c0 to %c5 step %c1 {
    %0 = vector.load %x[%i, %c0] : !x, vector<6xf32>
    vector.store %0, %b[%i, %c0] : !x, vector<6xf32>
  }
  scf.for %i = %c0 to %c5 step %c1 {
    %0 = vector.transfer_read %b[%i, %c2], %seven : !x, vector<6xf32>
    vector.transfer_write %0, %b[%i, %c1], %mask : vector<6xf32>, !x
    vector.transfer_write %0, %y[%i, %c0] {in_bounds = [true]} : vector<6xf32>, !x
  }
  %t = vector.transfer_read %b[%c1, %c3], %seven, %masks {permutation_map = affine_map<(i, j) -> (j, 0, i)>} : !x, vector<3x2x4xf32>
  %u = vector.extract %t[2, 1] : vector<4xf32> from vector<3x2x4xf32>
  vector.store %u, %z[%c0, %c0] : !x, vector<4xf32>
  %v = vector.extract %t[1, 0] : vector<4xf32> from vector<3x2x4xf32>
  vector.store %v, %z[%c1, %c0] : !x, vector<4xf32>
  %w = vector.transfer_read %b[%c4, %c5], %zero : !x, vector<f32>
  vector.transfer_write %w, %z[%c2, %c0] : vector<f32>, !x
  memref.dealloc %b : !x
  return
}

func.func @main(%x: !x, %y0: !x, %y1: !x, %y2: !x, %z: !x) {
  call @turned(%x, %y0) : (!x, !x) -> ()
  call @beside(%x, %y1) : (!x, !x) -> ()
  call @cut(%x, %y2, %z) : (!x, !x, !x) -> ()
  return
}
