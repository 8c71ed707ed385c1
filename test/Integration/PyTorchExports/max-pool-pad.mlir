// A max pooling with a border as PyTorch exports it, between two convolutions:
// a pad of minus infinity in front of the named op.
//
// Covers: R17, R21, R24, R25

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.nchw16c.mlir
// RUN: FileCheck %s --check-prefix=BLOCKED < %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=main
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=batch --dims=2
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: FileCheck %s --check-prefix=NHWC < %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s --check-prefix=NHWC-COUNT
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=main
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=batch --dims=2

// In blocked layouts no rewrite is left. With channels last, the argument and the
// result are rewritten: two rewrites in each function.
// BLOCKED-COUNT: {"rewrites":0,
// NHWC-COUNT: {"rewrites":6,

// BLOCKED-LABEL: func.func @main(
// BLOCKED: tensor.pad {{.*}} low[0, 0, 1, 1, 0] high[0, 0, 1, 1, 0]
// BLOCKED: ins(%{{.*}}, %{{.*}} : tensor<1x2x6x6x16xf32>, tensor<3x3xf32>) outs(%{{.*}} : tensor<1x2x2x2x16xf32>)
// BLOCKED-NEXT: ^bb0
// BLOCKED-NEXT: arith.maximumf
// BLOCKED: return
// With channels last the pooling is a named op again.
// NHWC-LABEL: func.func @main(
// NHWC: linalg.pooling_nhwc_max
func.func @main(%x: tensor<1x3x6x6xf32>) -> tensor<1x5x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %padded = tensor.pad %c low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %lowest : f32
  } : tensor<1x32x4x4xf32> to tensor<1x32x6x6xf32>
  %me = tensor.empty() : tensor<1x32x2x2xf32>
  %mi = linalg.fill ins(%lowest : f32) outs(%me : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %kernel = tensor.empty() : tensor<3x3xf32>
  %max = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%padded, %kernel : tensor<1x32x6x6xf32>, tensor<3x3xf32>) outs(%mi : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x2x2xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%max, %d_w : tensor<1x32x2x2xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  return %d : tensor<1x5x2x2xf32>
}

// Blocks of 16 do not divide the channels.
func.func @odd(%x: tensor<1x3x6x6xf32>) -> tensor<1x5x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %c_w = arith.constant dense<0.1> : tensor<20x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x20x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x20x4x4xf32>) -> tensor<1x20x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<20x3x3x3xf32>) outs(%c_i : tensor<1x20x4x4xf32>) -> tensor<1x20x4x4xf32>
  %padded = tensor.pad %c low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %lowest : f32
  } : tensor<1x20x4x4xf32> to tensor<1x20x6x6xf32>
  %me = tensor.empty() : tensor<1x20x2x2xf32>
  %mi = linalg.fill ins(%lowest : f32) outs(%me : tensor<1x20x2x2xf32>) -> tensor<1x20x2x2xf32>
  %kernel = tensor.empty() : tensor<3x3xf32>
  %max = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%padded, %kernel : tensor<1x20x6x6xf32>, tensor<3x3xf32>) outs(%mi : tensor<1x20x2x2xf32>) -> tensor<1x20x2x2xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x20x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x2x2xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%max, %d_w : tensor<1x20x2x2xf32>, tensor<5x20x1x1xf32>) outs(%d_i : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  return %d : tensor<1x5x2x2xf32>
}

// A batch of run-time size.
func.func @batch(%x: tensor<?x3x6x6xf32>) -> tensor<?x5x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x6x6xf32>
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<?x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %padded = tensor.pad %c low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %lowest : f32
  } : tensor<?x32x4x4xf32> to tensor<?x32x6x6xf32>
  %me = tensor.empty(%n) : tensor<?x32x2x2xf32>
  %mi = linalg.fill ins(%lowest : f32) outs(%me : tensor<?x32x2x2xf32>) -> tensor<?x32x2x2xf32>
  %kernel = tensor.empty() : tensor<3x3xf32>
  %max = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%padded, %kernel : tensor<?x32x6x6xf32>, tensor<3x3xf32>) outs(%mi : tensor<?x32x2x2xf32>) -> tensor<?x32x2x2xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x2x2xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x2x2xf32>) -> tensor<?x5x2x2xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%max, %d_w : tensor<?x32x2x2xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<?x5x2x2xf32>) -> tensor<?x5x2x2xf32>
  return %d : tensor<?x5x2x2xf32>
}
