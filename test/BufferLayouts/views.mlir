// Views of buffers with layouts: subviews of whole tiles are views of the physical
// buffer, reshapes disappear, and accesses of all other views become accesses of
// the buffer, which may then be flattened.
//
// Covers: B17, B19, B27

// RUN: layout-opt %s --layout-apply-buffer-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main --dims=11,6,11,6 | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.mlir --layout-apply-buffer-layouts | diff %t.mlir -
// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-flatten --layout-drop-groups -o %t.flat.mlir
// RUN: layout-check %s %t.flat.mlir --entry=main --dims=11,6,11,6 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

!x = memref<8x6xf32>
#rows = #layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>

// Subviews that start within a tile or take every other row are bypassed: loads
// and stores access the buffer.
// CHECK-LABEL: func.func private @others(
// CHECK-NOT: memref.subview
// CHECK: return
func.func private @others(%x: !x, %y: !x) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %b = memref.alloc() {layout.buffer_transforms = [#rows]} : !x
  memref.copy %x, %b : !x to !x
  %odd = memref.subview %b[1, 1] [4, 5] [2, 1] : !x to memref<4x5xf32, strided<[12, 1], offset: 7>>
  %part = memref.subview %odd[%c1, 0] [3, 5] [1, 1] : memref<4x5xf32, strided<[12, 1], offset: 7>> to memref<3x5xf32, strided<[12, 1], offset: ?>>
  %row = memref.subview %odd[2, 0] [1, 5] [1, 1] : memref<4x5xf32, strided<[12, 1], offset: 7>> to memref<5xf32, strided<[1], offset: 31>>
  %n = memref.dim %part, %c0 : memref<3x5xf32, strided<[12, 1], offset: ?>>
  scf.for %i = %c0 to %n step %c1 {
    affine.for %j = 0 to 5 {
      %0 = memref.load %part[%i, %j] : memref<3x5xf32, strided<[12, 1], offset: ?>>
      %1 = affine.load %row[%j] : memref<5xf32, strided<[1], offset: 31>>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %odd[%i, %j] : memref<4x5xf32, strided<[12, 1], offset: 7>>
      affine.store %0, %row[4 - %j] : memref<5xf32, strided<[1], offset: 31>>
      memref.prefetch %odd[%i, %j], read, locality<1>, data : memref<4x5xf32, strided<[12, 1], offset: 7>>
      %3 = memref.atomic_rmw addf %2, %odd[%i, %j] : (f32, memref<4x5xf32, strided<[12, 1], offset: 7>>) -> f32
    }
  }
  linalg.fill ins(%zero : f32) outs(%row : memref<5xf32, strided<[1], offset: 31>>)
  memref.copy %b, %y : !x to !x
  memref.dealloc %b : !x
  return
}

// Reshapes and transposes disappear.
// CHECK-LABEL: func.func private @reshapes(
// CHECK-NOT: memref.expand_shape
// CHECK-NOT: memref.collapse_shape
// CHECK-NOT: memref.transpose
// CHECK: return
func.func private @reshapes(%x: !x, %y: !x) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %b = memref.alloc() {layout.buffer_transforms = [#rows]} : !x
  %aligned = memref.assume_alignment %b, 16 : !x
  memref.copy %x, %aligned : !x to !x
  %e = memref.expand_shape %b [[0, 1], [2, 3]] output_shape [2, 4, 2, 3] : !x into memref<2x4x2x3xf32>
  %flat = memref.collapse_shape %b [[0, 1]] : !x into memref<48xf32>
  %t = memref.transpose %b (i, j) -> (j, i) : !x to memref<6x8xf32, strided<[1, 6]>>
  scf.for %j = %c0 to %c3 step %c1 {
    %0 = memref.load %e[%c1, %c2, %c1, %j] : memref<2x4x2x3xf32>
    %1 = memref.load %t[%j, %c2] : memref<6x8xf32, strided<[1, 6]>>
    %2 = arith.subf %0, %1 : f32
    memref.store %2, %flat[%j] : memref<48xf32>
  }
  memref.copy %b, %y : !x to !x
  memref.dealloc %b : !x
  return
}

// Casts become casts of the physical buffer.
// CHECK-LABEL: func.func private @casts(
// CHECK: memref.cast %{{.*}} : memref<2x6x4xf32> to memref<?x6x4xf32>
// CHECK: memref.cast %{{.*}} : memref<2x6x4xf32> to memref<2x6x4xf32, strided<[?, ?, ?], offset: ?>>
func.func private @casts(%x: !x, %y: !x) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc() {layout.buffer_transforms = [#rows]} : !x
  memref.copy %x, %b : !x to !x
  %any = memref.cast %b : !x to memref<?x6xf32>
  %strided = memref.cast %b : !x to memref<8x6xf32, strided<[?, ?], offset: ?>>
  %v = memref.load %any[%c1, %c1] : memref<?x6xf32>
  memref.store %v, %strided[%c0, %c1] : memref<8x6xf32, strided<[?, ?], offset: ?>>
  memref.copy %b, %y : !x to !x
  memref.dealloc %b : !x
  return
}

// Dynamic sizes: whole tiles of a buffer whose last tile may be partly full.
// CHECK-LABEL: func.func private @dynamic(
// CHECK: memref.subview %{{.*}}[%{{.*}}, 0, 0] [%{{.*}}, %{{.*}}, 4] [1, 1, 1] : memref<?x?x4xf32>
func.func private @dynamic(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %b = memref.alloc(%m, %n) {layout.buffer_transforms = [#rows]} : memref<?x?xf32>
  memref.copy %x, %b : memref<?x?xf32> to memref<?x?xf32>
  scf.for %i = %c0 to %m step %c4 {
    %rest = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%m]
    %tile = memref.subview %b[%i, 0] [%rest, %n] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    %k = memref.dim %tile, %c0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
    scf.for %r = %c0 to %k step %c1 {
      %0 = memref.load %tile[%r, %c1] : memref<?x?xf32, strided<[?, 1], offset: ?>>
      %1 = arith.mulf %0, %0 : f32
      memref.store %1, %tile[%r, %c0] : memref<?x?xf32, strided<[?, 1], offset: ?>>
    }
  }
  memref.copy %b, %y : memref<?x?xf32> to memref<?x?xf32>
  memref.dealloc %b : memref<?x?xf32>
  return
}

func.func @main(%x: !x, %y1: !x, %y3: !x, %y4: !x, %u: memref<?x?xf32>, %v: memref<?x?xf32>) {
  call @others(%x, %y1) : (!x, !x) -> ()
  call @reshapes(%x, %y3) : (!x, !x) -> ()
  call @casts(%x, %y4) : (!x, !x) -> ()
  call @dynamic(%u, %v) : (memref<?x?xf32>, memref<?x?xf32>) -> ()
  return
}
