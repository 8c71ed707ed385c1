// A grouped convolution as PyTorch exports it, between two plain ones: padded,
// its channels cut into groups, and put together again afterwards.
//
// Covers: R2, R5, R17, R24

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.nchw16c.mlir
// RUN: FileCheck %s --check-prefix=BLOCKED < %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=main
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=batch --dims=2
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s --check-prefix=NHWC-COUNT
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=main
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=batch --dims=2

// In blocked layouts no rewrite is left. With channels last, the argument and the
// result are rewritten: two rewrites in each function.
// BLOCKED-COUNT: {"rewrites":0,
// NHWC-COUNT: {"rewrites":6,

// Groups of 16 channels are blocks of 16.
// BLOCKED-LABEL: func.func @main(
// BLOCKED: tensor.pad {{.*}} low[0, 0, 1, 1, 0] high[0, 0, 1, 1, 0]
// BLOCKED: tensor.expand_shape {{.*}} : tensor<1x2x4x4x16xf32> into tensor<1x2x1x4x4x16xf32>
// BLOCKED: tensor.collapse_shape {{.*}} : tensor<1x2x1x2x2x16xf32> into tensor<1x2x2x2x16xf32>
// BLOCKED: return
func.func @main(%x: tensor<1x3x4x4xf32>) -> tensor<1x5x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x2x2xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x4x4xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %pad = tensor.pad %c low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x32x2x2xf32> to tensor<1x32x4x4xf32>
  %w = arith.constant dense<0.1> : tensor<2x16x16x3x3xf32>
  %cut = tensor.expand_shape %pad [[0], [1, 2], [3], [4]] output_shape [1, 2, 16, 4, 4] : tensor<1x32x4x4xf32> into tensor<1x2x16x4x4xf32>
  %er = tensor.empty() : tensor<1x32x2x2xf32>
  %ir = linalg.fill ins(%zero : f32) outs(%er : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %cutr = tensor.expand_shape %ir [[0], [1, 2], [3], [4]] output_shape [1, 2, 16, 2, 2] : tensor<1x32x2x2xf32> into tensor<1x2x16x2x2xf32>
  %g = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%cut, %w : tensor<1x2x16x4x4xf32>, tensor<2x16x16x3x3xf32>) outs(%cutr : tensor<1x2x16x2x2xf32>) -> tensor<1x2x16x2x2xf32>
  %r = tensor.collapse_shape %g [[0], [1, 2], [3], [4]] : tensor<1x2x16x2x2xf32> into tensor<1x32x2x2xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x2x2xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%r, %d_w : tensor<1x32x2x2xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  return %d : tensor<1x5x2x2xf32>
}

// Groups of 5.
func.func @odd(%x: tensor<1x3x4x4xf32>) -> tensor<1x5x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %c_w = arith.constant dense<0.1> : tensor<20x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x20x2x2xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x20x2x2xf32>) -> tensor<1x20x2x2xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x4x4xf32>, tensor<20x3x3x3xf32>) outs(%c_i : tensor<1x20x2x2xf32>) -> tensor<1x20x2x2xf32>
  %pad = tensor.pad %c low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x20x2x2xf32> to tensor<1x20x4x4xf32>
  %w = arith.constant dense<0.1> : tensor<4x5x5x3x3xf32>
  %cut = tensor.expand_shape %pad [[0], [1, 2], [3], [4]] output_shape [1, 4, 5, 4, 4] : tensor<1x20x4x4xf32> into tensor<1x4x5x4x4xf32>
  %er = tensor.empty() : tensor<1x20x2x2xf32>
  %ir = linalg.fill ins(%zero : f32) outs(%er : tensor<1x20x2x2xf32>) -> tensor<1x20x2x2xf32>
  %cutr = tensor.expand_shape %ir [[0], [1, 2], [3], [4]] output_shape [1, 4, 5, 2, 2] : tensor<1x20x2x2xf32> into tensor<1x4x5x2x2xf32>
  %g = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%cut, %w : tensor<1x4x5x4x4xf32>, tensor<4x5x5x3x3xf32>) outs(%cutr : tensor<1x4x5x2x2xf32>) -> tensor<1x4x5x2x2xf32>
  %r = tensor.collapse_shape %g [[0], [1, 2], [3], [4]] : tensor<1x4x5x2x2xf32> into tensor<1x20x2x2xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x20x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x2x2xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%r, %d_w : tensor<1x20x2x2xf32>, tensor<5x20x1x1xf32>) outs(%d_i : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  return %d : tensor<1x5x2x2xf32>
}

// A batch of run-time size.
func.func @batch(%x: tensor<?x3x4x4xf32>) -> tensor<?x5x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x4x4xf32>
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty(%n) : tensor<?x32x2x2xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<?x32x2x2xf32>) -> tensor<?x32x2x2xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<?x3x4x4xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<?x32x2x2xf32>) -> tensor<?x32x2x2xf32>
  %pad = tensor.pad %c low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<?x32x2x2xf32> to tensor<?x32x4x4xf32>
  %w = arith.constant dense<0.1> : tensor<2x16x16x3x3xf32>
  %cut = tensor.expand_shape %pad [[0], [1, 2], [3], [4]] output_shape [%n, 2, 16, 4, 4] : tensor<?x32x4x4xf32> into tensor<?x2x16x4x4xf32>
  %er = tensor.empty(%n) : tensor<?x32x2x2xf32>
  %ir = linalg.fill ins(%zero : f32) outs(%er : tensor<?x32x2x2xf32>) -> tensor<?x32x2x2xf32>
  %cutr = tensor.expand_shape %ir [[0], [1, 2], [3], [4]] output_shape [%n, 2, 16, 2, 2] : tensor<?x32x2x2xf32> into tensor<?x2x16x2x2xf32>
  %g = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%cut, %w : tensor<?x2x16x4x4xf32>, tensor<2x16x16x3x3xf32>) outs(%cutr : tensor<?x2x16x2x2xf32>) -> tensor<?x2x16x2x2xf32>
  %r = tensor.collapse_shape %g [[0], [1, 2], [3], [4]] : tensor<?x2x16x2x2xf32> into tensor<?x32x2x2xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x2x2xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x2x2xf32>) -> tensor<?x5x2x2xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%r, %d_w : tensor<?x32x2x2xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<?x5x2x2xf32>) -> tensor<?x5x2x2xf32>
  return %d : tensor<?x5x2x2xf32>
}
