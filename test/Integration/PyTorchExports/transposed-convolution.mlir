// A transposed convolution as PyTorch exports it: the weights are flipped, and
// their two channels swapped, by a generic that gathers from a constant; the
// image is inserted into zeros at every second point; the rest is a
// convolution.
//
// Covers: R5, R6, R15, R17, R24, R25

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

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

// The weights are constants in the order in which the convolution reads them,
// and every second point is inserted into an image of blocks.
// BLOCKED-LABEL: func.func @main(
// BLOCKED-NOT: tensor.extract %
// BLOCKED: tensor.insert_slice {{.*}}[0, 0, 1, 1, 0] [1, 2, 2, 2, 16] [1, 1, 2, 2, 1] : tensor<1x2x2x2x16xf32> into tensor<1x2x5x5x16xf32>
// BLOCKED: return
func.func @main(%x: tensor<1x3x4x4xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x2x2xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x4x4xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x2x2xf32>) -> tensor<1x32x2x2xf32>
  %w = arith.constant dense<0.1> : tensor<32x16x2x2xf32>
  %ew = tensor.empty() : tensor<16x32x2x2xf32>
  %flipped = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%ew : tensor<16x32x2x2xf32>) {
  ^bb0(%out: f32):
    %f = linalg.index 0 : index
    %i = linalg.index 1 : index
    %h = linalg.index 2 : index
    %v = linalg.index 3 : index
    %hh = arith.subi %c1, %h : index
    %vv = arith.subi %c1, %v : index
    %t = tensor.extract %w[%i, %f, %hh, %vv] : tensor<32x16x2x2xf32>
    linalg.yield %t : f32
  } -> tensor<16x32x2x2xf32>
  %eu = tensor.empty() : tensor<1x32x5x5xf32>
  %iu = linalg.fill ins(%zero : f32) outs(%eu : tensor<1x32x5x5xf32>) -> tensor<1x32x5x5xf32>
  %up = tensor.insert_slice %c into %iu[0, 0, 1, 1] [1, 32, 2, 2] [1, 1, 2, 2] : tensor<1x32x2x2xf32> into tensor<1x32x5x5xf32>
  %er = tensor.empty() : tensor<1x16x4x4xf32>
  %bias = arith.constant dense<0.2> : tensor<16xf32>
  %ir = linalg.broadcast ins(%bias : tensor<16xf32>) outs(%er : tensor<1x16x4x4xf32>) dimensions = [0, 2, 3]
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%up, %flipped : tensor<1x32x5x5xf32>, tensor<16x32x2x2xf32>) outs(%ir : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x16x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%r, %d_w : tensor<1x16x4x4xf32>, tensor<5x16x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// Blocks of 16 do not divide the channels.
func.func @odd(%x: tensor<1x3x4x4xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c_w = arith.constant dense<0.1> : tensor<20x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x20x2x2xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x20x2x2xf32>) -> tensor<1x20x2x2xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x4x4xf32>, tensor<20x3x3x3xf32>) outs(%c_i : tensor<1x20x2x2xf32>) -> tensor<1x20x2x2xf32>
  %w = arith.constant dense<0.1> : tensor<20x12x2x2xf32>
  %ew = tensor.empty() : tensor<12x20x2x2xf32>
  %flipped = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%ew : tensor<12x20x2x2xf32>) {
  ^bb0(%out: f32):
    %f = linalg.index 0 : index
    %i = linalg.index 1 : index
    %h = linalg.index 2 : index
    %v = linalg.index 3 : index
    %hh = arith.subi %c1, %h : index
    %vv = arith.subi %c1, %v : index
    %t = tensor.extract %w[%i, %f, %hh, %vv] : tensor<20x12x2x2xf32>
    linalg.yield %t : f32
  } -> tensor<12x20x2x2xf32>
  %eu = tensor.empty() : tensor<1x20x5x5xf32>
  %iu = linalg.fill ins(%zero : f32) outs(%eu : tensor<1x20x5x5xf32>) -> tensor<1x20x5x5xf32>
  %up = tensor.insert_slice %c into %iu[0, 0, 1, 1] [1, 20, 2, 2] [1, 1, 2, 2] : tensor<1x20x2x2xf32> into tensor<1x20x5x5xf32>
  %er = tensor.empty() : tensor<1x12x4x4xf32>
  %bias = arith.constant dense<0.2> : tensor<12xf32>
  %ir = linalg.broadcast ins(%bias : tensor<12xf32>) outs(%er : tensor<1x12x4x4xf32>) dimensions = [0, 2, 3]
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%up, %flipped : tensor<1x20x5x5xf32>, tensor<12x20x2x2xf32>) outs(%ir : tensor<1x12x4x4xf32>) -> tensor<1x12x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x12x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%r, %d_w : tensor<1x12x4x4xf32>, tensor<5x12x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// A batch of run-time size.
func.func @batch(%x: tensor<?x3x4x4xf32>) -> tensor<?x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x4x4xf32>
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty(%n) : tensor<?x32x2x2xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<?x32x2x2xf32>) -> tensor<?x32x2x2xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<?x3x4x4xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<?x32x2x2xf32>) -> tensor<?x32x2x2xf32>
  %w = arith.constant dense<0.1> : tensor<32x16x2x2xf32>
  %ew = tensor.empty() : tensor<16x32x2x2xf32>
  %flipped = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%ew : tensor<16x32x2x2xf32>) {
  ^bb0(%out: f32):
    %f = linalg.index 0 : index
    %i = linalg.index 1 : index
    %h = linalg.index 2 : index
    %v = linalg.index 3 : index
    %hh = arith.subi %c1, %h : index
    %vv = arith.subi %c1, %v : index
    %t = tensor.extract %w[%i, %f, %hh, %vv] : tensor<32x16x2x2xf32>
    linalg.yield %t : f32
  } -> tensor<16x32x2x2xf32>
  %eu = tensor.empty(%n) : tensor<?x32x5x5xf32>
  %iu = linalg.fill ins(%zero : f32) outs(%eu : tensor<?x32x5x5xf32>) -> tensor<?x32x5x5xf32>
  %up = tensor.insert_slice %c into %iu[0, 0, 1, 1] [%n, 32, 2, 2] [1, 1, 2, 2] : tensor<?x32x2x2xf32> into tensor<?x32x5x5xf32>
  %er = tensor.empty(%n) : tensor<?x16x4x4xf32>
  %bias = arith.constant dense<0.2> : tensor<16xf32>
  %ir = linalg.broadcast ins(%bias : tensor<16xf32>) outs(%er : tensor<?x16x4x4xf32>) dimensions = [0, 2, 3]
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%up, %flipped : tensor<?x32x5x5xf32>, tensor<16x32x2x2xf32>) outs(%ir : tensor<?x16x4x4xf32>) -> tensor<?x16x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x16x1x1xf32>
  %d_e = tensor.empty(%n) : tensor<?x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%r, %d_w : tensor<?x16x4x4xf32>, tensor<5x16x1x1xf32>) outs(%d_i : tensor<?x5x4x4xf32>) -> tensor<?x5x4x4xf32>
  return %d : tensor<?x5x4x4xf32>
}
