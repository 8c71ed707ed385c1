// Two readers want zeros in the padding, one of an image and one of its rows. It
// is overwritten once, and the other version is a reshape of the first.

// RUN: layout-opt %s --layout-pipeline="target=spyre materialize=false" | FileCheck %s
// RUN: layout-opt %s --layout-pipeline=target=spyre -o %t.mlir
// RUN: layout-check %s %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline=target=spyre | diff %t.mlir -

// CHECK-LABEL: func.func @main(
// CHECK: %[[C:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<1x1x3x2x32xf32>)
// CHECK: %[[Z:.*]] = tensor.insert_slice %{{.*}} into %[[C]][0, 0, 0, 0, 16] [1, 1, 3, 2, 16]
// CHECK-NEXT: %[[ROWS:.*]] = layout.layout_transform %[[Z]] by <(d0, d1, d2, d3, d4) -> (d0, d2 * 2 + d3, d4)>
// CHECK-NOT: tensor.insert_slice
// CHECK: linalg.generic {{.*}} ins(%[[Z]], %{{.*}} : tensor<1x1x3x2x32xf32>
// CHECK: linalg.generic {{.*}} ins(%[[ROWS]], %{{.*}} : tensor<1x6x32xf32>
// CHECK: return
func.func @main(%x: tensor<1x5x4x16xf32>, %f: tensor<3x3x16x16xf32>, %g: tensor<1x1x16x32xf32>, %v: tensor<16x32xf32>) -> (tensor<1x3x2x32xf32>, tensor<6x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x2x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x2x16xf32>) -> tensor<1x3x2x16xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %f : tensor<1x5x4x16xf32>, tensor<3x3x16x16xf32>) outs(%z : tensor<1x3x2x16xf32>) -> tensor<1x3x2x16xf32>
  %e1 = tensor.empty() : tensor<1x3x2x32xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x3x2x32xf32>) -> tensor<1x3x2x32xf32>
  %1 = linalg.conv_2d_nhwc_hwcf ins(%0, %g : tensor<1x3x2x16xf32>, tensor<1x1x16x32xf32>) outs(%z1 : tensor<1x3x2x32xf32>) -> tensor<1x3x2x32xf32>
  %rows = tensor.collapse_shape %0 [[0, 1, 2], [3]] : tensor<1x3x2x16xf32> into tensor<6x16xf32>
  %e2 = tensor.empty() : tensor<6x32xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<6x32xf32>) -> tensor<6x32xf32>
  %2 = linalg.matmul ins(%rows, %v : tensor<6x16xf32>, tensor<16x32xf32>) outs(%z2 : tensor<6x32xf32>) -> tensor<6x32xf32>
  return %1, %2 : tensor<1x3x2x32xf32>, tensor<6x32xf32>
}
