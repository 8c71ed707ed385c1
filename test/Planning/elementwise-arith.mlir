// Elementwise ops of arith and math on tensors take the layouts of their
// neighbours, like structured ops.
// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t
// RUN: FileCheck %s < %t
// RUN: layout-check %s %t --entry=main

// CHECK-LABEL: func.func @main
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NEXT: arith.maximumf %{{.*}}, %{{.*}} : tensor<1x8x8x4xf32>
// CHECK-NEXT: math.tanh %{{.*}} : tensor<1x8x8x4xf32>
// CHECK-NEXT: arith.select %arg3, %{{.*}}, %{{.*}} : tensor<1x8x8x4xf32>
// CHECK-NEXT: arith.truncf %{{.*}} : tensor<1x8x8x4xf32> to tensor<1x8x8x4xf16>
// CHECK-NEXT: arith.extf %{{.*}} : tensor<1x8x8x4xf16> to tensor<1x8x8x4xf32>
// CHECK-NEXT: linalg.conv_2d_nhwc_hwcf
func.func @main(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %o: tensor<1x4x8x8xf32>, %which: i1) -> tensor<1x4x8x8xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x4x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%o : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %1 = arith.maximumf %0, %zero : tensor<1x4x8x8xf32>
  %2 = math.tanh %1 : tensor<1x4x8x8xf32>
  %3 = arith.select %which, %2, %1 : tensor<1x4x8x8xf32>
  %4 = arith.truncf %3 : tensor<1x4x8x8xf32> to tensor<1x4x8x8xf16>
  %5 = arith.extf %4 : tensor<1x4x8x8xf16> to tensor<1x4x8x8xf32>
  %6 = linalg.conv_2d_nchw_fchw ins(%5, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%o : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %6 : tensor<1x4x8x8xf32>
}

// Rewrites move through a sum of dynamic size and cancel.
// CHECK-LABEL: func.func @dynamic
// CHECK-NOT: linalg.transpose
// CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<?x8xf32>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.matmul
func.func @dynamic(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>, %b: tensor<8x2xf32>, %c: tensor<?x2xf32>, %n: index) -> tensor<?x2xf32> {
  %e = tensor.empty(%n) : tensor<8x?xf32>
  %0 = linalg.transpose ins(%x : tensor<?x8xf32>) outs(%e : tensor<8x?xf32>) permutation = [1, 0]
  %1 = linalg.transpose ins(%y : tensor<?x8xf32>) outs(%e : tensor<8x?xf32>) permutation = [1, 0]
  %2 = arith.addf %0, %1 : tensor<8x?xf32>
  %f = tensor.empty(%n) : tensor<?x8xf32>
  %3 = linalg.transpose ins(%2 : tensor<8x?xf32>) outs(%f : tensor<?x8xf32>) permutation = [1, 0]
  %4 = linalg.matmul ins(%3, %b : tensor<?x8xf32>, tensor<8x2xf32>) outs(%c : tensor<?x2xf32>) -> tensor<?x2xf32>
  return %4 : tensor<?x2xf32>
}
