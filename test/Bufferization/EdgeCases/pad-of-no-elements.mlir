// The size of a pad of no elements may be known where its type leaves it open.
// RUN: layout-opt %s --layout-bufferize | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK: %[[SIZE:.*]] = arith.constant 3 : index
// CHECK: memref.alloc(%[[SIZE]]) {{.*}} : memref<?xf32>
func.func @main(%a: tensor<0xf32>, %z: f32) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.pad %a low[%c1] high[%c2] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<0xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
