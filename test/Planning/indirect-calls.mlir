// Indirect calls of functions that are known become calls before the program is
// planned, so that layouts flow through them in the first run.

// RUN: layout-opt %s --layout-pipeline=target=nhwc -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layout-check %s %t.mlir --entry=main
// RUN: layout-check %s %t.mlir --entry=convolves
// RUN: layout-check %s %t.mlir --entry=simplified
// RUN: layout-check %s %t.mlir --entry=both --dims=3
// RUN: layout-check %s %t.mlir --entry=direct --dims=3
// RUN: layout-opt %t.mlir --layout-pipeline=target=nhwc -o %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir

!t = tensor<1x5x4x6xf32>
!w = tensor<5x5x1x1xf32>

// The function that is called has nothing to plan of its own.
// CHECK-LABEL: func.func private @exp(
// CHECK-SAME: tensor<1x4x6x5xf32>) -> tensor<1x4x6x5xf32>
func.func private @exp(%x: !t) -> !t {
  %e = tensor.empty() : !t
  %0 = linalg.exp ins(%x : !t) outs(%e : !t) -> !t
  return %0 : !t
}

// CHECK-LABEL: func.func @main(
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NEXT: call @exp(%{{.*}}) : (tensor<1x4x6x5xf32>) -> tensor<1x4x6x5xf32>
// CHECK-NEXT: linalg.conv_2d_nhwc_hwcf
func.func @main(%x: !t, %w: !w) -> !t {
  %zeros = arith.constant dense<0.0> : !t
  %f = func.constant @exp : (!t) -> !t
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !t, !w) outs(%zeros : !t) -> !t
  %1 = func.call_indirect %f(%0) : (!t) -> !t
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : !t, !w) outs(%zeros : !t) -> !t
  return %2 : !t
}

// Only the function that is called has something to plan. Between both calls
// nothing is rewritten.
// CHECK-LABEL: func.func private @layer(
// CHECK-SAME: tensor<1x4x6x5xf32>, %{{.*}}) -> tensor<1x4x6x5xf32>
func.func private @layer(%x: !t, %w: !w) -> !t {
  %zeros = arith.constant dense<0.0> : !t
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !t, !w) outs(%zeros : !t) -> !t
  return %0 : !t
}

// CHECK-LABEL: func.func @convolves(
// CHECK: %[[ONE:.*]] = call @layer(
// CHECK-NEXT: call @layer(%[[ONE]],
func.func @convolves(%x: !t, %w: !w) -> !t {
  %f = func.constant @layer : (!t, !w) -> !t
  %0 = func.call_indirect %f(%x, %w) : (!t, !w) -> !t
  %1 = func.call_indirect %f(%0, %w) : (!t, !w) -> !t
  return %1 : !t
}

// The callee is known once the choice is simplified.
// CHECK-LABEL: func.func private @abs(
// CHECK-SAME: tensor<1x4x6x5xf32>) -> tensor<1x4x6x5xf32>
func.func private @abs(%x: !t) -> !t {
  %e = tensor.empty() : !t
  %0 = linalg.abs ins(%x : !t) outs(%e : !t) -> !t
  return %0 : !t
}
// CHECK-LABEL: func.func @simplified(
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK-NEXT: call @abs(%{{.*}}) : (tensor<1x4x6x5xf32>) -> tensor<1x4x6x5xf32>
func.func @simplified(%x: !t, %w: !w) -> !t {
  %zeros = arith.constant dense<0.0> : !t
  %true = arith.constant true
  %exp = func.constant @exp : (!t) -> !t
  %abs = func.constant @abs : (!t) -> !t
  %f = arith.select %true, %abs, %exp : (!t) -> !t
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : !t, !w) outs(%zeros : !t) -> !t
  %1 = func.call_indirect %f(%0) : (!t) -> !t
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %w : !t, !w) outs(%zeros : !t) -> !t
  return %2 : !t
}

// One caller has the function as a constant. The other one calls it, and has
// nothing to plan of its own.
// CHECK-LABEL: func.func private @shared(
// CHECK-SAME: tensor<?x4x6x5xf32>, %{{.*}}) -> tensor<?x4x6x5xf32>
func.func private @shared(%x: tensor<?x5x4x6xf32>, %w: !w) -> tensor<?x5x4x6xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x5x4x6xf32>, !w) outs(%x : tensor<?x5x4x6xf32>) -> tensor<?x5x4x6xf32>
  return %0 : tensor<?x5x4x6xf32>
}
// CHECK-LABEL: func.func @both(
// CHECK: %[[ONE:.*]] = call @shared(
// CHECK-NEXT: call @shared(%[[ONE]],
func.func @both(%x: tensor<?x5x4x6xf32>, %w: !w) -> tensor<?x5x4x6xf32> {
  %f = func.constant @shared : (tensor<?x5x4x6xf32>, !w) -> tensor<?x5x4x6xf32>
  %0 = func.call_indirect %f(%x, %w) : (tensor<?x5x4x6xf32>, !w) -> tensor<?x5x4x6xf32>
  %1 = func.call @shared(%0, %w) : (tensor<?x5x4x6xf32>, !w) -> tensor<?x5x4x6xf32>
  return %1 : tensor<?x5x4x6xf32>
}
// CHECK-LABEL: func.func @direct(
// CHECK: %[[ONE:.*]] = call @shared(
// CHECK-NEXT: call @shared(%[[ONE]],
func.func @direct(%x: tensor<?x5x4x6xf32>, %w: !w) -> tensor<?x5x4x6xf32> {
  %0 = func.call @shared(%x, %w) : (tensor<?x5x4x6xf32>, !w) -> tensor<?x5x4x6xf32>
  %1 = func.call @shared(%0, %w) : (tensor<?x5x4x6xf32>, !w) -> tensor<?x5x4x6xf32>
  return %1 : tensor<?x5x4x6xf32>
}
