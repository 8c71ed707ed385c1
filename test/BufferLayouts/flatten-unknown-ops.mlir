// Buffers whose type an op fixes that the pass does not know are left alone:
// memref.view states its result type, and the types of asynchronous
// values contain those of buffers.
//
// Covers: B5

// RUN: layout-opt %s --layout-flatten | FileCheck %s

// CHECK-LABEL: func.func @bytes(
// CHECK: memref.view {{.*}} to memref<2x3xf32>
// CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<2x3xf32>
func.func @bytes(%x: memref<24xi8>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.view %x[%c0][] : memref<24xi8> to memref<2x3xf32>
  %0 = memref.load %v[%i, %i] : memref<2x3xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @asynchronous(
// CHECK: async.execute
// CHECK: memref.alloc() : memref<8x6xf32>
// CHECK: memref.alloc() : memref<48xf32>
func.func @asynchronous() -> memref<8x6xf32> {
  %t, %r = async.execute -> !async.value<memref<8x6xf32>> {
    %a = memref.alloc() : memref<8x6xf32>
    %b = memref.alloc() : memref<8x6xf32>
    memref.copy %b, %a : memref<8x6xf32> to memref<8x6xf32>
    async.yield %a : memref<8x6xf32>
  }
  %m = async.await %r : !async.value<memref<8x6xf32>>
  return %m : memref<8x6xf32>
}

// CHECK-LABEL: async.func @coroutine(
// CHECK-SAME: %[[X:.*]]: memref<2x3xf32>
// CHECK: memref.store %{{.*}}, %[[X]][%{{.*}}, %{{.*}}] : memref<2x3xf32>
async.func @coroutine(%x: memref<2x3xf32>, %i: index, %v: f32) -> !async.token {
  memref.store %v, %x[%i, %i] : memref<2x3xf32>
  return
}
