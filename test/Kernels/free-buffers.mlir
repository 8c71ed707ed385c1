// Upstream's deallocation runs where it follows values, and nowhere else.

// RUN: layout-opt %s --split-input-file --layout-free-buffers --remarks-filter-missed=layout-free-buffers -o %t.mlir 2> %t.txt
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=REMARK

// CHECK-LABEL: func.func @freed(
// CHECK: %[[T:.*]] = memref.alloc
// CHECK: memref.dealloc %[[T]]
func.func @freed(%x: memref<8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  linalg.abs ins(%t : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @branches(
// CHECK: memref.alloc
// CHECK-NOT: memref.dealloc
// REMARK: :[[#@LINE+4]]:3: remark: [Missed] free {{.*}} Remark="buffers are not freed: upstream's deallocation does not follow values through this op"
func.func @branches(%x: memref<8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  cf.br ^end
^end:
  return
}

// -----

// A program that frees a buffer itself keeps its other ones.
//
// CHECK-LABEL: func.func @own(
// CHECK-COUNT-1: memref.dealloc
// CHECK-NOT: memref.dealloc
func.func @own(%x: memref<8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  %u = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  linalg.exp ins(%t : memref<8xf32>) outs(%u : memref<8xf32>)
  memref.dealloc %t : memref<8xf32>
  return
}
