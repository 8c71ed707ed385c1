// Marked ops of the input are not cleaned up: they remain as they are, even if
// they could be folded or are duplicates.
// RUN: layout-opt %s --layout-pipeline=target=nchw16c -o %t | count 0
// RUN: FileCheck %s < %t
// RUN: layout-check %s %t --entry=main

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
  %sum = arith.addi %i, %c0 {layout.skip} : index
  %twin = arith.addi %i, %c0 {layout.skip} : index
  %e = tensor.empty() : tensor<1x8x8x16xf32>
  %t = linalg.transpose ins(%x : tensor<1x16x8x8xf32>) outs(%e : tensor<1x8x8x16xf32>) permutation = [0, 2, 3, 1] {layout.frozen}
  %et = tensor.empty() : tensor<1x16x8x8xf32>
  %t2 = linalg.transpose ins(%t : tensor<1x8x8x16xf32>) outs(%et : tensor<1x16x8x8xf32>) permutation = [0, 3, 1, 2] {layout.frozen}
  %eu = tensor.empty() : tensor<16x8x1x8xf32>
  %u = scf.execute_region -> tensor<16x8x1x8xf32> {
    %v = linalg.transpose ins(%t2 : tensor<1x16x8x8xf32>) outs(%eu : tensor<16x8x1x8xf32>) permutation = [1, 2, 0, 3]
    scf.yield %v : tensor<16x8x1x8xf32>
  } {layout.skip}
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x6x6x32xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x6x6x32xf32>) -> tensor<1x6x6x32xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%t, %f : tensor<1x8x8x16xf32>, tensor<3x3x16x32xf32>) outs(%i0 : tensor<1x6x6x32xf32>) -> tensor<1x6x6x32xf32>
  return %0, %sum, %twin, %u : tensor<1x6x6x32xf32>, index, index, tensor<16x8x1x8xf32>
}

// A marked fill is not created again elsewhere, and ops in a marked op are not
// moved. Equal convolutions are merged if the pipeline froze them.
// CHECK-LABEL: func.func @destinations
// CHECK: %[[FILL:.*]] = linalg.fill {{.*}} outs(%{{.*}} : tensor<1x16x6x6xf32>)
// CHECK: scf.execute_region
// CHECK-NEXT: %[[FIRST:.*]] = tensor.empty
// CHECK-NEXT: %[[SECOND:.*]] = tensor.empty
// CHECK-NEXT: linalg.exp {{.*}} outs(%[[SECOND]] :
// CHECK-NEXT: linalg.exp {{.*}} outs(%[[FIRST]] :
// CHECK: return %{{.*}}, %{{.*}}, %[[FILL]] :
func.func @destinations(%x: tensor<1x16x6x6xf32>, %f: tensor<16x16x1x1xf32>, %t: tensor<4x6xf32>) -> (tensor<1x16x6x6xf32>, tensor<4x6xf32>, tensor<1x16x6x6xf32>) {
  %z = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<1x16x6x6xf32>
  %fill = linalg.fill {layout.skip} ins(%z : f32) outs(%e : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  %r = scf.execute_region -> tensor<4x6xf32> {
    %e1 = tensor.empty() : tensor<4x6xf32>
    %e2 = tensor.empty() : tensor<4x6xf32>
    %k1 = linalg.exp ins(%t : tensor<4x6xf32>) outs(%e2 : tensor<4x6xf32>) -> tensor<4x6xf32>
    %k2 = linalg.exp ins(%k1 : tensor<4x6xf32>) outs(%e1 : tensor<4x6xf32>) -> tensor<4x6xf32>
    scf.yield %k2 : tensor<4x6xf32>
  } {layout.skip}
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x6x6xf32>, tensor<16x16x1x1xf32>) outs(%fill : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  return %0, %r, %fill : tensor<1x16x6x6xf32>, tensor<4x6xf32>, tensor<1x16x6x6xf32>
}

// A mark does not keep dead or unreachable ops.
// CHECK-LABEL: func.func @dead
// CHECK-NOT: linalg.transpose {{.*}} tensor<6x4xf32>
// CHECK-NOT: linalg.exp
// CHECK: return
func.func @dead(%x: tensor<1x16x6x6xf32>, %f: tensor<16x16x1x1xf32>, %t: tensor<4x6xf32>) -> tensor<1x16x6x6xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %d = linalg.transpose ins(%t : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0] {layout.frozen}
  %o = tensor.empty() : tensor<1x16x6x6xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x16x6x6xf32>, tensor<16x16x1x1xf32>) outs(%o : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  cf.br ^end
^unreachable:
  %e2 = tensor.empty() : tensor<4x6xf32>
  %k = linalg.exp {layout.skip} ins(%t : tensor<4x6xf32>) outs(%e2 : tensor<4x6xf32>) -> tensor<4x6xf32>
  cf.br ^end
^end:
  return %0 : tensor<1x16x6x6xf32>
}
