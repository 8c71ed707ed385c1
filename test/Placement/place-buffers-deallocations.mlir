// RUN: layout-opt %s --split-input-file --layout-place-buffers -o %t.mlir
// RUN: FileCheck %s --input-file %t.mlir
// RUN: layout-check %s %t.mlir --split-input-file --dims=9 --allow-vacuous

// The buffer that takes the place of the target lives as long as the target.

// CHECK-LABEL: func @freed_early
// CHECK: memref.copy
// CHECK: memref.dealloc
// CHECK: memref.store
// CHECK: memref.dealloc
func.func @freed_early(%x: memref<48xf32>, %y: memref<48xf32>, %i: index) -> memref<48xf32> {
  %c = arith.constant 5.0 : f32
  %c0 = arith.constant 0 : index
  %s = memref.alloc() : memref<48xf32>
  linalg.exp ins(%x : memref<48xf32>) outs(%s : memref<48xf32>)
  %t = memref.alloc() : memref<48xf32>
  linalg.tanh ins(%s : memref<48xf32>) outs(%t : memref<48xf32>)
  linalg.negf ins(%t : memref<48xf32>) outs(%y : memref<48xf32>)
  %1 = memref.subview %t[0] [24] [1] : memref<48xf32> to memref<24xf32, strided<[1]>>
  %2 = memref.subview %s[24] [24] [1] : memref<48xf32> to memref<24xf32, strided<[1], offset: 24>>
  memref.copy %2, %1 : memref<24xf32, strided<[1], offset: 24>> to memref<24xf32, strided<[1]>>
  memref.dealloc %s : memref<48xf32>
  memref.store %c, %t[%c0] : memref<48xf32>
  %o = memref.alloc() : memref<48xf32>
  linalg.exp ins(%t : memref<48xf32>) outs(%o : memref<48xf32>)
  memref.dealloc %t : memref<48xf32>
  return %o : memref<48xf32>
}

// -----

// A buffer may be freed through a view of it.

// CHECK-LABEL: func @freed_cast
// CHECK-NOT: memref.copy
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @freed_cast(%x: memref<4xf32>) -> memref<12xf32> {
  %c = arith.constant 5.0 : f32
  %s = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<12xf32>
  linalg.fill ins(%c : f32) outs(%d : memref<12xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%s : memref<4xf32>)
  %0 = memref.subview %d[4] [4] [1] : memref<12xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %s, %0 : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>
  %k = memref.cast %s : memref<4xf32> to memref<?xf32>
  memref.dealloc %k : memref<?xf32>
  return %d : memref<12xf32>
}

// -----

// A buffer that two others are parts of is freed where the last of them was.

// CHECK-LABEL: func @freed_parts
// CHECK: %[[B:.*]] = memref.alloc() : memref<10x10xf32>
// CHECK-NOT: memref.copy
// CHECK: linalg.exp
// CHECK: linalg.exp
// CHECK: linalg.exp
// CHECK-NEXT: memref.dealloc %[[B]] : memref<10x10xf32>
// CHECK-NOT: memref.dealloc
func.func @freed_parts(%x: memref<8x10xf32>, %y: memref<10x8xf32>) -> memref<10x8xf32> {
  %c = arith.constant 5.0 : f32
  %o = memref.alloc() : memref<10x8xf32>
  %p = memref.alloc() : memref<8x10xf32>
  %s = memref.alloc() : memref<8x10xf32>
  linalg.exp ins(%x : memref<8x10xf32>) outs(%s : memref<8x10xf32>)
  %t = memref.alloc() : memref<10x8xf32>
  linalg.fill ins(%c : f32) outs(%t : memref<10x8xf32>)
  %0 = memref.subview %s[0, 1] [8, 8] [1, 1] : memref<8x10xf32> to memref<8x8xf32, strided<[10, 1], offset: 1>>
  %1 = memref.subview %t[1, 0] [8, 8] [1, 1] : memref<10x8xf32> to memref<8x8xf32, strided<[8, 1], offset: 8>>
  memref.copy %0, %1 : memref<8x8xf32, strided<[10, 1], offset: 1>> to memref<8x8xf32, strided<[8, 1], offset: 8>>
  linalg.exp ins(%s : memref<8x10xf32>) outs(%p : memref<8x10xf32>)
  linalg.exp ins(%t : memref<10x8xf32>) outs(%o : memref<10x8xf32>)
  memref.dealloc %s : memref<8x10xf32>
  memref.dealloc %t : memref<10x8xf32>
  return %o : memref<10x8xf32>
}

// -----

// Of a buffer with a size that is not known, one part is left out of a fill.

// CHECK-LABEL: func @dynamic_holes
// CHECK: linalg.fill
// CHECK-COUNT-2: memref.copy
func.func @dynamic_holes(%x: memref<2x4xf32>, %z: memref<?xf32>) -> memref<?x8xf32> {
  %c = arith.constant 5.0 : f32
  %c0 = arith.constant 0 : index
  %n = memref.dim %z, %c0 : memref<?xf32>
  %d = memref.alloc(%n) : memref<?x8xf32>
  linalg.fill ins(%c : f32) outs(%d : memref<?x8xf32>)
  %0 = memref.subview %d[0, 0] [2, 4] [1, 1] : memref<?x8xf32> to memref<2x4xf32, strided<[8, 1]>>
  memref.copy %x, %0 : memref<2x4xf32> to memref<2x4xf32, strided<[8, 1]>>
  %1 = memref.subview %d[0, 4] [2, 4] [1, 1] : memref<?x8xf32> to memref<2x4xf32, strided<[8, 1], offset: 4>>
  memref.copy %x, %1 : memref<2x4xf32> to memref<2x4xf32, strided<[8, 1], offset: 4>>
  return %d : memref<?x8xf32>
}

// -----

// CHECK-LABEL: func @unranked
// CHECK-COUNT-2: memref.copy
func.func @unranked(%x: memref<8xf32>, %y: memref<8xf32>) -> memref<8xf32> {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %c = arith.constant 5.0 : f32
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  %u = memref.cast %b : memref<8xf32> to memref<*xf32>
  %w = memref.cast %x : memref<8xf32> to memref<*xf32>
  %v = memref.cast %y : memref<8xf32> to memref<*xf32>
  memref.copy %a, %v : memref<8xf32> to memref<*xf32>
  memref.copy %w, %u : memref<*xf32> to memref<*xf32>
  return %b : memref<8xf32>
}
