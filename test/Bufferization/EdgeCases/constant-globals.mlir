// Constant globals of ml_program become buffers. A load that nothing uses is
// removed.
// RUN: layout-opt %s --layout-bufferize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layout-opt %s --layout-pipeline=target=nchw4c --layout-bufferize -o %t.planned.mlir
// RUN: layout-check %t.mlir %t.planned.mlir

// CHECK: memref.global "private" constant @weights : memref<2x3xf32> = dense<2.500000e+00>
// CHECK-NOT: ml_program
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: %[[W:.*]] = memref.get_global @weights : memref<2x3xf32>
// CHECK: linalg.mul ins(%{{.*}}, %[[W]] : memref<2x3xf32>, memref<2x3xf32>)
ml_program.global private @weights(dense<2.5> : tensor<2x3xf32>) : tensor<2x3xf32>
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %unused = ml_program.global_load_const @weights : tensor<2x3xf32>
  %w = ml_program.global_load_const @weights : tensor<2x3xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.mul ins(%x, %w : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
