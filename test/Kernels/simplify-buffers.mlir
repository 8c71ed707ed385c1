// What upstream does not lower becomes ops that it does.

// RUN: layout-opt %s --layout-simplify-buffers -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %s --layout-kernels-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: layout-check %s %t.mlir --entry=main --dims=2

// LLVM-NOT: memref.
// LLVM-NOT: builtin.unrealized_conversion_cast

// CHECK-LABEL: func.func @main(
// CHECK-NOT: memref.copy
// CHECK: linalg.generic
// CHECK: memref.reinterpret_cast {{.*}} sizes: [2], strides: [16] : memref<f32> to memref<2xf32, strided<[16]>>
// CHECK: memref.reinterpret_cast {{.*}} to memref<?x?xf32>
// CHECK-NOT: memref.generic_atomic_rmw
// CHECK: memref.load
// CHECK: arith.addf
// CHECK: memref.store
func.func @main(%x: memref<4x8xf32>, %y: memref<4x4xf32>, %z: memref<2xf32>, %flat: memref<?xf32>, %n: index) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %left = memref.subview %x[0, 0] [4, 4] [1, 1] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1]>>
  memref.copy %left, %y : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32>
  %steps = memref.subview %x[0, 0] [2, 1] [2, 2] : memref<4x8xf32> to memref<2xf32, strided<[16]>>
  linalg.exp ins(%steps : memref<2xf32, strided<[16]>>) outs(%z : memref<2xf32>)
  %size = memref.dim %flat, %c0 : memref<?xf32>
  %sizes = memref.alloc() : memref<2xindex>
  memref.store %c1, %sizes[%c0] : memref<2xindex>
  memref.store %size, %sizes[%c1] : memref<2xindex>
  %matrix = memref.reshape %flat(%sizes) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %old = memref.generic_atomic_rmw %z[%c1] : memref<2xf32> {
  ^bb0(%value: f32):
    %sum = arith.addf %value, %value : f32
    memref.atomic_yield %sum : f32
  }
  %result = memref.alloc(%c1, %size) : memref<?x?xf32>
  memref.copy %matrix, %result : memref<?x?xf32> to memref<?x?xf32>
  return %result : memref<?x?xf32>
}
