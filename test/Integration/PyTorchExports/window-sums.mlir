// A sum over each window of an image as Swin exports it, between two
// convolutions: one dim of the reduction corresponds to two dims of the image.
//
// Covers: R12, R17, R21, R24, R43

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.nchw16c.mlir
// RUN: FileCheck %s --check-prefix=BLOCKED < %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=main
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=odd
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s --check-prefix=NHWC-COUNT
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=main
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=odd

// In blocked layouts no rewrite is left. With channels last, the argument and the
// result are rewritten: two rewrites in each function.
// BLOCKED-COUNT: {"rewrites":0,
// NHWC-COUNT: {"rewrites":4,

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#keep = affine_map<(d0, d1, d2) -> (d0, 0, d2)>

// BLOCKED-LABEL: func.func @main(
// BLOCKED-NOT: linalg.transpose
// BLOCKED: arith.addf
// BLOCKED: arith.addf
// BLOCKED-NOT: linalg.transpose
// BLOCKED: arith.subf
// BLOCKED-NOT: linalg.transpose
// BLOCKED: return
func.func @main(%x: tensor<1x3x4x4xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c_w = arith.constant dense<0.1> : tensor<32x3x1x1xf32>
  %c_e = tensor.empty() : tensor<1x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x4x4xf32>, tensor<32x3x1x1xf32>) outs(%c_i : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %eh = tensor.empty() : tensor<1x4x4x32xf32>
  %h = linalg.transpose ins(%c : tensor<1x32x4x4xf32>) outs(%eh : tensor<1x4x4x32xf32>) permutation = [0, 2, 3, 1]
  %cut = tensor.expand_shape %h [[0], [1, 2], [3, 4], [5]] output_shape [1, 2, 2, 2, 2, 32] : tensor<1x4x4x32xf32> into tensor<1x2x2x2x2x32xf32>
  %ex = tensor.empty() : tensor<1x2x2x2x2x32xf32>
  %t = linalg.transpose ins(%cut : tensor<1x2x2x2x2x32xf32>) outs(%ex : tensor<1x2x2x2x2x32xf32>) permutation = [0, 1, 3, 2, 4, 5]
  %windows = tensor.collapse_shape %t [[0, 1, 2], [3, 4], [5]] : tensor<1x2x2x2x2x32xf32> into tensor<4x4x32xf32>
  %es = tensor.empty() : tensor<4x1x32xf32>
  %is = linalg.fill ins(%zero : f32) outs(%es : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  %sum = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%windows : tensor<4x4x32xf32>) outs(%is : tensor<4x1x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4x1x32xf32>
  %ew = tensor.empty() : tensor<4x4x32xf32>
  %act = linalg.generic {indexing_maps = [#id, #keep, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%windows, %sum : tensor<4x4x32xf32>, tensor<4x1x32xf32>) outs(%ew : tensor<4x4x32xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.subf %in, %s : f32
    linalg.yield %0 : f32
  } -> tensor<4x4x32xf32>
  %cut2 = tensor.expand_shape %act [[0, 1, 2], [3, 4], [5]] output_shape [1, 2, 2, 2, 2, 32] : tensor<4x4x32xf32> into tensor<1x2x2x2x2x32xf32>
  %t2 = linalg.transpose ins(%cut2 : tensor<1x2x2x2x2x32xf32>) outs(%ex : tensor<1x2x2x2x2x32xf32>) permutation = [0, 1, 3, 2, 4, 5]
  %image = tensor.collapse_shape %t2 [[0], [1, 2], [3, 4], [5]] : tensor<1x2x2x2x2x32xf32> into tensor<1x4x4x32xf32>
  %ec = tensor.empty() : tensor<1x32x4x4xf32>
  %back = linalg.transpose ins(%image : tensor<1x4x4x32xf32>) outs(%ec : tensor<1x32x4x4xf32>) permutation = [0, 3, 1, 2]
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%back, %d_w : tensor<1x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// Blocks of 16 do not divide the channels.
func.func @odd(%x: tensor<2x3x4x4xf32>) -> tensor<2x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c_w = arith.constant dense<0.1> : tensor<20x3x1x1xf32>
  %c_e = tensor.empty() : tensor<2x20x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<2x20x4x4xf32>) -> tensor<2x20x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<2x3x4x4xf32>, tensor<20x3x1x1xf32>) outs(%c_i : tensor<2x20x4x4xf32>) -> tensor<2x20x4x4xf32>
  %eh = tensor.empty() : tensor<2x4x4x20xf32>
  %h = linalg.transpose ins(%c : tensor<2x20x4x4xf32>) outs(%eh : tensor<2x4x4x20xf32>) permutation = [0, 2, 3, 1]
  %cut = tensor.expand_shape %h [[0], [1, 2], [3, 4], [5]] output_shape [2, 2, 2, 2, 2, 20] : tensor<2x4x4x20xf32> into tensor<2x2x2x2x2x20xf32>
  %ex = tensor.empty() : tensor<2x2x2x2x2x20xf32>
  %t = linalg.transpose ins(%cut : tensor<2x2x2x2x2x20xf32>) outs(%ex : tensor<2x2x2x2x2x20xf32>) permutation = [0, 1, 3, 2, 4, 5]
  %windows = tensor.collapse_shape %t [[0, 1, 2], [3, 4], [5]] : tensor<2x2x2x2x2x20xf32> into tensor<8x4x20xf32>
  %es = tensor.empty() : tensor<8x1x20xf32>
  %is = linalg.fill ins(%zero : f32) outs(%es : tensor<8x1x20xf32>) -> tensor<8x1x20xf32>
  %sum = linalg.generic {indexing_maps = [#id, #keep], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%windows : tensor<8x4x20xf32>) outs(%is : tensor<8x1x20xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8x1x20xf32>
  %ew = tensor.empty() : tensor<8x4x20xf32>
  %act = linalg.generic {indexing_maps = [#id, #keep, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%windows, %sum : tensor<8x4x20xf32>, tensor<8x1x20xf32>) outs(%ew : tensor<8x4x20xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.subf %in, %s : f32
    linalg.yield %0 : f32
  } -> tensor<8x4x20xf32>
  %cut2 = tensor.expand_shape %act [[0, 1, 2], [3, 4], [5]] output_shape [2, 2, 2, 2, 2, 20] : tensor<8x4x20xf32> into tensor<2x2x2x2x2x20xf32>
  %t2 = linalg.transpose ins(%cut2 : tensor<2x2x2x2x2x20xf32>) outs(%ex : tensor<2x2x2x2x2x20xf32>) permutation = [0, 1, 3, 2, 4, 5]
  %image = tensor.collapse_shape %t2 [[0], [1, 2], [3, 4], [5]] : tensor<2x2x2x2x2x20xf32> into tensor<2x4x4x20xf32>
  %ec = tensor.empty() : tensor<2x20x4x4xf32>
  %back = linalg.transpose ins(%image : tensor<2x4x4x20xf32>) outs(%ec : tensor<2x20x4x4xf32>) permutation = [0, 3, 1, 2]
  %d_w = arith.constant dense<0.1> : tensor<5x20x1x1xf32>
  %d_e = tensor.empty() : tensor<2x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<2x5x4x4xf32>) -> tensor<2x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%back, %d_w : tensor<2x20x4x4xf32>, tensor<5x20x1x1xf32>) outs(%d_i : tensor<2x5x4x4xf32>) -> tensor<2x5x4x4xf32>
  return %d : tensor<2x5x4x4xf32>
}
