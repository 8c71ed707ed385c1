// Weights in globals are replaced like other constants.
// RUN: layout-opt %s --layout-randomize-splats | FileCheck %s

// CHECK: ml_program.global private @matrix(dense<{{\[\[}}
ml_program.global private @matrix(dense<0.1> : tensor<8x8xf32>) : tensor<8x8xf32>
// CHECK: memref.global "private" constant @buffer : memref<8x8xf32> = dense<{{\[\[}}
memref.global "private" constant @buffer : memref<8x8xf32> = dense<0.1>
// A global without a reader.
// CHECK: ml_program.global private @unread(dense<1.000000e-01>
ml_program.global private @unread(dense<0.1> : tensor<8x8xf32>) : tensor<8x8xf32>

func.func @main(%x: tensor<8x8xf32>, %o: tensor<8x8xf32>) -> (tensor<8x8xf32>, memref<8x8xf32>) {
  %w = ml_program.global_load_const @matrix : tensor<8x8xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%o : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = memref.get_global @buffer : memref<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, memref<8x8xf32>
}
