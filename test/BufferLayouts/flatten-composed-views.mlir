// An offset that is found to be a constant when indices are composed stays a
// value: the type of a view states what is known before.
//
// RUN: layout-opt %s --layout-flatten -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-check %s %t.mlir --entry=main

func.func private @scale(%v: memref<4x6xf32, strided<[6, 1], offset: ?>>) {
  linalg.exp ins(%v : memref<4x6xf32, strided<[6, 1], offset: ?>>) outs(%v : memref<4x6xf32, strided<[6, 1], offset: ?>>)
  return
}

// CHECK-LABEL: func.func @main(
// CHECK: %[[B:.*]] = memref.alloc() : memref<48xf32>
// CHECK: %[[OFFSET:.*]] = arith.constant 24 : index
// CHECK: memref.subview %[[B]][%[[OFFSET]]] [24] [1] : memref<48xf32> to memref<24xf32, strided<[1], offset: ?>>
func.func @main(%x: memref<8x6xf32>) {
  %b = memref.alloc() : memref<8x6xf32>
  memref.copy %x, %b : memref<8x6xf32> to memref<8x6xf32>
  %4 = affine.apply affine_map<() -> (4)>()
  %v = memref.subview %b[%4, 0] [4, 6] [1, 1] : memref<8x6xf32> to memref<4x6xf32, strided<[6, 1], offset: ?>>
  call @scale(%v) : (memref<4x6xf32, strided<[6, 1], offset: ?>>) -> ()
  memref.copy %b, %x : memref<8x6xf32> to memref<8x6xf32>
  return
}
