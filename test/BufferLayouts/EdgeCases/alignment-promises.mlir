// Promises of alignment are about addresses. They are kept where the address is
// the same in the new layout, and dropped elsewhere; hints are kept.
//
// Covers: B27

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefixes=IR,APPLY
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-flatten -o %t.flat.mlir
// RUN: FileCheck %s --input-file=%t.flat.mlir --check-prefixes=IR,FLAT
// RUN: layout-check %s %t.flat.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

// IR-LABEL: func.func @main(
// The base of the buffer is the same in all layouts.
// IR: %[[B:.*]] = memref.alloc() {alignment = 64 : i64}
// IR: memref.assume_alignment %[[B]], 64
// Row %i of a transposed buffer begins elsewhere.
// APPLY: %[[V:.*]] = memref.subview
// APPLY-NOT: memref.assume_alignment
// FLAT-NOT: memref.assume_alignment
// Element (0, 8) of %a is 64 bytes behind the base only in row-major order.
// IR: %[[A:.*]] = memref.alloc() {alignment = 64 : i64}
// APPLY: memref.load %[[A]]{{.*}} {nontemporal = true}
// FLAT: memref.load %[[A]]{{.*}} {nontemporal = true}
// IR: %[[P:.*]] = memref.alloc() {alignment = 64 : i64}
// APPLY: memref.load %[[P]]{{.*}} {alignment = 32 : i64}
// FLAT: memref.load %[[P]]{{.*}} {alignment = 32 : i64}
func.func @main(%x: memref<16x16xf32>, %y: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %b = memref.alloc() {alignment = 64, layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<16x16xf32>
  %whole = memref.assume_alignment %b, 64 : memref<16x16xf32>
  memref.copy %x, %whole : memref<16x16xf32> to memref<16x16xf32>
  scf.for %i = %c0 to %c3 step %c1 {
    %row = memref.subview %b[%i, 0] [8, 16] [1, 1] : memref<16x16xf32> to memref<8x16xf32, strided<[16, 1], offset: ?>>
    %r = memref.assume_alignment %row, 64 : memref<8x16xf32, strided<[16, 1], offset: ?>>
    %v = vector.transfer_read %r[%c0, %c0], %zero {permutation_map = affine_map<(i, j) -> (i)>, in_bounds = [true]} : memref<8x16xf32, strided<[16, 1], offset: ?>>, vector<8xf32>
    %w = arith.addf %v, %v : vector<8xf32>
    vector.transfer_write %w, %r[%c0, %c0] {permutation_map = affine_map<(i, j) -> (i)>, in_bounds = [true]} : vector<8xf32>, memref<8x16xf32, strided<[16, 1], offset: ?>>
  }
  %a = memref.alloc() {alignment = 64, layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<16x16xf32>
  memref.copy %b, %a : memref<16x16xf32> to memref<16x16xf32>
  %0 = memref.load %a[%c1, %c8] {alignment = 32, nontemporal = true} : memref<16x16xf32>
  %p = memref.alloc() {alignment = 64} : memref<16x16xf32>
  memref.copy %a, %p : memref<16x16xf32> to memref<16x16xf32>
  %1 = memref.load %p[%c1, %c8] {alignment = 32} : memref<16x16xf32>
  %2 = arith.addf %0, %1 : f32
  memref.store %2, %p[%c0, %c0] {alignment = 64} : memref<16x16xf32>
  memref.copy %p, %y : memref<16x16xf32> to memref<16x16xf32>
  return
}
