// #layout.tensor_layout as the layout of a memref: its buffer has the places of
// the box. A layout that is none of ours stays, with a remark.
// Covers: P6, P9, P11, P22, P26
//
// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check --entry=sticks %s %t.mlir
// RUN: layout-check --entry=sparse %s %t.mlir
// RUN: layout-opt %s --layout-apply-buffer-layouts --remarks-filter=layout-apply-buffer-layouts --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

!sticks = memref<5x70xf32, #layout.tensor_layout<sticks 5x70xf32, dim = 1>>
// CHECK-LABEL: func.func @sticks
// CHECK: memref.alloc() : memref<3x5x32xf32>
func.func @sticks(%x: memref<5x70xf32>) {
  %b = memref.alloc() : !sticks
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 70 {
      %0 = affine.load %x[%i, %j] : memref<5x70xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i, %j] : !sticks
    }
  }
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 70 {
      %0 = affine.load %b[%i, %j] : !sticks
      affine.store %0, %x[%i, %j] : memref<5x70xf32>
    }
  }
  memref.dealloc %b : !sticks
  return
}

// As the transform of an allocation.
// CHECK-LABEL: func.func @sparse
// CHECK: memref.alloc() : memref<6x32xf32>
func.func @sparse(%x: memref<6xf32>) {
  %b = memref.alloc() {layout.buffer_transforms = [#layout.tensor_layout<sparse 6xf32>]} : memref<6xf32>
  affine.for %i = 0 to 6 {
    %0 = affine.load %x[%i] : memref<6xf32>
    affine.store %0, %b[5 - %i] : memref<6xf32>
  }
  affine.for %i = 0 to 6 {
    %0 = affine.load %b[%i] : memref<6xf32>
    affine.store %0, %x[%i] : memref<6xf32>
  }
  memref.dealloc %b : memref<6xf32>
  return
}

// CHECK-LABEL: func.func private @foreign
// CHECK-SAME: memref<8x6xf32, #
// REMARK: tensor-layouts.mlir:[[#@LINE + 1]]:{{.*}}affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)> stays in the type: it is no layout that implements TensorLayoutAttrInterface
func.func private @foreign(%x: memref<8x6xf32, affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>>, %i: index) -> f32 {
  %0 = memref.load %x[%i, %i] : memref<8x6xf32, affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>>
  return %0 : f32
}
