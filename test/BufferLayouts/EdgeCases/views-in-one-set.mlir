// Views that become aliases take one layout, whichever of their sources gets its
// layout first. A promise in a loop is an alias of the buffer it is about.
//
// Covers: B27

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=IR
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-check %s %t.mlir --entry=promised | FileCheck %s
// CHECK: {{^equal$}}

!view = memref<4x6xf32, strided<[6, 1], offset: ?>>

// IR-LABEL: func.func @main(
// IR: scf.if %{{.*}} -> (memref<1x6x4xf32, strided<[?, ?, ?], offset: ?>>)
// IR: memref.cast
// IR: memref.cast
func.func @main(%x: memref<8x6xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : memref<8x6xf32>
  memref.copy %x, %b : memref<8x6xf32> to memref<8x6xf32>
  %f = memref.load %x[%c0, %c0] : memref<8x6xf32>
  %c = arith.cmpf olt, %f, %one : f32
  %s = scf.if %c -> !view {
    %0 = memref.subview %b[4, 0] [4, 6] [1, 1] : memref<8x6xf32> to memref<4x6xf32, strided<[6, 1], offset: 24>>
    %1 = memref.cast %0 : memref<4x6xf32, strided<[6, 1], offset: 24>> to !view
    scf.yield %1 : !view
  } else {
    %0 = memref.subview %b[0, 0] [4, 6] [1, 1] : memref<8x6xf32> to memref<4x6xf32, strided<[6, 1]>>
    %1 = memref.cast %0 : memref<4x6xf32, strided<[6, 1]>> to !view
    scf.yield %1 : !view
  }
  linalg.exp ins(%s : !view) outs(%s : !view)
  memref.copy %b, %x : memref<8x6xf32> to memref<8x6xf32>
  return
}

// IR-LABEL: func.func @promised(
// IR: memref.assume_alignment %{{.*}}, 16 : memref<4x12xf32>
func.func @promised(%x: memref<12x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<12x4xf32>
  memref.copy %x, %b : memref<12x4xf32> to memref<12x4xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%m = %b) -> memref<12x4xf32> {
    %a = memref.assume_alignment %m, 16 : memref<12x4xf32>
    %0 = memref.load %a[%i, %c1] : memref<12x4xf32>
    memref.store %0, %a[%c1, %i] : memref<12x4xf32>
    scf.yield %a : memref<12x4xf32>
  }
  memref.copy %r, %x : memref<12x4xf32> to memref<12x4xf32>
  return
}
