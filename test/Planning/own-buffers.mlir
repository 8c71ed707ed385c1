// Ops of bufferization that say where a tensor is stored take any layout.
//
// Covers: R22

// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir --entry=copies
// RUN: layout-check %s %t.mlir --entry=copies --code=kernels
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=3

!x = tensor<1x8x6x5xf32>
!w = tensor<8x8x1x1xf32>

// CHECK-LABEL: func.func @copies(
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 3, 1]
// CHECK-NOT: linalg.transpose
// CHECK: bufferization.alloc_tensor() copy(%{{.*}}) : tensor<1x6x5x8xf32>
// CHECK: bufferization.materialize_in_destination %{{.*}} in %{{.*}} : (tensor<1x6x5x8xf32>, tensor<1x6x5x8xf32>) -> tensor<1x6x5x8xf32>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.transpose {{.*}} permutation = [0, 3, 1, 2]
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @copies(%x: !x) -> !x {
  %w = arith.constant dense<0.25> : !w
  %cst = arith.constant 0.0 : f32
  %a = bufferization.alloc_tensor() : !x
  %zero = linalg.fill ins(%cst : f32) outs(%a : !x) -> !x
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !x) -> !x
  %b = bufferization.alloc_tensor() copy(%0) : !x
  %e = tensor.empty() : !x
  %m = bufferization.materialize_in_destination %b in %e : (!x, !x) -> !x
  %1 = linalg.conv_2d_nchw_fchw ins(%m, %w : !x, !w) outs(%zero : !x) -> !x
  return %1 : !x
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: bufferization.alloc_tensor(%{{.*}}) : tensor<?x6x5x8xf32>
// CHECK: bufferization.alloc_tensor() copy(%{{.*}}) : tensor<?x6x5x8xf32>
func.func @dynamic(%x: tensor<?x8x6x5xf32>) -> tensor<?x8x6x5xf32> {
  %w = arith.constant dense<0.25> : !w
  %cst = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x8x6x5xf32>
  %a = bufferization.alloc_tensor(%d) : tensor<?x8x6x5xf32>
  %zero = linalg.fill ins(%cst : f32) outs(%a : tensor<?x8x6x5xf32>) -> tensor<?x8x6x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x8x6x5xf32>, !w) outs(%zero : tensor<?x8x6x5xf32>) -> tensor<?x8x6x5xf32>
  %f = bufferization.alloc_tensor(%d) : tensor<?x8x6x5xf32>
  %g = linalg.exp ins(%0 : tensor<?x8x6x5xf32>) outs(%f : tensor<?x8x6x5xf32>) -> tensor<?x8x6x5xf32>
  %b = bufferization.alloc_tensor() copy(%g) : tensor<?x8x6x5xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%b, %w : tensor<?x8x6x5xf32>, !w) outs(%zero : tensor<?x8x6x5xf32>) -> tensor<?x8x6x5xf32>
  return %1 : tensor<?x8x6x5xf32>
}
