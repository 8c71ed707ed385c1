// A channel shuffle as PyTorch exports it: channels cut in two, a transpose of
// rank 5, and dims put together; a maximum before and after; all of it between
// two convolutions.
//
// Covers: R12, R17, R24, R25, R43

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c report=%t.txt" -o %t.nchw16c.mlir
// RUN: FileCheck %s --check-prefix=LEFT < %t.txt
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

// The order of weights makes up for the shuffle. With channels last, the
// argument and the result of each function are rewritten.
// BLOCKED-COUNT: {"rewrites":0,
// NHWC-COUNT: {"rewrites":6,

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

// Both maxima are taken in blocks.
// BLOCKED-LABEL: func.func @main(
// BLOCKED-NOT: linalg.transpose
// BLOCKED: arith.maximumf
// BLOCKED-NEXT: linalg.yield
// BLOCKED-NEXT: -> tensor<1x2x2x2x16xf32>
// BLOCKED-NOT: linalg.transpose
// BLOCKED: arith.maximumf
// BLOCKED-NEXT: linalg.yield
// BLOCKED-NEXT: -> tensor<1x2x2x2x16xf32>
// BLOCKED-NOT: linalg.transpose
// BLOCKED: return
// LEFT: rewrites 3 (2.69 kB) 7.81 kB -
func.func @main(%x: tensor<1x3x4x4xf32>) -> tensor<1x5x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x2x2xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x4x4xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %relu_e = tensor.empty() : tensor<1x32x2x2xf32>
  %relu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : tensor<1x32x2x2xf32>) outs(%relu_e : tensor<1x32x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x2x2xf32>
  %cut = tensor.expand_shape %relu [[0], [1, 2], [3], [4]] output_shape [1, 2, 16, 2, 2] : tensor<1x32x2x2xf32> into tensor<1x2x16x2x2xf32>
  %et = tensor.empty() : tensor<1x16x2x2x2xf32>
  %t = linalg.transpose ins(%cut : tensor<1x2x16x2x2xf32>) outs(%et : tensor<1x16x2x2x2xf32>) permutation = [0, 2, 1, 3, 4]
  %shuffled = tensor.collapse_shape %t [[0], [1, 2], [3], [4]] : tensor<1x16x2x2x2xf32> into tensor<1x32x2x2xf32>
  %again_e = tensor.empty() : tensor<1x32x2x2xf32>
  %again = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%shuffled : tensor<1x32x2x2xf32>) outs(%again_e : tensor<1x32x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x2x2xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x2x2xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%again, %d_w : tensor<1x32x2x2xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  return %d : tensor<1x5x2x2xf32>
}

// Blocks of 16 do not divide the channels.
func.func @odd(%x: tensor<1x3x4x4xf32>) -> tensor<1x5x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %c_w = arith.constant dense<0.1> : tensor<20x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x20x2x2xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x20x2x2xf32>) -> tensor<1x20x2x2xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x4x4xf32>, tensor<20x3x3x3xf32>) outs(%c_i : tensor<1x20x2x2xf32>) -> tensor<1x20x2x2xf32>
  %relu_e = tensor.empty() : tensor<1x20x2x2xf32>
  %relu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : tensor<1x20x2x2xf32>) outs(%relu_e : tensor<1x20x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<1x20x2x2xf32>
  %cut = tensor.expand_shape %relu [[0], [1, 2], [3], [4]] output_shape [1, 2, 10, 2, 2] : tensor<1x20x2x2xf32> into tensor<1x2x10x2x2xf32>
  %et = tensor.empty() : tensor<1x10x2x2x2xf32>
  %t = linalg.transpose ins(%cut : tensor<1x2x10x2x2xf32>) outs(%et : tensor<1x10x2x2x2xf32>) permutation = [0, 2, 1, 3, 4]
  %shuffled = tensor.collapse_shape %t [[0], [1, 2], [3], [4]] : tensor<1x10x2x2x2xf32> into tensor<1x20x2x2xf32>
  %again_e = tensor.empty() : tensor<1x20x2x2xf32>
  %again = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%shuffled : tensor<1x20x2x2xf32>) outs(%again_e : tensor<1x20x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<1x20x2x2xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x20x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x2x2xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%again, %d_w : tensor<1x20x2x2xf32>, tensor<5x20x1x1xf32>) outs(%d_i : tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
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
  %relu_e = tensor.empty(%n) : tensor<?x32x2x2xf32>
  %relu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c : tensor<?x32x2x2xf32>) outs(%relu_e : tensor<?x32x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<?x32x2x2xf32>
  %cut = tensor.expand_shape %relu [[0], [1, 2], [3], [4]] output_shape [%n, 2, 16, 2, 2] : tensor<?x32x2x2xf32> into tensor<?x2x16x2x2xf32>
  %et = tensor.empty(%n) : tensor<?x16x2x2x2xf32>
  %t = linalg.transpose ins(%cut : tensor<?x2x16x2x2xf32>) outs(%et : tensor<?x16x2x2x2xf32>) permutation = [0, 2, 1, 3, 4]
  %shuffled = tensor.collapse_shape %t [[0], [1, 2], [3], [4]] : tensor<?x16x2x2x2xf32> into tensor<?x32x2x2xf32>
  %again_e = tensor.empty(%n) : tensor<?x32x2x2xf32>
  %again = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%shuffled : tensor<?x32x2x2xf32>) outs(%again_e : tensor<?x32x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<?x32x2x2xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x2x2xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x2x2xf32>) -> tensor<?x5x2x2xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%again, %d_w : tensor<?x32x2x2xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<?x5x2x2xf32>) -> tensor<?x5x2x2xf32>
  return %d : tensor<?x5x2x2xf32>
}
