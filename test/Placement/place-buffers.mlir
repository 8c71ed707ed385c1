// RUN: layout-opt %s --split-input-file --layout-place-buffers | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-place-buffers --layout-place-buffers | FileCheck %s

// Both operands of a concatenation are computed where the result needs them,
// and the third one, which reads the first two, beside them.

// CHECK-LABEL: func @concat
// CHECK: %[[D:.*]] = memref.alloc() : memref<4x112xf32>
// CHECK: %[[A:.*]] = memref.subview %[[D]][0, 0] [4, 64] [1, 1]
// CHECK: linalg.exp ins(%{{.*}} : memref<4x64xf32>) outs(%[[A]] : memref<4x64xf32, strided<[112, 1]>>)
// CHECK: %[[V:.*]] = memref.subview %[[A]][0, 16] [4, 48] [1, 1]
// CHECK-SAME: memref<4x64xf32, strided<[112, 1]>> to memref<4x48xf32, strided<[112, 1], offset: 16>>
// CHECK: %[[B:.*]] = memref.subview %[[D]][0, 64] [4, 48] [1, 1]
// CHECK: linalg.tanh ins(%[[V]] : {{.*}}) outs(%[[B]] :
// CHECK-NOT: memref.copy
// CHECK: return %[[D]]
func.func @concat(%x: memref<4x64xf32>) -> memref<4x112xf32> {
  %a = memref.alloc() : memref<4x64xf32>
  linalg.exp ins(%x : memref<4x64xf32>) outs(%a : memref<4x64xf32>)
  %v = memref.subview %a[0, 16] [4, 48] [1, 1] : memref<4x64xf32> to memref<4x48xf32, strided<[64, 1], offset: 16>>
  %b = memref.alloc() : memref<4x48xf32>
  linalg.tanh ins(%v : memref<4x48xf32, strided<[64, 1], offset: 16>>) outs(%b : memref<4x48xf32>)
  %d = memref.alloc() : memref<4x112xf32>
  %0 = memref.subview %d[0, 0] [4, 64] [1, 1] : memref<4x112xf32> to memref<4x64xf32, strided<[112, 1]>>
  memref.copy %a, %0 : memref<4x64xf32> to memref<4x64xf32, strided<[112, 1]>>
  %1 = memref.subview %d[0, 64] [4, 48] [1, 1] : memref<4x112xf32> to memref<4x48xf32, strided<[112, 1], offset: 64>>
  memref.copy %b, %1 : memref<4x48xf32> to memref<4x48xf32, strided<[112, 1], offset: 64>>
  return %d : memref<4x112xf32>
}

// -----

// Concatenations that begin with the same operands, as in a dense block, are
// parts of the largest one.

// CHECK-LABEL: func @prefixes
// CHECK: %[[D:.*]] = memref.alloc() : memref<2x24xf32>
// CHECK-NOT: memref.alloc
// CHECK: memref.subview %[[D]][0, 0] [2, 8] [1, 1]
// CHECK: %[[B:.*]] = memref.subview %[[D]][0, 0] [2, 16] [1, 1]
// CHECK: linalg.reduce { arith.addf } ins(%[[B]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @prefixes(%x: memref<2x8xf32>, %y: memref<2xf32>) -> memref<2x24xf32> {
  %a = memref.alloc() : memref<2x8xf32>
  linalg.exp ins(%x : memref<2x8xf32>) outs(%a : memref<2x8xf32>)
  %b = memref.alloc() : memref<2x8xf32>
  linalg.tanh ins(%a : memref<2x8xf32>) outs(%b : memref<2x8xf32>)
  %c = memref.alloc() : memref<2x16xf32>
  %c0 = memref.subview %c[0, 0] [2, 8] [1, 1] : memref<2x16xf32> to memref<2x8xf32, strided<[16, 1]>>
  memref.copy %a, %c0 : memref<2x8xf32> to memref<2x8xf32, strided<[16, 1]>>
  %c1 = memref.subview %c[0, 8] [2, 8] [1, 1] : memref<2x16xf32> to memref<2x8xf32, strided<[16, 1], offset: 8>>
  memref.copy %b, %c1 : memref<2x8xf32> to memref<2x8xf32, strided<[16, 1], offset: 8>>
  linalg.reduce { arith.addf } ins(%c : memref<2x16xf32>) outs(%y : memref<2xf32>) dimensions = [1]
  %e = memref.alloc() : memref<2x8xf32>
  linalg.broadcast ins(%y : memref<2xf32>) outs(%e : memref<2x8xf32>) dimensions = [1]
  %d = memref.alloc() : memref<2x24xf32>
  %d0 = memref.subview %d[0, 0] [2, 8] [1, 1] : memref<2x24xf32> to memref<2x8xf32, strided<[24, 1]>>
  memref.copy %a, %d0 : memref<2x8xf32> to memref<2x8xf32, strided<[24, 1]>>
  %d1 = memref.subview %d[0, 8] [2, 8] [1, 1] : memref<2x24xf32> to memref<2x8xf32, strided<[24, 1], offset: 8>>
  memref.copy %b, %d1 : memref<2x8xf32> to memref<2x8xf32, strided<[24, 1], offset: 8>>
  %d2 = memref.subview %d[0, 16] [2, 8] [1, 1] : memref<2x24xf32> to memref<2x8xf32, strided<[24, 1], offset: 16>>
  memref.copy %e, %d2 : memref<2x8xf32> to memref<2x8xf32, strided<[24, 1], offset: 16>>
  return %d : memref<2x24xf32>
}

// -----

// Of a pad, the border is filled only. It is divided into two rows and two
// columns.

// CHECK-LABEL: func @pad
// CHECK: %[[D:.*]] = memref.alloc() : memref<6x8xf32>
// CHECK: %[[X:.*]] = memref.subview %[[D]][1, 2] [4, 5] [1, 1]
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[X]] :
// CHECK-DAG: memref.subview %[[D]][0, 0] [1, 8] [1, 1]
// CHECK-DAG: memref.subview %[[D]][5, 0] [1, 8] [1, 1]
// CHECK-DAG: memref.subview %[[D]][1, 0] [4, 2] [1, 1]
// CHECK-DAG: memref.subview %[[D]][1, 7] [4, 1] [1, 1]
// CHECK-COUNT-4: linalg.fill
// CHECK-NOT: {{linalg.map|linalg.fill|memref.copy}}
// CHECK: return %[[D]]
func.func @pad(%x: memref<4x5xf32>) -> memref<6x8xf32> {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4x5xf32>
  linalg.exp ins(%x : memref<4x5xf32>) outs(%a : memref<4x5xf32>)
  %d = memref.alloc() : memref<6x8xf32>
  linalg.map outs(%d : memref<6x8xf32>)
    (%init: f32) {
      linalg.yield %zero : f32
    }
  %0 = memref.subview %d[1, 2] [4, 5] [1, 1] : memref<6x8xf32> to memref<4x5xf32, strided<[8, 1], offset: 10>>
  memref.copy %a, %0 : memref<4x5xf32> to memref<4x5xf32, strided<[8, 1], offset: 10>>
  return %d : memref<6x8xf32>
}

// -----

// Two pads of one value that extend it to different sides are parts of a
// common buffer.

// CHECK-LABEL: func @two_pads
// CHECK: memref.alloc() : memref<10x10xf32>
// CHECK-NOT: memref.copy
// CHECK: return
func.func @two_pads(%x: memref<8x8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<8x8xf32>
  linalg.exp ins(%x : memref<8x8xf32>) outs(%a : memref<8x8xf32>)
  %s = memref.alloc() : memref<8x10xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<8x10xf32>)
  %0 = memref.subview %s[0, 1] [8, 8] [1, 1] : memref<8x10xf32> to memref<8x8xf32, strided<[10, 1], offset: 1>>
  memref.copy %a, %0 : memref<8x8xf32> to memref<8x8xf32, strided<[10, 1], offset: 1>>
  %t = memref.alloc() : memref<10x8xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<10x8xf32>)
  %1 = memref.subview %t[1, 0] [8, 8] [1, 1] : memref<10x8xf32> to memref<8x8xf32, strided<[8, 1], offset: 8>>
  memref.copy %a, %1 : memref<8x8xf32> to memref<8x8xf32, strided<[8, 1], offset: 8>>
  linalg.reduce { arith.addf } ins(%s : memref<8x10xf32>) outs(%y : memref<8xf32>) dimensions = [1]
  linalg.reduce { arith.addf } ins(%t : memref<10x8xf32>) outs(%z : memref<8xf32>) dimensions = [0]
  return
}

// -----

// A copy of a filled buffer is a fill, although the buffer is computed in
// later. A slice is read in place.

// CHECK-LABEL: func @fill_and_slice
// CHECK-SAME: %[[X:.*]]: memref<4x8xf32>
// CHECK-NOT: memref.copy
// CHECK: %[[S:.*]] = memref.subview %[[X]][0, 4] [4, 4] [1, 1]
// CHECK: linalg.fill ins(%{{.*}}) outs(%[[B:.*]] : memref<4x4xf32>)
// CHECK-NEXT: linalg.matmul ins(%[[S]], %[[S]] : {{.*}}) outs(%[[B]] :
// CHECK-NEXT: linalg.fill ins(%{{.*}}) outs(%[[A:.*]] : memref<4x4xf32>)
// CHECK-NEXT: linalg.matmul ins(%[[B]], %[[S]] : {{.*}}) outs(%[[A]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @fill_and_slice(%x: memref<4x8xf32>) -> memref<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4x4xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<4x4xf32>)
  %b = memref.alloc() : memref<4x4xf32>
  memref.copy %a, %b : memref<4x4xf32> to memref<4x4xf32>
  %s = memref.subview %x[0, 4] [4, 4] [1, 1] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 4>>
  %c = memref.alloc() : memref<4x4xf32>
  memref.copy %s, %c : memref<4x4xf32, strided<[8, 1], offset: 4>> to memref<4x4xf32>
  linalg.matmul ins(%c, %c : memref<4x4xf32>, memref<4x4xf32>) outs(%b : memref<4x4xf32>)
  linalg.matmul ins(%b, %c : memref<4x4xf32>, memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return %a : memref<4x4xf32>
}

// -----

// One buffer for two values that have nothing to do with each other would keep
// both from their places.

// CHECK-LABEL: func @split
// CHECK: %[[D:.*]] = memref.alloc() : memref<2x8xf32>
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[A:.*]] : memref<8xf32, strided<[1]>>)
// CHECK: linalg.tanh ins(%[[A]] : {{.*}}) outs(%[[B:.*]] : memref<8xf32, strided<[1], offset: 8>>)
// CHECK-NOT: memref.copy
// CHECK: return %[[D]]
func.func @split(%x: memref<8xf32>) -> memref<2x8xf32> {
  %a = memref.alloc() : memref<8xf32>
  %d = memref.alloc() : memref<2x8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  %0 = memref.subview %d[0, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<8xf32, strided<[1]>>
  memref.copy %a, %0 : memref<8xf32> to memref<8xf32, strided<[1]>>
  linalg.tanh ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  %1 = memref.subview %d[1, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<8xf32, strided<[1], offset: 8>>
  memref.copy %a, %1 : memref<8xf32> to memref<8xf32, strided<[1], offset: 8>>
  return %d : memref<2x8xf32>
}

// -----

// Dynamic sizes: value bounds prove that the parts do not overlap. The copy
// through a reshape is one of tiles.

// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[N:[a-z0-9]*]]: index
// CHECK: %[[D:.*]] = memref.alloc(%{{.*}}) : memref<?x4xf32>
// CHECK: memref.subview %[[D]][0, 0] [%[[N]], 4] [1, 1]
// CHECK-NOT: memref.copy
// CHECK: return %[[D]]
func.func @dynamic(%n: index, %x: memref<?x4xf32>) -> memref<?x4xf32> {
  %a = memref.alloc(%n) : memref<?x4xf32>
  linalg.exp ins(%x : memref<?x4xf32>) outs(%a : memref<?x4xf32>)
  %b = memref.alloc(%n) : memref<?x4xf32>
  linalg.tanh ins(%a : memref<?x4xf32>) outs(%b : memref<?x4xf32>)
  %m = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%n]
  %d = memref.alloc(%m) : memref<?x4xf32>
  %0 = memref.subview %d[0, 0] [%n, 4] [1, 1] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1]>>
  memref.copy %a, %0 : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1]>>
  %1 = memref.subview %d[%n, 0] [%n, 4] [1, 1] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1], offset: ?>>
  memref.copy %b, %1 : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1], offset: ?>>
  return %d : memref<?x4xf32>
}

// -----

// In a loop, each iteration computes its rows of the result in place.

// CHECK-LABEL: func @loop
// CHECK: scf.for %[[I:.*]] =
// CHECK-NOT: memref.alloc
// CHECK: %[[S:.*]] = memref.subview %{{.*}}[%[[I]], 0] [2, 8] [1, 1]
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[S]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @loop(%x: memref<2x8xf32>) -> memref<16x8xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %d = memref.alloc() : memref<16x8xf32>
  scf.for %i = %c0 to %c16 step %c2 {
    %a = memref.alloc() : memref<2x8xf32>
    linalg.exp ins(%x : memref<2x8xf32>) outs(%a : memref<2x8xf32>)
    %0 = memref.subview %d[%i, 0] [2, 8] [1, 1] : memref<16x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
    memref.copy %a, %0 : memref<2x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
  }
  return %d : memref<16x8xf32>
}

// -----

// A value in blocks of 16 channels is written through a reshape.

// CHECK-LABEL: func @blocked
// CHECK: %[[D:.*]] = memref.alloc() : memref<1x6x4x16xf32>
// CHECK: %[[S:.*]] = memref.subview %[[D]][0, 2, 0, 0] [1, 2, 4, 16] [1, 1, 1, 1]
// CHECK: %[[A:.*]] = memref.expand_shape %[[S]] {{\[\[}}0], [1], [2], [3, 4]]
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[A]] :
// CHECK-NOT: memref.copy
// CHECK: return
func.func @blocked(%x: memref<1x2x4x16x1xf32>) -> memref<1x6x4x16xf32> {
  %a = memref.alloc() : memref<1x2x4x16x1xf32>
  linalg.exp ins(%x : memref<1x2x4x16x1xf32>) outs(%a : memref<1x2x4x16x1xf32>)
  %v = memref.collapse_shape %a [[0], [1], [2], [3, 4]] : memref<1x2x4x16x1xf32> into memref<1x2x4x16xf32>
  %d = memref.alloc() : memref<1x6x4x16xf32>
  %0 = memref.subview %d[0, 2, 0, 0] [1, 2, 4, 16] [1, 1, 1, 1] : memref<1x6x4x16xf32> to memref<1x2x4x16xf32, strided<[384, 64, 16, 1], offset: 128>>
  memref.copy %v, %0 : memref<1x2x4x16xf32> to memref<1x2x4x16xf32, strided<[384, 64, 16, 1], offset: 128>>
  return %d : memref<1x6x4x16xf32>
}

// -----

// Both branches compute their part of the result in place.

// CHECK-LABEL: func @branch
// CHECK: %[[D:.*]] = memref.alloc() : memref<4x16xf32>
// CHECK: %[[S:.*]] = memref.subview %[[D]][0, 0] [4, 8] [1, 1]
// CHECK: scf.if
// CHECK-NEXT: linalg.exp ins(%{{.*}}) outs(%[[S]] :
// CHECK-NEXT: } else {
// CHECK-NEXT: linalg.tanh ins(%{{.*}}) outs(%[[S]] :
// CHECK-NOT: memref.copy
// CHECK: return %[[D]]
func.func @branch(%p: i1, %x: memref<4x8xf32>) -> memref<4x16xf32> {
  %0 = scf.if %p -> (memref<4x8xf32, strided<[?, ?], offset: ?>>) {
    %a = memref.alloc() : memref<4x8xf32>
    linalg.exp ins(%x : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
    %cast = memref.cast %a : memref<4x8xf32> to memref<4x8xf32, strided<[?, ?], offset: ?>>
    scf.yield %cast : memref<4x8xf32, strided<[?, ?], offset: ?>>
  } else {
    %a = memref.alloc() : memref<4x8xf32>
    linalg.tanh ins(%x : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
    %cast = memref.cast %a : memref<4x8xf32> to memref<4x8xf32, strided<[?, ?], offset: ?>>
    scf.yield %cast : memref<4x8xf32, strided<[?, ?], offset: ?>>
  }
  %d = memref.alloc() : memref<4x16xf32>
  %1 = memref.subview %d[0, 0] [4, 8] [1, 1] : memref<4x16xf32> to memref<4x8xf32, strided<[16, 1]>>
  memref.copy %0, %1 : memref<4x8xf32, strided<[?, ?], offset: ?>> to memref<4x8xf32, strided<[16, 1]>>
  %2 = memref.subview %d[0, 8] [4, 8] [1, 1] : memref<4x16xf32> to memref<4x8xf32, strided<[16, 1], offset: 8>>
  linalg.exp ins(%1 : memref<4x8xf32, strided<[16, 1]>>) outs(%2 : memref<4x8xf32, strided<[16, 1], offset: 8>>)
  return %d : memref<4x16xf32>
}

// -----

// A loop that updates a buffer in place does so in the larger one.

// CHECK-LABEL: func @carried_in_place
// CHECK: %[[D:.*]] = memref.alloc() : memref<4x16xf32>
// CHECK: %[[S:.*]] = memref.subview %[[D]][0, 8] [4, 8] [1, 1]
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[S]] :
// CHECK: scf.for
// CHECK-NEXT: linalg.tanh ins(%[[S]] : {{.*}}) outs(%[[S]] :
// CHECK-NOT: memref.copy
// CHECK: return %[[D]]
func.func @carried_in_place(%x: memref<4x8xf32>) -> memref<4x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<4x8xf32>
  linalg.exp ins(%x : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%b = %a) -> memref<4x8xf32> {
    linalg.tanh ins(%b : memref<4x8xf32>) outs(%b : memref<4x8xf32>)
    scf.yield %b : memref<4x8xf32>
  }
  %d = memref.alloc() : memref<4x16xf32>
  %1 = memref.subview %d[0, 0] [4, 8] [1, 1] : memref<4x16xf32> to memref<4x8xf32, strided<[16, 1]>>
  linalg.tanh ins(%0 : memref<4x8xf32>) outs(%1 : memref<4x8xf32, strided<[16, 1]>>)
  %2 = memref.subview %d[0, 8] [4, 8] [1, 1] : memref<4x16xf32> to memref<4x8xf32, strided<[16, 1], offset: 8>>
  memref.copy %0, %2 : memref<4x8xf32> to memref<4x8xf32, strided<[16, 1], offset: 8>>
  return %d : memref<4x16xf32>
}

// -----

// A view that nobody uses does not make the buffer known under another name.

// CHECK-LABEL: func @unused_view
// CHECK-NOT: memref.copy
// CHECK: return
func.func @unused_view(%x: memref<4x4xf32>, %c: i1) -> memref<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4x4xf32>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  %0 = scf.if %c -> memref<4x4xf32> {
    %b = memref.alloc() : memref<4x4xf32>
    scf.yield %b : memref<4x4xf32>
  } else {
    scf.yield %a : memref<4x4xf32>
  }
  %v = memref.subview %0[0, 1] [4, 2] [1, 1] : memref<4x4xf32> to memref<4x2xf32, strided<[4, 1], offset: 1>>
  %d = memref.alloc() : memref<8x4xf32>
  linalg.fill ins(%zero : f32) outs(%d : memref<8x4xf32>)
  %s = memref.subview %d[4, 0] [4, 4] [1, 1] : memref<8x4xf32> to memref<4x4xf32, strided<[4, 1], offset: 16>>
  memref.copy %a, %s : memref<4x4xf32> to memref<4x4xf32, strided<[4, 1], offset: 16>>
  return %d : memref<8x4xf32>
}

// -----

// What is copied into another part of a buffer, and not needed, does not hide
// that this part is filled.

// CHECK-LABEL: func @row_of_pad
// CHECK-NOT: memref.copy
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[O:.*]] : memref<?x1x6xf32>)
// CHECK-NOT: memref.copy
// CHECK: return %{{.*}}, %[[O]]
func.func @row_of_pad(%x: memref<?x2x3xf32>) -> (memref<?x1x6xf32>, memref<?x1x6xf32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant 1.5 : f32
  %n = memref.dim %x, %c0 : memref<?x2x3xf32>
  %a = memref.alloc(%n) : memref<?x5x6xf32>
  linalg.fill ins(%v : f32) outs(%a : memref<?x5x6xf32>)
  %s = memref.subview %a[0, 1, 2] [%n, 2, 3] [1, 1, 1] : memref<?x5x6xf32> to memref<?x2x3xf32, strided<[30, 6, 1], offset: 8>>
  memref.copy %x, %s : memref<?x2x3xf32> to memref<?x2x3xf32, strided<[30, 6, 1], offset: 8>>
  %r = memref.subview %a[0, 0, 0] [%n, 1, 6] [1, 1, 1] : memref<?x5x6xf32> to memref<?x1x6xf32, strided<[30, 6, 1]>>
  %e = memref.alloc(%n) : memref<?x1x6xf32>
  linalg.exp ins(%r : memref<?x1x6xf32, strided<[30, 6, 1]>>) outs(%e : memref<?x1x6xf32>)
  %o = memref.alloc(%n) : memref<?x1x6xf32>
  memref.copy %r, %o : memref<?x1x6xf32, strided<[30, 6, 1]>> to memref<?x1x6xf32>
  return %e, %o : memref<?x1x6xf32>, memref<?x1x6xf32>
}
