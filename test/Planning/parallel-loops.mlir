// The destinations of a loop whose iterations insert their parts at the same
// time take the layouts that are wanted inside and behind it.
//
// Covers: R22

// RUN: layout-opt %s --layout-pipeline="target=nhwc" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir --entry=parts
// RUN: layout-check %s %t.mlir --entry=rows
// RUN: layout-check %s %t.mlir --entry=dynamic --dims=3
// RUN: layout-opt %s --layout-pipeline="target=nchw4c" -o %t.blocked.mlir
// RUN: FileCheck %s --check-prefix=BLOCKED < %t.blocked.mlir
// RUN: layout-check %s %t.blocked.mlir --entry=parts
// RUN: layout-check %s %t.blocked.mlir --entry=rows
// RUN: layout-check %s %t.blocked.mlir --entry=dynamic --dims=3

!x = tensor<4x8x6x5xf32>
!part = tensor<1x8x6x5xf32>
!w = tensor<8x8x1x1xf32>

// Rewrites at the boundary only; each iteration slices and inserts NHWC.
// CHECK-LABEL: func.func @parts(
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 3, 1]
// CHECK-NOT: linalg.transpose
// CHECK: scf.forall {{.*}} shared_outs(%[[OUT:.*]] = %{{.*}}) -> (tensor<4x6x5x8xf32>)
// CHECK: tensor.extract_slice %{{.*}}[%[[I:.*]], 0, 0, 0] [1, 6, 5, 8]
// CHECK: tensor.parallel_insert_slice %{{.*}} into %[[OUT]][%{{.*}}, 0, 0, 0] [1, 6, 5, 8] [1, 1, 1, 1]
// CHECK-NOT: linalg.transpose
// CHECK: linalg.transpose {{.*}} permutation = [0, 3, 1, 2]
// CHECK-NOT: linalg.transpose
// CHECK: return
// BLOCKED-LABEL: func.func @parts(
// BLOCKED: scf.forall {{.*}} -> (tensor<4x2x6x5x4xf32>)
// BLOCKED: tensor.parallel_insert_slice %{{.*}}[%{{.*}}, 0, 0, 0, 0] [1, 2, 6, 5, 4]
func.func @parts(%x: !x) -> !x {
  %w = arith.constant dense<0.25> : !w
  %zero = arith.constant dense<0.0> : !x
  %none = arith.constant dense<0.0> : !part
  %e = tensor.empty() : !x
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !x) -> !x
  %r = scf.forall (%i) in (4) shared_outs(%out = %e) -> !x {
    %s = tensor.extract_slice %0[%i, 0, 0, 0] [1, 8, 6, 5] [1, 1, 1, 1] : !x to !part
    %1 = linalg.conv_2d_nchw_fchw ins(%s, %w : !part, !w) outs(%none : !part) -> !part
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %out[%i, 0, 0, 0] [1, 8, 6, 5] [1, 1, 1, 1] : !part into !x
    }
  }
  %2 = linalg.conv_2d_nchw_fchw ins(%r, %w : !x, !w) outs(%zero : !x) -> !x
  return %2 : !x
}

// The parts lack dims of size 1, and there are two destinations.
// CHECK-LABEL: func.func @rows(
// CHECK: scf.forall {{.*}} -> (tensor<4x6x5x8xf32>, tensor<4x6x5x8xf32>)
// CHECK: scf.forall.in_parallel
// CHECK-NEXT: tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%[[I:.*]], %[[J:.*]], 0, 0] [1, 1, 5, 8]
// CHECK-NEXT: tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%[[I]], %[[J]], 0, 0] [1, 1, 5, 8]
func.func @rows(%x: !x) -> (!x, !x) {
  %w = arith.constant dense<0.25> : !w
  %zero = arith.constant dense<0.0> : !x
  %e = tensor.empty() : !x
  %row = tensor.empty() : tensor<8x5xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !x, !w) outs(%zero : !x) -> !x
  %r:2 = scf.forall (%i, %j) in (4, 6) shared_outs(%out = %e, %other = %e) -> (!x, !x) {
    %s = tensor.extract_slice %0[%i, 0, %j, 0] [1, 8, 1, 5] [1, 1, 1, 1] : !x to tensor<8x5xf32>
    %1 = linalg.exp ins(%s : tensor<8x5xf32>) outs(%row : tensor<8x5xf32>) -> tensor<8x5xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %out[%i, 0, %j, 0] [1, 8, 1, 5] [1, 1, 1, 1] : tensor<8x5xf32> into !x
      tensor.parallel_insert_slice %s into %other[%i, 0, %j, 0] [1, 8, 1, 5] [1, 1, 1, 1] : tensor<8x5xf32> into !x
    }
  }
  %2 = linalg.conv_2d_nchw_fchw ins(%r#0, %w : !x, !w) outs(%zero : !x) -> !x
  %3 = linalg.conv_2d_nchw_fchw ins(%r#1, %w : !x, !w) outs(%zero : !x) -> !x
  return %2, %3 : !x, !x
}

// CHECK-LABEL: func.func @dynamic(
// CHECK: scf.forall {{.*}} -> (tensor<?x6x5x8xf32>)
// CHECK: tensor.parallel_insert_slice %{{.*}}[%{{.*}}, 0, 0, 0] [1, 6, 5, 8]
func.func @dynamic(%x: tensor<?x8x6x5xf32>) -> tensor<?x8x6x5xf32> {
  %w = arith.constant dense<0.25> : !w
  %none = arith.constant dense<0.0> : !part
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x8x6x5xf32>
  %e = tensor.empty(%d) : tensor<?x8x6x5xf32>
  %r = scf.forall (%i) in (%d) shared_outs(%out = %e) -> tensor<?x8x6x5xf32> {
    %s = tensor.extract_slice %x[%i, 0, 0, 0] [1, 8, 6, 5] [1, 1, 1, 1] : tensor<?x8x6x5xf32> to !part
    %1 = linalg.conv_2d_nchw_fchw ins(%s, %w : !part, !w) outs(%none : !part) -> !part
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %out[%i, 0, 0, 0] [1, 8, 6, 5] [1, 1, 1, 1] : !part into tensor<?x8x6x5xf32>
    }
  }
  return %r : tensor<?x8x6x5xf32>
}
