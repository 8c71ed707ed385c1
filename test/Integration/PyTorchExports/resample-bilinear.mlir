// Bilinear upsampling as PyTorch exports it, between two convolutions: a
// generic that gathers four points.
//
// Covers: R17, R24, R25

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=bilinear
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=batch --dims=2
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s --check-prefix=NHWC-COUNT
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=bilinear
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=batch --dims=2

// In blocked layouts no rewrite is left. With channels last, the argument and the
// result are rewritten: two rewrites in each function.
// BLOCKED-COUNT: {"rewrites":0,
// NHWC-COUNT: {"rewrites":6,

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

func.func @bilinear(%x: tensor<1x3x4x4xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x2x2xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x4x4xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %eu = tensor.empty() : tensor<1x32x4x4xf32>
  %up = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%eu : tensor<1x32x4x4xf32>) {
  ^bb0(%out: f32):
    %b = linalg.index 0 : index
    %f = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %h1 = arith.index_cast %h : index to i64
    %h2 = arith.sitofp %h1 : i64 to f32
    %h3 = arith.addf %h2, %half : f32
    %h4 = arith.mulf %h3, %half : f32
    %h5 = arith.subf %h4, %half : f32
    %h6 = arith.maximumf %h5, %zero : f32
    %h7 = math.floor %h6 : f32
    %h8 = arith.subf %h6, %h7 : f32
    %h9 = arith.fptosi %h7 : f32 to i64
    %hlow = arith.index_cast %h9 : i64 to index
    %hnext = arith.addi %hlow, %c1 : index
    %hhigh = arith.minsi %hnext, %c1 : index
    %w1 = arith.index_cast %w : index to i64
    %w2 = arith.sitofp %w1 : i64 to f32
    %w3 = arith.addf %w2, %half : f32
    %w4 = arith.mulf %w3, %half : f32
    %w5 = arith.subf %w4, %half : f32
    %w6 = arith.maximumf %w5, %zero : f32
    %w7 = math.floor %w6 : f32
    %w8 = arith.subf %w6, %w7 : f32
    %w9 = arith.fptosi %w7 : f32 to i64
    %wlow = arith.index_cast %w9 : i64 to index
    %wnext = arith.addi %wlow, %c1 : index
    %whigh = arith.minsi %wnext, %c1 : index
    %t0 = tensor.extract %c[%b, %f, %hlow, %wlow] : tensor<1x32x2x2xf32>
    %t1 = tensor.extract %c[%b, %f, %hlow, %whigh] : tensor<1x32x2x2xf32>
    %t2 = tensor.extract %c[%b, %f, %hhigh, %wlow] : tensor<1x32x2x2xf32>
    %t3 = tensor.extract %c[%b, %f, %hhigh, %whigh] : tensor<1x32x2x2xf32>
    %rest = arith.subf %one, %w8 : f32
    %p0 = arith.mulf %t0, %rest : f32
    %p1 = arith.mulf %t1, %w8 : f32
    %p2 = arith.mulf %t2, %rest : f32
    %p3 = arith.mulf %t3, %w8 : f32
    %q0 = arith.addf %p0, %p1 : f32
    %q1 = arith.addf %p2, %p3 : f32
    %above = arith.subf %one, %h8 : f32
    %r0 = arith.mulf %q0, %above : f32
    %r1 = arith.mulf %q1, %h8 : f32
    %s = arith.addf %r0, %r1 : f32
    linalg.yield %s : f32
  } -> tensor<1x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%up, %d_w : tensor<1x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// Blocks of 16 do not divide the channels.
func.func @odd(%x: tensor<1x3x4x4xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %c_w = arith.constant dense<0.1> : tensor<20x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x20x2x2xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x20x2x2xf32>) -> tensor<1x20x2x2xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x4x4xf32>, tensor<20x3x3x3xf32>) outs(%c_i : tensor<1x20x2x2xf32>) -> tensor<1x20x2x2xf32>
  %eu = tensor.empty() : tensor<1x20x4x4xf32>
  %up = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%eu : tensor<1x20x4x4xf32>) {
  ^bb0(%out: f32):
    %b = linalg.index 0 : index
    %f = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %h1 = arith.index_cast %h : index to i64
    %h2 = arith.sitofp %h1 : i64 to f32
    %h3 = arith.addf %h2, %half : f32
    %h4 = arith.mulf %h3, %half : f32
    %h5 = arith.subf %h4, %half : f32
    %h6 = arith.maximumf %h5, %zero : f32
    %h7 = math.floor %h6 : f32
    %h8 = arith.subf %h6, %h7 : f32
    %h9 = arith.fptosi %h7 : f32 to i64
    %hlow = arith.index_cast %h9 : i64 to index
    %hnext = arith.addi %hlow, %c1 : index
    %hhigh = arith.minsi %hnext, %c1 : index
    %w1 = arith.index_cast %w : index to i64
    %w2 = arith.sitofp %w1 : i64 to f32
    %w3 = arith.addf %w2, %half : f32
    %w4 = arith.mulf %w3, %half : f32
    %w5 = arith.subf %w4, %half : f32
    %w6 = arith.maximumf %w5, %zero : f32
    %w7 = math.floor %w6 : f32
    %w8 = arith.subf %w6, %w7 : f32
    %w9 = arith.fptosi %w7 : f32 to i64
    %wlow = arith.index_cast %w9 : i64 to index
    %wnext = arith.addi %wlow, %c1 : index
    %whigh = arith.minsi %wnext, %c1 : index
    %t0 = tensor.extract %c[%b, %f, %hlow, %wlow] : tensor<1x20x2x2xf32>
    %t1 = tensor.extract %c[%b, %f, %hlow, %whigh] : tensor<1x20x2x2xf32>
    %t2 = tensor.extract %c[%b, %f, %hhigh, %wlow] : tensor<1x20x2x2xf32>
    %t3 = tensor.extract %c[%b, %f, %hhigh, %whigh] : tensor<1x20x2x2xf32>
    %rest = arith.subf %one, %w8 : f32
    %p0 = arith.mulf %t0, %rest : f32
    %p1 = arith.mulf %t1, %w8 : f32
    %p2 = arith.mulf %t2, %rest : f32
    %p3 = arith.mulf %t3, %w8 : f32
    %q0 = arith.addf %p0, %p1 : f32
    %q1 = arith.addf %p2, %p3 : f32
    %above = arith.subf %one, %h8 : f32
    %r0 = arith.mulf %q0, %above : f32
    %r1 = arith.mulf %q1, %h8 : f32
    %s = arith.addf %r0, %r1 : f32
    linalg.yield %s : f32
  } -> tensor<1x20x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x20x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%up, %d_w : tensor<1x20x4x4xf32>, tensor<5x20x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// A batch of run-time size.
func.func @batch(%x: tensor<?x3x4x4xf32>) -> tensor<?x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x4x4xf32>
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty(%n) : tensor<?x32x2x2xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<?x32x2x2xf32>) -> tensor<?x32x2x2xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<?x3x4x4xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<?x32x2x2xf32>) -> tensor<?x32x2x2xf32>
  %eu = tensor.empty(%n) : tensor<?x32x4x4xf32>
  %up = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%eu : tensor<?x32x4x4xf32>) {
  ^bb0(%out: f32):
    %b = linalg.index 0 : index
    %f = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %h1 = arith.index_cast %h : index to i64
    %h2 = arith.sitofp %h1 : i64 to f32
    %h3 = arith.addf %h2, %half : f32
    %h4 = arith.mulf %h3, %half : f32
    %h5 = arith.subf %h4, %half : f32
    %h6 = arith.maximumf %h5, %zero : f32
    %h7 = math.floor %h6 : f32
    %h8 = arith.subf %h6, %h7 : f32
    %h9 = arith.fptosi %h7 : f32 to i64
    %hlow = arith.index_cast %h9 : i64 to index
    %hnext = arith.addi %hlow, %c1 : index
    %hhigh = arith.minsi %hnext, %c1 : index
    %w1 = arith.index_cast %w : index to i64
    %w2 = arith.sitofp %w1 : i64 to f32
    %w3 = arith.addf %w2, %half : f32
    %w4 = arith.mulf %w3, %half : f32
    %w5 = arith.subf %w4, %half : f32
    %w6 = arith.maximumf %w5, %zero : f32
    %w7 = math.floor %w6 : f32
    %w8 = arith.subf %w6, %w7 : f32
    %w9 = arith.fptosi %w7 : f32 to i64
    %wlow = arith.index_cast %w9 : i64 to index
    %wnext = arith.addi %wlow, %c1 : index
    %whigh = arith.minsi %wnext, %c1 : index
    %t0 = tensor.extract %c[%b, %f, %hlow, %wlow] : tensor<?x32x2x2xf32>
    %t1 = tensor.extract %c[%b, %f, %hlow, %whigh] : tensor<?x32x2x2xf32>
    %t2 = tensor.extract %c[%b, %f, %hhigh, %wlow] : tensor<?x32x2x2xf32>
    %t3 = tensor.extract %c[%b, %f, %hhigh, %whigh] : tensor<?x32x2x2xf32>
    %rest = arith.subf %one, %w8 : f32
    %p0 = arith.mulf %t0, %rest : f32
    %p1 = arith.mulf %t1, %w8 : f32
    %p2 = arith.mulf %t2, %rest : f32
    %p3 = arith.mulf %t3, %w8 : f32
    %q0 = arith.addf %p0, %p1 : f32
    %q1 = arith.addf %p2, %p3 : f32
    %above = arith.subf %one, %h8 : f32
    %r0 = arith.mulf %q0, %above : f32
    %r1 = arith.mulf %q1, %h8 : f32
    %s = arith.addf %r0, %r1 : f32
    linalg.yield %s : f32
  } -> tensor<?x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%up, %d_w : tensor<?x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  return %d : tensor<?x5x4x4xf32>
}
