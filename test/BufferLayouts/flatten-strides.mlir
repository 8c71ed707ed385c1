// Buffers whose types state strides are flattened with them: rows of 5 elements
// with a pitch of 7, and columns.
//
// Covers: B5, B22

// RUN: layout-opt %s --layout-flatten=max-rank=1 -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// Upstream cannot compile allocations with strides: compare with a program
// without them.
// RUN: sed 's/, strided<\[[0-9, ]*\]>//g' %s > %t.plain.mlir
// RUN: layout-check %t.plain.mlir %t.mlir --entry=main | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^equal$}}

// CHECK-DAG: #[[PITCH:.*]] = affine_map<()[s0] -> (s0 * 8)>
// CHECK-LABEL: func.func private @diagonal(
// CHECK-SAME: %[[A:.*]]: memref<26xf32>
// CHECK: %[[AT:.*]] = affine.apply #[[PITCH]]()[%{{.*}}]
// CHECK: memref.store %{{.*}}, %[[A]][%[[AT]]] : memref<26xf32>
func.func private @diagonal(%a: memref<4x5xf32, strided<[7, 1]>>, %i: index, %v: f32) {
  memref.store %v, %a[%i, %i] : memref<4x5xf32, strided<[7, 1]>>
  return
}

// CHECK-LABEL: func.func @main(
// CHECK: memref.alloc() : memref<26xf32>
// CHECK: memref.alloc() : memref<20xf32>
func.func @main(%x: memref<4x5xf32>) {
  %c2 = arith.constant 2 : index
  %v = arith.constant 3.0 : f32
  %b = memref.alloc() : memref<4x5xf32, strided<[7, 1]>>
  %c = memref.alloc() : memref<4x5xf32, strided<[1, 4]>>
  memref.copy %x, %b : memref<4x5xf32> to memref<4x5xf32, strided<[7, 1]>>
  call @diagonal(%b, %c2, %v) : (memref<4x5xf32, strided<[7, 1]>>, index, f32) -> ()
  linalg.exp ins(%b : memref<4x5xf32, strided<[7, 1]>>) outs(%c : memref<4x5xf32, strided<[1, 4]>>)
  memref.copy %c, %x : memref<4x5xf32, strided<[1, 4]>> to memref<4x5xf32>
  memref.dealloc %b : memref<4x5xf32, strided<[7, 1]>>
  memref.dealloc %c : memref<4x5xf32, strided<[1, 4]>>
  return
}
