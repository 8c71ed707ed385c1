// RUN: layout-opt %s --split-input-file --layout-place-buffers --canonicalize \
// RUN:   --remarks-filter-missed=layout-place-buffers -o %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file %t.mlir
// RUN: FileCheck %s --input-file %t.remarks --check-prefix=REMARK
// RUN: layout-check %s %t.mlir --split-input-file --dims=5 --allow-vacuous

// An op may require contiguous elements: it computes a buffer of its own.

// REMARK: 512 bytes are copied: a user requires a contiguous buffer, here: linalg.exp at {{.*}}:[[#@LINE+8]]:3
// CHECK-LABEL: func @refused
// CHECK: linalg.exp {layout.pitched = false} ins(%{{.*}} : memref<8x16xf32>) outs(%[[A:.*]] : memref<8x16xf32>)
// CHECK: %[[S:.*]] = memref.subview %{{.*}}[0, 16] [8, 16] [1, 1]
// CHECK: memref.copy %[[A]], %[[S]]
func.func @refused(%x: memref<8x16xf32>) -> memref<8x32xf32> {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<8x16xf32>
  linalg.exp {layout.pitched = false} ins(%x : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  %d = memref.alloc() : memref<8x32xf32>
  linalg.fill ins(%zero : f32) outs(%d : memref<8x32xf32>)
  %s = memref.subview %d[0, 16] [8, 16] [1, 1] : memref<8x32xf32> to memref<8x16xf32, strided<[32, 1], offset: 16>>
  memref.copy %a, %s : memref<8x16xf32> to memref<8x16xf32, strided<[32, 1], offset: 16>>
  return %d : memref<8x32xf32>
}

// -----

// Rows of a matrix are contiguous, and so is a part with one index in all dims
// outside of the one that is cut.

// CHECK-LABEL: func @contiguous
// CHECK-NOT: memref.copy
// CHECK: linalg.exp {layout.pitched = false} ins({{.*}}) outs(%{{.*}} : memref<1x4x1x16xf32, strided<[192, 16, 16, 1], offset: 64>>)
// CHECK-NOT: memref.copy
func.func @contiguous(%x: memref<1x4x1x16xf32>) -> memref<1x12x1x16xf32> {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<1x4x1x16xf32>
  linalg.exp {layout.pitched = false} ins(%x : memref<1x4x1x16xf32>) outs(%a : memref<1x4x1x16xf32>)
  %d = memref.alloc() : memref<1x12x1x16xf32>
  linalg.fill ins(%zero : f32) outs(%d : memref<1x12x1x16xf32>)
  %s = memref.subview %d[0, 4, 0, 0] [1, 4, 1, 16] [1, 1, 1, 1] : memref<1x12x1x16xf32> to memref<1x4x1x16xf32, strided<[192, 16, 16, 1], offset: 64>>
  memref.copy %a, %s : memref<1x4x1x16xf32> to memref<1x4x1x16xf32, strided<[192, 16, 16, 1], offset: 64>>
  return %d : memref<1x12x1x16xf32>
}

// -----

// A price below that of a copy, 2 per byte, is paid.

// CHECK-LABEL: func @prices
// CHECK: linalg.exp {layout.pitched = 1.500000e+00 : f64} ins({{.*}}) outs(%{{.*}} : memref<8x16xf32, strided<[32, 1]>>)
// CHECK: linalg.tanh {layout.pitched = 2.500000e+00 : f64} ins({{.*}}) outs(%[[B:.*]] : memref<8x16xf32>)
// CHECK-COUNT-1: memref.copy %[[B]]
// CHECK-NOT: memref.copy
func.func @prices(%x: memref<8x16xf32>) -> memref<8x32xf32> {
  %a = memref.alloc() : memref<8x16xf32>
  linalg.exp {layout.pitched = 1.5 : f64} ins(%x : memref<8x16xf32>) outs(%a : memref<8x16xf32>)
  %b = memref.alloc() : memref<8x16xf32>
  linalg.tanh {layout.pitched = 2.5 : f64} ins(%x : memref<8x16xf32>) outs(%b : memref<8x16xf32>)
  %d = memref.alloc() : memref<8x32xf32>
  %s = memref.subview %d[0, 0] [8, 16] [1, 1] : memref<8x32xf32> to memref<8x16xf32, strided<[32, 1]>>
  memref.copy %a, %s : memref<8x16xf32> to memref<8x16xf32, strided<[32, 1]>>
  %t = memref.subview %d[0, 16] [8, 16] [1, 1] : memref<8x32xf32> to memref<8x16xf32, strided<[32, 1], offset: 16>>
  memref.copy %b, %t : memref<8x16xf32> to memref<8x16xf32, strided<[32, 1], offset: 16>>
  return %d : memref<8x32xf32>
}

// -----

// What an op requires is also true where bufferization did not know it: the
// operands are copied, %c in and out, and the copies are deallocated.

// CHECK-LABEL: func @operands
// CHECK: %[[A:.*]] = memref.alloc(%{{.*}}) : memref<?x4xf32>
// CHECK: memref.copy %{{.*}}, %[[A]]
// CHECK: %[[C:.*]] = memref.alloc(%{{.*}}) : memref<?x3xf32>
// CHECK: memref.copy %[[S:.*]], %[[C]]
// CHECK: linalg.matmul {layout.pitched = false} ins(%[[A]], %{{.*}} : memref<?x4xf32>, memref<4x3xf32>) outs(%[[C]] : memref<?x3xf32>)
// CHECK-DAG: memref.copy %[[C]], %[[S]]
// CHECK-DAG: memref.dealloc %[[C]]
// CHECK-DAG: memref.dealloc %[[A]]
func.func @operands(%x: memref<?x6xf32>, %w: memref<4x3xf32>, %y: memref<?x5xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x6xf32>
  %m = memref.dim %y, %c0 : memref<?x5xf32>
  %k = arith.minsi %n, %m : index
  %a = memref.subview %x[0, 1] [%k, 4] [1, 1] : memref<?x6xf32> to memref<?x4xf32, strided<[6, 1], offset: 1>>
  %c = memref.subview %y[0, 2] [%k, 3] [1, 1] : memref<?x5xf32> to memref<?x3xf32, strided<[5, 1], offset: 2>>
  linalg.matmul {layout.pitched = false} ins(%a, %w : memref<?x4xf32, strided<[6, 1], offset: 1>>, memref<4x3xf32>) outs(%c : memref<?x3xf32, strided<[5, 1], offset: 2>>)
  %t = memref.alloc(%k) : memref<?xf32>
  %r = memref.alloc(%k) : memref<?xf32>
  %column = memref.subview %y[0, 3] [%k, 1] [1, 1] : memref<?x5xf32> to memref<?xf32, strided<[5], offset: 3>>
  linalg.exp ins(%column : memref<?xf32, strided<[5], offset: 3>>) outs(%t : memref<?xf32>)
  linalg.exp ins(%t : memref<?xf32>) outs(%r : memref<?xf32>)
  memref.dealloc %t : memref<?xf32>
  return %r : memref<?xf32>
}

// -----

// A value that must be copied is copied once, to the larger of two buffers, and
// what is copied to the smaller one is read there.

// CHECK-LABEL: func @shared
// CHECK: %[[D:.*]] = memref.alloc() : memref<8x48xf32>
// CHECK: %[[S:.*]] = memref.subview %[[D]][0, 0] [8, 16] [1, 1]
// CHECK: memref.copy %{{.*}}, %[[S]]
// CHECK-NOT: memref.copy
func.func @shared(%x: memref<8x16xf32>) -> (memref<8x32xf32>, memref<8x48xf32>) {
  %d = memref.alloc() : memref<8x32xf32>
  %s = memref.subview %d[0, 0] [8, 16] [1, 1] : memref<8x32xf32> to memref<8x16xf32, strided<[32, 1]>>
  memref.copy %x, %s : memref<8x16xf32> to memref<8x16xf32, strided<[32, 1]>>
  %b = memref.alloc() : memref<8x16xf32>
  linalg.tanh ins(%x : memref<8x16xf32>) outs(%b : memref<8x16xf32>)
  %t = memref.subview %d[0, 16] [8, 16] [1, 1] : memref<8x32xf32> to memref<8x16xf32, strided<[32, 1], offset: 16>>
  memref.copy %b, %t : memref<8x16xf32> to memref<8x16xf32, strided<[32, 1], offset: 16>>
  %u = memref.alloc() : memref<8x32xf32>
  linalg.exp ins(%d : memref<8x32xf32>) outs(%u : memref<8x32xf32>)
  %e = memref.alloc() : memref<8x48xf32>
  %s2 = memref.subview %e[0, 0] [8, 16] [1, 1] : memref<8x48xf32> to memref<8x16xf32, strided<[48, 1]>>
  memref.copy %x, %s2 : memref<8x16xf32> to memref<8x16xf32, strided<[48, 1]>>
  %t2 = memref.subview %e[0, 16] [8, 16] [1, 1] : memref<8x48xf32> to memref<8x16xf32, strided<[48, 1], offset: 16>>
  memref.copy %b, %t2 : memref<8x16xf32> to memref<8x16xf32, strided<[48, 1], offset: 16>>
  %u2 = memref.subview %e[0, 32] [8, 16] [1, 1] : memref<8x48xf32> to memref<8x16xf32, strided<[48, 1], offset: 32>>
  linalg.abs ins(%x : memref<8x16xf32>) outs(%u2 : memref<8x16xf32, strided<[48, 1], offset: 32>>)
  %v = memref.alloc() : memref<8x48xf32>
  linalg.exp ins(%e : memref<8x48xf32>) outs(%v : memref<8x48xf32>)
  return %u, %v : memref<8x32xf32>, memref<8x48xf32>
}

// -----

// Not if the value changes in between.

// CHECK-LABEL: func @source_written
// CHECK-COUNT-2: memref.copy
func.func @source_written(%x: memref<8x16xf32>) -> (memref<8x16xf32>, memref<8x48xf32>) {
  %d = memref.alloc() : memref<8x16xf32>
  memref.copy %x, %d : memref<8x16xf32> to memref<8x16xf32>
  linalg.abs ins(%d : memref<8x16xf32>) outs(%x : memref<8x16xf32>)
  %u = memref.alloc() : memref<8x16xf32>
  linalg.exp ins(%d : memref<8x16xf32>) outs(%u : memref<8x16xf32>)
  %e = memref.alloc() : memref<8x48xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%e : memref<8x48xf32>)
  %s2 = memref.subview %e[0, 0] [8, 16] [1, 1] : memref<8x48xf32> to memref<8x16xf32, strided<[48, 1]>>
  memref.copy %x, %s2 : memref<8x16xf32> to memref<8x16xf32, strided<[48, 1]>>
  return %u, %e : memref<8x16xf32>, memref<8x48xf32>
}

// -----

// Nor if the larger buffer holds something else until then.

// CHECK-LABEL: func @target_used_before
// CHECK-COUNT-2: memref.copy
func.func @target_used_before(%x: memref<8x16xf32>, %y: memref<8x48xf32>) -> (memref<8x32xf32>, memref<8x48xf32>) {
  %e = memref.alloc() : memref<8x48xf32>
  linalg.exp ins(%y : memref<8x48xf32>) outs(%e : memref<8x48xf32>)
  %d = memref.alloc() : memref<8x32xf32>
  %s = memref.subview %d[0, 0] [8, 16] [1, 1] : memref<8x32xf32> to memref<8x16xf32, strided<[32, 1]>>
  memref.copy %x, %s : memref<8x16xf32> to memref<8x16xf32, strided<[32, 1]>>
  %t = memref.subview %d[0, 16] [8, 16] [1, 1] : memref<8x32xf32> to memref<8x16xf32, strided<[32, 1], offset: 16>>
  %p = memref.subview %e[0, 8] [8, 16] [1, 1] : memref<8x48xf32> to memref<8x16xf32, strided<[48, 1], offset: 8>>
  linalg.abs ins(%p : memref<8x16xf32, strided<[48, 1], offset: 8>>) outs(%t : memref<8x16xf32, strided<[32, 1], offset: 16>>)
  %s2 = memref.subview %e[0, 0] [8, 16] [1, 1] : memref<8x48xf32> to memref<8x16xf32, strided<[48, 1]>>
  memref.copy %x, %s2 : memref<8x16xf32> to memref<8x16xf32, strided<[48, 1]>>
  return %d, %e : memref<8x32xf32>, memref<8x48xf32>
}
