// memref.reinterpret_cast of a row-major buffer: a position from its base gives the
// indices in the buffer, whose layout is applied to them.
//
// Covers: B27

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=IR
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// RUN: layout-opt %s --layout-flatten -o %t.flat.mlir
// RUN: layout-check %s %t.flat.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

// IR-LABEL: func.func @main(
// IR: memref.alloc() : memref<6x4xf32>
// IR-NOT: memref.reinterpret_cast
// IR: return
func.func @main(%x: memref<4x6xf32>, %y: memref<3x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<4x6xf32>
  memref.copy %x, %b : memref<4x6xf32> to memref<4x6xf32>
  // A box that starts at (0, 5) and steps over row ends.
  %s = memref.reinterpret_cast %b to offset: [5], sizes: [3, 4], strides: [5, 2] : memref<4x6xf32> to memref<3x4xf32, strided<[5, 2], offset: 5>>
  linalg.exp ins(%s : memref<3x4xf32, strided<[5, 2], offset: 5>>) outs(%y : memref<3x4xf32>)
  // Positions that are values.
  scf.for %i = %c0 to %c3 step %c1 {
    %n = arith.addi %i, %c2 : index
    %v = memref.reinterpret_cast %b to offset: [%n], sizes: [4], strides: [%i] : memref<4x6xf32> to memref<4xf32, strided<[?], offset: ?>>
    %0 = memref.load %v[%c3] : memref<4xf32, strided<[?], offset: ?>>
    memref.store %0, %v[%c1] : memref<4xf32, strided<[?], offset: ?>>
  }
  memref.copy %b, %x : memref<4x6xf32> to memref<4x6xf32>
  memref.dealloc %b : memref<4x6xf32>
  return
}

// One that reaches past the end of the buffer, which is undefined when it is
// accessed, has no map: its elements are accessed one by one.
// IR-LABEL: func.func @past_end(
// IR: scf.for
// IR: memref.load %{{.*}} : memref<6x4xf32>
func.func @past_end(%x: memref<3x4xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (j, i)>]} : memref<4x6xf32>
  %v = memref.reinterpret_cast %b to offset: [5], sizes: [3, 4], strides: [5, 8] : memref<4x6xf32> to memref<3x4xf32, strided<[5, 8], offset: 5>>
  linalg.exp ins(%v : memref<3x4xf32, strided<[5, 8], offset: 5>>) outs(%x : memref<3x4xf32>)
  return
}
