// A global that is defined elsewhere becomes the declaration of a buffer.
// RUN: layout-opt %s --layout-bufferize | FileCheck %s

// CHECK: memref.global "private" @weights : memref<4x8xf32>{{$}}
// CHECK-LABEL: func.func @main(
// CHECK: %[[W:.*]] = memref.get_global @weights : memref<4x8xf32>
// CHECK: linalg.matmul ins(%{{.*}}, %[[W]] :
ml_program.global private @weights(#ml_program.extern : tensor<4x8xf32>) : tensor<4x8xf32>
func.func @main(%x: tensor<2x4xf32>, %z: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %w = ml_program.global_load_const @weights : tensor<4x8xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<2x4xf32>, tensor<4x8xf32>) outs(%z : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
