// Every operand and result of a frozen op is rewritten: data from arguments and
// from other ops, weights as constants and as arguments, biases through `outs`,
// and the output. Nothing else changes, and nothing is merged.
//
// Covers: R5, R6
//
// RUN: layout-opt %s --layout-freeze=target=nhwc | FileCheck %s

// CHECK-LABEL: func.func @network(
//  CHECK-SAME: %[[INPUT:.*]]: tensor<1x3x10x10xf32>, %[[WEIGHT:.*]]: tensor<5x4x3x3xf32>
func.func @network(%input: tensor<1x3x10x10xf32>, %weight: tensor<5x4x3x3xf32>) -> (tensor<1x5x6x6xf32>, tensor<1x4x8x8xf32>) {
  // CHECK-DAG: %[[CONSTANT:.*]] = arith.constant dense<{{.*}}> : tensor<4x3x3x3xf32>
  // CHECK-DAG: %[[BIAS:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  %constant = arith.constant dense<0.5> : tensor<4x3x3x3xf32>
  %bias = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %zero = arith.constant 0.0 : f32

  // CHECK: %[[INIT:.*]] = linalg.broadcast ins(%[[BIAS]] : tensor<4xf32>)
  %empty = tensor.empty() : tensor<1x4x8x8xf32>
  %init = linalg.broadcast ins(%bias : tensor<4xf32>) outs(%empty : tensor<1x4x8x8xf32>) dimensions = [0, 2, 3]

  // CHECK: %[[X0:.*]] = layout.layout_transform %[[INPUT]] by <(d0, d1, d2, d3) -> (d0, d2, d3, d1)> : tensor<1x3x10x10xf32> to tensor<1x10x10x3xf32>
  // CHECK: %[[W0:.*]] = layout.layout_transform %[[CONSTANT]] by <(d0, d1, d2, d3) -> (d2, d3, d1, d0)> : tensor<4x3x3x3xf32> to tensor<3x3x3x4xf32>
  // CHECK: %[[B0:.*]] = layout.layout_transform %[[INIT]] by <(d0, d1, d2, d3) -> (d0, d2, d3, d1)> : tensor<1x4x8x8xf32> to tensor<1x8x8x4xf32>
  // CHECK: %[[C0:.*]] = linalg.conv_2d_nhwc_hwcf {{.*}} ins(%[[X0]], %[[W0]] : {{.*}}) outs(%[[B0]] :
  // CHECK: %[[Y0:.*]] = layout.layout_transform %[[C0]] by <(d0, d1, d2, d3) -> (d0, d3, d1, d2)> : tensor<1x8x8x4xf32> to tensor<1x4x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%input, %constant : tensor<1x3x10x10xf32>, tensor<4x3x3x3xf32>)
      outs(%init : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>

  // CHECK: %[[Y1:.*]] = linalg.exp ins(%[[Y0]] : {{.*}}) outs(%{{.*}} : tensor<1x4x8x8xf32>)
  %1 = linalg.exp ins(%0 : tensor<1x4x8x8xf32>) outs(%empty : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>

  %empty1 = tensor.empty() : tensor<1x5x6x6xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty1 : tensor<1x5x6x6xf32>) -> tensor<1x5x6x6xf32>

  // CHECK: %[[X2:.*]] = layout.layout_transform %[[Y1]]
  // CHECK: %[[W2:.*]] = layout.layout_transform %[[WEIGHT]]
  // A fill is not transformed but created again in the other layout.
  // CHECK: %[[EMPTY2:.*]] = tensor.empty() : tensor<1x6x6x5xf32>
  // CHECK: %[[B2:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[EMPTY2]] :
  // CHECK: %[[C2:.*]] = linalg.conv_2d_nhwc_hwcf {{.*}} ins(%[[X2]], %[[W2]] : {{.*}}) outs(%[[B2]] :
  // CHECK: %[[Y2:.*]] = layout.layout_transform %[[C2]]
  %2 = linalg.conv_2d_nchw_fchw ins(%1, %weight : tensor<1x4x8x8xf32>, tensor<5x4x3x3xf32>)
      outs(%fill : tensor<1x5x6x6xf32>) -> tensor<1x5x6x6xf32>

  // CHECK: return %[[Y2]], %[[Y0]] :
  return %2, %0 : tensor<1x5x6x6xf32>, tensor<1x4x8x8xf32>
}

// The op keeps its discardable attributes and its location.
// CHECK-LABEL: func.func @carried(
//       CHECK: linalg.conv_2d_nhwc_hwcf {{{.*}}layout.frozen, my.note = "kept"{{.*}}}
func.func @carried(%x: tensor<1x3x10x10xf32>, %w: tensor<4x3x3x3xf32>, %o: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %0 = linalg.conv_2d_nchw_fchw {my.note = "kept"} ins(%x, %w : tensor<1x3x10x10xf32>, tensor<4x3x3x3xf32>)
      outs(%o : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}

// An op that has the preferred layout is frozen without a rewrite.
// CHECK-LABEL: func.func @already(
//  CHECK-NEXT: linalg.conv_2d_nhwc_hwcf {layout.frozen} ins(%arg0, %arg1 :
func.func @already(%x: tensor<1x10x10x3xf32>, %w: tensor<3x3x3x4xf32>, %o: tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x10x10x3xf32>, tensor<3x3x3x4xf32>) outs(%o : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}

// Only the weight has another layout.
// CHECK-LABEL: func.func @weight_only(
//  CHECK-NEXT: %[[W:.*]] = layout.layout_transform %arg1 by <(d0, d1, d2, d3) -> (d1, d2, d3, d0)> : tensor<4x3x3x3xf32> to tensor<3x3x3x4xf32>
//  CHECK-NEXT: linalg.conv_2d_nhwc_hwcf {{.*}} ins(%arg0, %[[W]] : {{.*}}) outs(%arg2 :
//  CHECK-NEXT: return
func.func @weight_only(%x: tensor<1x10x10x3xf32>, %w: tensor<4x3x3x3xf32>, %o: tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32> {
  %0 = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<1x10x10x3xf32>, tensor<4x3x3x3xf32>) outs(%o : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}
