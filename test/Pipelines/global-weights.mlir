// Weights in globals and in buffers are stored in the layout that convolutions
// read.
// RUN: layout-opt %s --layout-pipeline=target=nchw4c -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir --entry=main
// RUN: layout-opt %t.mlir --layout-pipeline=target=nchw4c -o %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir

// CHECK-NOT: @weights
// CHECK-NOT: @filter
ml_program.global private @weights(dense_resource<weights> : tensor<4x8x1x1xf32>) : tensor<4x8x1x1xf32>
memref.global "private" constant @filter : memref<5x4x1x1xf32> = dense<[[[[1.0]], [[2.0]], [[3.0]], [[4.0]]], [[[5.0]], [[6.0]], [[7.0]], [[8.0]]],
    [[[9.0]], [[8.0]], [[7.0]], [[6.0]]], [[[5.0]], [[4.0]], [[3.0]], [[2.0]]], [[[1.0]], [[0.5]], [[1.5]], [[2.5]]]]>

// CHECK-LABEL: func.func @main
// CHECK-DAG: arith.constant dense<{{.*}}> : tensor<5x1x1x1x4xf32>
// CHECK-DAG: arith.constant dense_resource<weights_layout> : tensor<1x2x1x1x4x4xf32>
// CHECK-NOT: get_global
// CHECK-NOT: ml_program
func.func @main(%x: tensor<1x8x3x5xf32>) -> tensor<1x5x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %w = ml_program.global_load @weights : tensor<4x8x1x1xf32>
  %b = memref.get_global @filter : memref<5x4x1x1xf32>
  %f = bufferization.to_tensor %b restrict : memref<5x4x1x1xf32> to tensor<5x4x1x1xf32>
  %e = tensor.empty() : tensor<1x4x3x5xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x3x5xf32>) -> tensor<1x4x3x5xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x8x3x5xf32>, tensor<4x8x1x1xf32>) outs(%0 : tensor<1x4x3x5xf32>) -> tensor<1x4x3x5xf32>
  %g = tensor.empty() : tensor<1x5x3x5xf32>
  %2 = linalg.fill ins(%zero : f32) outs(%g : tensor<1x5x3x5xf32>) -> tensor<1x5x3x5xf32>
  %3 = linalg.conv_2d_nchw_fchw ins(%1, %f : tensor<1x4x3x5xf32>, tensor<5x4x1x1xf32>) outs(%2 : tensor<1x5x3x5xf32>) -> tensor<1x5x3x5xf32>
  return %3 : tensor<1x5x3x5xf32>
}

{-# dialect_resources: { builtin: { weights: "0x04000000000080BF0000C0BF000000000000A0BF0000E03F0000C03F0000E03F0000803F000000BF0000A0BF0000E03F000000C00000803F0000A03F000000C00000C03F00000000000080BE0000A0BF0000003F000000C0000000C0000000C0000000C00000803F000000BF0000A03F000000C000000040000080BE0000C03F0000E03F" } } #-}
