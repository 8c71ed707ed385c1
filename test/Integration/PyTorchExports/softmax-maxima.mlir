// Softmax over the channels as PyTorch exports it, between two convolutions.
// The maxima come from a generic op with two results, the value and its index,
// of which softmax reads only the first. This program returns the index too, so
// that it is compared.
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
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s --check-prefix=NHWC-COUNT
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=main
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=batch --dims=2

// In blocked layouts no rewrite is left. With channels last, the argument and the
// result are rewritten: two rewrites in each function.
// BLOCKED-COUNT: {"rewrites":0,
// NHWC-COUNT: {"rewrites":6,

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#column = affine_map<(n, c, h, w) -> (n, 0, h, w)>

// The reduction is over the channels, which the blocks split: the index is
// computed from both digits.
// BLOCKED: #[[CHANNEL:.*]] = affine_map<()[s0, s1] -> (s0 * 16 + s1)>
// BLOCKED-LABEL: func.func @main(
// BLOCKED: iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%{{.*}} : tensor<1x2x4x4x16xf32>) outs(%{{.*}}, %{{.*}} : tensor<1x1x4x4xf32>, tensor<1x1x4x4xi64>)
// BLOCKED: affine.apply #[[CHANNEL]]
// BLOCKED: return
func.func @main(%x: tensor<1x3x6x6xf32>) -> (tensor<1x5x4x4xf32>, tensor<1x1x4x4xi64>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %em = tensor.empty() : tensor<1x1x4x4xf32>
  %im = linalg.fill ins(%lowest : f32) outs(%em : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %ei = tensor.empty() : tensor<1x1x4x4xi64>
  %ii = linalg.fill ins(%none : i64) outs(%ei : tensor<1x1x4x4xi64>) -> tensor<1x1x4x4xi64>
  %max:2 = linalg.generic {indexing_maps = [#id, #column, #column], iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
      ins(%c : tensor<1x32x4x4xf32>) outs(%im, %ii : tensor<1x1x4x4xf32>, tensor<1x1x4x4xi64>) {
  ^bb0(%in: f32, %m: f32, %at: i64):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %in, %m : f32
    %3 = arith.cmpf ogt, %in, %m : f32
    %4 = arith.select %3, %1, %at : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<1x1x4x4xf32>, tensor<1x1x4x4xi64>)
  %e = tensor.empty() : tensor<1x32x4x4xf32>
  %below = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %max#0 : tensor<1x32x4x4xf32>, tensor<1x1x4x4xf32>) outs(%e : tensor<1x32x4x4xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x4x4xf32>
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%below : tensor<1x32x4x4xf32>) outs(%e : tensor<1x32x4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x4x4xf32>
  %is = linalg.fill ins(%zero : f32) outs(%em : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %sum = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
      ins(%exp : tensor<1x32x4x4xf32>) outs(%is : tensor<1x1x4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<1x1x4x4xf32>
  %softmax = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%exp, %sum : tensor<1x32x4x4xf32>, tensor<1x1x4x4xf32>) outs(%e : tensor<1x32x4x4xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.divf %in, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%softmax, %d_w : tensor<1x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d, %max#1 : tensor<1x5x4x4xf32>, tensor<1x1x4x4xi64>
}

// 16 does not divide 20 channels, which stay whole or become the last dim.
func.func @odd(%x: tensor<1x3x6x6xf32>) -> (tensor<1x5x4x4xf32>, tensor<1x1x4x4xi64>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %c_w = arith.constant dense<0.1> : tensor<20x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x20x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x20x4x4xf32>) -> tensor<1x20x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<20x3x3x3xf32>) outs(%c_i : tensor<1x20x4x4xf32>) -> tensor<1x20x4x4xf32>
  %em = tensor.empty() : tensor<1x1x4x4xf32>
  %im = linalg.fill ins(%lowest : f32) outs(%em : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %ei = tensor.empty() : tensor<1x1x4x4xi64>
  %ii = linalg.fill ins(%none : i64) outs(%ei : tensor<1x1x4x4xi64>) -> tensor<1x1x4x4xi64>
  %max:2 = linalg.generic {indexing_maps = [#id, #column, #column], iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
      ins(%c : tensor<1x20x4x4xf32>) outs(%im, %ii : tensor<1x1x4x4xf32>, tensor<1x1x4x4xi64>) {
  ^bb0(%in: f32, %m: f32, %at: i64):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %in, %m : f32
    %3 = arith.cmpf ogt, %in, %m : f32
    %4 = arith.select %3, %1, %at : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<1x1x4x4xf32>, tensor<1x1x4x4xi64>)
  %e = tensor.empty() : tensor<1x20x4x4xf32>
  %below = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %max#0 : tensor<1x20x4x4xf32>, tensor<1x1x4x4xf32>) outs(%e : tensor<1x20x4x4xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    linalg.yield %0 : f32
  } -> tensor<1x20x4x4xf32>
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%below : tensor<1x20x4x4xf32>) outs(%e : tensor<1x20x4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<1x20x4x4xf32>
  %is = linalg.fill ins(%zero : f32) outs(%em : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %sum = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
      ins(%exp : tensor<1x20x4x4xf32>) outs(%is : tensor<1x1x4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<1x1x4x4xf32>
  %softmax = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%exp, %sum : tensor<1x20x4x4xf32>, tensor<1x1x4x4xf32>) outs(%e : tensor<1x20x4x4xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.divf %in, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x20x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x20x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%softmax, %d_w : tensor<1x20x4x4xf32>, tensor<5x20x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d, %max#1 : tensor<1x5x4x4xf32>, tensor<1x1x4x4xi64>
}

// A batch of run-time size.
func.func @batch(%x: tensor<?x3x6x6xf32>) -> (tensor<?x5x4x4xf32>, tensor<?x1x4x4xi64>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x6x6xf32>
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<?x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<?x32x4x4xf32>) -> tensor<?x32x4x4xf32>
  %em = tensor.empty(%n) : tensor<?x1x4x4xf32>
  %im = linalg.fill ins(%lowest : f32) outs(%em : tensor<?x1x4x4xf32>) -> tensor<?x1x4x4xf32>
  %ei = tensor.empty(%n) : tensor<?x1x4x4xi64>
  %ii = linalg.fill ins(%none : i64) outs(%ei : tensor<?x1x4x4xi64>) -> tensor<?x1x4x4xi64>
  %max:2 = linalg.generic {indexing_maps = [#id, #column, #column], iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
      ins(%c : tensor<?x32x4x4xf32>) outs(%im, %ii : tensor<?x1x4x4xf32>, tensor<?x1x4x4xi64>) {
  ^bb0(%in: f32, %m: f32, %at: i64):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %in, %m : f32
    %3 = arith.cmpf ogt, %in, %m : f32
    %4 = arith.select %3, %1, %at : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<?x1x4x4xf32>, tensor<?x1x4x4xi64>)
  %e = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %below = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %max#0 : tensor<?x32x4x4xf32>, tensor<?x1x4x4xf32>) outs(%e : tensor<?x32x4x4xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    linalg.yield %0 : f32
  } -> tensor<?x32x4x4xf32>
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%below : tensor<?x32x4x4xf32>) outs(%e : tensor<?x32x4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<?x32x4x4xf32>
  %is = linalg.fill ins(%zero : f32) outs(%em : tensor<?x1x4x4xf32>) -> tensor<?x1x4x4xf32>
  %sum = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
      ins(%exp : tensor<?x32x4x4xf32>) outs(%is : tensor<?x1x4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?x1x4x4xf32>
  %softmax = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%exp, %sum : tensor<?x32x4x4xf32>, tensor<?x1x4x4xf32>) outs(%e : tensor<?x32x4x4xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.divf %in, %s : f32
    linalg.yield %0 : f32
  } -> tensor<?x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%softmax, %d_w : tensor<?x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  return %d, %max#1 : tensor<?x5x4x4xf32>, tensor<?x1x4x4xi64>
}
