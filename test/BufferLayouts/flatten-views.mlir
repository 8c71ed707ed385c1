// A view of a flat buffer that is passed on is the part of the buffer from its
// first to its last element; rows keep the pitch that the type of the view
// states, 67 or 68 elements.
//
// Covers: B5, B22, B27

// RUN: layout-opt %s --layout-flatten -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// RUN: layout-opt %t.mlir --layout-flatten | diff %t.mlir -
// RUN: layout-opt %s --layout-apply-buffer-layouts --layout-flatten -o %t.both.mlir
// RUN: layout-check %s %t.both.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-DAG: #[[DIAGONAL:.*]] = affine_map<()[s0] -> (s0 * 68)>
// CHECK-DAG: #[[START:.*]] = affine_map<(d0) -> (d0 * 67 + 3)>

// CHECK-LABEL: func.func private @diagonal(
// CHECK-SAME: %[[V:.*]]: memref<265xf32, strided<[1], offset: ?>>
// CHECK: %[[AT:.*]] = affine.apply #[[DIAGONAL]]
// CHECK: memref.load %[[V]][%[[AT]]]
// CHECK: %[[C:.*]] = memref.subview %[[V]][67] [135] [1]
// CHECK: call @column(%[[C]])
!pitch67 = memref<4x64xf32, strided<[67, 1], offset: ?>>
!column = memref<3xf32, strided<[67], offset: ?>>
func.func private @diagonal(%v: !pitch67, %i: index) -> f32 {
  %0 = memref.load %v[%i, %i] : !pitch67
  %c = memref.subview %v[1, 0] [3, 1] [1, 1] : !pitch67 to !column
  call @column(%c) : (!column) -> ()
  return %0 : f32
}
func.func private @column(%c: !column) {
  linalg.exp ins(%c : !column) outs(%c : !column)
  return
}

// CHECK-LABEL: func.func private @pitch68(
// CHECK-SAME: memref<260xf32, strided<[1]>>
func.func private @pitch68(%v: memref<4x56xf32, strided<[68, 1]>>, %y: memref<4x56xf32>) {
  memref.copy %v, %y : memref<4x56xf32, strided<[68, 1]>> to memref<4x56xf32>
  return
}

// CHECK-LABEL: func.func private @scale(
// CHECK-SAME: memref<24xf32, strided<[1], offset: ?>>
func.func private @scale(%v: memref<4x6xf32, strided<[6, 1], offset: ?>>) {
  linalg.exp ins(%v : memref<4x6xf32, strided<[6, 1], offset: ?>>) outs(%v : memref<4x6xf32, strided<[6, 1], offset: ?>>)
  return
}

// CHECK-LABEL: func.func @main(
func.func @main(%x: memref<6x67xf32>, %y: memref<2xf32>, %z: memref<6x68xf32>, %w: memref<4x56xf32>, %t: memref<8x6xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // CHECK: %[[A:.*]] = memref.alloc() : memref<402xf32>
  // CHECK: scf.for %[[I:.*]] =
  // CHECK: %[[OFFSET:.*]] = affine.apply #[[START]](%[[I]])
  // CHECK: memref.subview %[[A]][%[[OFFSET]]] [265] [1] : memref<402xf32> to memref<265xf32, strided<[1], offset: ?>>
  %a = memref.alloc() : memref<6x67xf32>
  memref.copy %x, %a : memref<6x67xf32> to memref<6x67xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    %v = memref.subview %a[%i, 3] [4, 64] [1, 1] : memref<6x67xf32> to !pitch67
    %0 = func.call @diagonal(%v, %c2) : (!pitch67, index) -> f32
    memref.store %0, %y[%i] : memref<2xf32>
  }
  memref.copy %a, %x : memref<6x67xf32> to memref<6x67xf32>

  %b = memref.alloc() : memref<6x68xf32>
  memref.copy %z, %b : memref<6x68xf32> to memref<6x68xf32>
  %r = memref.subview %b[0, 0] [4, 56] [1, 1] : memref<6x68xf32> to memref<4x56xf32, strided<[68, 1]>>
  call @pitch68(%r, %w) : (memref<4x56xf32, strided<[68, 1]>>, memref<4x56xf32>) -> ()

  // Whole tiles of a blocked buffer, passed in a loop and out of a branch.
  // CHECK: %[[T:.*]] = memref.alloc() : memref<48xf32>
  // CHECK: memref.subview %[[T]][%{{.*}}] [24] [1] : memref<48xf32> to memref<24xf32, strided<[1], offset: ?>>
  // CHECK: memref.subview %[[T]][24] [24] [1]
  // CHECK: memref.subview %[[T]][0] [24] [1]
  %p = memref.alloc() {layout.buffer_transforms = [#layout.index_map<(i, j) -> (i floordiv 4, j, i mod 4)>]} : memref<8x6xf32>
  memref.copy %t, %p : memref<8x6xf32> to memref<8x6xf32>
  scf.for %i = %c0 to %c8 step %c4 {
    %v = memref.subview %p[%i, 0] [4, 6] [1, 1] : memref<8x6xf32> to memref<4x6xf32, strided<[6, 1], offset: ?>>
    func.call @scale(%v) : (memref<4x6xf32, strided<[6, 1], offset: ?>>) -> ()
  }
  %s = scf.if %c -> memref<4x6xf32, strided<[6, 1], offset: ?>> {
    %0 = memref.subview %p[4, 0] [4, 6] [1, 1] : memref<8x6xf32> to memref<4x6xf32, strided<[6, 1], offset: 24>>
    %1 = memref.cast %0 : memref<4x6xf32, strided<[6, 1], offset: 24>> to memref<4x6xf32, strided<[6, 1], offset: ?>>
    scf.yield %1 : memref<4x6xf32, strided<[6, 1], offset: ?>>
  } else {
    %0 = memref.subview %p[0, 0] [4, 6] [1, 1] : memref<8x6xf32> to memref<4x6xf32, strided<[6, 1]>>
    %1 = memref.cast %0 : memref<4x6xf32, strided<[6, 1]>> to memref<4x6xf32, strided<[6, 1], offset: ?>>
    scf.yield %1 : memref<4x6xf32, strided<[6, 1], offset: ?>>
  }
  linalg.exp ins(%s : memref<4x6xf32, strided<[6, 1], offset: ?>>) outs(%s : memref<4x6xf32, strided<[6, 1], offset: ?>>)
  memref.copy %p, %t : memref<8x6xf32> to memref<8x6xf32>
  return
}
