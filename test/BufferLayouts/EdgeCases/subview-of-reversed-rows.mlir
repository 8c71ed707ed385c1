// A box of one row, of a buffer whose layout has an offset: row 1 is at 2 - 1.
//
// Covers: B27

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=IR
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s
// CHECK: {{^equal$}}

// The view has one row, so the physical view is accessed at row 0.
// IR: %[[ROW:.+]] = memref.subview %{{.*}}[0, 0] [1, 4] [1, 1]
// IR: memref.load %[[ROW]][%c0{{.*}}, %c3{{.*}}]
func.func @main(%x: memref<3x4xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (2 - i, j)>]} : memref<3x4xf32>
  memref.copy %x, %b : memref<3x4xf32> to memref<3x4xf32>
  %s = memref.subview %b[2, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<1x4xf32, strided<[4, 1], offset: 8>>
  %r = memref.subview %b[0, 0] [1, 4] [1, 1] : memref<3x4xf32> to memref<4xf32, strided<[1]>>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %v = memref.load %s[%c0, %c3] : memref<1x4xf32, strided<[4, 1], offset: 8>>
  memref.store %v, %r[%c0] : memref<4xf32, strided<[1]>>
  linalg.exp ins(%s : memref<1x4xf32, strided<[4, 1], offset: 8>>) outs(%s : memref<1x4xf32, strided<[4, 1], offset: 8>>)
  memref.copy %b, %x : memref<3x4xf32> to memref<3x4xf32>
  memref.dealloc %b : memref<3x4xf32>
  return
}
