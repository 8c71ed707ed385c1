// Reshapes that join height and width, or split them again, where the width is
// known only at run time: both dims stay next to each other in every layout
// between two convolutions, so that nothing is rewritten there.
//
// Covers: R24, R25

// RUN: layout-opt %s --layout-randomize-splats="seed=5" -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %s --check-prefix=NHWC < %t.nhwc.mlir
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=flat --dims=2,5
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=flat --dims=1,1
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=tokens --dims=5,3
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=tokens --dims=1,7
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=attention --dims=3,5
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=units --dims=3,2
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw4c" -o %t.nchw4c.mlir
// RUN: layout-opt %t.nchw4c.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: FileCheck %s --check-prefix=NCHW4C < %t.nchw4c.mlir
// RUN: layout-check %t.mlir %t.nchw4c.mlir --entry=flat --dims=2,5
// RUN: layout-check %t.mlir %t.nchw4c.mlir --entry=flat --dims=3,1
// RUN: layout-check %t.mlir %t.nchw4c.mlir --entry=tokens --dims=5,3
// RUN: layout-check %t.mlir %t.nchw4c.mlir --entry=attention --dims=3,5
// RUN: layout-check %t.mlir %t.nchw4c.mlir --entry=attention --dims=1,1
// RUN: layout-check %t.mlir %t.nchw4c.mlir --entry=units --dims=3,2

// Two rewrites of `flat`, `attention` and `units`, of the argument and the
// result; one of `tokens`, whose result has no other layout.
// COUNT: {"rewrites":7,

// NHWC-LABEL: func.func @flat(
// NHWC: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] : tensor<?x6x?x8xf32> into tensor<?x?x8xf32>
// NHWC: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] output_shape [%{{.*}}, 6, %{{.*}}, 8] : tensor<?x?x8xf32> into tensor<?x6x?x8xf32>
// NCHW4C-LABEL: func.func @flat(
// NCHW4C: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3], [4]] : tensor<?x2x6x?x4xf32> into tensor<?x2x?x4xf32>
// NCHW4C: tensor.expand_shape %{{.*}} {{\[\[}}0], [1], [2, 3], [4]] output_shape [%{{.*}}, 2, 6, %{{.*}}, 4]
func.func @flat(%x: tensor<?x4x6x?xf32>) -> tensor<?x4x6x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f0 = arith.constant 0.0 : f32
  %w = arith.constant dense<0.25> : tensor<8x4x1x1xf32>
  %v = arith.constant dense<0.5> : tensor<4x8x1x1xf32>
  %bias = arith.constant dense<1.5> : tensor<8xf32>
  %n = tensor.dim %x, %c0 : tensor<?x4x6x?xf32>
  %iw = tensor.dim %x, %c3 : tensor<?x4x6x?xf32>
  %e8 = tensor.empty(%n, %iw) : tensor<?x8x6x?xf32>
  %z8 = linalg.fill ins(%f0 : f32) outs(%e8 : tensor<?x8x6x?xf32>) -> tensor<?x8x6x?xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x4x6x?xf32>, tensor<8x4x1x1xf32>) outs(%z8 : tensor<?x8x6x?xf32>) -> tensor<?x8x6x?xf32>
  %1 = tensor.collapse_shape %0 [[0], [1], [2, 3]] : tensor<?x8x6x?xf32> into tensor<?x8x?xf32>
  %hw = tensor.dim %1, %c2 : tensor<?x8x?xf32>
  %e = tensor.empty(%n, %hw) : tensor<?x8x?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(n, c, i) -> (n, c, i)>, affine_map<(n, c, i) -> (c)>, affine_map<(n, c, i) -> (n, c, i)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%1, %bias : tensor<?x8x?xf32>, tensor<8xf32>) outs(%e : tensor<?x8x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x8x?xf32>
  %3 = linalg.tanh ins(%2 : tensor<?x8x?xf32>) outs(%e : tensor<?x8x?xf32>) -> tensor<?x8x?xf32>
  %4 = tensor.expand_shape %3 [[0], [1], [2, 3]] output_shape [%n, 8, 6, %iw] : tensor<?x8x?xf32> into tensor<?x8x6x?xf32>
  %e4 = tensor.empty(%n, %iw) : tensor<?x4x6x?xf32>
  %z4 = linalg.fill ins(%f0 : f32) outs(%e4 : tensor<?x4x6x?xf32>) -> tensor<?x4x6x?xf32>
  %5 = linalg.conv_2d_nchw_fchw ins(%4, %v : tensor<?x8x6x?xf32>, tensor<4x8x1x1xf32>) outs(%z4 : tensor<?x4x6x?xf32>) -> tensor<?x4x6x?xf32>
  return %5 : tensor<?x4x6x?xf32>
}

// NHWC-LABEL: func.func @tokens(
// NHWC: linalg.transpose
// NHWC-NOT: linalg.transpose
// NHWC: linalg.matmul
func.func @tokens(%x: tensor<1x4x?x?xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f0 = arith.constant 0.0 : f32
  %w = arith.constant dense<0.25> : tensor<4x4x1x1xf32>
  %m = arith.constant dense<0.5> : tensor<4x4xf32>
  %h = tensor.dim %x, %c2 : tensor<1x4x?x?xf32>
  %iw = tensor.dim %x, %c3 : tensor<1x4x?x?xf32>
  %e4 = tensor.empty(%h, %iw) : tensor<1x4x?x?xf32>
  %z4 = linalg.fill ins(%f0 : f32) outs(%e4 : tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x4x?x?xf32>, tensor<4x4x1x1xf32>) outs(%z4 : tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  %1 = linalg.tanh ins(%0 : tensor<1x4x?x?xf32>) outs(%e4 : tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  %2 = tensor.collapse_shape %1 [[0], [1], [2, 3]] : tensor<1x4x?x?xf32> into tensor<1x4x?xf32>
  %hw = tensor.dim %2, %c2 : tensor<1x4x?xf32>
  %et = tensor.empty(%hw) : tensor<1x?x4xf32>
  %3 = linalg.transpose ins(%2 : tensor<1x4x?xf32>) outs(%et : tensor<1x?x4xf32>) permutation = [0, 2, 1]
  %4 = tensor.collapse_shape %3 [[0, 1], [2]] : tensor<1x?x4xf32> into tensor<?x4xf32>
  %em = tensor.empty(%hw) : tensor<?x4xf32>
  %zm = linalg.fill ins(%f0 : f32) outs(%em : tensor<?x4xf32>) -> tensor<?x4xf32>
  %5 = linalg.matmul ins(%4, %m : tensor<?x4xf32>, tensor<4x4xf32>) outs(%zm : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %5 : tensor<?x4xf32>
}

// A block of attention between all places of an image.
func.func @attention(%x: tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f0 = arith.constant 0.0 : f32
  %wq = arith.constant dense<0.25> : tensor<4x4x1x1xf32>
  %wk = arith.constant dense<0.125> : tensor<4x4x1x1xf32>
  %wv = arith.constant dense<0.75> : tensor<4x4x1x1xf32>
  %wo = arith.constant dense<0.5> : tensor<4x4x1x1xf32>
  %h = tensor.dim %x, %c2 : tensor<1x4x?x?xf32>
  %iw = tensor.dim %x, %c3 : tensor<1x4x?x?xf32>
  %e4 = tensor.empty(%h, %iw) : tensor<1x4x?x?xf32>
  %z4 = linalg.fill ins(%f0 : f32) outs(%e4 : tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  %q4 = linalg.conv_2d_nchw_fchw ins(%x, %wq : tensor<1x4x?x?xf32>, tensor<4x4x1x1xf32>) outs(%z4 : tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  %k4 = linalg.conv_2d_nchw_fchw ins(%x, %wk : tensor<1x4x?x?xf32>, tensor<4x4x1x1xf32>) outs(%z4 : tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  %v4 = linalg.conv_2d_nchw_fchw ins(%x, %wv : tensor<1x4x?x?xf32>, tensor<4x4x1x1xf32>) outs(%z4 : tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  %q = tensor.collapse_shape %q4 [[0], [1], [2, 3]] : tensor<1x4x?x?xf32> into tensor<1x4x?xf32>
  %k = tensor.collapse_shape %k4 [[0], [1], [2, 3]] : tensor<1x4x?x?xf32> into tensor<1x4x?xf32>
  %v = tensor.collapse_shape %v4 [[0], [1], [2, 3]] : tensor<1x4x?x?xf32> into tensor<1x4x?xf32>
  %hw = tensor.dim %q, %c2 : tensor<1x4x?xf32>
  %et = tensor.empty(%hw) : tensor<1x?x4xf32>
  %qt = linalg.transpose ins(%q : tensor<1x4x?xf32>) outs(%et : tensor<1x?x4xf32>) permutation = [0, 2, 1]
  %es = tensor.empty(%hw, %hw) : tensor<1x?x?xf32>
  %zs = linalg.fill ins(%f0 : f32) outs(%es : tensor<1x?x?xf32>) -> tensor<1x?x?xf32>
  %s = linalg.batch_matmul ins(%qt, %k : tensor<1x?x4xf32>, tensor<1x4x?xf32>) outs(%zs : tensor<1x?x?xf32>) -> tensor<1x?x?xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<1x?x?xf32>) outs(%es : tensor<1x?x?xf32>) -> tensor<1x?x?xf32>
  %pt = linalg.transpose ins(%p : tensor<1x?x?xf32>) outs(%es : tensor<1x?x?xf32>) permutation = [0, 2, 1]
  %eo = tensor.empty(%hw) : tensor<1x4x?xf32>
  %zo = linalg.fill ins(%f0 : f32) outs(%eo : tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  %o = linalg.batch_matmul ins(%v, %pt : tensor<1x4x?xf32>, tensor<1x?x?xf32>) outs(%zo : tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  %o4 = tensor.expand_shape %o [[0], [1], [2, 3]] output_shape [1, 4, %h, %iw] : tensor<1x4x?xf32> into tensor<1x4x?x?xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%o4, %wo : tensor<1x4x?x?xf32>, tensor<4x4x1x1xf32>) outs(%z4 : tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  return %r : tensor<1x4x?x?xf32>
}

// Unit dims in front of what is joined, between, and behind; and another group
// of the same op, which is an index map.
func.func @units(%x: tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %f0 = arith.constant 0.0 : f32
  %w = arith.constant dense<0.25> : tensor<8x4x1x1xf32>
  %v = arith.constant dense<0.5> : tensor<4x8x1x1xf32>
  %h = tensor.dim %x, %c2 : tensor<1x4x?x?xf32>
  %iw = tensor.dim %x, %c3 : tensor<1x4x?x?xf32>
  %e8 = tensor.empty(%h, %iw) : tensor<1x8x?x?xf32>
  %z8 = linalg.fill ins(%f0 : f32) outs(%e8 : tensor<1x8x?x?xf32>) -> tensor<1x8x?x?xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x4x?x?xf32>, tensor<8x4x1x1xf32>) outs(%z8 : tensor<1x8x?x?xf32>) -> tensor<1x8x?x?xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2], [3, 4], [5, 6]] output_shape [1, 2, 4, %h, 1, %iw, 1] : tensor<1x8x?x?xf32> into tensor<1x2x4x?x1x?x1xf32>
  %2 = tensor.collapse_shape %1 [[0, 1], [2], [3, 4, 5, 6]] : tensor<1x2x4x?x1x?x1xf32> into tensor<2x4x?xf32>
  %hw = tensor.dim %2, %c2 : tensor<2x4x?xf32>
  %e = tensor.empty(%hw) : tensor<2x4x?xf32>
  %3 = linalg.tanh ins(%2 : tensor<2x4x?xf32>) outs(%e : tensor<2x4x?xf32>) -> tensor<2x4x?xf32>
  %4 = tensor.expand_shape %3 [[0, 1], [2], [3, 4, 5]] output_shape [1, 2, 4, %h, %iw, 1] : tensor<2x4x?xf32> into tensor<1x2x4x?x?x1xf32>
  %5 = tensor.collapse_shape %4 [[0], [1, 2], [3], [4, 5]] : tensor<1x2x4x?x?x1xf32> into tensor<1x8x?x?xf32>
  %e4 = tensor.empty(%h, %iw) : tensor<1x4x?x?xf32>
  %z4 = linalg.fill ins(%f0 : f32) outs(%e4 : tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  %6 = linalg.conv_2d_nchw_fchw ins(%5, %v : tensor<1x8x?x?xf32>, tensor<4x8x1x1xf32>) outs(%z4 : tensor<1x4x?x?xf32>) -> tensor<1x4x?x?xf32>
  return %6 : tensor<1x4x?x?xf32>
}
