// Dims of extent 1 behind the last one of several elements hide no adjacent
// elements.

// RUN: layout-opt %s --layout-to-kernels="cpu=x86-64-v4" -o %t.mlir --remarks-filter-missed=layout-schedule-kernels 2>&1 | count 0
// RUN: FileCheck %s --input-file=%t.mlir --implicit-check-not=linalg.generic
// RUN: layout-check %s %s --code=kernels
// REQUIRES: x86

// The mean of an image of one pixel and the ops behind it, as at the end of
// networks: x is 1x96x1x1.
//
// CHECK: func.func private @kernel(
// CHECK: vector.transfer_read {{.*}} : memref<96xf32>, vector<16xf32>
// CHECK: arith.addf {{.*}} : vector<16xf32>
// CHECK: vector.transfer_write {{.*}} : vector<16xf32>, memref<96xf32>
func.func @main(%x: tensor<1x96x1x1xf32>, %bias: tensor<96xf32>, %y: tensor<2x20x1xf32>) -> (tensor<1x96x1x1xf32>, tensor<2x20x1xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x96x1x1xf32>
  %window = tensor.empty() : tensor<1x1xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x96x1x1xf32>) -> tensor<1x96x1x1xf32>
  %0 = linalg.pooling_nchw_sum ins(%x, %window : tensor<1x96x1x1xf32>, tensor<1x1xf32>) outs(%zeros : tensor<1x96x1x1xf32>) -> tensor<1x96x1x1xf32>
  %1 = linalg.broadcast ins(%bias : tensor<96xf32>) outs(%empty : tensor<1x96x1x1xf32>) dimensions = [0, 2, 3]
  %2 = linalg.add ins(%0, %1 : tensor<1x96x1x1xf32>, tensor<1x96x1x1xf32>) outs(%empty : tensor<1x96x1x1xf32>) -> tensor<1x96x1x1xf32>
  // CHECK: func.func private @kernel_0(
  // CHECK: arith.addf {{.*}} : vector<16xf32>
  // CHECK: arith.addf {{.*}} : vector<4xf32>
  %rows = tensor.empty() : tensor<2x20x1xf32>
  %3 = linalg.add ins(%y, %y : tensor<2x20x1xf32>, tensor<2x20x1xf32>) outs(%rows : tensor<2x20x1xf32>) -> tensor<2x20x1xf32>
  return %2, %3 : tensor<1x96x1x1xf32>, tensor<2x20x1xf32>
}
