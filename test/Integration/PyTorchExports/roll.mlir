// A roll as PyTorch exports it, between two convolutions: two slices, cast to a
// size that is not known, concatenated, and cast back; once in each dim of the
// image.
//
// Covers: R17, R24, R28

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=nchw16c" -o %t.nchw16c.mlir
// RUN: layout-opt %t.nchw16c.mlir --layout-count | FileCheck %s --check-prefix=BLOCKED-COUNT
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=main
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nchw16c.mlir --entry=row
// RUN: layout-opt %t.mlir --layout-pipeline="target=nhwc" -o %t.nhwc.mlir
// RUN: layout-opt %t.nhwc.mlir --layout-count | FileCheck %s --check-prefix=NHWC-COUNT
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=main
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=odd
// RUN: layout-check %t.mlir %t.nhwc.mlir --entry=row

// In blocked layouts no rewrite is left. With channels last, the argument and the
// result are rewritten: two rewrites in each function.
// BLOCKED-COUNT: {"rewrites":0,
// NHWC-COUNT: {"rewrites":6,

func.func @main(%x: tensor<1x3x6x6xf32>) -> tensor<1x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c_w = arith.constant dense<0.1> : tensor<32x3x3x3xf32>
  %c_e = tensor.empty() : tensor<1x32x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<1x3x6x6xf32>, tensor<32x3x3x3xf32>) outs(%c_i : tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  %tail = tensor.extract_slice %c[0, 0, 3, 0] [1, 32, 1, 4] [1, 1, 1, 1] : tensor<1x32x4x4xf32> to tensor<1x32x1x4xf32>
  %tail_cast = tensor.cast %tail : tensor<1x32x1x4xf32> to tensor<1x32x?x4xf32>
  %head = tensor.extract_slice %c[0, 0, 0, 0] [1, 32, 3, 4] [1, 1, 1, 1] : tensor<1x32x4x4xf32> to tensor<1x32x3x4xf32>
  %head_cast = tensor.cast %head : tensor<1x32x3x4xf32> to tensor<1x32x?x4xf32>
  %both = tensor.concat dim(2) %tail_cast, %head_cast : (tensor<1x32x?x4xf32>, tensor<1x32x?x4xf32>) -> tensor<1x32x?x4xf32>
  %rolled = tensor.cast %both : tensor<1x32x?x4xf32> to tensor<1x32x4x4xf32>
  %right = tensor.extract_slice %rolled[0, 0, 0, 2] [1, 32, 4, 2] [1, 1, 1, 1] : tensor<1x32x4x4xf32> to tensor<1x32x4x2xf32>
  %right_cast = tensor.cast %right : tensor<1x32x4x2xf32> to tensor<1x32x4x?xf32>
  %left = tensor.extract_slice %rolled[0, 0, 0, 0] [1, 32, 4, 2] [1, 1, 1, 1] : tensor<1x32x4x4xf32> to tensor<1x32x4x2xf32>
  %left_cast = tensor.cast %left : tensor<1x32x4x2xf32> to tensor<1x32x4x?xf32>
  %both2 = tensor.concat dim(3) %right_cast, %left_cast : (tensor<1x32x4x?xf32>, tensor<1x32x4x?xf32>) -> tensor<1x32x4x?xf32>
  %rolled2 = tensor.cast %both2 : tensor<1x32x4x?xf32> to tensor<1x32x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %d_e = tensor.empty() : tensor<1x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%rolled2, %d_w : tensor<1x32x4x4xf32>, tensor<5x32x1x1xf32>) outs(%d_i : tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
  return %d : tensor<1x5x4x4xf32>
}

// Blocks of 16 do not divide the channels.
func.func @odd(%x: tensor<2x3x6x6xf32>) -> tensor<2x5x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c_w = arith.constant dense<0.1> : tensor<20x3x3x3xf32>
  %c_e = tensor.empty() : tensor<2x20x4x4xf32>
  %c_i = linalg.fill ins(%zero : f32) outs(%c_e : tensor<2x20x4x4xf32>) -> tensor<2x20x4x4xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %c_w : tensor<2x3x6x6xf32>, tensor<20x3x3x3xf32>) outs(%c_i : tensor<2x20x4x4xf32>) -> tensor<2x20x4x4xf32>
  %tail = tensor.extract_slice %c[0, 0, 3, 0] [2, 20, 1, 4] [1, 1, 1, 1] : tensor<2x20x4x4xf32> to tensor<2x20x1x4xf32>
  %tail_cast = tensor.cast %tail : tensor<2x20x1x4xf32> to tensor<2x20x?x4xf32>
  %head = tensor.extract_slice %c[0, 0, 0, 0] [2, 20, 3, 4] [1, 1, 1, 1] : tensor<2x20x4x4xf32> to tensor<2x20x3x4xf32>
  %head_cast = tensor.cast %head : tensor<2x20x3x4xf32> to tensor<2x20x?x4xf32>
  %both = tensor.concat dim(2) %tail_cast, %head_cast : (tensor<2x20x?x4xf32>, tensor<2x20x?x4xf32>) -> tensor<2x20x?x4xf32>
  %rolled = tensor.cast %both : tensor<2x20x?x4xf32> to tensor<2x20x4x4xf32>
  %right = tensor.extract_slice %rolled[0, 0, 0, 2] [2, 20, 4, 2] [1, 1, 1, 1] : tensor<2x20x4x4xf32> to tensor<2x20x4x2xf32>
  %right_cast = tensor.cast %right : tensor<2x20x4x2xf32> to tensor<2x20x4x?xf32>
  %left = tensor.extract_slice %rolled[0, 0, 0, 0] [2, 20, 4, 2] [1, 1, 1, 1] : tensor<2x20x4x4xf32> to tensor<2x20x4x2xf32>
  %left_cast = tensor.cast %left : tensor<2x20x4x2xf32> to tensor<2x20x4x?xf32>
  %both2 = tensor.concat dim(3) %right_cast, %left_cast : (tensor<2x20x4x?xf32>, tensor<2x20x4x?xf32>) -> tensor<2x20x4x?xf32>
  %rolled2 = tensor.cast %both2 : tensor<2x20x4x?xf32> to tensor<2x20x4x4xf32>
  %d_w = arith.constant dense<0.1> : tensor<5x20x1x1xf32>
  %d_e = tensor.empty() : tensor<2x5x4x4xf32>
  %d_i = linalg.fill ins(%zero : f32) outs(%d_e : tensor<2x5x4x4xf32>) -> tensor<2x5x4x4xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%rolled2, %d_w : tensor<2x20x4x4xf32>, tensor<5x20x1x1xf32>) outs(%d_i : tensor<2x5x4x4xf32>) -> tensor<2x5x4x4xf32>
  return %d : tensor<2x5x4x4xf32>
}

// An image of one row.
func.func @row(%x: tensor<1x3x1x6xf32>) -> tensor<1x5x1x6xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.1> : tensor<32x3x1x1xf32>
  %e = tensor.empty() : tensor<1x32x1x6xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x1x6xf32>) -> tensor<1x32x1x6xf32>
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<1x3x1x6xf32>, tensor<32x3x1x1xf32>) outs(%i : tensor<1x32x1x6xf32>) -> tensor<1x32x1x6xf32>
  %right = tensor.extract_slice %c[0, 0, 0, 4] [1, 32, 1, 2] [1, 1, 1, 1] : tensor<1x32x1x6xf32> to tensor<1x32x1x2xf32>
  %right_cast = tensor.cast %right : tensor<1x32x1x2xf32> to tensor<1x32x1x?xf32>
  %left = tensor.extract_slice %c[0, 0, 0, 0] [1, 32, 1, 4] [1, 1, 1, 1] : tensor<1x32x1x6xf32> to tensor<1x32x1x4xf32>
  %left_cast = tensor.cast %left : tensor<1x32x1x4xf32> to tensor<1x32x1x?xf32>
  %both = tensor.concat dim(3) %right_cast, %left_cast : (tensor<1x32x1x?xf32>, tensor<1x32x1x?xf32>) -> tensor<1x32x1x?xf32>
  %rolled = tensor.cast %both : tensor<1x32x1x?xf32> to tensor<1x32x1x6xf32>
  %v = arith.constant dense<0.1> : tensor<5x32x1x1xf32>
  %f = tensor.empty() : tensor<1x5x1x6xf32>
  %j = linalg.fill ins(%zero : f32) outs(%f : tensor<1x5x1x6xf32>) -> tensor<1x5x1x6xf32>
  %d = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%rolled, %v : tensor<1x32x1x6xf32>, tensor<5x32x1x1xf32>) outs(%j : tensor<1x5x1x6xf32>) -> tensor<1x5x1x6xf32>
  return %d : tensor<1x5x1x6xf32>
}
