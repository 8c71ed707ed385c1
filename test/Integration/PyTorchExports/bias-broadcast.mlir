// The bias of a convolution as PyTorch exports it: a vector broadcast to the
// whole result, into which the convolution adds.
//
// Covers: R5, R6, R15, R20

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.nchw16c.mlir
// RUN: FileCheck %s --check-prefix=BLOCKED < %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=main
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=point
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=batch --dims=2
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s --check-prefix=NHWC-COUNT
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=main
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=point
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=batch --dims=2

// In blocked layouts no rewrite is left. With channels last, the argument and the
// result are rewritten: two rewrites in each function.
// BLOCKED-COUNT: {"rewrites":0,
// NHWC-COUNT: {"rewrites":6,

// A constant bias of 32 channels, a bias that is an argument, and a bias of 5
// channels.
// BLOCKED-LABEL: func.func @main(
// BLOCKED-SAME: %[[BIAS:[^:]*]]: tensor<32xf32>)
// BLOCKED: %[[SPLIT:.*]] = tensor.expand_shape %[[BIAS]] {{.*}} : tensor<32xf32> into tensor<2x16xf32>
// BLOCKED: ins(%[[SPLIT]] : tensor<2x16xf32>) outs(%{{.*}} : tensor<1x2x2x2x16xf32>)
// BLOCKED: return
func.func @main(%x: tensor<1x3x4x4xf32>, %run_time: tensor<32xf32>) -> tensor<1x5x2x2xf32> {
  %w0 = arith.constant dense<0.1> : tensor<32x3x1x1xf32>
  %w1 = arith.constant dense<0.1> : tensor<32x32x3x3xf32>
  %w2 = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %b0 = arith.constant dense<0.2> : tensor<32xf32>
  %b2 = arith.constant dense<0.3> : tensor<5xf32>
  %e0 = tensor.empty() : tensor<1x32x4x4xf32>
  %i0 = linalg.broadcast ins(%b0 : tensor<32xf32>) outs(%e0 : tensor<1x32x4x4xf32>) dimensions = [0, 2, 3]
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w0 : tensor<1x3x4x4xf32>, tensor<32x3x1x1xf32>) outs(%i0 : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %e1 = tensor.empty() : tensor<1x32x2x2xf32>
  %i1 = linalg.broadcast ins(%run_time : tensor<32xf32>) outs(%e1 : tensor<1x32x2x2xf32>) dimensions = [0, 2, 3]
  %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%0, %w1 : tensor<1x32x4x4xf32>, tensor<32x32x3x3xf32>) outs(%i1 : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %e2 = tensor.empty() : tensor<1x5x2x2xf32>
  %i2 = linalg.broadcast ins(%b2 : tensor<5xf32>) outs(%e2 : tensor<1x5x2x2xf32>) dimensions = [0, 2, 3]
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%1, %w2 : tensor<1x32x2x2xf32>, tensor<5x32x1x1xf32>) outs(%i2 : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  return %2 : tensor<1x5x2x2xf32>
}

// Blocks of 16 do not divide the 20 channels.
func.func @odd(%x: tensor<1x3x4x4xf32>, %run_time: tensor<20xf32>) -> tensor<1x5x2x2xf32> {
  %w0 = arith.constant dense<0.1> : tensor<20x3x1x1xf32>
  %w1 = arith.constant dense<0.1> : tensor<20x20x3x3xf32>
  %w2 = arith.constant dense<0.1> : tensor<5x20x1x1xf32>
  %b0 = arith.constant dense<0.2> : tensor<20xf32>
  %b2 = arith.constant dense<0.3> : tensor<5xf32>
  %e0 = tensor.empty() : tensor<1x20x4x4xf32>
  %i0 = linalg.broadcast ins(%b0 : tensor<20xf32>) outs(%e0 : tensor<1x20x4x4xf32>) dimensions = [0, 2, 3]
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w0 : tensor<1x3x4x4xf32>, tensor<20x3x1x1xf32>) outs(%i0 : tensor<1x20x4x4xf32>) -> tensor<1x20x4x4xf32>
  %e1 = tensor.empty() : tensor<1x20x2x2xf32>
  %i1 = linalg.broadcast ins(%run_time : tensor<20xf32>) outs(%e1 : tensor<1x20x2x2xf32>) dimensions = [0, 2, 3]
  %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%0, %w1 : tensor<1x20x4x4xf32>, tensor<20x20x3x3xf32>) outs(%i1 : tensor<1x20x2x2xf32>) -> tensor<1x20x2x2xf32>
  %e2 = tensor.empty() : tensor<1x5x2x2xf32>
  %i2 = linalg.broadcast ins(%b2 : tensor<5xf32>) outs(%e2 : tensor<1x5x2x2xf32>) dimensions = [0, 2, 3]
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%1, %w2 : tensor<1x20x2x2xf32>, tensor<5x20x1x1xf32>) outs(%i2 : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  return %2 : tensor<1x5x2x2xf32>
}

// Images of one point.
func.func @point(%x: tensor<1x3x1x1xf32>, %run_time: tensor<16xf32>) -> tensor<1x5x1x1xf32> {
  %w0 = arith.constant dense<0.1> : tensor<16x3x1x1xf32>
  %w1 = arith.constant dense<0.1> : tensor<16x16x1x1xf32>
  %w2 = arith.constant dense<0.1> : tensor<5x16x1x1xf32>
  %b0 = arith.constant dense<0.2> : tensor<16xf32>
  %b2 = arith.constant dense<0.3> : tensor<5xf32>
  %e0 = tensor.empty() : tensor<1x16x1x1xf32>
  %i0 = linalg.broadcast ins(%b0 : tensor<16xf32>) outs(%e0 : tensor<1x16x1x1xf32>) dimensions = [0, 2, 3]
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w0 : tensor<1x3x1x1xf32>, tensor<16x3x1x1xf32>) outs(%i0 : tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
  %e1 = tensor.empty() : tensor<1x16x1x1xf32>
  %i1 = linalg.broadcast ins(%run_time : tensor<16xf32>) outs(%e1 : tensor<1x16x1x1xf32>) dimensions = [0, 2, 3]
  %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%0, %w1 : tensor<1x16x1x1xf32>, tensor<16x16x1x1xf32>) outs(%i1 : tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
  %e2 = tensor.empty() : tensor<1x5x1x1xf32>
  %i2 = linalg.broadcast ins(%b2 : tensor<5xf32>) outs(%e2 : tensor<1x5x1x1xf32>) dimensions = [0, 2, 3]
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%1, %w2 : tensor<1x16x1x1xf32>, tensor<5x16x1x1xf32>) outs(%i2 : tensor<1x5x1x1xf32>) -> tensor<1x5x1x1xf32>
  return %2 : tensor<1x5x1x1xf32>
}

// A batch of run-time size.
func.func @batch(%x: tensor<?x3x4x4xf32>, %run_time: tensor<32xf32>) -> tensor<?x5x2x2xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x4x4xf32>
  %w0 = arith.constant dense<0.1> : tensor<32x3x1x1xf32>
  %w1 = arith.constant dense<0.1> : tensor<32x32x3x3xf32>
  %w2 = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %b0 = arith.constant dense<0.2> : tensor<32xf32>
  %b2 = arith.constant dense<0.3> : tensor<5xf32>
  %e0 = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %i0 = linalg.broadcast ins(%b0 : tensor<32xf32>) outs(%e0 : tensor<?x32x4x4xf32>) dimensions = [0, 2, 3]
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w0 : tensor<?x3x4x4xf32>, tensor<32x3x1x1xf32>) outs(%i0 : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %e1 = tensor.empty(%n) : tensor<?x32x2x2xf32>
  %i1 = linalg.broadcast ins(%run_time : tensor<32xf32>) outs(%e1 : tensor<?x32x2x2xf32>) dimensions = [0, 2, 3]
  %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%0, %w1 : tensor<?x32x4x4xf32>, tensor<32x32x3x3xf32>) outs(%i1 : tensor<?x32x2x2xf32>) -> tensor<?x32x2x2xf32>
  %e2 = tensor.empty(%n) : tensor<?x5x2x2xf32>
  %i2 = linalg.broadcast ins(%b2 : tensor<5xf32>) outs(%e2 : tensor<?x5x2x2xf32>) dimensions = [0, 2, 3]
  %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%1, %w2 : tensor<?x32x2x2xf32>, tensor<5x32x1x1xf32>) outs(%i2 : tensor<?x5x2x2xf32>) -> tensor<?x5x2x2xf32>
  return %2 : tensor<?x5x2x2xf32>
}

