// Subviews of whole tiles become subviews of the physical buffer, in all aliases.
//
// Covers: B19, B27

// RUN: layout-opt %s --layout-apply-buffer-layouts --canonicalize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.mlir --layout-apply-buffer-layouts | diff %t.mlir -
// EQUAL: {{^equal$}}

!x = memref<8x6xf32>
#rows = #layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>

// Offsets are multiples of the tile by constants and by the step of a loop. The
// subviews are used by a copy and by a call.
// CHECK-LABEL: func.func private @boxes(
// CHECK: %[[B:.*]] = memref.alloc() : memref<2x6x4xf32>
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[AT:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK: memref.subview %[[B]][%[[AT]], 0, 0] [1, 6, 4] [1, 1, 1] : memref<2x6x4xf32> to memref<1x6x4xf32, strided<[24, 4, 1], offset: ?>>
func.func private @boxes(%x: !x, %y: !x) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %b = memref.alloc() {layout.buffer_transforms = [#rows]} : !x
  scf.for %i = %c0 to %c8 step %c4 {
    %from = memref.subview %x[%i, 0] [4, 6] [1, 1] : !x to memref<4x6xf32, strided<[6, 1], offset: ?>>
    %to = memref.subview %b[%i, 0] [4, 6] [1, 1] : !x to memref<4x6xf32, strided<[6, 1], offset: ?>>
    memref.copy %from, %to : memref<4x6xf32, strided<[6, 1], offset: ?>> to memref<4x6xf32, strided<[6, 1], offset: ?>>
    func.call @scale(%to) : (memref<4x6xf32, strided<[6, 1], offset: ?>>) -> ()
  }
  memref.copy %b, %y : !x to !x
  memref.dealloc %b : !x
  return
}

// The argument that the subview is passed to has the physical type.
// CHECK-LABEL: func.func private @scale(
// CHECK-SAME: memref<1x6x4xf32, strided<[24, 4, 1], offset: ?>>
func.func private @scale(%v: memref<4x6xf32, strided<[6, 1], offset: ?>>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%v : memref<4x6xf32, strided<[6, 1], offset: ?>>) {
  ^bb0(%o: f32):
    %0 = arith.addf %o, %o : f32
    linalg.yield %0 : f32
  }
  return
}

// A single row is contiguous in the physical buffer, at any offset.
// CHECK-LABEL: func.func private @row(
// CHECK: memref.subview %{{.*}}[1, 0, 1] [1, 6, 1] [1, 1, 1] : memref<2x6x4xf32> to memref<1x6x1xf32, strided<[24, 4, 1], offset: 25>>
// CHECK: memref.subview %{{.*}}[%{{.*}}, 0, %{{.*}}] [1, 6, 1] [1, 1, 1]
func.func private @row(%x: !x, %y: !x) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %b = memref.alloc() {layout.buffer_transforms = [#rows]} : !x
  memref.copy %x, %b : !x to !x
  %row = memref.subview %b[5, 0] [1, 6] [1, 1] : !x to memref<6xf32, strided<[1], offset: 30>>
  call @twice(%row) : (memref<6xf32, strided<[1], offset: 30>>) -> ()
  scf.for %i = %c0 to %c8 step %c1 {
    %any = memref.subview %b[%i, 0] [1, 6] [1, 1] : !x to memref<6xf32, strided<[1], offset: ?>>
    func.call @again(%any) : (memref<6xf32, strided<[1], offset: ?>>) -> ()
  }
  memref.copy %b, %y : !x to !x
  memref.dealloc %b : !x
  return
}
func.func private @twice(%v: memref<6xf32, strided<[1], offset: 30>>) {
  affine.for %j = 0 to 6 {
    %0 = affine.load %v[%j] : memref<6xf32, strided<[1], offset: 30>>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %v[%j] : memref<6xf32, strided<[1], offset: 30>>
  }
  return
}
func.func private @again(%v: memref<6xf32, strided<[1], offset: ?>>) {
  affine.for %j = 0 to 6 {
    %0 = affine.load %v[%j] : memref<6xf32, strided<[1], offset: ?>>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %v[%j] : memref<6xf32, strided<[1], offset: ?>>
  }
  return
}

func.func @main(%x: !x, %y0: !x, %y1: !x) {
  call @boxes(%x, %y0) : (!x, !x) -> ()
  call @row(%x, %y1) : (!x, !x) -> ()
  return
}
