// RUN: layout-opt %s --split-input-file --layout-place-buffers | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-place-buffers -o %t.mlir
// RUN: layout-check %s %t.mlir --split-input-file -O0

// Parts are compared by their positions in memory, whatever reshapes lead to
// them.

// One of two blocks of channels of a concatenation is padded as well, where it
// has no dim of blocks.

// CHECK-LABEL: func @block_in_pad
// CHECK: %[[B:.*]] = memref.alloc() : memref<1x2x8x8x4xf32>
// CHECK-DAG: memref.subview %[[B]][0, 0, 1, 1, 0] [1, 2, 6, 6, 4] {{.*}} to memref<1x2x6x6x4xf32, strided<[512, 256, 32, 4, 1], offset: 36>>
// CHECK-DAG: memref.subview %[[B]][0, 1, 0, 0, 0] [1, 1, 8, 8, 4] {{.*}} to memref<8x8x4xf32, strided<[32, 4, 1], offset: 256>>
// CHECK-NOT: memref.copy
// CHECK: return
func.func @block_in_pad(%x: memref<1x2x6x6x4xf32>) -> (memref<1x2x6x6x4xf32>, memref<1x8x8x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<1x2x6x6x4xf32>
  linalg.exp ins(%x : memref<1x2x6x6x4xf32>) outs(%a : memref<1x2x6x6x4xf32>)
  %b = memref.subview %a[0, 1, 0, 0, 0] [1, 1, 6, 6, 4] [1, 1, 1, 1, 1] : memref<1x2x6x6x4xf32> to memref<1x1x6x6x4xf32, strided<[288, 144, 24, 4, 1], offset: 144>>
  %c = memref.collapse_shape %b [[0, 1], [2], [3], [4]] : memref<1x1x6x6x4xf32, strided<[288, 144, 24, 4, 1], offset: 144>> into memref<1x6x6x4xf32, strided<[288, 24, 4, 1], offset: 144>>
  %p = memref.alloc() : memref<1x8x8x4xf32>
  linalg.fill ins(%zero : f32) outs(%p : memref<1x8x8x4xf32>)
  %i = memref.subview %p[0, 1, 1, 0] [1, 6, 6, 4] [1, 1, 1, 1] : memref<1x8x8x4xf32> to memref<1x6x6x4xf32, strided<[256, 32, 4, 1], offset: 36>>
  memref.copy %c, %i : memref<1x6x6x4xf32, strided<[288, 24, 4, 1], offset: 144>> to memref<1x6x6x4xf32, strided<[256, 32, 4, 1], offset: 36>>
  %r = memref.alloc() : memref<1x2x6x6x4xf32>
  linalg.tanh ins(%a : memref<1x2x6x6x4xf32>) outs(%r : memref<1x2x6x6x4xf32>)
  %s = memref.alloc() : memref<1x8x8x4xf32>
  linalg.tanh ins(%p : memref<1x8x8x4xf32>) outs(%s : memref<1x8x8x4xf32>)
  return %r, %s : memref<1x2x6x6x4xf32>, memref<1x8x8x4xf32>
}

// -----

// A concatenation of images of 1x1 is the begin of a longer one.

// CHECK-LABEL: func @prefix
// CHECK-NOT: memref.copy
// CHECK: return
func.func @prefix(%x: memref<1x8x1x1xf32>, %y: memref<1x1x1x4xf32>) -> (memref<1x1x1x12xf32>, memref<1x16x1x1xf32>) {
  %long = memref.alloc() : memref<1x16x1x1xf32>
  %a = memref.subview %long[0, 0, 0, 0] [1, 8, 1, 1] [1, 1, 1, 1] : memref<1x16x1x1xf32> to memref<1x8x1x1xf32, strided<[16, 1, 1, 1]>>
  linalg.exp ins(%x : memref<1x8x1x1xf32>) outs(%a : memref<1x8x1x1xf32, strided<[16, 1, 1, 1]>>)
  %b = memref.subview %long[0, 8, 0, 0] [1, 4, 1, 1] [1, 1, 1, 1] : memref<1x16x1x1xf32> to memref<1x4x1x1xf32, strided<[16, 1, 1, 1], offset: 8>>
  %c = memref.collapse_shape %b [[0, 1, 2, 3]] : memref<1x4x1x1xf32, strided<[16, 1, 1, 1], offset: 8>> into memref<4xf32, strided<[1], offset: 8>>
  %d = memref.expand_shape %c [[0, 1, 2, 3]] output_shape [1, 1, 1, 4] : memref<4xf32, strided<[1], offset: 8>> into memref<1x1x1x4xf32, strided<[4, 4, 4, 1], offset: 8>>
  linalg.exp ins(%y : memref<1x1x1x4xf32>) outs(%d : memref<1x1x1x4xf32, strided<[4, 4, 4, 1], offset: 8>>)
  %e = memref.subview %long[0, 12, 0, 0] [1, 4, 1, 1] [1, 1, 1, 1] : memref<1x16x1x1xf32> to memref<1x4x1x1xf32, strided<[16, 1, 1, 1], offset: 12>>
  linalg.tanh ins(%b : memref<1x4x1x1xf32, strided<[16, 1, 1, 1], offset: 8>>) outs(%e : memref<1x4x1x1xf32, strided<[16, 1, 1, 1], offset: 12>>)
  %short = memref.alloc() : memref<1x12x1x1xf32>
  %f = memref.subview %short[0, 0, 0, 0] [1, 8, 1, 1] [1, 1, 1, 1] : memref<1x12x1x1xf32> to memref<1x8x1x1xf32, strided<[12, 1, 1, 1]>>
  memref.copy %a, %f : memref<1x8x1x1xf32, strided<[16, 1, 1, 1]>> to memref<1x8x1x1xf32, strided<[12, 1, 1, 1]>>
  %g = memref.subview %short[0, 8, 0, 0] [1, 4, 1, 1] [1, 1, 1, 1] : memref<1x12x1x1xf32> to memref<1x4x1x1xf32, strided<[12, 1, 1, 1], offset: 8>>
  %h = memref.expand_shape %c [[0, 1, 2, 3]] output_shape [1, 4, 1, 1] : memref<4xf32, strided<[1], offset: 8>> into memref<1x4x1x1xf32, strided<[4, 1, 1, 1], offset: 8>>
  memref.copy %h, %g : memref<1x4x1x1xf32, strided<[4, 1, 1, 1], offset: 8>> to memref<1x4x1x1xf32, strided<[12, 1, 1, 1], offset: 8>>
  %k = memref.collapse_shape %short [[0, 1, 2, 3]] : memref<1x12x1x1xf32> into memref<12xf32>
  %l = memref.expand_shape %k [[0, 1, 2, 3]] output_shape [1, 1, 1, 12] : memref<12xf32> into memref<1x1x1x12xf32>
  %r = memref.alloc() : memref<1x1x1x12xf32>
  linalg.tanh ins(%l : memref<1x1x1x12xf32>) outs(%r : memref<1x1x1x12xf32>)
  return %r, %long : memref<1x1x1x12xf32>, memref<1x16x1x1xf32>
}

// -----

// A roll by one row, of rows that are windows of 3: five of the rows are
// where they are read, one is copied.

// CHECK-LABEL: func @roll
// CHECK: %[[B:.*]] = memref.alloc() : memref<7x4xf32>
// CHECK-COUNT-1: memref.copy {{.*}} : memref<1x4xf32, {{.*}}> to memref<1x4xf32, {{.*}}>
// CHECK-NOT: memref.copy
// CHECK: return
func.func @roll(%x: memref<2x3x4xf32>) -> memref<6x4xf32> {
  %a = memref.alloc() : memref<2x3x4xf32>
  linalg.exp ins(%x : memref<2x3x4xf32>) outs(%a : memref<2x3x4xf32>)
  %b = memref.collapse_shape %a [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  %last = memref.subview %b[5, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<1x4xf32, strided<[4, 1], offset: 20>>
  %rest = memref.subview %b[0, 0] [5, 4] [1, 1] : memref<6x4xf32> to memref<5x4xf32, strided<[4, 1]>>
  %d = memref.alloc() : memref<6x4xf32>
  %0 = memref.subview %d[0, 0] [1, 4] [1, 1] : memref<6x4xf32> to memref<1x4xf32, strided<[4, 1]>>
  memref.copy %last, %0 : memref<1x4xf32, strided<[4, 1], offset: 20>> to memref<1x4xf32, strided<[4, 1]>>
  %1 = memref.subview %d[1, 0] [5, 4] [1, 1] : memref<6x4xf32> to memref<5x4xf32, strided<[4, 1], offset: 4>>
  memref.copy %rest, %1 : memref<5x4xf32, strided<[4, 1]>> to memref<5x4xf32, strided<[4, 1], offset: 4>>
  %r = memref.alloc() : memref<6x4xf32>
  linalg.add ins(%b, %d : memref<6x4xf32>, memref<6x4xf32>) outs(%r : memref<6x4xf32>)
  return %r : memref<6x4xf32>
}
