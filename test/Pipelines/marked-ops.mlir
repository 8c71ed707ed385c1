// What is marked in the input is not cleaned up either: it stands in the result
// as it came, though it could be folded or is there twice.
// RUN: layout-opt %s --layout-pipeline=target=nchw16c -o %t | count 0
// RUN: FileCheck %s < %t
// RUN: layout-check %s %t

// CHECK-LABEL: func.func @main
// CHECK: %[[SUM:.*]] = arith.addi %arg2, %[[ZERO:.*]] : index
// CHECK: %[[TWIN:.*]] = arith.addi %arg2, %[[ZERO]] : index
// CHECK: %[[THERE:.*]] = linalg.transpose ins(%arg0 : tensor<1x16x8x8xf32>) {{.*}} permutation = [0, 2, 3, 1]
// CHECK: %[[BACK:.*]] = linalg.transpose ins(%[[THERE]] : tensor<1x8x8x16xf32>) {{.*}} permutation = [0, 3, 1, 2]
// CHECK: %[[REGION:.*]] = scf.execute_region
// CHECK-NEXT: linalg.transpose ins(%[[BACK]] : {{.*}} permutation = [1, 2, 0, 3]
// CHECK: tensor<1x1x8x8x16xf32>, tensor<2x1x3x3x16x16xf32>
// CHECK: return %{{.*}}, %[[SUM]], %[[TWIN]], %[[REGION]] :
func.func @main(%x: tensor<1x16x8x8xf32>, %f: tensor<3x3x16x32xf32>, %i: index) -> (tensor<1x6x6x32xf32>, index, index, tensor<16x8x1x8xf32>) {
  %c0 = arith.constant 0 : index
  %sum = arith.addi %i, %c0 {layout.leave} : index
  %twin = arith.addi %i, %c0 {layout.leave} : index
  %e = tensor.empty() : tensor<1x8x8x16xf32>
  %t = linalg.transpose ins(%x : tensor<1x16x8x8xf32>) outs(%e : tensor<1x8x8x16xf32>) permutation = [0, 2, 3, 1] {layout.frozen}
  %et = tensor.empty() : tensor<1x16x8x8xf32>
  %t2 = linalg.transpose ins(%t : tensor<1x8x8x16xf32>) outs(%et : tensor<1x16x8x8xf32>) permutation = [0, 3, 1, 2] {layout.frozen}
  %eu = tensor.empty() : tensor<16x8x1x8xf32>
  %u = scf.execute_region -> tensor<16x8x1x8xf32> {
    %v = linalg.transpose ins(%t2 : tensor<1x16x8x8xf32>) outs(%eu : tensor<16x8x1x8xf32>) permutation = [1, 2, 0, 3]
    scf.yield %v : tensor<16x8x1x8xf32>
  } {layout.leave}
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x6x6x32xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x6x6x32xf32>) -> tensor<1x6x6x32xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%t, %f : tensor<1x8x8x16xf32>, tensor<3x3x16x32xf32>) outs(%i0 : tensor<1x6x6x32xf32>) -> tensor<1x6x6x32xf32>
  return %0, %sum, %twin, %u : tensor<1x6x6x32xf32>, index, index, tensor<16x8x1x8xf32>
}
