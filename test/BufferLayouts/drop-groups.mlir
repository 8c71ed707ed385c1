// Without the groups of their types views are still valid: dims of size 1 have the
// strides of a plain memref, and reshapes state no strides.
//
// Covers: B27

// RUN: layout-opt %s --layout-drop-groups | FileCheck %s
// RUN: layout-opt %s --layout-drop-groups -o %t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-drop-groups -o %t.applied.mlir
// RUN: layout-check %s %t.applied.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

!groups = memref<6x4xf32, #layout.index_map<(d0, d1) -> (d0 | d1)>>
!unit = memref<5x1x2xf32, #layout.index_map<(d0, d1, d2) -> (d0 | d1, d2)>>

// CHECK-LABEL: func.func @unit_dim(
// CHECK: memref.subview {{.*}} : memref<5x1x2xf32> to memref<3x1x2xf32, strided<[2, 2, 1]>>
func.func @unit_dim(%b: !unit) -> memref<3x1x2xf32, strided<[2, 2, 1]>> {
  %s = memref.subview %b[0, 0, 0] [3, 1, 2] [1, 1, 1] : !unit to memref<3x1x2xf32, strided<[2, 2, 1]>>
  return %s : memref<3x1x2xf32, strided<[2, 2, 1]>>
}

// CHECK-LABEL: func.func @collapse(
// CHECK: %[[C:.*]] = memref.collapse_shape {{.*}} : memref<6x4xf32> into memref<24xf32>
// CHECK: memref.cast %[[C]] : memref<24xf32> to memref<24xf32, strided<[1]>>
func.func @collapse(%b: !groups) -> memref<24xf32, strided<[1]>> {
  %s = memref.collapse_shape %b [[0, 1]] : !groups into memref<24xf32, strided<[1]>>
  return %s : memref<24xf32, strided<[1]>>
}

// CHECK-LABEL: func.func @expand(
// CHECK: %[[E:.*]] = memref.expand_shape {{.*}} : memref<6x4xf32> into memref<2x3x4xf32>
// CHECK: memref.cast %[[E]] : memref<2x3x4xf32> to memref<2x3x4xf32, strided<[12, 4, 1]>>
func.func @expand(%b: !groups) -> memref<2x3x4xf32, strided<[12, 4, 1]>> {
  %s = memref.expand_shape %b [[0, 1], [2]] output_shape [2, 3, 4] : !groups into memref<2x3x4xf32, strided<[12, 4, 1]>>
  return %s : memref<2x3x4xf32, strided<[12, 4, 1]>>
}

func.func @main(%x: memref<5x2xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i | j floordiv 2, j mod 2)>]} : memref<5x2xf32>
  memref.copy %x, %b : memref<5x2xf32> to memref<5x2xf32>
  %s = memref.subview %b[1, 0] [3, 2] [1, 1] : memref<5x2xf32> to memref<3x2xf32, strided<[2, 1], offset: 2>>
  linalg.exp ins(%s : memref<3x2xf32, strided<[2, 1], offset: 2>>) outs(%s : memref<3x2xf32, strided<[2, 1], offset: 2>>)
  memref.copy %b, %x : memref<5x2xf32> to memref<5x2xf32>
  return
}
