// A window that is at one place only, with a stride, leaves the last row and
// column of the image unread. Its loops end before them, also without the loops
// over places.

// RUN: layout-opt %s --layout-pipeline=target=nchw16c -o %t.blocked.mlir
// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.nhwc.mlir
// RUN: layout-check %s %t.blocked.mlir %t.nhwc.mlir --code=kernels
// RUN: layout-opt %t.blocked.mlir --layout-to-kernels="cpu=x86-64-v4" | FileCheck %s
// REQUIRES: x86

// CHECK-LABEL: func.func private @kernel{{.*}}memref<4x2x3x3x16x16xf32>)
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[SIXTEEN:.*]] = arith.constant 16 : index
// CHECK: scf.for {{.*}} to %[[TWO]] step
// CHECK: scf.for {{.*}} to %[[THREE]] step
// CHECK: scf.for {{.*}} to %[[THREE]] step
// CHECK: scf.for {{.*}} to %[[SIXTEEN]] step
// CHECK: vector<16xf32>
func.func @main(%x: tensor<1x32x4x4xf32>, %w: tensor<64x32x3x3xf32>) -> tensor<1x64x1x1xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x64x1x1xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x64x1x1xf32>) -> tensor<1x64x1x1xf32>
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<1x32x4x4xf32>, tensor<64x32x3x3xf32>) outs(%zeros : tensor<1x64x1x1xf32>) -> tensor<1x64x1x1xf32>
  return %0 : tensor<1x64x1x1xf32>
}
